// Part 8, limits, as read. Values are kept as written until the runtime counts.

import type { Span } from '../base/span.ts';
import type { List, Name, Scope, Slot } from './slot.ts';

export interface LimitsPart {
  readonly scope: Scope;
  readonly limits: List<Limit>;
}

export interface Limit {
  readonly kind: 'limit';
  readonly name: Name;
  readonly value: Slot<string>;
  readonly per: Slot<string>;
  readonly appliesTo: Slot<string>;
  readonly whenExceeded: Slot<string>;
  readonly at: Span;
}
