// A file written anew, whole or not at all. Input: a path and its text. Output: the file, with the rights it had.

import { randomUUID } from 'node:crypto';
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { Refusal } from './console.ts';
import type { Console } from './console.ts';

/** A link stays one: its target is written. */
export function replaceFile(file: string, text: string, console: Console): void {
  const path = realpathSync(resolve(console.directory, file));
  const beside = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(beside, text, { flag: 'wx', mode: statSync(path).mode, flush: true });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new Refusal(2, `cannot write ${file}: ${(error as Error).message}`);
  }
}
