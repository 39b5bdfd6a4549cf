// What comes of comparing a reply with what it has to be: differences, things that nobody states, and what it has shown. The differences of
// one reply become one finding.

import type { Model } from '../../../model/model.ts';
import type { LinkedOperation } from '../../../model/model.ts';
import type { Knowledge } from '../../world/knowledge.ts';
import type { Row } from '../../world/known.ts';
import type { Asked } from '../../world/world.ts';
import type { FindingClass, Statement } from '../../verdict.ts';

export interface Difference {
  /** `items[0].title`; '' of the body as a whole. */
  readonly at: string;
  readonly expected: string;
  readonly got: string;
  readonly statement: Statement | undefined;
  readonly class: FindingClass;
  /** What nobody can tell any more because of it. */
  readonly forget?: () => void;
  /** The row that is shown there. */
  readonly about?: Row;
}

/** What an answer shows for a word: a value, a rule for the value, or nothing: then what holds it is left out. */
export type Word =
  | { readonly kind: 'is'; readonly value: unknown }
  | { readonly kind: 'must be'; readonly said: string; readonly fits: (value: unknown) => boolean }
  | { readonly kind: 'left out' }
  /** Nobody can tell: whatever it is, or nothing. */
  | { readonly kind: 'any' };

/** One failed field, as words call it. Undefined: nobody can tell. */
export type Failure = Readonly<Partial<Record<string, unknown>>>;

export interface Setting {
  readonly model: Model;
  readonly world: Knowledge;
  readonly linked: LinkedOperation | undefined;
  readonly asked: Asked | undefined;
  /** The row that the answer shows. */
  readonly row: Row | undefined;
  /** Rows of other resources beside it; null: there is none. */
  readonly beside: ReadonlyMap<string, Row | null>;
  /** The rows of a list, of the resource that Does names. */
  readonly list: ((match: Match, items: readonly unknown[], at: string, one: ItemMatch) => void) | undefined;
  readonly listed: string | undefined;
  readonly word: (word: string) => Word;
  /** Of an error about fields: what surely failed. Undefined: of no fields. */
  readonly failures: readonly Failure[] | undefined;
  /** Values of words of failures that may come beside those. */
  readonly mayFail: (word: string, value: unknown) => boolean;
  /** What is left out because of a gap is none of our business. */
  readonly isMarked: boolean;
  /** A deleted row is shown as it was: what is computed from others is not judged. */
  readonly wasThere: boolean;
  /** The fields that the caller chose; undefined: all. */
  readonly chosen: ReadonlySet<string> | undefined;
  /** The references that the caller asked for whole. */
  readonly whole: ReadonlySet<string>;
}

export type ItemMatch = (match: Match, item: unknown, at: string, row: Row) => void;

export class Match {
  readonly differences: Difference[] = [];
  readonly invented: { readonly name: string; readonly isComplete: boolean }[] = [];
  readonly exercised: Set<string> = new Set();

  differs(difference: Difference): void {
    this.differences.push(difference);
  }

  /** Those since `before` are about the row, but for those of rows inside of it. */
  attribute(before: number, row: Row): void {
    for (const [nth, one] of this.differences.entries())
      if (nth >= before) this.differences[nth] = { about: row, ...one };
  }

  /** What nobody can tell any more because of those since `before`, in place of what they said. */
  forgetInstead(before: number, forget: () => void): void {
    for (const [nth, one] of this.differences.entries()) if (nth >= before) this.differences[nth] = { ...one, forget };
  }

  /** So that one of several readings of an item is kept. */
  take(other: Match): void {
    this.differences.push(...other.differences);
    this.invented.push(...other.invented);
    for (const id of other.exercised) this.exercised.add(id);
  }
}

export function joinedPath(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}
