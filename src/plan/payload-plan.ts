// What an event carries of the row that it is about, as data. Notation, part 6, Payload and the Field table of an event.

import type { Held } from './held.ts';
import type { Output, ShownShapes } from './output.ts';
import type { Answered } from './steps.ts';

/** One event, of the rows of one resource: a payload shows the row at hand. */
export type PayloadPlan = CarriedPlan | HeldPayload;

export interface Emitted {
  readonly event: string;
  /** Whose row it is about. */
  readonly resource: string;
}

export interface CarriedPlan extends Emitted {
  /** What is kept when the event is written: the row after the effect, before it for a deletion. */
  readonly columns: Exclude<Answered, undefined>;
  readonly of: Output;
  /** What is left out of nested shapes, as in answers. */
  readonly shown?: ShownShapes;
}

/** What it carries is not known, or this runtime cannot make it: nothing of it is kept. */
export interface HeldPayload extends Emitted {
  readonly held: Held;
  /** In words. */
  readonly why: string;
}

/** The word of the number that an event has in the outbox: an `integer` with `new id`. */
export const EVENT_ID = 'event id';
