// Part 3, states and transitions, as read. One machine per `### Resource.field`.

import type { Span } from '../base/span.ts';
import type { Who } from './authentication.ts';
import type { Condition } from './conditions.ts';
import type { List, Name, Scope, Slot } from './status.ts';

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

export type From =
  | { readonly kind: 'new' }
  | { readonly kind: 'states'; readonly states: readonly Name[] }
  | { readonly kind: 'any except'; readonly states: readonly Name[] };

export type To =
  | { readonly kind: 'state'; readonly state: Name }
  | { readonly kind: 'one of'; readonly states: readonly Name[] }
  | { readonly kind: 'gone' | 'same' }
  | { readonly kind: 'refused'; readonly error: Name };

export type By =
  /** Headings of operations, as written: `POST /orders/{id}/pay`. */
  | { readonly kind: 'operations'; readonly operations: readonly Name[] }
  /** Milliseconds in this state. */
  | { readonly kind: 'after'; readonly delay: number }
  | { readonly kind: 'at'; readonly field: Name; readonly delay: number }
  | { readonly kind: 'outside'; readonly actor: string };

export type AnyOtherMove = { readonly kind: 'error'; readonly error: Name } | { readonly kind: 'accepted' };
