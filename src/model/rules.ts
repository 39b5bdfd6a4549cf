// What sets a field. Notation, part 2, head "Set by" and "Rules of the service".

import type { Span } from '../base/span.ts';
import type { Condition, Operand } from './conditions.ts';
import type { Name } from './status.ts';

/** `service: not shown` is the half gap: `by` is stated, `rule` is not (notation, rule 3). */
export type SetBy =
  | { readonly kind: 'caller'; readonly atCreate: boolean; readonly hidden: boolean }
  | {
      readonly kind: 'service';
      readonly hidden: boolean;
      readonly rule: Rule | { readonly kind: 'gap'; readonly at: Span };
    }
  | { readonly kind: 'by operation' }
  | { readonly kind: 'rows' };

export type Rule =
  | { readonly kind: 'new id'; readonly prefix?: string }
  | { readonly kind: 'now'; readonly when: 'at create' | 'at change' }
  | { readonly kind: 'caller'; readonly path: readonly string[]; readonly when: 'at create' | 'at change' }
  | { readonly kind: 'state' | 'token' | 'event name' | 'the resource' | 'by the table below' }
  | {
      readonly kind: 'list';
      readonly resource: Name;
      readonly where: Condition | undefined;
      readonly order: readonly OrderKey[];
    }
  | { readonly kind: 'slug'; readonly of: Name; readonly atCreate: boolean }
  /** `address of` an operation, by its heading: `` address of `GET /todos/{id}` ``. */
  | { readonly kind: 'address'; readonly operation: Name }
  | { readonly kind: 'new resource'; readonly resource: Name }
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'arithmetic'; readonly expression: Arithmetic }
  | { readonly kind: 'count' | 'whether'; readonly resource: Name; readonly where: Condition | undefined }
  | {
      readonly kind: 'sum' | 'min' | 'max';
      readonly resource: Name;
      readonly field: Name;
      readonly where: Condition | undefined;
    };

/** `` = `<base>/orders/{id}` ``: fixed text, fields in braces, words in angle brackets. */
export type TextPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'field'; readonly path: readonly string[] }
  | { readonly kind: 'word'; readonly word: string };

export type Arithmetic =
  | { readonly kind: 'operand'; readonly operand: Operand }
  | {
      readonly kind: 'operation';
      readonly operator: '+' | '-' | '*' | '/';
      readonly left: Arithmetic;
      readonly right: Arithmetic;
    };

/** `insertion` is creation order: `newest first` is descending, `oldest first` ascending. */
export type OrderKey =
  | { readonly kind: 'field'; readonly path: readonly string[]; readonly descending: boolean; readonly at: Span }
  | { readonly kind: 'insertion'; readonly descending: boolean; readonly at: Span };
