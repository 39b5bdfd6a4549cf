// Part 2, resources and their fields, as read.

import type { JsonNode } from '../base/json-places.ts';
import type { Span } from '../base/span.ts';
import type { List, Name, Scope, Slot } from './slot.ts';
import type { Constraint } from './values/constraints.ts';
import type { DeletionRule } from './values/deletion.ts';
import type { FieldType } from './values/field-types.ts';
import type { Literal } from './values/literals.ts';
import type { Presence, Required } from './values/requirements.ts';
import type { SetBy } from './values/rules.ts';
import type { UniqueGroup } from './values/unique.ts';

export interface ResourcesPart {
  readonly scope: Scope;
  readonly resources: List<Resource>;
}

export interface Resource {
  readonly kind: 'resource';
  readonly name: Name;
  readonly scope: Scope;
  /** `none`: a nested shape, kept inside the row that names it. */
  readonly identifiedBy: Slot<readonly Name[]>;
  readonly views: readonly View[];
  readonly unique: readonly Slot<UniqueGroup>[];
  readonly whenDeleted: Slot<readonly DeletionRule[]>;
  /** `Rows:` as written. */
  readonly rows: Slot<string>;
  readonly atLeastOneOf: readonly Slot<readonly Name[]>[];
  readonly exactlyOneOf: readonly Slot<readonly Name[]>[];
  readonly fields: List<Field>;
  /** Tables for `by the table below` and `Row` tables, kept as written until they run. */
  readonly tables?: readonly PlainTable[];
  /** Fences `json rows Name`, kept as written until they run. */
  readonly rowFences?: readonly { readonly name: string; readonly json: Name }[];
  /** Fences `json`: they bind nothing, and are held to what is stated. */
  readonly examples?: readonly JsonNode[];
  readonly at: Span;
}

/** Heads and rows as written; `heads[0]` is the field that a decision table decides, or `Row`. */
export interface PlainTable {
  readonly kind: 'decision' | 'row';
  readonly heads: readonly Name[];
  readonly rows: readonly (readonly Name[])[];
  readonly at: Span;
}

export interface View {
  readonly name: Name;
  readonly fields: Slot<readonly Name[]>;
}

export interface Field {
  readonly kind: 'field';
  /** Dotted for a nested object. */
  readonly name: Name;
  readonly type: Slot<FieldType>;
  readonly required: Slot<Required>;
  readonly present: Slot<Presence>;
  readonly setBy: Slot<SetBy>;
  readonly allowed: Slot<readonly Constraint[]>;
  readonly default: Slot<Literal>;
  readonly meaning: Slot<string>;
  readonly at: Span;
}
