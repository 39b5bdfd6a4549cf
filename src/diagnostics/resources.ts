// What fences can get wrong: schemas of part 2, and examples. In: nothing. Out: one definition for each code. Notation, section 3.

import { defineDiagnostic } from './define.ts';
import type { Definition } from './define.ts';

export const schemaNotRead: Definition<'found' | 'expected'> = defineDiagnostic({
  code: 'schema-not-read',
  part: 'resources',
  severity: 'error',
  what: 'Unexpected {found} in the schema, expected {expected}.',
  why: 'A `json schema` fence states fields. What has no counterpart in a Field table would be a statement that is ignored.',
  fix: 'Write {expected}, or state the fields in a Field table.',
});

export const exampleOnlyField: Definition<'names' | 'resource' | 'rows'> = defineDiagnostic({
  code: 'example-only-field',
  part: 'resources',
  severity: 'warning',
  what: 'Unexpected {names} in this example, expected fields of `{resource}` that are stated.',
  why: 'An example never binds: what stands only there is no field of the service.',
  fix: 'Take out of the example what is no field of `{resource}`, and put the others into its Field table:\n{rows}\nSay what you know in place of `not shown`.',
});

export const exampleMismatch: Definition<'found' | 'name' | 'expected'> = defineDiagnostic({
  code: 'example-mismatch',
  part: 'document',
  severity: 'warning',
  what: 'Unexpected {found} for {name} in this example, expected {expected}.',
  why: 'Readers copy examples. One that says something else than the statements leads them astray; the statements are what binds.',
  fix: 'Correct the example, or the statement.',
});

export const untiedRule: Definition<'rule' | 'resource' | 'other' | 'instead'> = defineDiagnostic({
  code: 'untied-rule',
  part: 'resources',
  severity: 'warning',
  what: 'Unexpected `{rule}` for When deleted of `{resource}`: it speaks of every row of `{other}`, not only of those that refer to the row that is deleted.',
  why: 'Without `this` the rule is the same for each row: one row somewhere keeps all of them, or all rows go with the first.',
  fix: 'Write {instead}.',
});
