// Field, parameter and body tables. Input: lists of rows. Output: lines of Markdown. Notation, parts 2, 4 and 6.

import { ticked } from '../base/ticked.ts';
import type { TableOf } from '../notation/declaration.ts';
import type { BodyField, Parameter } from '../notation/endpoints.ts';
import { BODY, type ParameterTrait } from '../notation/parameters.ts';
import { FIELD, type Field } from '../notation/resources.ts';
import type { List } from '../notation/slot.ts';
import { escaped } from './markdown.ts';
import { columnsOf, printTable } from './tables.ts';

export function printFields(fields: List<Field>): string[] {
  return printTable(fields, FIELD.head, (field) => nameCell(field.name.text), columnsOf(FIELD.columns));
}

export function printParameters(
  { head, columns }: TableOf<Parameter, ParameterTrait>,
  parameters: List<Parameter>,
): string[] {
  return printTable(parameters, head, parameterCell, columnsOf(columns));
}

export function printBodyFields(fields: List<BodyField>): string[] {
  return printTable(fields, BODY.head, (field) => nameCell(field.name.text), columnsOf(BODY.columns));
}

export function nameCell(name: string): string {
  return escaped(ticked(name), true);
}

function parameterCell(parameter: Parameter): string {
  return parameter.anyFieldOf ? `any field of ${nameCell(parameter.anyFieldOf.text)}` : nameCell(parameter.name.text);
}
