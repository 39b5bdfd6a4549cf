// What may be written as the answer to an open question, by the kind of fact: the notation's forms, none recommended. Input: a kind.
// Output: pieces of text in the order of the notation. What holds a `…` waits for words that only the author knows, after a name
// and a colon where it says what they are; all else may be written as it is.

import { headsOf } from '../../notation/declaration.ts';
import { MOVE } from '../../notation/states.ts';
import type { OfKind, OtherKind } from '../document/gap-effects.ts';

const PART = ['its statements: …', 'none'];
const SECTION = ['its bullets and its table: …'];
const TEXT = ['text: …', 'none'];
const { from, to, by, onlyIf, emits } = MOVE.columns;
const MOVE_HEADS = headsOf({ from, to, by, onlyIf, emits }).join(' | ');

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
  'move otherwise': [`a row for the other states or conditions, ${MOVE_HEADS}: … | refused \`…\` | … | …`],
  'which move': ['a condition for the later of the two rows: …', 'that row anew: … | … | … | … | …'],
  'refused when due': ['a condition that is false meanwhile: …', 'that row anew: … | … | … | … | …'],
  operation: ['its bullets and tables: …'],
  'repeat table': ['a table, its heads first: …'],
  'success otherwise': ['a row without a condition, Status | When | Body: … | … | …'],
  'success without a row': ['a row whose body shows no row, Status | When | Body: … | unchanged | …'],
  scheme: ['its bullets: …'],
  delivery: ['its bullets: …', 'none'],
  event: ['its bullets: …', 'none'],
  'code word': TEXT,
  cause: ['a new code and its status: `…` 4…'],
  'other versions': ['none'],
};

export function formsOf(kind: OtherKind): readonly string[] {
  return FORMS[kind];
}

/** Of a fact: as its declaration says, or by its kind. */
export function offersOf({ of, kind }: OfKind): readonly string[] {
  return of ? of.syntax.offers : formsOf(kind as OtherKind);
}
