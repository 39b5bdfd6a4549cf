// The question of a fact that its key alone tells: what an effect comes to. In: a kind and a key as the notation spells it.
// Out: one sentence with holes. questions.ts has those of all other kinds. Notation, part 4.

import type { OtherKind } from '../gaps/table.ts';

type Keyed = Readonly<Record<string, string>>;

/** What an effect comes to, where the Status table answers other outcomes. */
const OUTCOME: Keyed = {
  created: 'With which status does {operation} answer when a row was created?',
  updated: 'With which status does {operation} answer when a row was updated?',
  replaced: 'With which status does {operation} answer when a row was replaced?',
  moved: 'With which status does {operation} answer when a row was moved?',
  deleted: 'With which status does {operation} answer when a row was deleted?',
  unchanged: 'With which status does {operation} answer when nothing was changed?',
};

const KEYED: Partial<Record<OtherKind, Keyed>> = {
  'success status': OUTCOME,
};

/** undefined: the kind has one question for all of its facts, or none for this key. */
export function keyedQuestion(kind: OtherKind, key: string | undefined): string | undefined {
  const questions = KEYED[kind];
  return questions && key !== undefined && Object.hasOwn(questions, key) ? questions[key] : undefined;
}
