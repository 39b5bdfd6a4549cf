// `serve --watch` in a process of its own, in a directory of its own. Input: a document. Output: what it says, awaited line by line; what
// is typed into it; calls over real HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { discard, root, scratch } from '../examples/running.ts';

export interface Watched {
  readonly directory: string;
  readonly file: string;
  readonly url: string;
  readonly operator: string;
  readonly pid: number;
  said(): string;
  /** Waits for words behind those that were waited for before; answers them. */
  saying(words: RegExp, patience?: number): Promise<string>;
  type(text: string): void;
  /** Ends what can be typed. */
  hangUp(): void;
  write(text: string): void;
  read(): string;
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  discard(): void;
}

/** Milliseconds until a line that does not come is missed. */
const PATIENCE = 45_000;

export interface WatchedOptions {
  readonly options?: readonly string[];
  readonly more?: Readonly<Record<string, string>>;
  /** The place of the document in the directory. */
  readonly name?: string;
  readonly directory?: string;
  readonly input?: 'pipe' | 'ignore';
  /** What is saved when those words have been said, before anything is served. */
  readonly mended?: { readonly after: RegExp; readonly text: string };
}

export async function watched(document: string, given: WatchedOptions = {}): Promise<Watched> {
  const directory = given.directory ?? scratch();
  const file = join(directory, given.name ?? 'service.md');
  writeFileSync(file, document);
  for (const [name, text] of Object.entries(given.more ?? {})) writeFileSync(join(directory, name), text);
  const ports = ['--port', '0', '--operator-port', '0'];
  const args = [join(root, 'src/cli/main.ts'), 'serve', file, '--watch', ...ports, ...(given.options ?? [])];
  const child = spawn(process.execPath, args, { cwd: directory, stdio: [given.input ?? 'pipe', 'pipe', 'pipe'] });
  let said = '';
  let read = 0;
  const changed = new Set<() => void>();
  const hear = (chunk: Buffer): void => {
    said += chunk.toString();
    for (const each of changed) each();
  };
  child.stdout!.on('data', hear);
  child.stderr!.on('data', hear);
  const ended = once(child, 'exit').then(([code, signal]) => {
    for (const each of changed) each();
    return (code ?? signal) as number | NodeJS.Signals;
  });
  const saying = (words: RegExp, patience = PATIENCE): Promise<string> =>
    new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        changed.delete(look);
        clearTimeout(timer);
        settle();
      };
      const look = (): void => {
        const found = words.exec(said.slice(read));
        if (found) {
          read += found.index + found[0].length;
          return end(() => resolve(found[0]));
        }
        if (child.exitCode !== null || child.signalCode !== null)
          end(() => reject(new Error(`ended without saying ${words}; since then:\n${said.slice(read)}`)));
      };
      const timer = setTimeout(
        () => end(() => reject(new Error(`never said ${words}; since then:\n${said.slice(read)}`))),
        patience,
      );
      changed.add(look);
      look();
    });
  if (given.mended) {
    await saying(given.mended.after);
    writeFileSync(file, given.mended.text);
  }
  await saying(/watching .*\n/);
  const address = (word: string): string => new RegExp(`${word} (http:\\S+)`).exec(said)![1]!;
  return {
    directory,
    file,
    url: address('listening on'),
    operator: address('operator on'),
    pid: child.pid!,
    said: () => said,
    saying,
    type: (text) => void child.stdin!.write(text),
    hangUp: () => void child.stdin!.end(),
    write: (text) => writeFileSync(file, text),
    read: () => readFileSync(file, 'utf8'),
    stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return ended;
    },
    discard: () => discard(directory),
  };
}
