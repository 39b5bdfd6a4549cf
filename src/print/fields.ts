// Field, parameter and body tables. In: lists of rows. Out: lines of Markdown. Notation, parts 2, 4 and 6.

import { ticked } from '../base/ticked.ts';
import type { BodyField, Parameter } from '../notation/endpoints.ts';
import type { Field } from '../notation/resources.ts';
import type { List } from '../notation/slot.ts';
import { printSelects } from '../notation/values/lists.ts';
import { escaped } from './markdown.ts';
import { printLiteral } from '../notation/values/literals.ts';
import { printSetBy } from '../notation/values/rules.ts';
import { asIs } from './slots.ts';
import type { Column } from './tables.ts';
import { column, printTable } from './tables.ts';
import { printConstraints } from '../notation/values/constraints.ts';
import { printPresence, printRequired } from '../notation/values/requirements.ts';
import { printType } from '../notation/values/field-types.ts';

const FIELD: readonly Column<Field>[] = [
  column('Type', (field: Field) => field.type, printType),
  column('Required', (field: Field) => field.required, printRequired),
  column('Present', (field: Field) => field.present, printPresence),
  column('Set by', (field: Field) => field.setBy, printSetBy),
  column('Allowed values', (field: Field) => field.allowed, printConstraints),
  column('Default', (field: Field) => field.default, printLiteral),
  column('Meaning', (field: Field) => field.meaning, asIs),
];

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
  return printTable(fields, 'Field', (field) => nameCell(field.name.text), FIELD);
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
