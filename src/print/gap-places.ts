// Where the statement of a kind of fact belongs when nothing is written: the bullet's key or the column's head. Input: a fact. Output:
// words of the notation. marks.ts and answer.ts read it. Notation, section 2, the tables of each part.

import type { Span } from '../base/span.ts';
import { partNumber, type PartName } from '../base/parts.ts';
import type { Model } from '../model/model.ts';
import { STATUS } from '../notation/statuses.ts';
import { isBullet, isCell } from '../notation/sections.ts';
import type { OtherKind } from '../analysis/document/gap-effects.ts';
import type { Fact } from '../analysis/gaps/slots/fact.ts';

const BULLETS: Partial<Record<OtherKind, string>> = { lists: 'Lists' };

export function bulletKey(fact: Fact): string | undefined {
  if (fact.of) return isBullet(fact.of) ? fact.of.head : undefined;
  return BULLETS[fact.kind as OtherKind];
}

export function columnHead(fact: Fact): string | undefined {
  return fact.of && isCell(fact.of) ? fact.of.head : undefined;
}

/** Nothing is written, not even a word that says so. */
export function isAbsent({ status, slot, table }: Fact): boolean {
  return status === 'gap' && (slot === undefined || slot.status === 'absent' || table !== undefined);
}

export function tableOf({ slot, table }: Fact): Span | undefined {
  return table ?? (slot?.status === 'absent' ? slot.column : undefined);
}

/** Behind the bullet Answers, where it leaves out the body: no table is missing a column. */
export function bodyOfBullet({ of, slot }: Fact): Span | undefined {
  return of === STATUS.columns.body && slot?.status === 'absent' && !slot.column ? slot.at : undefined;
}

/** A title that is left out has no line to write behind. */
export function hasTitle({ document }: Model): boolean {
  return document.title.name.status !== 'absent';
}

/** The part that is left out as a whole. */
export function missingPart({ document }: Model, { id, part }: Fact): PartName | undefined {
  if (part === 'document' || document[part].scope.heading !== undefined) return undefined;
  return part === 'purpose' || id === String(partNumber(part)) ? part : undefined;
}
