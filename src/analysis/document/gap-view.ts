// The types of the gap view. gaps.ts alone owns gaps, their ids, questions and holds.

import type { PartName } from '../../base/parts.ts';
import type { Span } from '../../base/span.ts';
import type { AnyDeclaration } from '../../notation/declaration.ts';
import type { FactKind } from './gap-effects.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import type { Assumption, Status } from '../../notation/slot.ts';

/** One fact the interface can hold, with its status and its stable ASCII id, e.g. `4/POST /orders/does`. */
export interface SlotEntry {
  readonly id: string;
  /** `document` for the title's slots, which are counted in no part. */
  readonly part: PartName | 'document';
  readonly kind: SlotKind;
  readonly status: Status;
  readonly at: Span;
  /** Plain words: "What does `POST /orders` do?"; of what is unsupported, what this runtime does not do yet. */
  readonly question: string;
  /** Of kind `cause`: the one that nothing answers. */
  readonly cause?: MetCause;
}

/** The rows of gap-effects.ts are about these. A string names the fact: `does`, `who`, `type`, `required`, … */
export type SlotKind = string;

export type Counts = Readonly<Record<Status, number>>;

export interface GapView {
  /** How many slots are written or due; `document`: those of the title. */
  readonly counts: Readonly<Record<PartName | 'document', Counts>>;
  /** Those that are gaps, plus unreadable and unsupported ones that hold something. */
  readonly gaps: readonly GapEntry[];
  readonly operations: readonly OperationHolds[];
  /** Those that are assumed. */
  readonly assumed: readonly AssumedEntry[];
  /** Schemes whose own credentials alone are held, since another scheme runs; by name, with what holds them. */
  readonly schemesBeside: ReadonlyMap<string, readonly string[]>;
  /** Resources whose rows of the document cannot be made, by name, with what holds them. */
  readonly rowsHeld: ReadonlyMap<string, readonly string[]>;
}

export interface AssumedEntry extends SlotEntry {
  readonly of: AnyDeclaration | undefined;
  readonly kind: FactKind;
  readonly assumption: Assumption;
  /** As written. */
  readonly text: string;
  /** Operations with an answer that depends on it. */
  readonly operations: readonly string[];
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
  /** Assumptions that every answer of it depends on; left out where there are none. */
  readonly assumed?: readonly string[];
  /** Assumptions that only some answers depend on. */
  readonly partlyAssumed?: readonly string[];
}
