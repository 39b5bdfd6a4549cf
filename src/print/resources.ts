// Part 2 → Markdown. In: ResourcesPart. Out: lines. Notation, part 2.

import { ticked } from '../base/ticked.ts';
import type { PlainTable, Resource, ResourcesPart } from '../notation/resources.ts';
import { printDeletionRules } from '../notation/values/deletion.ts';
import { printUnique } from '../notation/values/unique.ts';
import { printFields } from './fields.ts';
import { escaped } from './markdown.ts';
import { ticks } from '../notation/values/names.ts';
import { asIs, block, printBullet, printMarkOf, printScope } from './slots.ts';
import { line } from './tables.ts';

export function printResources(part: ResourcesPart): string[] {
  return [
    ...printScope(part.scope),
    ...block(printMarkOf(part.resources, part.scope, 'resources')),
    ...part.resources.items.flatMap(printResource),
  ];
}

function printResource(resource: Resource): string[] {
  const bullets = [
    ...printBullet('Identified by', resource.identifiedBy, ticks),
    ...resource.views.flatMap((view) => printBullet(`View ${ticked(view.name.text)}`, view.fields, ticks)),
    ...resource.unique.flatMap((group) => printBullet('Unique', group, printUnique)),
    ...printBullet('When deleted', resource.whenDeleted, printDeletionRules),
    ...printBullet('Rows', resource.rows, asIs),
    ...resource.atLeastOneOf.flatMap((fields) => printBullet('At least one of', fields, ticks)),
    ...resource.exactlyOneOf.flatMap((fields) => printBullet('Exactly one of', fields, ticks)),
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
