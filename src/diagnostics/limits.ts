// What checking finds in part 8. Notation, section 4.

import { defineDiagnostic, type Definition } from './define.ts';

export const limitOfNothing: Definition<'per' | 'limit' | 'because' | 'instead'> = defineDiagnostic({
  code: 'limit-of-nothing',
  part: 'limits',
  severity: 'warning',
  what: 'Unexpected {per} under Per of the limit {limit}: {because}.',
  why: 'A limit counts for each of what Per names. Of the calls to which this limit applies, none belongs to anything that Per names, so it limits nothing.',
  fix: '{instead}.',
});
