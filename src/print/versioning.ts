// Part 9 → Markdown. Input: VersioningPart. Output: lines. Notation, part 9.

import type { List, Slot } from '../notation/slot.ts';
import { CHANGE, type ChangeRow, VERSION, VERSIONING, type VersioningPart } from '../notation/versioning.ts';
import { escaped } from './markdown.ts';
import { asIs } from '../notation/grammar/syntax.ts';
import { block, printMarkOf, printScope, printSection, rowTitle } from './slots.ts';
import { column, columnsOf, printTable } from './tables.ts';

export function printVersioning(part: VersioningPart): string[] {
  const { scope, versions, changes } = part;
  const marks = [
    ...(versions.written ? [] : printMarkOf(versions, scope, 'versions')),
    ...(changes.written ? [] : printMarkOf(changes, scope, 'changes')),
  ];
  return [
    ...printScope(scope),
    ...block([...printSection(VERSIONING, part.facts), ...marks]),
    ...printTable(versions, VERSION.head, ({ name }) => escaped(rowTitle(name.text), true), columnsOf(VERSION.columns)),
    ...printChanges(changes),
  ];
}

/** The columns that the rows have, under the heads that they have. */
function printChanges(rows: List<ChangeRow>): string[] {
  const heads = new Set(rows.items.flatMap((row) => [...row.cells.keys()]));
  const columns = [...heads].map((name) =>
    column(escaped(name, true), (row: ChangeRow) => row.cells.get(name) ?? MISSING, asIs),
  );
  return printTable(rows, CHANGE.head, changeCell, columns);
}

function changeCell({ name, change }: ChangeRow): string {
  return escaped(change ? name.text : rowTitle(name.text), true);
}

const MISSING: Slot<string> = { status: 'absent', at: { start: 0, end: 0 }, column: { start: 0, end: 0 } };
