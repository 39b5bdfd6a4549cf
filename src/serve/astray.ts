// References inside of a value that lead nowhere, taken out of what is shown. Input: the value's JSON, and those that lead nowhere.
// Output: JSON in which they are null or left out; all else is as it was, digit by digit. Notation, part 2, head Type.

import type { AstrayPlan } from '../plan/output.ts';
import type { JsonStep, SqlValue } from '../sql/expression.ts';
import { endOfString } from './json-members.ts';
import { place, type Piece, type Setting } from './words.ts';

export function withoutAstray(
  plans: readonly AstrayPlan[],
  at: number,
  encode: (value: SqlValue) => string,
  setting: Setting,
): Piece {
  const all = plans.map((plan) => ({ ...plan, at: place(plan.column, setting) }));
  return {
    build: (row) => {
      const text = encode(row[at]!);
      return all.reduce((shown, { at: list, path, nullable }) => {
        const missed = row[list];
        if (missed === null || missed === '[]') return shown;
        return new Pruning(shown, missedIn(String(missed)), nullable).at(path) ?? 'null';
      }, text);
    },
  };
}

function missedIn(list: string): ReadonlySet<string> {
  return new Set((JSON.parse(list) as readonly (readonly string[])[]).map(([text]) => text!));
}

const SPACE = /\s/;

/** Goes through well-formed JSON once; a value is undefined where it is left out. */
class Pruning {
  readonly #text: string;
  readonly #missed: ReadonlySet<string>;
  readonly #nullable: boolean;
  #place = 0;

  constructor(text: string, missed: ReadonlySet<string>, nullable: boolean) {
    this.#text = text;
    this.#missed = missed;
    this.#nullable = nullable;
  }

  /** The next value; `path`: from it to the references, undefined where it leads elsewhere. */
  at(path: readonly JsonStep[] | undefined): string | undefined {
    this.#space();
    const sign = this.#text[this.#place];
    const step = path?.[0];
    if (sign === '[') return this.#inside(']', () => this.at(step === 'each' ? path!.slice(1) : undefined));
    if (sign === '{')
      return this.#inside('}', () => {
        const name = this.#scalar();
        this.#space();
        this.#place++;
        const leads = step === 'values' || (typeof step === 'object' && step.name === JSON.parse(name));
        const shown = this.at(leads ? path!.slice(1) : undefined);
        return shown === undefined ? undefined : `${name}:${shown}`;
      });
    const shown = this.#scalar();
    if (path?.length !== 0) return shown;
    const value = sign === '"' ? (JSON.parse(shown) as string) : shown;
    if (!this.#missed.has(value)) return shown;
    return this.#nullable ? 'null' : undefined;
  }

  #inside(end: string, next: () => string | undefined): string {
    const begin = this.#text[this.#place++];
    const shown: string[] = [];
    for (this.#space(); this.#text[this.#place] !== end; this.#space()) {
      if (this.#text[this.#place] === ',') this.#place++;
      const one = next();
      if (one !== undefined) shown.push(one);
    }
    this.#place++;
    return `${begin}${shown.join(',')}${end}`;
  }

  #scalar(): string {
    this.#space();
    const begin = this.#place;
    if (this.#text[begin] === '"') this.#place = endOfString(this.#text, begin) + 1;
    else while (this.#place < this.#text.length && !/[,\]}\s]/.test(this.#text[this.#place]!)) this.#place++;
    return this.#text.slice(begin, this.#place);
  }

  #space(): void {
    while (this.#place < this.#text.length && SPACE.test(this.#text[this.#place]!)) this.#place++;
  }
}
