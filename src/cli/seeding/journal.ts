// The result of each row, kept beside the data file, so that a run continues where another one ended in any way. Input:
// digests of rows. Output: lines of JSON; a row is sent when its line is on the disk. The values of a row are in none of them.

import { closeSync, fdatasync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

import { Refusal } from '../console.ts';
import { DigestCounts } from './digests.ts';
import type { Identity } from './labels.ts';

/** What earlier runs left. */
export interface Kept {
  /** Made or called by this journal, or perhaps. */
  readonly in: DigestCounts;
  /** There already, and of no row of this file. */
  readonly there: DigestCounts;
  /** Sent, and no answer came. By digest as it is written. */
  readonly unknown: Map<string, number>;
  /** Of rows with a label. */
  readonly identities: ReadonlyMap<string, Identity>;
  /** By the digest of a row without its label: those that it had with labels. */
  readonly labelled: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The place of a row when it was sent. */
export interface SentRow {
  readonly key: string;
  readonly number: number;
  readonly line: number;
  /** Of a row with a label: the digest without it. */
  readonly bare: string | undefined;
}

/** Names the journal as one, and its version. */
const HEAD = 'ninefold seed';
const VERSION = 1;
const CHUNK = 1 << 18;
const LINE_BREAK = 10;

type Line = readonly unknown[];

export class Journal {
  readonly #file: number;
  readonly #shown: string;
  #waiting: (() => void)[] = [];
  #failed: Error | undefined;
  #isSyncing = false;

  private constructor(file: number, shown: string) {
    this.#file = file;
    this.#shown = shown;
  }

  /** With what it holds about `url`; `isNew`: what it holds no longer counts. */
  static open(path: string, shown: string, url: string, isNew: boolean): { journal: Journal; kept: Kept } {
    const file = opened(path, shown);
    const kept = new Keeping(shown);
    let last: number = LINE_BREAK;
    for (const line of linesOf(file, (code) => (last = code))) kept.read(line);
    const journal = new Journal(file, shown);
    if (last !== LINE_BREAK) journal.#write('\n');
    if (!isNew) kept.refuseOther(url);
    if (isNew || kept.isEmpty) journal.#append([HEAD, VERSION, { url }]);
    if (isNew) kept.clear();
    return { journal, kept };
  }

  /** Resolves when the line is on the disk: the row may be sent. `isAgain`: an earlier run has sent it, too. */
  async sending(digest: string, isAgain: boolean, { key, number, line, bare }: SentRow): Promise<void> {
    const what = isAgain ? 'again' : 'sent';
    this.#append([what, digest, key, number, line, ...(bare === undefined ? [] : [bare])]);
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#sync();
    });
    if (this.#failed !== undefined) throw this.#cannot(this.#failed);
  }

  /** The places of those that are in by these counts, as far as they are known; at most `most` of them. */
  whereabouts(left: DigestCounts, most: number): readonly string[] {
    const sent = new Map<string, string>();
    const found = new Map<string, string>();
    for (const text of linesOf(this.#file, () => undefined)) {
      const [what, digest, key, number, line] = parsed(text);
      if (what === HEAD) [sent, found].forEach((one) => one.clear());
      if (typeof digest !== 'string' || !left.has(Buffer.from(digest, 'base64url'))) continue;
      const where = sent.get(digest);
      sent.delete(digest);
      if ((what === 'sent' || what === 'again') && typeof key === 'string')
        sent.set(digest, `${key} row ${String(number)} (line ${String(line)} when it was sent)`);
      else if (what === 'in' && where !== undefined && (found.has(digest) || found.size < most))
        found.set(digest, where);
    }
    return [...found.values()];
  }

  isIn(digest: string, how: 'in' | 'there', identity: Identity | undefined): void {
    this.#append(identity === undefined ? [how, digest] : [how, digest, identity]);
  }

  /** For people, too: which row it is, and the words. */
  failed(digest: string, key: string, number: number, words: string): void {
    this.#append(['failed', digest, key, number, words]);
  }

  /** The service was not reached: nothing was done. */
  notSent(digest: string): void {
    this.#append(['not sent', digest]);
  }

  close(): void {
    closeSync(this.#file);
  }

  #append(line: Line): void {
    this.#write(`${JSON.stringify(line)}\n`);
  }

  #write(text: string): void {
    try {
      for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSync(this.#file, rest));
    } catch (error) {
      throw this.#cannot(error as Error);
    }
  }

  #cannot(error: Error): Refusal {
    return new Refusal(1, `cannot write ${this.#shown}, where it is kept what is in: ${error.message}`);
  }

  /** One for all that wait. */
  #sync(): void {
    if (this.#isSyncing || this.#waiting.length === 0) return;
    this.#isSyncing = true;
    const served = this.#waiting;
    this.#waiting = [];
    fdatasync(this.#file, (error) => {
      this.#isSyncing = false;
      this.#failed ??= error ?? undefined;
      for (const resolve of served) resolve();
      this.#sync();
    });
  }
}

