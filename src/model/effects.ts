// What a call does. Notation, part 4, key "Does". Several effects joined by `;` are one atomic step.

import type { Span } from '../base/span.ts';
import type { Condition, Operand } from './conditions.ts';
import type { Name } from './status.ts';

/** `` with `f` = value ``. */
export interface Assignment {
  readonly field: Name;
  readonly value: Operand;
}

export type Effect =
  /** One row; `target` is a resource or the word `caller`. `ifThere`: `deletes R if there`. */
  | {
      readonly kind: 'reads' | 'updates' | 'merges into' | 'replaces' | 'deletes';
      readonly target: Name;
      readonly where: Condition | undefined;
      readonly ifThere: boolean;
      /** `` reads R, also `removed` ``: states of kind `gone` that are not absent here. */
      readonly also?: readonly Name[];
      readonly at: Span;
    }
  | {
      readonly kind: 'updates every' | 'deletes every' | 'lists';
      readonly target: Name;
      readonly where: Condition | undefined;
      readonly also?: readonly Name[];
      readonly at: Span;
    }
  | { readonly kind: 'lists values'; readonly target: Name; readonly field: Name; readonly at: Span }
  /** Without `to` part 3's rows decide. */
  | {
      readonly kind: 'moves' | 'moves every';
      readonly target: Name;
      readonly field: Name;
      readonly to: Name | undefined;
      readonly where: Condition | undefined;
      readonly at: Span;
    }
  | {
      readonly kind: 'creates' | 'creates or keeps';
      readonly target: Name;
      readonly with: readonly Assignment[];
      readonly at: Span;
    }
  | { readonly kind: 'creates every in body' | 'creates or replaces'; readonly target: Name; readonly at: Span }
  | { readonly kind: 'sets'; readonly assignments: readonly Assignment[]; readonly at: Span }
  | { readonly kind: 'signs in'; readonly target: Name; readonly by: readonly Name[]; readonly at: Span }
  | { readonly kind: 'issues token'; readonly target: Name; readonly at: Span }
  | { readonly kind: 'ends token'; readonly at: Span };
