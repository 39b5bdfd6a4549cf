// Findings about assumptions documents: what an assumption lacks, what has run out, and what the document itself states. Input:
// nothing. Output: definitions. Notation, section 1.9. None of them enters the model: each fact concerned stays as the document leaves it.

import { defineDiagnostic, type Definition } from './define.ts';

export const assumptionIncomplete: Definition<'missing' | 'more' | 'bullets'> = defineDiagnostic({
  code: 'assumption-incomplete',
  part: 'document',
  severity: 'error',
  what: 'Unexpected assumption without {missing}{more}.',
  why: 'Those who rely on an assumption must know whom to ask, and it must not outlive its reason unseen.',
  fix: 'Write {bullets} under the title for all assumptions, or under a heading for those below it; or give the table a column of that name.',
});

export const assumptionDate: Definition<'text' | 'key'> = defineDiagnostic({
  code: 'assumption-date',
  part: 'document',
  severity: 'error',
  what: 'Unexpected "{text}" as {key}, expected a day: `2027-01-31`.',
  why: 'An assumption counts until a day that everybody reads alike. Without one, nobody would ever look at it again.',
  fix: 'Write the day as year, month and day: `2027-01-31`.',
});

export const assumptionExpired: Definition<'until' | 'by' | 'why' | 'more'> = defineDiagnostic({
  code: 'assumption-expired',
  part: 'document',
  severity: 'error',
  what: 'Unexpected assumption that ended on {until} (assumed by {by}: {why}){more}.',
  why: 'Its time is over: nothing runs on it any more, and what it filled is a gap again.',
  fix: 'State it in the document, or ask {by} and write a later `Until`, or remove the assumption.',
});

export const assumptionOverrides: Definition<'what' | 'other'> = defineDiagnostic({
  code: 'assumption-overrides',
  part: 'document',
  severity: 'error',
  what: 'Unexpected assumption about {what}, about which {other} already says something else.',
  why: 'An assumption fills what is not shown; it never overrides a statement.',
  fix: 'Remove the assumption. If it is right, change the document itself.',
});

export const assumptionClosedList: Definition<'name' | 'list' | 'hint'> = defineDiagnostic({
  code: 'assumption-closed-list',
  part: 'document',
  severity: 'error',
  what: 'Unexpected {name}: there is nothing to assume, the list of {list} is stated to be complete without it{hint}.',
  why: 'An assumption fills what is not shown; a complete list leaves nothing out.',
  fix: 'Name a row that the list has, or remove the assumption. If it is right, change the document itself.',
});

export const assumptionAmbiguous: Definition<'list'> = defineDiagnostic({
  code: 'assumption-ambiguous',
  part: 'document',
  severity: 'error',
  what: 'Unexpected row that may mean several rows of {list}, expected one that fits a single row.',
  why: 'Which of them is meant would be a guess.',
  fix: 'Say more in this row: repeat the cells that tell the rows of the document apart.',
});

export const assumptionStated: Definition<'what' | 'more'> = defineDiagnostic({
  code: 'assumption-stated',
  part: 'document',
  severity: 'information',
  what: 'Unexpected assumption about {what}: the document states it itself, and says the same{more}.',
  why: 'What is stated need not be assumed; nothing rests on this assumption.',
  fix: 'Remove the assumption.',
});

export const assumptionsEmpty: Definition<never> = defineDiagnostic({
  code: 'assumptions-empty',
  part: 'document',
  severity: 'warning',
  what: 'Unexpected file of assumptions in which nothing is assumed.',
  why: 'Without a statement in one of the nine parts a file of assumptions changes nothing.',
  fix: 'Write what is assumed as the document itself would state it, under the same headings, or leave the file out.',
});
