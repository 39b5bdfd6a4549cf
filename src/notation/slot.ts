// The status of a slot: what a document states, or does not state, about one fact.
// Notation, 1.2, 1.3 and 1.8. Pure types and tiny functions.

import type { Span } from '../base/span.ts';

/** A name as written (ticks removed, a link counted as its text) and its place. */
export interface Name {
  readonly text: string;
  readonly at: Span;
}

/** The seven statuses a fact can have. */
export const STATUSES = ['stated', 'none', 'any', 'gap', 'assumed', 'unreadable', 'unsupported'] as const;

export type Status = (typeof STATUSES)[number];

/** Who takes it to be so, since when, why, and until when, as an assumptions document says (notation, section 1.9). */
export interface Assumption {
  readonly by: string;
  /** `2026-11-21` */
  readonly on: string;
  readonly why: string;
  /** The last day on which it counts. */
  readonly until: string;
}

/** What is there only because an assumptions document says so, where the document itself states nothing. */
interface MayBeAssumed {
  readonly assumed?: Assumption;
  /** The field has no word of its own there: where All fields of part 2 states it (analysis/document/all-fields.ts). */
  readonly from?: Span;
}

/** Says a value. `text` is the cell or bullet value exactly as written. */
export interface Stated<T> extends MayBeAssumed {
  readonly status: 'stated';
  readonly value: T;
  readonly text: string;
  readonly at: Span;
}

export interface None extends MayBeAssumed {
  readonly status: 'none';
  readonly text: string;
  readonly at: Span;
}

export interface Any extends MayBeAssumed {
  readonly status: 'any';
  readonly text: string;
  readonly at: Span;
}

/** `marked`: the words `not shown`. `blank`: an empty cell, `-`, `?`, `TBD`, `N/A`. */
export interface Gap {
  readonly status: 'gap';
  readonly how: 'marked' | 'blank';
  readonly note?: string;
  readonly text: string;
  readonly at: Span;
}

/**
 * Stated, but not in a binding form: its meaning must not be guessed. `expected` names the forms that are allowed here.
 * `ticked`: the same words with ticks around what may be names, where that can be read.
 */
export interface Unreadable {
  readonly status: 'unreadable';
  readonly expected: string;
  readonly ticked?: string;
  readonly text: string;
  readonly at: Span;
}

/**
 * Nothing is written here. Whether that is a gap depends on whether the fact is due (notation, rule 8):
 * `analysis/gaps/slots.ts` alone decides. `at` is the place where the statement belongs; `column` is the table whose whole
 * column is missing, which is one gap for it.
 */
export interface Absent {
  readonly status: 'absent';
  readonly at: Span;
  readonly column?: Span;
}

/**
 * One fact the interface can hold. `unsupported` is found by `analysis/document/supported.ts`, never by reading; `assumed` is the
 * status of a fact whose slot has an assumption: it runs as what it says.
 */
export type Slot<T> = Stated<T> | None | Any | Gap | Unreadable | Absent;

/** One of several statements under the same key, by the name after it: ``View `Profile`: …``. */
export interface NamedSlot<T> {
  readonly name: Name;
  readonly slot: Slot<T>;
}

/** A list with what was written about its completeness (notation, rules 3 and 4). */
export interface List<T> {
  readonly items: readonly T[];
  /** `open`: a `…` row. `closed`: a row or bullet `none`, `Other …: none`. Else the title's `Lists:` decides. */
  readonly mark: 'open' | 'closed' | undefined;
  /** The table or section; where a missing row would be written. */
  readonly at: Span;
  /** Is there a table or section at all? */
  readonly written: boolean;
  /** The row or heading that marks it. */
  readonly markAt?: Span;
  /** That it is closed is assumed. */
  readonly assumed?: Assumption;
}

/** A heading with what the only paragraph under it says about the whole scope (`not shown`, `none`). */
export interface Scope {
  /** The heading; undefined when the part or section is left out. */
  readonly heading: Span | undefined;
  /** Gap or None when the heading's only content marks the scope; else Absent. */
  readonly mark: Gap | None | Any | Absent;
}

export function absent(at: Span, column?: Span): Absent {
  return column ? { status: 'absent', at, column } : { status: 'absent', at };
}

/** The value of a stated slot, else undefined. */
export function valueOf<T>(slot: Slot<T>): T | undefined {
  return slot.status === 'stated' ? slot.value : undefined;
}

/** An empty cell, without even a sign for nothing. */
export function isBlankCell(slot: Slot<unknown>): boolean {
  return slot.status === 'gap' && slot.how === 'blank' && slot.text === '';
}

/** What it says is not known: it is not shown, or cannot be read. */
export function isUnknown({ status }: Slot<unknown>): boolean {
  return status === 'gap' || status === 'unreadable';
}

/** The same, or nothing is written. */
export function isOpen(slot: Slot<unknown>): boolean {
  return isUnknown(slot) || slot.status === 'absent';
}

/** A value, or that there is none. */
export function isSettled({ status }: Slot<unknown>): boolean {
  return status === 'stated' || status === 'none';
}

/** By whom a slot is assumed; undefined where the document itself states it, or nothing does. */
export function assumptionOf(slot: Slot<unknown>): Assumption | undefined {
  return 'assumed' in slot ? slot.assumed : undefined;
}
