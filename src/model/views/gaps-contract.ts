// What the gap view answers. gaps.ts alone owns gaps, their ids, questions and holds (design, sections 2 to 4).

import type { PartName } from '../../base/parts.ts';
import type { Span } from '../../base/span.ts';
import type { Status } from '../status.ts';

/** One fact the interface can hold, with its status and its stable ASCII id, e.g. `4/POST /orders/does`. */
export interface SlotEntry {
  readonly id: string;
  /** `document` for the title's slots, which are counted in no part. */
  readonly part: PartName | 'document';
  readonly kind: SlotKind;
  readonly status: Exclude<Status, 'assumed'> | 'assumed';
  readonly at: Span;
  /** Plain words: "What does `POST /orders` do?"; of what is unsupported, what this runtime does not do yet. */
  readonly question: string;
}

/** The rows of design section 3's table speak of these. A string names the fact: `does`, `who`, `type`, `required`, … */
export type SlotKind = string;

export interface GapView {
  /** Every slot that is written or due, in document order. */
  readonly slots: readonly SlotEntry[];
  /** Those that are gaps, plus unreadable and unsupported ones that hold something. */
  readonly gaps: readonly GapEntry[];
  readonly operations: readonly OperationHolds[];
}

export interface GapEntry extends SlotEntry {
  /** Operations by heading that are held or partly held by it. */
  readonly blocks: readonly string[];
}

export interface OperationHolds {
  /** The heading. */
  readonly id: string;
  readonly runs: 'yes' | 'partly' | 'no';
  /** Held from the start by these. `error:CODE` for errors. */
  readonly heldBy: readonly string[];
  /** Single requests or answers meet these. */
  readonly partlyHeldBy: readonly string[];
  readonly restsOn: readonly string[];
}
