// Rows that other rows of the file name. Input: labels as they are written in the file; what is known of their rows when they are
// in. Output: the value by which a row is named, or why there is none.

import { suggestion } from '../../base/did-you-mean.ts';
import { shownIn } from '../../calls/keys.ts';
import type { Key } from '../../calls/keys.ts';
import { code } from './operations.ts';
import type { Way } from './operations.ts';
import type { Resolve } from './request.ts';

interface Stated {
  readonly way: Way;
  readonly line: number;
}

/** Before anything is sent: does each label lead to a row above, of the right resource, whose identity will be known? */
export class StatedLabels {
  /** Those that some row names. */
  readonly named: Set<string> = new Set();
  readonly #stated = new Map<string, Stated>();
  readonly #doubted = new Set<string>();

  /** A text: it is there twice. */
  state(label: string, way: Way, line: number): string | undefined {
    const before = this.#stated.get(label);
    if (before !== undefined) return `the label ${quoted(label)} is there twice; first in line ${before.line}`;
    this.#stated.set(label, { way, line });
    return undefined;
  }

  /** Of a row that has another fault: a row that names it has none. */
  doubt(label: string | undefined): void {
    if (label !== undefined) this.#doubted.add(label);
  }

  readonly resolve: Resolve = (label, key) => {
    if (this.#doubted.has(label)) return { json: '0' };
    const stated = this.#stated.get(label);
    if (stated === undefined) return { fault: () => this.#absent(label) };
    const { way } = stated;
    if (way.shows !== key.table) return { fault: this.#other(label, key, stated) };
    if (!isShown(way, key.column) && !way.sent.has(key.column)) {
      return {
        fault: `${quoted(label)} cannot be named: the answer of ${code(way.id)} does not show ${code(key.column)}`,
      };
    }
    this.named.add(label);
    return { json: '0' };
  };

  #absent(label: string): string {
    const later = this.#stated.get(label);
    return later === undefined
      ? `no row has the label ${quoted(label)}${suggestion(label, this.#stated.keys())}`
      : `${quoted(label)} is not above: its row is in line ${later.line}, and rows go in in the order of the file`;
  }

  #other(label: string, { table }: Key, { way, line }: Stated): string {
    const is = way.shows === undefined ? 'is of no resource' : `is of ${code(way.shows)}`;
    return `this names a row of ${code(table)}, and ${quoted(label)} (line ${line}) ${is}`;
  }
}

export function isShown({ run }: Way, column: string): boolean {
  return run.answers.some((answer) => shownIn(answer, column) !== undefined);
}

export function quoted(label: string): string {
  return JSON.stringify(label);
}

/** By column, as JSON. */
export type Identity = Readonly<Record<string, string>>;

/** While rows are sent. */
export class KnownLabels {
  readonly #wanted: ReadonlySet<string>;
  readonly #known = new Map<string, Identity | string>();
  readonly #pending = new Map<string, Promise<void>>();

  constructor(wanted: ReadonlySet<string>) {
    this.#wanted = wanted;
  }

  /** `identity`: a text says why it is not known. */
  know(label: string | undefined, identity: Identity | string): void {
    if (label !== undefined && this.#wanted.has(label)) this.#known.set(label, identity);
  }

  await(label: string, settled: Promise<void>): void {
    if (!this.#wanted.has(label)) return;
    this.#pending.set(label, settled);
    void settled.then(() => this.#pending.delete(label));
  }

  pending(label: string): Promise<void> | undefined {
    return this.#pending.get(label);
  }

  readonly resolve: Resolve = (label, { column }) => {
    const known = this.#known.get(label);
    if (known === undefined || typeof known === 'string') {
      return { fault: `not sent, because it names ${quoted(label)}, ${known ?? 'which is not known'}` };
    }
    const json = known[column];
    return json === undefined
      ? { fault: `not sent, because ${code(column)} of ${quoted(label)} is not known` }
      : { json };
  };
}
