// How a rule of the service goes together with its field: the words of service-rules.ts and its parts. Types, and how they are named.

import type { Constraint } from '../../../notation/values/constraints.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { Feature } from '../../document/features.ts';
import { typeName, type RowReference } from '../../document/value-kinds.ts';

export type Verdict =
  | { readonly kind: 'fits' }
  /** Nothing is wrong, and no request can be held to it. */
  | { readonly kind: 'held'; readonly word: Feature }
  /** `made`: what the rule makes, as messages show it; `of`: of which type that is. */
  | { readonly kind: 'unlike'; readonly made: string; readonly of: string }
  /** The same value for every row: the type decides what it is. */
  | { readonly kind: 'constant'; readonly text: string; readonly written: 'text' | 'number' }
  /** No row has a value that the field may hold. */
  | { readonly kind: 'too wide'; readonly made: string; readonly rule: Constraint }
  | { readonly kind: 'may lack'; readonly made: string }
  /** A formula of numbers without a result. */
  | { readonly kind: 'no result' };

/** The field as something that takes a value. */
export interface Into {
  readonly type: FieldType;
  readonly refers: RowReference | undefined;
  /** Bounds, lengths and Allowed values. */
  readonly narrowing: readonly Constraint[];
}

/** The type as messages show it, a reference as the row that it names. */
export function shownType({ type, refers }: Pick<Into, 'type' | 'refers'>): string {
  if (!refers) return `\`${typeName(type)}\``;
  return `a reference to \`${refers.resource}\`${refers.by === undefined ? '' : ` by \`${refers.by}\``}`;
}
