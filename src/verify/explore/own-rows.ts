// Rows that a run made, and those of others: what a call changes or deletes is a row of the run, wherever it has made one. Input: what is known.
// Output: rows.

import type { LinkedOperation } from '../../model/model.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Row } from '../world/known.ts';
import { isReading } from './operations.ts';

/** The rows of a resource, those of others first. */
export class OwnLast {
  readonly #world: Knowledge;
  readonly #sorted = new Map<
    string,
    { readonly exchange: number; readonly size: number; readonly rows: readonly Row[] }
  >();

  constructor(world: Knowledge) {
    this.#world = world;
  }

  of(resource: string): readonly Row[] {
    const { exchange } = this.#world;
    const known = this.#world.rows(resource);
    const last = this.#sorted.get(resource);
    if (last?.exchange === exchange && last.size === known.length) return last.rows;
    const rows = ownLast(known);
    this.#sorted.set(resource, { exchange, size: known.length, rows });
    return rows;
  }
}

/** As they are, where they are so already. */
function ownLast(rows: readonly Row[]): readonly Row[] {
  const first = rows.findIndex(({ isMade }) => isMade);
  if (first === -1 || rows.findLastIndex(({ isMade }) => !isMade) < first) return rows;
  return [...rows.filter(({ isMade }) => !isMade), ...rows.filter(({ isMade }) => isMade)];
}

/** The rows that a call to the operation may be about: those of others only where the run could make none. */
export function mayBeAbout(linked: LinkedOperation, rows: readonly Row[]): readonly Row[] {
  if (isReading(linked) || rows.at(-1)?.isMade !== true || rows[0]!.isMade) return rows;
  return rows.filter(({ isMade }) => isMade);
}
