// The question that each kind of fact answers, in plain words for whoever writes the document. Comes in: a kind and the
// names of the fact. Goes out: one sentence. `ask`, `check` and a 501 show it (design, sections 3 and 7).

import { withArticle } from '../../../base/article.ts';
import { keyedQuestion } from './fact-questions.ts';
import type { Status } from '../../../notation/slot.ts';
import { effectOf, type FactKind } from '../gaps/table.ts';
import { holdsNothing } from '../supported.ts';
import { allPlainly } from '../supported/plain.ts';

/** Holes are filled with the fact's names; `…s` kinds that stand for a column or a table have a text of their own. */
export interface Names {
  readonly operation?: string;
  readonly resource?: string;
  /** A field, parameter, state, move, status row, code, scheme, event or limit. */
  readonly name?: string;
  /** The bullet or column. */
  readonly fact?: string;
}

const QUESTIONS: Readonly<Record<FactKind, string>> = {
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
  'identified by': 'Which field tells one `{resource}` from another?',
  'field table': 'Which fields does `{resource}` have?',
  view: 'Which fields does the view `{name}` of `{resource}` show?',
  unique: 'Which fields of `{resource}` may no two rows share?',
  'when deleted': 'What happens to what refers to {a resource} when it is deleted?',
  rows: 'Where do the rows of `{resource}` come from?',
  'at least one of': 'At least one of which fields must {a resource} have?',
  'exactly one of': 'Exactly one of which fields must {a resource} have?',
  type: 'What type is {name}?',
  required: 'Must {name} be sent?',
  present: 'When does an answer contain {name}?',
  'set by': 'Who or what sets {name}?',
  'allowed values': 'Which values may {name} have?',
  default: 'What is {name} when it is left out at creation?',
  shown: 'How is the row that {name} refers to shown in an answer?',
  meaning: 'What does {name} mean?',
  machine: 'Which states can `{name}` have, and which moves lead from one to another?',
  initial: 'In which state does a new row of `{name}` begin?',
  'kind of a state':
    'Is {name} a state in which rows begin (`initial`), one that no move leaves (`final`), one that counts as absent (`gone`), or none of these (`any`)?',
  from: 'From which states does {name} start?',
  to: 'To which state does {name} lead?',
  by: 'What makes {name}?',
  'who of a move': 'Who may make {name}?',
  'only if': 'Under which condition may {name} be made?',
  'emits of a move': 'Which events does {name} send?',
  'any other move': 'What happens when a move of `{name}` is asked for that no row allows{fact}?',
  'which move':
    'Which move of `{name}` does {operation} make when two hold: {fact}? Conditions (Only if) of which only one can hold say it.',
  'refused when due':
    'What becomes of a row of `{resource}` that is due to be removed ({name}) as long as `{fact}` keeps it? A condition (Only if) that is false while there is such a row says that it waits.',
  'move otherwise':
    'What does {operation} do where no row of `{name}` holds for it? `accepted` leads only where the call names a state that no row names: a row `refused` with the opposite condition, or rows for the other states, say it.',
  operation: 'What is there to say about `{operation}`?',
  base: 'Under which address do the paths of {operation} stand?',
  'also at': 'At which other paths does `{operation}` answer?',
  'media type': 'In which format are bodies sent to and by {operation}?',
  'nested names': 'How are the names of nested fields written in a form sent to {operation}?',
  does: 'What does {operation} do?',
  who: 'Who may call {operation}?',
  checks: 'In which order does {operation} look for reasons to refuse?',
  'headers in': 'Which headers must a request to {operation} carry?',
  'omitted fields': 'What happens to fields that a request to {operation} leaves out?',
  'null fields': 'What happens to fields that a request to {operation} sends as null?',
  'empty text': 'What happens to an empty text in a request to {operation}?',
  'unknown fields': 'What happens to {fact} that {operation} does not know?',
  'read-only fields': 'What happens to fields that a caller of {operation} may not set, but sends?',
  repeat: 'What happens when the same request to {operation} is sent twice?',
  'repeat table':
    'How does {operation} know that a request comes again: by which key, from whom, for how long, with which answers?',
  preconditions: 'Under which preconditions can {operation} be called?',
  order: 'In which order does {operation} list the rows?',
  pages: 'How does {operation} split a long list into pages?',
  body: 'What does the body of a request to {operation} look like?',
  emits: 'Which events does {operation} send?',
  'errors of an operation': 'Which further errors can {operation} answer?',
  'cross-origin': 'From which web sites may pages call {operation}?',
  'selects of the path': 'Which row does {name} in the path of {operation} select?',
  'type of a parameter': 'What type is {name} of {operation}?',
  'required of a parameter': 'Must a request to {operation} send {name}?',
  'default of a parameter': 'What is {name} when a request to {operation} leaves it out?',
  'allowed values of a parameter': 'Which values may {name} of {operation} have?',
  'selects of a query': 'Which rows does {name} of {operation} select?',
  'sets of a body field': 'Which field does {name} in the body of {operation} set?',
  'success status': 'With which status does {operation} answer when all went well?',
  'success otherwise':
    'What does {operation} answer to {name} when the condition of no Status row holds? A row without a condition, below the others, says it.',
  'success without a row':
    'What does {operation} answer when there is no row to show? A Status row with `unchanged` that shows none says it.',
  'success when': 'When does {operation} answer {name}?',
  'success body': 'What does the body of {fact} of {operation} look like?',
  'success headers': 'Which headers does {fact} of {operation} carry?',
  'refusal status': 'With which status does {operation} answer {name}?',
  'refusal when': 'When does {operation} answer {name}?',
  'refusal body': 'What does the body of {fact} of {operation} look like?',
  'refusal headers': 'Which headers does {fact} of {operation} carry?',
  scheme: 'How does a caller say who it is with `{name}`: {fact}?',
  'caller of a scheme': 'Which resource is the caller of `{name}`?',
  'token of a scheme': 'What holds for the tokens of `{name}`: {fact}?',
  'fact of a scheme': 'What is stated for `{name}` under {fact}?',
  delivery: 'How are events delivered: {fact}?',
  event: 'When is `{name}` sent, and what does it carry?',
  'error body': 'What does the body of an error look like?',
  'all failed fields': 'When several fields of a body fail, does the answer name them all?',
  'code status': 'Which status does {name} have?',
  'code when': 'When is {name} answered?',
  'code body': 'What does the body of the error `{name}` look like?',
  'code message': 'Which message does the error `{name}` carry?',
  'code headers': 'Which headers does the error `{name}` carry?',
  'code word': 'What is "{fact}" of the error `{name}`?',
  'code retry': 'May a request be sent again after the error `{name}`?',
  cause: '{name}',
  limit: 'What holds for {name}: {fact}?',
  'versioning scheme': 'How does a request say which version it wants?',
  retirement: 'When is a version withdrawn: {fact}?',
  compatibility: 'Which changes keep a version?',
  'fact of versioning': 'What holds for versions: {fact}?',
};

/**
 * What is said of a fact that is open. Of a statement with a half that is not shown, the half that is stated may be what does not
 * run: both are said, unless the gap holds all the same.
 */
export function openText(kind: FactKind, names: Names, status: Status, held: readonly string[]): string {
  if (status === 'unsupported') return notDoneText(held);
  const question = questionOf(kind, names);
  return held.length === 0 || effectOf(kind) === 'held' ? question : `${question} ${notDoneText(held)}`;
}

/** What stands in place of the question where something is stated that this runtime cannot do. */
function notDoneText(words: readonly string[]): string {
  const rest = words.every(holdsNothing) ? 'no answer depends on it, and nothing is held' : 'what needs it is held';
  return `This runtime does not do ${allPlainly(words)} yet; ${rest}.`;
}

export function questionOf(kind: FactKind, names: Names): string {
  const question = keyedQuestion(kind, names.fact) ?? QUESTIONS[kind];
  return question.replace(/\{(a )?(\w+)\}/g, (whole, article: string | undefined, hole: string) => {
    const name = names[hole as keyof Names];
    if (name === undefined) return whole;
    return article === undefined ? name : withArticle(name, `\`${name}\``);
  });
}
