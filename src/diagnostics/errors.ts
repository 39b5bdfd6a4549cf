// What checking finds in part 7. Notation, section 4.

import { defineDiagnostic, type Definition } from './define.ts';

export const deadErrorRow: Definition<'found' | 'other' | 'all'> = defineDiagnostic({
  code: 'dead-error-row',
  part: 'errors',
  severity: 'warning',
  what: 'Unexpected {found}: {other} answers {all}.',
  why: 'Any other move of a machine goes before part 7, and of two rows the first that holds is sent. So this one never is: not at all, or not for that cause.',
  fix: 'Put the narrower row first, or take one of the two out; a cause stands in one place only.',
});

export const unusedError: Definition<'code' | 'because'> = defineDiagnostic({
  code: 'unused-error',
  part: 'errors',
  severity: 'warning',
  what: 'Unexpected error `{code}`: {because}.',
  why: 'An error that is never sent misleads whoever writes a client.',
  fix: 'Give it a cause under When, name it where it is meant, or take it out.',
});

export const unusedColumn: Definition<'head'> = defineDiagnostic({
  code: 'unused-column',
  part: 'errors',
  severity: 'warning',
  what: 'Unexpected column "{head}" in the Code table: no body, header or message of an error holds `<{head}>`.',
  why: 'A further column of the Code table is a word of its name. Where no template holds the word, nothing of the column is sent.',
  fix: 'Write `<{head}>` where it is meant, call the column `Notes` when it is prose, or take it out.',
});

export const oneFailureBody: Definition<'words' | 'list' | 'map'> = defineDiagnostic({
  code: 'one-failure-body',
  part: 'errors',
  severity: 'warning',
  what: 'Unexpected `yes` for All failed fields at once: the body of the error shows one failure ({words}), expected a list or a map of them.',
  why: 'A pair whose key is `<field>`, `<path>`, `<pointer>` or `<message>`, and an item of a list that holds one, repeats for each failure. Where neither is there, all but the first failure are found and never shown.',
  fix: 'Put the words into a list, such as {list}, or a map, such as {map}, or write `no`.',
});
