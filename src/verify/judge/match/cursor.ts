// The cursor that a reply shows: a place in its list. Input: a listing, the rows that were shown. Output: the world, which knows the place.
// Notation, part 4, "Pages by cursors".

import { cursorField, hasCursor } from '../../../analysis/document/pages.ts';
import type { LinkedOperation } from '../../../model/model.ts';
import type { Row } from '../../world/known.ts';
import { listAsked } from '../asked-list.ts';
import type { Listing } from '../lists.ts';
import type { Setting } from './match.ts';

/** The cursor of a reply leads behind its last row. */
export function learnCursor(
  { world, asked }: Setting,
  linked: LinkedOperation,
  { page }: Listing,
  rows: readonly (Row | undefined)[],
  cursor: unknown,
): void {
  if (!page || !hasCursor(page.pages) || cursorField(page.pages) !== undefined || typeof cursor !== 'string') return;
  const isBefore = typeof page.first === 'object' && page.first.isBefore;
  const row = isBefore ? rows[0] : rows.at(-1);
  if (row && asked)
    world.put(world.cursors, cursor, {
      operation: linked.operation.name.text,
      list: listAsked(page.pages, asked),
      exchange: world.exchange,
      row,
      values: new Map(row.values),
      isBefore,
    });
}
