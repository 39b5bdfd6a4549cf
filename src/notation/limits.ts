// Part 8, limits: their record, and what is declared of each column. Notation, part 8.

import type { Span } from '../base/span.ts';
import type { TableOf } from './declaration.ts';
import type { List, Name, Scope, Slot } from './slot.ts';
import { LIMIT_APPLIES_TO, type LimitedCalls } from './values/limited-calls.ts';
import {
  LIMIT_PER,
  LIMIT_VALUE,
  type LimitPer,
  type LimitValue,
  WHEN_EXCEEDED,
  type WhenExceeded,
} from './values/limits.ts';

export interface LimitsPart {
  readonly scope: Scope;
  readonly limits: List<Limit>;
}

export interface Limit {
  readonly kind: 'limit';
  readonly name: Name;
  readonly value: Slot<LimitValue>;
  readonly per: Slot<LimitPer>;
  readonly appliesTo: Slot<LimitedCalls>;
  readonly whenExceeded: Slot<WhenExceeded>;
  readonly at: Span;
}

export const LIMIT: TableOf<Limit> = {
  head: 'Limit',
  columns: {
    value: {
      head: 'Value',
      kind: 'limit',
      syntax: LIMIT_VALUE,
      due: 'always',
      gap: 'rests-on',
      question: 'How much does {name} allow?',
    },
    per: {
      head: 'Per',
      kind: 'limit',
      syntax: LIMIT_PER,
      due: 'always',
      gap: 'rests-on',
      question: 'For what is {name} counted: each caller, each address, each operation …?',
    },
    appliesTo: {
      head: 'Applies to',
      kind: 'limit',
      syntax: LIMIT_APPLIES_TO,
      gap: 'rests-on',
      question: 'To which calls does {name} apply?',
    },
    whenExceeded: {
      head: 'When exceeded',
      kind: 'limit',
      syntax: WHEN_EXCEEDED,
      due: 'always',
      gap: 'rests-on',
      question: 'Which error answers a call that exceeds {name}?',
    },
  },
};
