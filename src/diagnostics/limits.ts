// What checking finds in part 8. Notation, section 4.

import { defineDiagnostic, type Definition } from './define.ts';

export const limitOfNothing: Definition<'what' | 'limit' | 'because' | 'instead'> = defineDiagnostic({
  code: 'limit-of-nothing',
  part: 'limits',
  severity: 'warning',
  what: 'Unexpected {what} of the limit {limit}: {because}.',
  why: 'A limit counts calls that Applies to names, each for what Per names. There is no such call, or none is beyond the limit that is not refused anyhow, so it limits nothing.',
  fix: '{instead}.',
});

export const limitPer: Definition<'per' | 'limit' | 'because' | 'instead'> = defineDiagnostic({
  code: 'limit-per',
  part: 'limits',
  severity: 'error',
  what: 'Unexpected {per} under Per of the limit {limit}: {because}.',
  why: 'What a limit counts says for what it can be counted: characters are those of a field, a length of time is that of a call, and rows belong to what one of their fields says.',
  fix: '{instead}.',
});
