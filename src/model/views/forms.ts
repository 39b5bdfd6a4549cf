// What may be written as the answer to an open question, by the kind of fact: the notation's forms, none recommended. In: a
// kind. Out: pieces of text in the order of the notation. What holds a `…` waits for words that only the author knows,
// behind a name and a colon where it says what they are; all else may be written as it stands.

import { ALLOWED_VALUES } from '../../notation/values/constraints.ts';
import { FIELD_TYPE } from '../../notation/values/field-types.ts';
import { DEFAULT } from '../../notation/values/literals.ts';
import type { OfKind, OtherKind } from './gaps/table.ts';

const HEADERS = ['`…` by its own rules', '`…: …`', 'none'];
const BODY = ['a resource: …', 'array of …', 'a template: `{"…": …}`', 'none'];
const CODES = ['a code: `…`', 'none'];
const PART = ['its statements: …', 'none'];
const SECTION = ['its bullets and its table: …'];
const TEXT = ['text: …', 'none'];

const FORMS: Readonly<Record<OtherKind, readonly string[]>> = {
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
  'field table': ['a table, its heads first: …'],
  shown: ['… as `…`', '… by `…`', '… without `…`', '… only `…`'],
  machine: ['a State table and a table of moves: …'],
  initial: ['a state: `…`'],
  'move otherwise': [
    'a row for the other states or conditions, From | To | By | Only if | Emits: … | refused `…` | … | …',
  ],
  'which move': ['a condition for the later of the two rows: …', 'that row anew: … | … | … | … | …'],
  'refused when due': ['a condition that is false meanwhile: …', 'that row anew: … | … | … | … | …'],
  operation: ['its bullets and tables: …'],
  'repeat table': ['a table, its heads first: …'],
  'selects of the path': ['… by `…`', '… by `…`, in {…}', 'none'],
  'type of a parameter': FIELD_TYPE.offers,
  'required of a parameter': ['yes', 'no'],
  'default of a parameter': DEFAULT.offers,
  'allowed values of a parameter': ALLOWED_VALUES.offers,
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
  delivery: ['its bullets: …', 'none'],
  event: ['its bullets: …', 'none'],
  'code word': TEXT,
  cause: ['a new code and its status: `…` 4…'],
};

export function formsOf(kind: OtherKind): readonly string[] {
  return FORMS[kind];
}

/** Of a fact: as its declaration says, or by its kind. */
export function offersOf({ of, kind }: OfKind): readonly string[] {
  return of ? of.syntax.offers : formsOf(kind as OtherKind);
}
