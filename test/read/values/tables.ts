// All tables of texts and what is read from them, by start symbol of the grammar.

import { ANSWERS } from './read-answers.ts';
import { CAUSES } from './read-causes.ts';
import { CONDITIONS } from './read-conditions.ts';
import { SCHEMES } from './read-credentials.ts';
import { EVENTS } from './read-events.ts';
import { FIELDS } from './read-fields.ts';
import { OPERATIONS } from './read-operations.ts';
import { WORDS } from './read-words.ts';
import type { Table } from './simple.ts';

export const TABLES: Table = {
  ...FIELDS,
  ...CONDITIONS,
  ...OPERATIONS,
  ...ANSWERS,
  ...CAUSES,
  ...SCHEMES,
  ...EVENTS,
  ...WORDS,
};