function opened(path: string, shown: string): number {
  try {
    const file = openSync(path, 'a+', 0o600);
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
    throw new Error('it is no file');
  } catch (error) {
    throw new Refusal(1, `cannot write ${shown}, where it is kept what is in: ${(error as Error).message}`);
  }
}

function* linesOf(file: number, last: (code: number) => void): Generator<string> {
  const buffer = Buffer.allocUnsafe(CHUNK);
  let rest = Buffer.alloc(0);
  for (let at = 0, size = 0; (size = readSync(file, buffer, 0, CHUNK, at)) > 0; at += size) {
    const known = Buffer.concat([rest, buffer.subarray(0, size)]);
    const end = known.lastIndexOf(LINE_BREAK) + 1;
    rest = known.subarray(end);
    last(buffer[size - 1]!);
    if (end > 0) yield* known.toString('utf8', 0, end - 1).split('\n');
  }
  if (rest.length > 0) yield rest.toString('utf8');
}

/** Reads lines one by one. */
class Keeping implements Kept {
  readonly in = new DigestCounts();
  readonly there = new DigestCounts();
  readonly unknown = new Map<string, number>();
  readonly identities = new Map<string, Identity>();
  readonly labelled = new Map<string, Set<string>>();
  isEmpty = true;
  #about: { readonly version: unknown; readonly url: unknown } | undefined;
  readonly #shown: string;

  constructor(shown: string) {
    this.#shown = shown;
  }

  clear(): void {
    this.in.clear();
    this.there.clear();
    this.unknown.clear();
    this.identities.clear();
    this.labelled.clear();
  }

  refuseOther(url: string): void {
    if (this.#about === undefined) return;
    const { version, url: known } = this.#about;
    if (version !== VERSION) throw this.#refusal('is of another version of ninefold: name another with --journal');
    const shown = typeof known === 'string' ? known : 'another address';
    if (known !== url) {
      throw this.#refusal(
        `tells what is in ${shown}, and not in ${url}: name another with --journal, or begin anew with --again`,
      );
    }
  }

  /** A line of which only a part has been written says nothing. */
  read(text: string): void {
    const line = parsed(text);
    const [what, digest, more, , , bare] = line;
    if (what === HEAD) return this.#head(line);
    if (this.isEmpty) throw this.#refusal('is there already, and no journal of seed: name another with --journal');
    if (typeof digest !== 'string') return;
    switch (what) {
      case 'sent':
        this.unknown.set(digest, (this.unknown.get(digest) ?? 0) + 1);
        if (typeof bare === 'string') this.labelled.set(bare, (this.labelled.get(bare) ?? new Set()).add(digest));
        return;
      case 'in':
      case 'there':
        this.#answered(digest);
        this[what].add(Buffer.from(digest, 'base64url'));
        if (typeof more === 'object' && more !== null) this.identities.set(digest, more as Identity);
        return;
      case 'failed':
      case 'not sent':
        this.#answered(digest);
    }
  }

  #head([, version, about]: Line): void {
    this.isEmpty = false;
    this.#about = { version, url: (about as { url?: unknown } | undefined)?.url };
    this.clear();
  }

  #refusal(message: string): Refusal {
    return new Refusal(1, `${this.#shown} ${message}`);
  }

  #answered(digest: string): void {
    const left = (this.unknown.get(digest) ?? 0) - 1;
    if (left > 0) this.unknown.set(digest, left);
    else this.unknown.delete(digest);
  }
}

function parsed(text: string): Line {
  try {
    const line: unknown = JSON.parse(text);
    return Array.isArray(line) ? line : [];
  } catch {
    return [];
  }
}
