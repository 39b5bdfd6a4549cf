// Part 3, states and transitions, as read. One machine per `### Resource.field`.

import type { Span } from '../base/span.ts';
import type { List, Name, Scope, Slot } from './slot.ts';
import type { Condition } from './values/conditions.ts';
import type { AnyOtherMove, By, From, To } from './values/moves.ts';
import type { Who } from './values/who.ts';

export interface StatesPart {
  readonly scope: Scope;
  readonly machines: List<Machine>;
}

export interface Machine {
  readonly kind: 'machine';
  /** `Resource.field` as the heading says. */
  readonly name: Name;
  readonly resource: Name;
  readonly field: Name;
  readonly scope: Scope;
  /** Rows of the State table; not `written` when the moves declare the states. */
  readonly states: List<State>;
  readonly moves: List<Move>;
  readonly anyOtherMove: Slot<AnyOtherMove>;
  readonly at: Span;
}

export interface State {
  readonly name: Name;
  readonly kind: Slot<'initial' | 'final' | 'gone'>;
  readonly meaning: Slot<string>;
  readonly at: Span;
}

export interface Move {
  readonly from: Slot<From>;
  readonly to: Slot<To>;
  readonly by: Slot<By>;
  readonly who: Slot<Who>;
  readonly onlyIf: Slot<Condition>;
  /** Event kinds. */
  readonly emits: Slot<readonly Name[]>;
  readonly at: Span;
}
