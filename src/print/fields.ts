// Field, parameter and body tables. In: lists of rows. Out: lines of Markdown. Notation, parts 2, 4 and 6.

import { ticked } from '../base/ticked.ts';
import type { BodyField, Parameter } from '../notation/endpoints.ts';
import { FIELD, type Field } from '../notation/resources.ts';
import type { List } from '../notation/slot.ts';
import { printSelects } from '../notation/values/lists.ts';
import { escaped } from './markdown.ts';
import { printLiteral } from '../notation/values/literals.ts';
import type { Column } from './tables.ts';
import { column, columnsOf, printTable } from './tables.ts';
import { printConstraints } from '../notation/values/constraints.ts';
import { printRequired } from '../notation/values/requirements.ts';
import { printType } from '../notation/values/field-types.ts';

const PARAMETER: readonly Column<Parameter>[] = [
  column('Type', (row: Parameter) => row.type, printType),
  column('Required', (row: Parameter) => row.required, printRequired),
  column('Default', (row: Parameter) => row.default, printLiteral),
  column('Allowed values', (row: Parameter) => row.allowed, printConstraints),
  column('Selects', (row: Parameter) => row.selects, printSelects),
];

const BODY: readonly Column<BodyField>[] = [
  column('Type', (row: BodyField) => row.type, printType),
  column('Required', (row: BodyField) => row.required, printRequired),
  column('Default', (row: BodyField) => row.default, printLiteral),
  column('Allowed values', (row: BodyField) => row.allowed, printConstraints),
  column(
    'Sets',
    (row: BodyField) => row.sets,
    (path) => ticked(path.join('.')),
  ),
];

export function printFields(fields: List<Field>): string[] {
  return printTable(fields, FIELD.head, (field) => nameCell(field.name.text), columnsOf(FIELD.columns));
}

export function printParameters(head: 'Path' | 'Query' | 'Header', parameters: List<Parameter>): string[] {
  return printTable(parameters, head, parameterCell, PARAMETER);
}

export function printBodyFields(fields: List<BodyField>): string[] {
  return printTable(fields, 'Body', (field) => nameCell(field.name.text), BODY);
}

export function nameCell(name: string): string {
  return escaped(ticked(name), true);
}

function parameterCell(parameter: Parameter): string {
  return parameter.anyFieldOf ? `any field of ${nameCell(parameter.anyFieldOf.text)}` : nameCell(parameter.name.text);
}
