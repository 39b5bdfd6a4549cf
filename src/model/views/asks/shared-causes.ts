// Causes of failure that are alike: a field that is missing, a row that does not exist. In: the keys of causes that nothing answers.
// Out: which of them are asked about together, and in which words. Notation, part 7.

import { ticked } from '../../../base/ticked.ts';
import type { Model } from '../../model.ts';
import { fieldsTaken } from './cause-questions.ts';

interface Alike {
  readonly name: string;
  readonly pattern: RegExp;
  /** What comes behind is the list of what each is about. */
  readonly question: string;
}

const ALIKE: readonly Alike[] = [
  {
    name: 'header missing',
    pattern: /^header (.+) missing$/,
    question: 'What happens when a request lacks a header that it must carry',
  },
  ...(
    [
      ['missing', 'What happens when a request lacks a field that it must have'],
      ['blank', 'What happens when a field is blank that must not be'],
      ['invalid', 'What happens when a field has a value that it cannot have'],
      ['taken', 'What happens when a field has a value that another row has already'],
    ] as const
  ).map(([failure, question]) => ({
    name: `field ${failure}`,
    pattern: new RegExp(`^(?!any field )(?:body\\.)?(.+) ${failure}$`),
    question,
  })),
  {
    name: 'no such in',
    pattern: /^no such \S+ in (.+)$/,
    question: 'What happens when a field names a row that does not exist',
  },
  {
    name: 'no such',
    pattern: /^no such (?!path$)(\S+)$/,
    question: 'What happens when a request is about a row that does not exist',
  },
  { name: 'was', pattern: /^was (\S+)$/, question: 'What happens when a request is about a row that is gone, of' },
  {
    name: 'already there',
    pattern: /^(\S+) already there$/,
    question: 'What happens when a row is to be made that is already there',
  },
  {
    name: 'not permitted on',
    pattern: /^not permitted on (\S+)$/,
    question: 'What happens when somebody calls who may not do that to the row',
  },
  {
    name: 'illegal move',
    pattern: /^illegal move of (\S+)$/,
    question: 'What happens when a move is asked for that no row of the table allows',
  },
];

export function causeOf(id: string): string {
  return decodeURIComponent(id.slice('7/cause/'.length));
}

/** undefined: it is like no other. */
export function likeness(id: string): string | undefined {
  return alikeOf(causeOf(id))?.name;
}

function alikeOf(key: string): Alike | undefined {
  return ALIKE.find(({ pattern }) => pattern.test(key));
}

/** All of one likeness. What is unique together is named together. */
export function alikeQuestion(
  model: Model,
  ids: readonly string[],
): { readonly words: string; readonly names: readonly string[] } {
  const keys = ids.map(causeOf);
  const { name, question, pattern } = alikeOf(keys[0]!)!;
  const nameOf = (key: string): string => {
    const about = pattern.exec(key)![1]!;
    return (name === 'field taken' ? fieldsTaken(model, about) : [about]).map(ticked).join(' with ');
  };
  return { words: question, names: [...new Set(keys.map(nameOf))] };
}
