// What is said about open questions, in a terminal and on a page: why one is asked, what a form that this runtime does not do
// would hold, what a group of questions releases. Input: questions. Output: a few words.

import { counted } from '../base/counted.ts';
import { few } from '../base/few.ts';
import type { Ask, AskGroup, StaysHeld } from '../analysis/questions/questions.ts';

const UNREADABLE = 'what is written there cannot be read';
const NOTHING_BLOCKED: Readonly<Record<Ask['until'], string>> = {
  held: 'holds no operation yet',
  request: 'no request meets it yet',
  answer: 'no answer needs it yet',
  several: 'no answer needs it yet',
  event: 'operations run; events that need it wait until then',
  'rests-on': 'holds nothing; nothing of the kind is enforced until then',
  reported: 'holds nothing',
};

export function untilAnswered({ gap, until }: Pick<Ask, 'gap' | 'until'>): string {
  const blocked = few(gap.blocks);
  if (gap.status === 'unreadable') return blocked === '' ? UNREADABLE : `${UNREADABLE}, and holds ${blocked}`;
  if (blocked === '') return NOTHING_BLOCKED[until];
  switch (until) {
    case 'held':
      return `holds ${blocked}`;
    case 'answer':
      return `is left out of answers of ${blocked}`;
    case 'several':
      return `holds answers with more than one row of ${blocked}`;
    default:
      return `holds the requests that meet it, of ${blocked}`;
  }
}

/** Of a form that this runtime does not do. */
export function notDoneText(holds: readonly string[]): string {
  return holds.length === 0 ? 'not supported yet' : `not supported yet: would hold ${few(holds)}`;
}

/** What an answer does, it does where the document has no errors. */
export function onceRight(errors: number): string {
  return errors === 0 ? '' : `, once the ${errors === 1 ? 'error is' : `${errors} errors are`} gone`;
}

/** Of operations that an answer would release, and that something else holds: by what. */
export function staysText({ operation, heldBy }: StaysHeld): string {
  return `then only ${few(heldBy)}, not supported by this runtime yet, ${heldBy.length === 1 ? 'holds' : 'hold'} ${operation}`;
}

/** "The first 3 questions release 11 operations", "2 more release 4"; of all there are "5 questions release 11 operations". */
export function budget(groups: readonly AskGroup[], index: number, errors: number): string {
  const { kind, asks } = groups[index]!;
  const then = onceRight(errors);
  const count = asks.length;
  const released = asks.reduce((sum, { releases }) => sum + releases.length, 0);
  const what = counted(released, 'operation');
  const many = (verb: string): string => (count === 1 ? `${verb}s` : verb);
  const all = counted(count, 'question');
  const first = groups.length === 1 ? all : `The first ${count === 1 ? 'question' : all}`;
  const questions = index === 0 ? first : `${count} more`;
  switch (kind) {
    case 'lists':
      return 'Before all others:';
    case 'held':
      return `${questions} ${many('release')} ${what}${then}`;
    case 'requests':
      return `${questions} ${many('make')} ${what} run in full${then}`;
    case 'stays': {
      const stay = asks.reduce((sum, { staysHeld }) => sum + staysHeld.length, 0);
      const of = counted(stay, 'operation');
      return `${questions} ${many('release')} none: ${of} ${stay === 1 ? 'stays' : 'stay'} held by what this runtime does not support yet`;
    }
    case 'rest':
      return `${questions} ${count === 1 ? 'is' : 'are'} open, and no operation waits for ${count === 1 ? 'it' : 'them'}`;
  }
}

/** How many answers are needed: one may fill several gaps. */
export function questionsIn(groups: readonly AskGroup[]): number {
  return groups.reduce((sum, { asks }) => sum + asks.length, 0);
}
