// Part 9, versioning, as read. Values but those of the Change table are kept as written until the runtime serves several
// versions.

import type { Span } from '../base/span.ts';
import type { List, Name, Scope, Slot } from './slot.ts';
import type { VersionChange } from './values/versions.ts';

export interface VersioningPart {
  readonly scope: Scope;
  /** Scheme, Current version, Supported versions, Deprecated, Sunset, Missing version, Unknown version, Compatibility. */
  readonly facts: ReadonlyMap<string, Slot<string>>;
  readonly versions: List<VersionRow>;
  readonly changes: List<VersionRow>;
}

export interface VersionRow {
  readonly name: Name;
  /** What an older version sees, where the row says it in a form that is understood. */
  readonly change?: Slot<VersionChange>;
  readonly cells: ReadonlyMap<string, Slot<string>>;
  readonly at: Span;
}
