// The command line of verify in a folder of its own. Input: arguments. Output: what it said, and its exit status.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from '../../src/cli/program.ts';
import { captured } from '../cli/captured.ts';

export interface Said {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Place {
  readonly directory: string;
  write(name: string, text: string): void;
  verify(file: string, ...args: readonly string[]): Promise<Said>;
  remove(): void;
}

export function place(env: Record<string, string> = {}): Place {
  const directory = mkdtempSync(join(tmpdir(), 'ninefold-verify-'));
  return {
    directory,
    write: (name, text) => writeFileSync(join(directory, name), text),
    verify: async (file, ...args) => {
      const console = captured({ directory, env });
      const status = await run(['verify', file, ...args], console);
      return { status, stdout: console.stdout(), stderr: console.stderr() };
    },
    remove: () => rmSync(directory, { recursive: true }),
  };
}
