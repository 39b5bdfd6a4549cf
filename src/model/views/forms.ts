// What may be written as the answer to an open question, by the kind of fact: the notation's forms, none recommended. In: a
// kind. Out: pieces of text in the order of the notation. What holds a `…` waits for words that only the author knows,
// behind a name and a colon where it says what they are; all else may be written as it stands.

import type { FactKind } from './gaps/table.ts';

const WHO = [
  'anyone',
  'anyone, signed-in if sent',
  'signed-in',
  'a role: `…`',
  'scope `…`',
  'owner by …',
  'a condition: …',
];
const HEADERS = ['`…` by its own rules', '`…: …`', 'none'];
const BODY = ['a resource: …', 'array of …', 'a template: `{"…": …}`', 'none'];
const POLICY = ['kept', 'cleared', 'refused'];
const VALUES = ['`…`, `…`', 'a range: 1..…', 'matches `…`', 'any'];
const DEFAULT = ['a value: `…`', 'none'];
const EVENTS = ['an event kind: `…`', 'none'];
const FIELDS = ['a field: `…`', 'several: `…`, `…`'];
const KEY = [...FIELDS, 'none'];
const CODES = ['a code: `…`', 'none'];
const TYPES = [
  'string',
  'integer',
  'decimal(2)',
  'boolean',
  'date',
  'date-time',
  'uuid',
  'one of `…`, `…`',
  'array of …',
];
const PART = ['its statements: …', 'none'];
const SECTION = ['its bullets and its table: …'];
const TEXT = ['text: …', 'none'];

const FORMS: Readonly<Record<FactKind, readonly string[]>> = {
  lists: ['complete unless marked', 'complete only where marked'],
  purpose: ['prose: …'],
  'part 2': PART,
  'part 3': PART,
  'part 4': PART,
  'part 5': PART,
  'part 6': PART,
  'part 7': PART,
  'part 8': PART,
  'part 9': PART,
  'open list': ['the rows that are missing: …', 'none'],
  resource: SECTION,
  'identified by': KEY,
  'field table': ['a table, its heads first: …'],
  view: FIELDS,
  unique: KEY,
  'when deleted': ['deletes every … where `…` = this', 'refused while … (`…` = this)', 'none'],
  rows: ['fixed', 'at first start', 'from the operator'],
  'at least one of': FIELDS,
  'exactly one of': FIELDS,
  type: TYPES,
  required: ['yes', 'no', 'if …'],
  present: ['always', 'if set', 'if …', 'never'],
  'set by': ['caller', 'caller at create', 'caller, hidden', 'service: …', 'by operation', 'rows'],
  'allowed values': VALUES,
  default: DEFAULT,
  shown: ['… as `…`', '… by `…`', '… without `…`', '… only `…`'],
  meaning: ['prose: …'],
  machine: ['a State table and a table of moves: …'],
  initial: ['a state: `…`'],
  'kind of a state': ['initial', 'final', 'gone', 'any'],
  from: ['a state: `…`', '(new)', 'any', 'any except `…`'],
  to: ['a state: `…`', '(gone)', 'same', 'refused `…`'],
  by: ['an operation: `…`', 'after … minutes', 'at `…`', 'outside: `…`', 'none'],
  'who of a move': WHO,
  'only if': ['a condition: …', 'none'],
  'emits of a move': EVENTS,
  'any other move': ['a code: `…`', 'accepted'],
  'move otherwise': [
    'a row for the other states or conditions, From | To | By | Only if | Emits: … | refused `…` | … | …',
  ],
  'which move': ['a condition for the later of the two rows: …', 'that row anew: … | … | … | … | …'],
  'refused when due': ['a condition that is false meanwhile: …', 'that row anew: … | … | … | … | …'],
  operation: ['its bullets and tables: …'],
  base: ['a path: `/…`', 'none'],
  'also at': ['paths: `/…`', 'none'],
  'media type': ['`application/json`', 'in `…`; out `…`'],
  'nested names': ['brackets', 'dots', 'none'],
  does: ['reads …', 'lists …', 'creates …', 'updates …', 'merges into …', 'replaces …', 'deletes …', 'moves …', 'none'],
  who: WHO,
  checks: ['words in their order, such as body, existence, permission, state, uniqueness: …'],
  'headers in': ['headers, and when they must be there: …', 'none'],
  'omitted fields': POLICY,
  'null fields': ['cleared', 'kept', 'refused'],
  'empty text': ['kept', 'as null', 'as missing', 'refused'],
  'unknown fields': ['refused', 'ignored'],
  'read-only fields': ['refused', 'ignored'],
  repeat: ['safe', 'same effect', 'again', 'key'],
  'repeat table': ['a table, its heads first: …'],
  preconditions: ['`If-Match` required on `ETag`', '`If-None-Match` optional on `ETag`', 'none'],
  order: ['newest first', 'oldest first', '`…` descending, then `…`'],
  pages: [
    'offset and limit; default …, at most …, more is …',
    'page and size; default …, at most …, more is …',
    'after `…`, size `…`; default …, at most …, more is …',
    'none',
  ],
  body: ['a resource: …', 'a template: `{"…": …}`', 'a Body table: …', 'ignored', 'none'],
  emits: EVENTS,
  'errors of an operation': CODES,
  'cross-origin': ['none', 'any', 'any, with credentials', '`https://…`'],
  'selects of the path': ['… by `…`', '… by `…`, in {…}', 'none'],
  'type of a parameter': TYPES,
  'required of a parameter': ['yes', 'no'],
  'default of a parameter': DEFAULT,
  'allowed values of a parameter': VALUES,
  'selects of a query': ['a condition with value: `…` = value', 'only the fields named'],
  'sets of a body field': ['a field: `…`', 'none'],
  'success status': ['a row, Status | When | Body: … | … | …'],
  'success otherwise': ['a row without a condition, Status | When | Body: … | … | …'],
  'success without a row': ['a row whose body shows no row, Status | When | Body: … | unchanged | …'],
  'success when': ['found', 'created', 'updated', 'replaced', 'moved', 'deleted', 'unchanged', 'a condition: …'],
  'success body': BODY,
  'success headers': HEADERS,
  'refusal status': ['a code from 400 to 599: …'],
  'refusal when': CODES,
  'refusal body': ['a template: `{"…": <code>}`', 'none'],
  'refusal headers': HEADERS,
  scheme: ['its bullets: …'],
  'caller of a scheme': ['a resource: …', 'none'],
  'token of a scheme': ['… days', 'none'],
  'fact of a scheme': ['its bullets: …'],
  delivery: ['its bullets: …', 'none'],
  event: ['its bullets: …', 'none'],
  'error body': ['`{"error": <code>}`', '`{"error": <code>, "message": <message>}`', 'a template: `{"…": …}`', 'none'],
  'all failed fields': ['yes', 'no'],
  'code status': ['a code from 400 to 599: …'],
  'code when': ['causes: …'],
  'code body': ['a template: `{"…": …}`', 'none'],
  'code message': TEXT,
  'code headers': HEADERS,
  'code word': TEXT,
  'code retry': ['yes', 'no'],
  cause: ['a new code and its status: `…` 4…'],
  limit: ['… per minute', '… per hour', '… MB', '… characters', '… seconds', '… items', '… at once', 'none'],
  'versioning scheme': ['path prefix', 'header `…`', 'media type', 'query `…`', 'none'],
  retirement: ['a day: …', 'none'],
  compatibility: ['prose: …', 'none'],
  'fact of versioning': ['prose: …', 'none'],
};

export function formsOf(kind: FactKind): readonly string[] {
  return FORMS[kind];
}
