// Part 2 → Markdown. Input: ResourcesPart. Output: lines. Notation, part 2.

import { ALL_FIELDS, RESOURCE, type PlainTable, type Resource, type ResourcesPart } from '../notation/resources.ts';
import { printFields } from './fields.ts';
import { escaped } from './markdown.ts';
import { block, printSection, printMarkOf, printScope } from './slots.ts';
import { columnsOf, line, printTable } from './tables.ts';

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
    ...(resource.tables ?? []).flatMap(printPlainTable),
    ...(resource.rowFences ?? []).flatMap(({ name, json }) => printFence(`json rows ${name}`.trim(), json.text)),
  ];
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
