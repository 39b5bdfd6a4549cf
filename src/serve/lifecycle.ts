// The order of a request, as data: what is looked at when, and how it can end there. serve/operation.ts walks it,
// docs/lifecycle.md draws it, and a test holds the two together. Notation, part 4 "Checks"; design, section 6.

import type { RunPlan } from '../plan/plan.ts';

export type Check = RunPlan['order'][number];

export interface Phase {
  readonly name: string;
  /** The word of `Checks` by which a document moves it; without one it stands where it stands. */
  readonly check?: Check;
  readonly does: string;
  /** Causes of part 7, or words for what else ends the request here. */
  readonly exits: readonly string[];
}

export const LIFECYCLE: readonly Phase[] = [
  { name: 'parse', does: 'Request line, headers and their bounds', exits: ['floor: 400, 408, 414, 417, 431, 505'] },
  {
    name: 'route',
    does: 'Path and method',
    exits: ['no such path', 'method not allowed', 'gap: open list', 'held operation'],
  },
  { name: 'accept', does: 'Accept against the media types of the answers', exits: ['not acceptable'] },
  {
    name: 'path',
    check: 'existence',
    does: 'Path parameters, left to right',
    exits: ['no such R', 'invalid path', 'R.f invalid (creates or replaces)'],
  },
  {
    name: 'type',
    check: 'body',
    does: 'Content-Type and Content-Encoding, where there is a body and the operation takes one; before it is read',
    exits: ['unsupported media type'],
  },
  {
    name: 'read',
    does: "The body, up to the operator's bound, when the operation takes or refuses one",
    exits: ['too large', 'floor: 408'],
  },
  {
    name: 'body',
    check: 'body',
    does: 'JSON, query, fields by their rules; all failures or the first',
    exits: [
      'malformed body; unsupported media type (a body where there is none)',
      'invalid query',
      'unknown field',
      'read-only field',
      'R.f missing, blank, invalid',
      'no such R in f',
      'the code of a condition over what is sent alone',
      'gap',
    ],
  },
  {
    name: 'rows',
    check: 'existence',
    does: 'The rows that the path selects, in the transaction',
    exits: ['no such R', 'was R'],
  },
  { name: 'permission', check: 'permission', does: 'Conditions of Does and Who on the row', exits: ['not permitted'] },
  {
    name: 'state',
    check: 'state',
    does: 'Moves: state and Only if, in the same statement as the write',
    exits: [
      'illegal move',
      'the code of a row `refused`, of `refused while`, of a condition in part 7',
      'gap: a move or a deletion that is not shown',
    ],
  },
  {
    name: 'uniqueness',
    check: 'uniqueness',
    does: 'Unique fields and groups',
    exits: ['R.f taken', 'R already there'],
  },
  { name: 'effect', does: 'Writes, in one transaction', exits: ['R.f invalid (merged)', 'unavailable', 'internal'] },
  {
    name: 'answer',
    does: 'The row of the Status table that holds, before the transaction is kept',
    exits: ['gap: nothing is kept', 'internal'],
  },
];

/** Does `first` come before `second` in this operation's order? */
export function comesBefore(order: readonly Check[], first: Check, second: Check): boolean {
  const at = order.indexOf(first);
  const other = order.indexOf(second);
  return at !== -1 && (other === -1 || at < other);
}
