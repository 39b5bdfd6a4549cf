// The bullets of an operation, and of All operations: what is declared of each. Notation, part 4.

import type { Section, SlotKey, ValueOf } from './declaration.ts';
import type { Facts } from './endpoints.ts';
import { asIs, oneOf } from './grammar/syntax.ts';
import { ADDRESS, PATHS } from './values/addresses.ts';
import { CROSS_ORIGIN, HEADER_VALUES, MEDIA_TYPE } from './values/answers.ts';
import { BODY } from './values/bodies.ts';
import { EFFECTS } from './values/effects.ts';
import { HEADERS_IN } from './values/headers-in.ts';
import { PAGES } from './values/lists.ts';
import { CODE_NAMES, EVENT_NAMES, FIELD_LISTS } from './values/names.ts';
import { ORDER } from './values/ordering.ts';
import { CHECK_ORDER, type FieldPolicy, policyOf, REFUSED_OR_IGNORED, REPEAT } from './values/policies.ts';
import { PRECONDITIONS } from './values/preconditions.ts';
import { UNKNOWN_FIELDS } from './values/unknown-fields.ts';
import { WHO } from './values/who.ts';

export type OperationKey = SlotKey<Facts>;

/** Bullets that say, for all fields or for one, what a value does that is not there. */
export type PolicyKey = {
  readonly [K in OperationKey]: ValueOf<Facts[K]> extends FieldPolicy<string> ? K : never;
}[OperationKey];
export const POLICY_KEYS: readonly PolicyKey[] = ['omittedFields', 'nullFields', 'emptyText'];

export function isPolicyKey(key: OperationKey): key is PolicyKey {
  return POLICY_KEYS.some((one) => one === key);
}

/** What holds for an operation, or not; `analysis/requests/operation-traits.ts` computes it. */
export type OperationTrait =
  | 'sends or takes bodies'
  | 'takes a body'
  | 'takes a body without a table'
  | 'takes fields'
  | 'takes no read-only fields'
  | 'may leave fields out'
  | 'may send null'
  | 'lists rows'
  | 'changes one row of its path'
  | 'has no events';

