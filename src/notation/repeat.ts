// The Repeat table of an operation: what is declared of each statement in its rows. Notation, part 4, key Repeat.

import type { Declaration, Section, TableOf } from './declaration.ts';
import type { RepeatRow, RepeatRules } from './endpoints.ts';
import { asIs, oneOf, type Syntax } from './grammar/syntax.ts';
import { HEADER_VALUES } from './values/answers.ts';
import { LIMIT_APPLIES_TO } from './values/limited-calls.ts';
import { WHEN_EXCEEDED } from './values/limits.ts';
import { KEPT_ANSWERS, KEY_HEADER, KEY_SCOPE } from './values/repeat-rules.ts';
import { LIFETIME } from './values/schemes.ts';

/** What is stated in words that no rule has. */
const WORDS: Syntax<string> = {
  parse: (text) => ({ ok: true, value: text.text }),
  print: asIs,
  any: true,
  forms: 'text',
  offers: ['text: …'],
};

const ERROR = { ...WHEN_EXCEEDED, any: false, none: false };

const RULE = {
  kind: 'repeat',
  due: 'always',
  gap: 'rests-on',
  question: 'What happens when the same request to {operation} is sent twice?',
} as const;

export const REPEAT_RULES: Section<RepeatRules> = {
  header: {
    ...RULE,
    head: 'Header',
    question: 'Which header of a request to {operation} carries the key of Repeat?',
    syntax: KEY_HEADER,
  },
  appliesTo: {
    ...RULE,
    head: 'Applies to',
    syntax: { ...LIMIT_APPLIES_TO, forms: 'methods and operations by commas, or a condition' },
  },
  scope: {
    ...RULE,
    head: 'Scope',
    question: 'Among which calls does the key of a request to {operation} name one?',
    syntax: KEY_SCOPE,
  },
  keptFor: {
    ...RULE,
    head: 'Kept for',
    question: 'How long is an answer of {operation} kept for a repetition?',
    syntax: { ...LIFETIME, forms: 'a length of time: `24 hours`, or `none`', offers: ['… hours', '… days', 'none'] },
  },
  sameBody: {
    ...RULE,
    head: 'Same body',
    question: 'What answers a request to {operation} that comes again with its key?',
    syntax: { ...oneOf(['the first answer']), none: false },
  },
  otherBody: { ...RULE, head: 'Other body', syntax: ERROR },
  stillRunning: { ...RULE, head: 'Still running', syntax: ERROR },
  keptAnswers: {
    ...RULE,
    head: 'Kept answers',
    question: 'Which answers of {operation} are kept for a repetition?',
    syntax: KEPT_ANSWERS,
  },
  markedBy: {
    ...RULE,
    head: 'Marked by',
    syntax: { ...HEADER_VALUES, any: false, forms: 'a header in ticks: `Idempotent-Replayed: true`' },
  },
};

/** Each row states one of the rules; its column is for a row whose name is none of them. */
export const REPEAT_TABLE: TableOf<Extract<RepeatRow, { readonly key: undefined }>> = {
  head: 'Repeat',
  columns: { statement: { ...RULE, head: 'Statement', spellings: ['Value', 'What', 'Rule'], syntax: WORDS } },
};

/** Without one of these a table does not say which calls belong together, or what a repetition gets. */
export const NEEDED_RULES: readonly (keyof RepeatRules)[] = ['header', 'scope', 'keptFor', 'sameBody', 'keptAnswers'];

/** What is declared of the statement of a row. */
export function ruleOf({ key }: Pick<RepeatRow, 'key'>): Declaration<unknown> {
  return key === undefined ? REPEAT_TABLE.columns.statement : REPEAT_RULES[key];
}
