// The question that each kind of fact answers, in plain words for the author of the document. Input: a fact's declaration or
// kind, and its names. Output: one sentence. `ask`, `check` and a 501 show it.

import { withArticle } from '../../../base/article.ts';
import type { Status } from '../../../notation/slot.ts';
import type { AnyDeclaration } from '../../../notation/declaration.ts';
import { effectOf, type OfKind, type OtherKind } from '../../document/gap-effects.ts';
import type { Features } from '../../document/features.ts';
import { holdsNothing } from '../../document/supported.ts';
import { allPlainly } from '../supported/plain.ts';

/** Holes are filled with the fact's names; `…s` kinds, for a column or a table, have a text of their own. */
export interface Names {
  readonly operation?: string;
  readonly resource?: string;
  /** A field, parameter, state, move, status row, code, scheme, event or limit. */
  readonly name?: string;
  /** The bullet or column. */
  readonly fact?: string;
}

const QUESTIONS: Readonly<Record<OtherKind, string>> = {
  lists: 'Is a list in this document all there is, or may there be more than it shows?',
  purpose: 'What does the service do?',
  'part 2': 'Which resources are there, and which fields do they have?',
  'part 3': 'Which states are there, and which moves lead from one to another?',
  'part 4': 'Which operations can a client call?',
  'part 5': 'How does a caller say who it is, and how is that checked?',
  'part 6': 'Which events does the service send, and how?',
  'part 7': 'How does the service say what went wrong: which codes, statuses and bodies?',
  'part 8': 'Which limits hold: rates, sizes, times?',
  'part 9': 'How do versions of the interface follow each other?',
  'open list': 'Are these all {fact}, or are there more?',
  resource: 'What is `{resource}`: how is it identified, and which fields does it have?',
  'field table': 'Which fields does `{resource}` have?',
  shown: 'How is the row that {name} refers to shown in an answer?',
  machine: 'Which states can `{name}` have, and which moves lead from one to another?',
  initial: 'In which state does a new row of `{name}` begin?',
  'which move':
    'Which move of `{name}` does {operation} make when two apply: {fact}? Write conditions (Only if) of which only one can be true.',
  'refused when due':
    'What becomes of a row of `{resource}` that is due to be removed ({name}) as long as `{fact}` keeps it? With a condition (Only if) that is false while there is such a row, it waits.',
  'move otherwise':
    'What does {operation} do where no row of `{name}` applies? `accepted` leads only to a state that the call names and no row does. Write a row `refused` with the opposite condition, or rows for the other states.',
  operation: 'What is there to say about `{operation}`?',
  'repeat table':
    'How does {operation} know that a request comes again: by which key, from whom, for how long, with which answers?',
  'success otherwise':
    'What does {operation} answer to {name} when the condition of no Status row is true? Write a row without a condition, below the others.',
  'success without a row':
    'What does {operation} answer when there is no row to show? Write a Status row with `unchanged` that shows none.',
  scheme: 'How does a caller say who it is with `{name}`: {fact}?',
  delivery: 'How are events delivered: {fact}?',
  event: 'When is `{name}` sent, and what does it carry?',
  'code word': 'What is "{fact}" of the error `{name}`?',
  cause: '{name}',
  'other versions':
    'What does a request for {fact} see that the current version does not show? Where nothing differs, write `Other changes: none`.',
};

/**
 * The text about a fact that is open. Of a statement with a half that is not shown, the half that is stated may be what does not
 * run: the text names both, unless the gap holds all the same.
 */
export function openText(fact: OfKind, names: Names, status: Status, held: Features): string {
  if (status === 'unsupported') return notDoneText(held);
  const question = questionOf(fact, names);
  return held.length === 0 || effectOf(fact) === 'held' ? question : `${question} ${notDoneText(held)}`;
}

/** The text in place of the question where something is stated that this runtime cannot do. */
function notDoneText(words: Features): string {
  const rest = words.every(holdsNothing) ? 'no answer depends on it, and no request is held' : 'what needs it is held';
  return `This runtime does not support ${allPlainly(words)} yet; ${rest}.`;
}

export function questionOf(fact: OfKind, names: Names): string {
  const question = fact.of ? declaredQuestion(fact.of, names) : QUESTIONS[fact.kind as OtherKind];
  return question.replace(/\{(a )?(\w+)\}/g, (whole, article: string | undefined, hole: string) => {
    const name = names[hole as keyof Names];
    if (name === undefined) return whole;
    return article === undefined ? name : withArticle(name, `\`${name}\``);
  });
}

function declaredQuestion({ halves, question }: AnyDeclaration, { fact }: Names): string {
  return halves && fact !== undefined && Object.hasOwn(halves, fact) ? halves[fact]! : question;
}