export const OPERATION: Section<Facts, OperationTrait> = {
  base: {
    head: 'Base',
    syntax: ADDRESS,
    gap: 'held',
    question: 'With which address do the paths of {operation} begin?',
    none: 'Operation: Base',
  },
  alsoAt: {
    head: 'Also at',
    syntax: PATHS,
    gap: 'held',
    question: 'At which other paths does `{operation}` answer?',
    none: 'Operation: Also at',
  },
  mediaType: {
    head: 'Media type',
    syntax: MEDIA_TYPE,
    due: 'sends or takes bodies',
    gap: 'held',
    question: 'In which format are bodies sent to and by {operation}?',
    together: { question: 'In which format are bodies sent to and by these {n} operations' },
    none: 'Media type: none',
  },
  nestedNames: {
    head: 'Nested names',
    syntax: { ...oneOf(['brackets', 'dots']), any: true, print: asIs, offers: ['brackets', 'dots', 'none'] },
    gap: 'held',
    question: 'How are the names of nested fields written in a form sent to {operation}?',
    none: 'Operation: Nested names: none',
  },
  does: {
    head: 'Does',
    syntax: EFFECTS,
    due: 'always',
    gap: 'held',
    question: 'What does {operation} do?',
    none: 'Does: none',
  },
  who: {
    head: 'Who',
    syntax: WHO,
    due: 'always',
    gap: 'held',
    question: 'Who may call {operation}?',
    halves: { 'which items': 'Which items may those who call {operation} touch: all, or which?' },
    together: { question: 'Who may call these {n} operations' },
    none: 'Who: none',
  },
  checks: {
    head: 'Checks',
    syntax: CHECK_ORDER,
    gap: 'rests-on',
    question: 'In which order does {operation} look for reasons to refuse?',
    none: 'Checks: none',
  },
  headersIn: {
    head: 'Headers in',
    syntax: HEADERS_IN,
    gap: 'held',
    question: 'Which headers must a request to {operation} carry?',
    none: 'Operation: Headers in: none',
  },
  headers: {
    head: 'Headers',
    kind: 'headers of every answer',
    syntax: { ...HEADER_VALUES, any: false, forms: 'headers in ticks, each with a value: `X-Trace: <header X-Trace>`' },
    gap: 'rests-on',
    question: 'Which headers does every answer of {operation} have?',
    none: 'Operation: Headers: none',
  },
  omittedFields: {
    head: 'Omitted fields',
    syntax: policyOf(['kept', 'cleared', 'refused']),
    due: 'may leave fields out',
    gap: 'request',
    question: 'What happens to fields that a request to {operation} leaves out?',
    together: { question: 'What happens to fields that a request to these {n} operations leaves out' },
    none: 'Operation: Omitted fields: none',
  },
  nullFields: {
    head: 'Null fields',
    syntax: policyOf(['cleared', 'kept', 'refused']),
    due: 'may send null',
    gap: 'request',
    question: 'What happens to fields that a request to {operation} sends as null?',
    together: { question: 'What happens to fields that a request to these {n} operations sends as null' },
    none: 'Operation: Null fields: none',
  },
  emptyText: {
    head: 'Empty text',
    syntax: policyOf(['kept', 'as null', 'as missing', 'refused']),
    gap: 'request',
    question: 'What happens to an empty text in a request to {operation}?',
    none: 'Operation: Empty text: none',
  },
  unknownFields: {
    head: 'Unknown fields',
    syntax: UNKNOWN_FIELDS,
    due: 'always', // every request may have a query
    gap: 'request',
    question: 'What happens to {fact} that {operation} does not know?',
    halves: {
      elsewhere:
        'What happens to query parameters, and to members of objects inside of the body, that {operation} does not know?',
    },
    about: { trait: 'takes a body', holds: 'fields and query parameters', otherwise: 'query parameters' },
    together: { question: 'What happens to {fact} that these {n} operations do not know' },
    none: 'Operation: Unknown fields: none',
  },
  readOnlyFields: {
    head: 'Read-only fields',
    syntax: REFUSED_OR_IGNORED,
    due: 'takes fields',
    settled: 'takes no read-only fields',
    gap: 'request',
    question: 'What happens to fields that a caller of {operation} may not set, but sends?',
    together: { question: 'What happens to fields that a caller of these {n} operations may not set, but sends' },
    none: 'Operation: Read-only fields: none',
  },
  repeat: {
    head: 'Repeat',
    syntax: REPEAT,
    due: 'always',
    gap: 'rests-on',
    question: 'What happens when the same request to {operation} is sent twice?',
    together: {
      question: 'What happens when the same request to one of these {n} operations is sent twice',
      byOffers: true,
    },
    means: {
      safe: 'a call changes nothing that is kept',
      'same effect': 'a second equal call changes nothing more',
      again: 'a second equal call counts as a new one',
    },
    none: 'Repeat: none',
  },
  preconditions: {
    head: 'Preconditions',
    syntax: PRECONDITIONS,
    due: 'changes one row of its path',
    gap: 'rests-on',
    asked: 'last',
    question: 'Under which preconditions can {operation} be called?',
    together: { question: 'Under which preconditions can these {n} operations be called' },
    means: { none: 'the row is changed as it is then, though it may be another than the caller has seen' },
    none: 'Operation: Preconditions: none',
  },
  order: {
    head: 'Order',
    syntax: ORDER,
    due: 'lists rows',
    gap: 'several',
    question: 'In which order does {operation} list the rows?',
    together: { question: 'In which order do these {n} operations list the rows', byOffers: true, ofSome: true },
    none: 'Order: none',
    inherited: 'lists',
  },
  pages: {
    head: 'Pages',
    syntax: PAGES,
    due: 'lists rows',
    gap: 'several',
    question: 'How does {operation} split a long list into pages?',
    halves: {
      default: 'How many rows does {operation} answer at once when the request does not say how many?',
      'at most': 'How many rows may a request to {operation} ask for at most?',
      more: 'What happens when a request to {operation} asks for more rows than it may: is it refused, or how many rows does it get?',
      cursor:
        'What does a request to {operation} send as a cursor: a text that only the service reads, or a field of the last row?',
    },
    together: { question: 'How do these {n} operations split a long list into pages', byOffers: true, ofSome: true },
    none: 'Pages: none',
    inherited: 'lists',
  },
  body: {
    head: 'Body',
    syntax: BODY,
    due: 'takes a body without a table',
    gap: 'held',
    question: 'What does the body of a request to {operation} look like?',
    none: 'Body: none',
    inherited: 'with its table',
  },
  atLeastOneOf: {
    head: 'At least one of',
    kind: 'at least one of a body',
    syntax: FIELD_LISTS,
    gap: 'held',
    question: 'At least one of which fields must a request to {operation} send?',
    none: 'Operation: At least one of',
  },
  exactlyOneOf: {
    head: 'Exactly one of',
    kind: 'exactly one of a body',
    syntax: FIELD_LISTS,
    gap: 'held',
    question: 'Exactly one of which fields must a request to {operation} send?',
    none: 'Operation: Exactly one of',
  },
  emits: {
    head: 'Emits',
    syntax: EVENT_NAMES,
    due: 'always',
    settled: 'has no events',
    gap: 'event',
    question: 'Which events does {operation} send?',
    together: { question: 'Which events do these {n} operations send' },
    none: 'Emits: none',
  },
  errors: {
    head: 'Errors',
    kind: 'errors of an operation',
    syntax: CODE_NAMES,
    gap: 'rests-on',
    question: 'Which further errors can {operation} answer?',
    none: 'Operation: Errors',
  },
  crossOrigin: {
    head: 'Cross-origin',
    syntax: CROSS_ORIGIN,
    gap: 'rests-on',
    question: 'From which web sites may pages call {operation}?',
    none: 'Cross-origin: none',
  },
};
