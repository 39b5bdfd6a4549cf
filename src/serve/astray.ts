// References inside of a value that lead nowhere, taken out of what is shown. Input: the value's JSON, and those that lead nowhere.
// Output: JSON in which they are null or left out; all else is as it was, digit by digit. Notation, part 2, head Type.

import type { AstrayPlan } from '../plan/output.ts';
import type { JsonStep, SqlValue } from '../sql/expression.ts';
import { JsonWalk } from './json-walk.ts';
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

/** Goes through JSON once; a value is undefined where it is left out. */
class Pruning {
  readonly #walk: JsonWalk;
  readonly #missed: ReadonlySet<string>;
  readonly #nullable: boolean;

  constructor(text: string, missed: ReadonlySet<string>, nullable: boolean) {
    this.#walk = new JsonWalk(text);
    this.#missed = missed;
    this.#nullable = nullable;
  }

  /** The next value; `path`: from it to the references, undefined where it leads elsewhere. */
  at(path: readonly JsonStep[] | undefined): string | undefined {
    const sign = this.#walk.sign();
    const step = path?.[0];
    if (sign === '[') return `[${this.#inside(() => this.at(step === 'each' ? path!.slice(1) : undefined))}]`;
    if (sign === '{') {
      const members = this.#inside(() => {
        const name = this.#walk.name();
        const leads = step === 'values' || (typeof step === 'object' && step.name === JSON.parse(name));
        const shown = this.at(leads ? path!.slice(1) : undefined);
        return shown === undefined ? undefined : `${name}:${shown}`;
      });
      return `{${members}}`;
    }
    const shown = this.#walk.scalar();
    if (path?.length !== 0) return shown;
    const value = sign === '"' ? (JSON.parse(shown) as string) : shown;
    if (!this.#missed.has(value)) return shown;
    return this.#nullable ? 'null' : undefined;
  }

  #inside(next: () => string | undefined): string {
    const shown: string[] = [];
    this.#walk.items(() => {
      const one = next();
      if (one !== undefined) shown.push(one);
    });
    return shown.join(',');
  }
}
