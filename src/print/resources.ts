// Part 2 → Markdown. Input: ResourcesPart. Output: lines. Notation, part 2.

import {
  ALL_FIELDS,
  DECISION,
  RESOURCE,
  type Decision,
  type PlainTable,
  type Resource,
  type ResourcesPart,
} from '../notation/resources.ts';
import { printFields } from './fields.ts';
import { escaped } from './markdown.ts';
import { ticked } from '../base/ticked.ts';
import { block, printSection, printMarkOf, printScope, printSlot } from './slots.ts';
import { column, columnsOf, line, printTable } from './tables.ts';

export function printResources(part: ResourcesPart): string[] {
  return [
    ...printScope(part.scope),
    ...block(printMarkOf(part.resources, part.scope, 'resources')),
    ...printAllFields(part),
    ...part.resources.items.flatMap(printResource),
  ];
}

function printAllFields({ all, allAt }: ResourcesPart): string[] {
  const [first, ...others] = columnsOf(ALL_FIELDS).filter((column) => column.slot(all).status !== 'absent');
  if (!first) return allAt ? ['### All fields', ''] : [];
  const row = { items: [all], mark: undefined, at: NOWHERE, written: true };
  return ['### All fields', '', ...printTable(row, first.head, (one) => first.print(one) ?? '', others)];
}

const NOWHERE = { start: 0, end: 0 };

function printResource(resource: Resource): string[] {
  const bullets = [
    ...printSection(RESOURCE, resource),
    ...(resource.fields.written ? [] : printMarkOf(resource.fields, resource.scope, 'fields')),
  ];
  return [
    `### ${escaped(resource.name.text, false)}`,
    '',
    ...printScope(resource.scope),
    ...block(bullets),
    ...printFields(resource.fields),
    ...(resource.decisions ?? []).flatMap(printDecision),
    ...(resource.tables ?? []).flatMap(printPlainTable),
    ...(resource.rowFences ?? []).flatMap(({ name, json }) => printFence(`json rows ${name}`.trim(), json.text)),
  ];
}

function printDecision({ name, lines }: Decision): string[] {
  const { value, when } = DECISION;
  return printTable(lines, ticked(name.text), (line) => printSlot(line.value, value.syntax.print, 'cell') ?? '', [
    column(when.head, (line) => line.when, when.syntax.print),
  ]);
}

function printPlainTable(table: PlainTable): string[] {
  return [printCells(table.heads), `|${'---|'.repeat(table.heads.length)}`, ...table.rows.map(printCells), ''];
}

function printCells(cells: PlainTable['heads']): string {
  return line(cells.map((cell) => escaped(cell.text, true)));
}

function printFence(info: string, body: string): string[] {
  let marks = '```';
  while (body.includes(marks)) marks += '`';
  return [marks + info, ...(body === '' ? [] : [body]), marks, ''];
}
