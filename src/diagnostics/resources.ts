// What fences can get wrong: schemas of part 2, and examples. Input: nothing. Output: one definition for each code. Notation, section 3.

import { defineDiagnostic } from './define.ts';
import type { Definition } from './define.ts';

export const schemaNotRead: Definition<'found' | 'expected'> = defineDiagnostic({
  code: 'schema-not-read',
  part: 'resources',
  severity: 'error',
  what: 'Unexpected {found} in the schema, expected {expected}.',
  why: 'A `json schema` fence states fields. What has no counterpart in a Field table would be ignored.',
  fix: 'Write {expected}, or state the fields in a Field table.',
});

export const exampleOnlyField: Definition<'names' | 'resource' | 'rows'> = defineDiagnostic({
  code: 'example-only-field',
  part: 'resources',
  severity: 'warning',
  what: 'Unexpected {names} in this example, expected fields of `{resource}` that are stated.',
  why: 'An example states nothing: a name that is only there is no field of the service.',
  fix: 'Remove from the example what is no field of `{resource}`, and add the rest to its Field table:\n{rows}\nReplace `not shown` by what you know.',
});

export const exampleMismatch: Definition<'found' | 'name' | 'expected'> = defineDiagnostic({
  code: 'example-mismatch',
  part: 'document',
  severity: 'warning',
  what: 'Unexpected {found} for {name} in this example, expected {expected}.',
  why: 'Readers copy examples, and this one misleads them. What counts is the statements.',
  fix: 'Correct the example, or the statement.',
});

export const untiedRule: Definition<'rule' | 'resource' | 'other' | 'instead'> = defineDiagnostic({
  code: 'untied-rule',
  part: 'resources',
  severity: 'warning',
  what: 'Unexpected `{rule}` for When deleted of `{resource}`: it is about every row of `{other}`, not only about those that refer to the deleted row.',
  why: 'Without `this` the rule is the same whichever row is deleted: a single row elsewhere prevents every deletion, or the first deletion takes all of those rows with it.',
  fix: 'Write {instead}.',
});

export const tooManyFields: Definition<'resource' | 'count' | 'most'> = defineDiagnostic({
  code: 'too-many-fields',
  part: 'resources',
  severity: 'error',
  what: 'Unexpected number of fields of `{resource}`, {count}: neither engine keeps more than {most} in one row.',
  why: 'Each field is a column of its table, and the tables of both engines have a bound.',
  fix: 'Put fields that belong together into a nested shape (a resource with `Identified by: none`, which is one column), or into a resource of their own.',
});

export const tooWideForPostgresql: Definition<'resource' | 'count' | 'octets' | 'most' | 'columns'> = defineDiagnostic({
  code: 'too-wide-for-postgresql',
  part: 'resources',
  severity: 'warning',
  what: 'Unexpected width of a row of `{resource}`: its {count} fields may take {octets} octets. PostgreSQL keeps at most {most} octets and {columns} fields in one row.',
  why: 'The embedded store keeps such rows. `serve --database` refuses to start with them, since a row with long values in all fields would be refused later.',
  fix: 'Put fields that belong together into a nested shape (a resource with `Identified by: none`, which is one column) or into a resource of their own, or serve it with the embedded store alone.',
});

export const neverSet: Definition<'field'> = defineDiagnostic({
  code: 'never-set',
  part: 'resources',
  severity: 'warning',
  what: 'Unexpected `by operation` for `{field}`: no operation sets it.',
  why: 'Only operations may set this field, and none does. So each row keeps its default, or never has a value.',
  fix: 'Let an operation set it, by `with` or `sets` under Does, by Sets of a Body row or by `kept in` under Unknown fields; or write who sets it, such as `caller`. Keep it where only the operator sets it (`ninefold row set`).',
});

export const searchOfHiddenRows: Definition<'what' | 'resource'> = defineDiagnostic({
  code: 'search-of-hidden-rows',
  part: 'resources',
  severity: 'warning',
  what: 'Unexpected search of `{resource}` in {what}, of which not every caller sees all rows.',
  why: 'A row that its caller may not see is absent for that caller, for rules, derived fields and filters, too. Where a caller sees none of them, a count is 0 and `there is` is false, and what a rule forbids can be there twice.',
  fix: 'Where all rows count, leave out `Visible to` of `{resource}`, and let `Who` of the operations that show its rows keep others away. Where only those count that the caller sees, there is nothing to do.',
});
