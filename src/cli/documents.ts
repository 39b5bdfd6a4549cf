// A document from its file: read and linked, ready for every command. In: a path. Out: the model, or a sentence that
// says why the file cannot be opened.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { link } from '../model/link.ts';
import type { Model } from '../model/model.ts';
import { read } from '../read/read.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';

/** `exit` is the status when the file cannot be opened: 2 where a wrong name is wrong usage, 1 where it stops a start. */
export function openDocument(file: string, console: Console, exit: 1 | 2): Model {
  const { document, diagnostics } = read(textOf(file, console, exit), file);
  return link(document, diagnostics);
}

function textOf(file: string, console: Console, exit: 1 | 2): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(resolve(console.directory, file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      ENOENT: 'there is no such file',
      EISDIR: 'it is a directory',
      EACCES: 'it may not be read',
    };
    throw new Refusal(exit, `cannot open ${file}: ${reasons[code ?? ''] ?? message}`);
  }
  try {
    // A byte order mark stays: places count from the first byte on.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal(exit, `cannot read ${file}: it is not UTF-8 text`);
  }
}
