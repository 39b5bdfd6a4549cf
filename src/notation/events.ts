// Part 6, events, as read. Delivery and When are kept as written until the runtime delivers.

import type { Span } from '../base/span.ts';
import type { Field } from './resources.ts';
import type { List, Name, Scope, Slot } from './slot.ts';
import type { Payload } from './values/bodies.ts';

export interface EventsPart {
  readonly scope: Scope;
  readonly delivery: { readonly scope: Scope; readonly facts: ReadonlyMap<string, Slot<string>> } | undefined;
  readonly kinds: List<EventKind>;
}

export interface EventKind {
  readonly kind: 'event';
  readonly name: Name;
  readonly scope: Scope;
  readonly when: Slot<string>;
  readonly payload: Slot<Payload>;
  readonly fields: List<Field>;
  readonly at: Span;
}
