// A session of `ask` for tests: lines are typed one by one, and what the session says can be waited for. Input: a file. Output: what was
// said, the exit status.

import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import { run } from '../../src/cli/program.ts';
import { captured } from './captured.ts';
import type { Captured } from './captured.ts';

export class Talking {
  readonly #input = new PassThrough();
  readonly #console: Captured;
  readonly #status: Promise<number>;
  #seen = 0;

  constructor(directory: string, args: readonly string[], env: Record<string, string> = {}) {
    this.#console = captured({ directory, env, input: this.#input });
    this.#status = run(['ask', ...args, '--interactive'], this.#console);
  }

  /** What has been said since the last call, once it holds these words. */
  async hear(words: string | RegExp): Promise<string> {
    for (let tries = 0; tries < 1800; tries += 1) {
      const said = this.#console.stdout().slice(this.#seen);
      if (typeof words === 'string' ? said.includes(words) : words.test(said)) {
        this.#seen += said.length;
        return said;
      }
      // The first words wait until all of it is loaded.
      await sleep(tries < 100 ? 2 : 10);
    }
    throw new Error(`never said: ${String(words)}\n${this.#console.stdout().slice(this.#seen)}`);
  }

  /** The line is echoed; what is said behind that comes in the same turn. */
  async type(line: string, words: string | RegExp): Promise<string> {
    this.#input.write(`${line}\n`);
    return this.hear(words);
  }

  async end(): Promise<{ status: number; stdout: string; stderr: string }> {
    this.#input.end();
    const status = await this.#status;
    return { status, stdout: this.#console.stdout(), stderr: this.#console.stderr() };
  }
}

/** All lines at once. */
export async function talked(
  directory: string,
  args: readonly string[],
  lines: readonly string[],
  env: Record<string, string> = {},
): Promise<{ status: number; stdout: string; stderr: string }> {
  const input = new PassThrough();
  const console = captured({ directory, env, input });
  input.end(lines.map((line) => `${line}\n`).join(''));
  const status = await run(['ask', ...args, '--interactive'], console);
  return { status, stdout: console.stdout(), stderr: console.stderr() };
}
