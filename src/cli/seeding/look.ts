// The first of two looks at a data file: nothing is sent. Input: the file, what its keys mean, what earlier runs left. Output:
// for each row whether it is to be sent; or everything that is wrong with the file, with places.

import { fstatSync } from 'node:fs';

import { Broken, placeOf } from './bytes.ts';
import type { Spot } from './bytes.ts';
import { Decisions } from './decisions.ts';
import type { Decision } from './decisions.ts';
import type { Kept } from './journal.ts';
import { StatedLabels } from './labels.ts';
import type { Ways, Way } from './operations.ts';
import { bareOf, labelIn, labelOf, requestFor } from './request.ts';
import type { SeedRequest } from './request.ts';
import { digestOf, readRow } from './row.ts';
import type { ReadRow, RowFault, Words } from './row.ts';
import { rowsOf } from './rows.ts';
import type { FileRow } from './rows.ts';

/** The most faults that are shown; the rest is counted, up to a bound. */
const SHOWN = 20;
const COUNTED = 10_000;

export interface DataFile {
  readonly file: number;
  /** As it was named. */
  readonly shown: string;
}

export interface Looked {
  readonly rows: number;
  readonly decisions: Decisions;
  /** Labels that rows name. */
  readonly named: ReadonlySet<string>;
  /** By their place among all rows: those that an earlier run sent with another label; the digest of then. */
  readonly relabelled: ReadonlyMap<number, string>;
}

/** `more`: how many there are beside those that are listed. */
export type Look = Looked | { readonly faults: readonly string[]; readonly more: string };

export interface Looking {
  readonly data: DataFile;
  readonly ways: Ways;
  /** Undefined: nothing will be sent. */
  readonly kept: Kept | undefined;
  /** What earlier runs left unknown is sent once more. */
  readonly sendsUnknown: boolean;
  readonly progress: (done: number) => void;
}

export function look(looking: Looking): Look {
  const first = new FirstLook(looking);
  return first.run();
}

interface Fault {
  readonly spot: Spot;
  readonly of: string;
  readonly words: Words;
}

class FirstLook {
  readonly #looking: Looking;
  readonly #faults: Fault[] = [];
  #count = 0;
  readonly #faultyKeys = new Set<string>();
  readonly #labels = new StatedLabels();
  readonly #decisions = new Decisions();
  /** Places of rows that an earlier run may have sent with another label, and what decides. */
  readonly #doubted = new Map<number, { readonly bare: Buffer; readonly mayRepeat: boolean }>();

  constructor(looking: Looking) {
    this.#looking = looking;
  }

  run(): Look {
    const { data, kept, progress } = this.#looking;
    const { size } = fstatSync(data.file);
    try {
      for (const row of rowsOf(data.file)) {
        this.#row(row);
        if (this.#count >= COUNTED) break;
        progress(row.spot.offset / size);
      }
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.#fault(error.spot, '', error.message);
    }
    if (this.#count > 0) {
      const more = this.#count - this.#faults.length;
      const few = this.#count < COUNTED ? String(more) : `${more} or`;
      return { faults: this.#faults.map((fault) => this.#line(fault)), more: more === 0 ? '' : `and ${few} more` };
    }
    const relabelled = kept === undefined ? new Map<number, string>() : this.#relabelled(kept);
    const rows = this.#decisions.length;
    return { rows, decisions: this.#decisions, named: this.#labels.named, relabelled };
  }

  /** When each row has what is its own with its label: the rest goes to those that differ in the label alone. */
  #relabelled(kept: Kept): ReadonlyMap<number, string> {
    const found = new Map<number, string>();
    for (const [place, { bare, mayRepeat }] of this.#doubted) {
      for (const text of earlier(kept, bare)) {
        const decision = decide(kept, Buffer.from(text, 'base64url'), mayRepeat);
        if (decision === 'send') continue;
        this.#decisions.change(place, decision);
        found.set(place, text);
        break;
      }
    }
    return found;
  }

  #row(row: FileRow): void {
    const { ways, kept, sendsUnknown } = this.#looking;
    const way = ways.of(row.key);
    const read = readRow(row.text);
    if (typeof way === 'string') {
      if (!this.#faultyKeys.has(row.key)) this.#fault(row.spot, '', way);
      this.#faultyKeys.add(row.key);
      if ('tree' in read) this.#labels.doubt(labelIn(read));
      return;
    }
    if (!('tree' in read)) return this.#rowFault(row, read);
    const request = this.#request(way, row, read);
    if (request === undefined) return;
    const digest = digestOf(way.id, read);
    const mayRepeat = sendsUnknown || request.isRepeatable;
    const decision = decide(kept, digest, mayRepeat);
    if (kept !== undefined && decision === 'send') {
      const bare = bareOf(way, read) ?? digest;
      if (earlier(kept, bare).some((text) => isKept(kept, text)))
        this.#doubted.set(this.#decisions.length, { bare, mayRepeat });
    }
    this.#decisions.add(digest, decision);
  }

  #request(way: Way, row: FileRow, read: ReadRow): SeedRequest | undefined {
    const mapped = requestFor(way, read, this.#labels.resolve, '');
    const label = labelOf(way, read);
    const twice = label === undefined ? undefined : this.#labels.state(label, way, row.spot.line);
    if (twice !== undefined) this.#fault(row.spot, nameOf(row), twice);
    if ('request' in mapped) return mapped.request;
    for (const fault of mapped.faults) this.#rowFault(row, fault);
    return undefined;
  }

  #rowFault(row: FileRow, { index, message }: RowFault): void {
    this.#fault(within(row, index), nameOf(row), message);
  }

  #fault(spot: Spot, of: string, words: Words): void {
    this.#count++;
    if (this.#faults.length < SHOWN) this.#faults.push({ spot, of, words });
  }

  #line({ spot, of, words }: Fault): string {
    const { file, shown } = this.#looking.data;
    const { line, column } = placeOf(file, spot);
    return `${shown}:${line}:${column}: ${of === '' ? '' : `${of}: `}${typeof words === 'string' ? words : words()}`;
  }
}

/** `Item row 3`. */
export function nameOf({ key, number }: Pick<FileRow, 'key' | 'number'>): string {
  return `${key} row ${number}`;
}

function decide(kept: Kept | undefined, digest: Buffer, mayRepeat: boolean): Decision {
  if (kept === undefined) return 'send';
  if (kept.in.take(digest) || kept.there.take(digest)) return 'in';
  const text = digest.toString('base64url');
  const count = kept.unknown.get(text) ?? 0;
  if (count === 0) return 'send';
  if (count === 1) kept.unknown.delete(text);
  else kept.unknown.set(text, count - 1);
  return mayRepeat ? 'again' : 'unknown';
}

/** Under which digests an earlier run may have sent a row that has this one without its label. */
function earlier({ labelled }: Kept, bare: Buffer): readonly string[] {
  const text = bare.toString('base64url');
  return [text, ...(labelled.get(text) ?? [])];
}

function isKept(kept: Kept, text: string): boolean {
  const digest = Buffer.from(text, 'base64url');
  return kept.in.has(digest) || kept.there.has(digest) || kept.unknown.has(text);
}

/** The place of a character of the row, in the file. */
function within({ text, spot }: FileRow, index: number): Spot {
  const before = text.slice(0, index);
  const lines = before.split('\n').length - 1;
  const offset = spot.offset + Buffer.byteLength(before);
  const lineStart =
    lines === 0 ? spot.lineStart : offset - Buffer.byteLength(before.slice(before.lastIndexOf('\n') + 1));
  return { offset, line: spot.line + lines, lineStart };
}
