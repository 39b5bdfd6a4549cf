// Part 9 → Markdown: values kept as written. In: VersioningPart. Out: lines. Notation, part 9.

import type { List, Slot } from '../notation/slot.ts';
import type { VersioningPart, VersionRow } from '../notation/versioning.ts';
import { escaped } from './markdown.ts';
import { asIs, block, printMarkOf, printScope, printTextFacts, rowTitle } from './slots.ts';
import { column, printTable } from './tables.ts';

export function printVersioning(part: VersioningPart): string[] {
  const { scope, versions, changes } = part;
  const marks = [
    ...(versions.written ? [] : printMarkOf(versions, scope, 'versions')),
    ...(changes.written ? [] : printMarkOf(changes, scope, 'changes')),
  ];
  return [
    ...printScope(scope),
    ...block([...printTextFacts(part.facts), ...marks]),
    ...printRows('Version', versions),
    ...printRows('Change', changes),
  ];
}

/** The columns that the rows have, under the heads that they have. */
function printRows(head: string, rows: List<VersionRow>): string[] {
  const heads = new Set(rows.items.flatMap((row) => [...row.cells.keys()]));
  const columns = [...heads].map((name) =>
    column(escaped(name, true), (row: VersionRow) => row.cells.get(name) ?? MISSING, asIs),
  );
  return printTable(rows, head, (row) => escaped(row.change ? row.name.text : rowTitle(row.name.text), true), columns);
}

const MISSING: Slot<string> = { status: 'absent', at: { start: 0, end: 0 }, column: { start: 0, end: 0 } };
