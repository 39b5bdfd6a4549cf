// Part 1, what the service does: prose. Stated when there is any that is not a gap mark.

import type { Scope, Slot } from './slot.ts';

export interface PurposePart {
  readonly scope: Scope;
  readonly prose: Slot<string>;
}
