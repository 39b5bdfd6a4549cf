// What checking finds in part 7. Notation, section 4.

import { defineDiagnostic, type Definition } from './define.ts';

export const deadErrorRow: Definition<'found' | 'other' | 'all'> = defineDiagnostic({
  code: 'dead-error-row',
  part: 'errors',
  severity: 'warning',
  what: 'Unexpected {found}: {other} answers {all}.',
  why: '`Any other move` of a machine comes before part 7, and of two rows the first that applies is sent. So this one never is: not at all, or not for that cause.',
  fix: 'Put the narrower row first, or remove one of the two: each cause belongs in one place only.',
});

export const unusedError: Definition<'code' | 'because'> = defineDiagnostic({
  code: 'unused-error',
  part: 'errors',
  severity: 'warning',
  what: 'Unexpected error `{code}`: {because}.',
  why: 'An error that is never sent misleads the authors of clients.',
  fix: 'Give it a cause under When, name it where it is used, or remove it.',
});

export const ruleLeftOut: Definition<'code' | 'operations' | 'others'> = defineDiagnostic({
  code: 'rule-left-out',
  part: 'errors',
  severity: 'warning',
  what: 'Unexpected rule `{code}` of {operations} alone, expected it of {others}, too.',
  why: 'Where some operation names a code under Errors or Status, its condition is a rule of the operations that name it, and of no others. Here others have all that it looks at, too, and are never refused by it.',
  fix: 'Write `{code}` under Errors of each operation that it is to refuse, or of none: then it is a rule of all that have what it looks at. If it is meant for these alone, there is nothing to do.',
});

export const unusedColumn: Definition<'head'> = defineDiagnostic({
  code: 'unused-column',
  part: 'errors',
  severity: 'warning',
  what: 'Unexpected column "{head}" in the Code table: no body, header or message of an error contains `<{head}>`.',
  why: 'A further column of the Code table is a word for templates, with the name of the column. If no template contains the word, nothing of the column is sent.',
  fix: 'Write `<{head}>` where its values belong, call the column `Notes` if it is prose, or remove it.',
});

export const oneFailureBody: Definition<'words' | 'list' | 'map'> = defineDiagnostic({
  code: 'one-failure-body',
  part: 'errors',
  severity: 'warning',
  what: 'Unexpected `yes` for All failed fields at once: the body of the error shows one failure ({words}), expected a list or a map of them.',
  why: 'A pair whose key is `<field>`, `<path>`, `<pointer>`, `<problem>` or `<message>`, and an item of a list that holds one, repeats for each failure. Without either, only the first failure is shown.',
  fix: 'Put the words into a list, such as {list}, or a map, such as {map}, or write `no`.',
});
