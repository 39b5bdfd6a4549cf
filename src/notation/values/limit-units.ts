// For what a limit can be counted, by what it counts. Input and output: data. Notation, part 8, table Limit.

import type { LimitEach, LimitValue } from './limits.ts';

export interface LimitUnit {
  /** As a sentence names it. */
  readonly said: string;
  readonly per: readonly LimitEach['kind'][];
  /** In words, what to write under Per. */
  readonly instead: string;
  /** Counted for several of them together: `caller and operation`. */
  readonly together?: true;
}

export const LIMIT_UNITS: Readonly<Record<LimitValue['kind'], LimitUnit>> = {
  rate: {
    said: 'a rate',
    per: ['caller', 'IP address', 'operation', 'one operation', 'service', 'resource', 'field'],
    instead: '`caller`, `IP address`, `operation`, a resource or a field, or `service` for all calls',
    together: true,
  },
  'at once': {
    said: 'a number of calls at once',
    per: ['caller', 'IP address', 'operation', 'one operation', 'service', 'resource', 'field'],
    instead: '`caller`, `IP address`, `operation`, a resource or a field, or `service` for all calls',
    together: true,
  },
  size: {
    said: 'a size',
    per: ['request', 'headers', 'field'],
    instead: '`request` for the body, `headers`, or a field such as `` `Todo.text` ``',
  },
  time: {
    said: 'a length of time',
    per: ['request', 'operation', 'one operation'],
    instead: '`request`, and under Applies to which',
  },
  characters: {
    said: 'a number of characters',
    per: ['field'],
    instead: 'a field that holds text, such as `` `Todo.title` ``',
  },
  items: {
    said: 'a number of items',
    per: ['field', 'request'],
    instead: 'a field that holds a list, such as `` `Todo.tags` ``, or `request` where the body is a list of rows',
  },
  rows: {
    said: 'a number of rows',
    per: ['service', 'caller', 'resource', 'field'],
    instead: 'the resource that they refer to, the field that refers to it, `caller`, or `service` for all rows',
  },
};
