// The types of fields and parameters, as read. Notation, part 2, head Type.

import type { Name } from './status.ts';

/** Types that are formats of text in JSON Schema too. */
export const TEXT_FORMATS: ReadonlySet<FieldType['kind']> = new Set([
  'date',
  'time',
  'date-time',
  'duration',
  'uuid',
  'url',
  'email',
]);

/** Bounds are decimal digits as written, inclusive. Lengths count Unicode code points. */
export type FieldType =
  /** `quotesOptional`: in a query the text may stand in double quotes, which are not part of it. */
  | { readonly kind: 'string'; readonly min?: number; readonly max?: number; readonly quotesOptional?: true }
  | { readonly kind: 'integer' | 'number'; readonly min?: string; readonly max?: string }
  | { readonly kind: 'decimal'; readonly scale: number; readonly min?: string; readonly max?: string }
  | { readonly kind: 'date-time'; readonly asSent: boolean }
  | { readonly kind: 'secret'; readonly min?: number; readonly max?: number }
  | {
      readonly kind:
        | 'boolean'
        | 'date'
        | 'time'
        | 'seconds since 1970'
        | 'duration'
        | 'uuid'
        | 'url'
        | 'email'
        | 'file'
        | 'object'
        | 'state';
    }
  | { readonly kind: 'one-of'; readonly values: readonly Name[] }
  | { readonly kind: 'array'; readonly of: FieldType; readonly sorted: boolean; readonly style?: ArrayStyle }
  | { readonly kind: 'set'; readonly of: FieldType }
  | { readonly kind: 'map'; readonly of: FieldType }
  | { readonly kind: 'nullable'; readonly of: FieldType }
  /** A resource: `view` embeds it by that view, `by` shows and takes that field, bare is a stored reference or a nested shape. */
  | {
      readonly kind: 'resource';
      readonly resource: Name;
      readonly view?: Name;
      readonly by?: Name;
      readonly without?: readonly Name[];
      readonly only?: readonly Name[];
    }
  /** In a Body table: `` as `User.email` `` takes over type and rules of that field. */
  | { readonly kind: 'same-as'; readonly owner: string | undefined; readonly path: readonly string[] };

/** How a list stands in a query: `` by commas ``, `repeated`, `brackets`. */
export type ArrayStyle = 'by commas' | 'repeated' | 'brackets';

/** One entry of Allowed values. */
export type Constraint =
  | { readonly kind: 'values'; readonly values: readonly Literal[] }
  | { readonly kind: 'range'; readonly min?: string; readonly max?: string }
  /** RFC 9485 I-Regexp, as written. */
  | { readonly kind: 'matches'; readonly pattern: string }
  | { readonly kind: 'not-blank' }
  | { readonly kind: 'items' | 'characters'; readonly min?: number; readonly max?: number };

/** A literal of a Default, a value list or `with f = …`. `json` holds the source text of an array or object. */
export type Literal =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'json'; readonly value: string };
