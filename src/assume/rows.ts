// Which row of a document an assumed row speaks of. Input: a row and the rows that are there. Output: the row that is
// meant. What has a name is found by it; an answer by its When, else its Status; a move by From, To and By. Notation, 1.9.

import type { SlotKey } from '../notation/declaration.ts';
import type { StatusRow } from '../notation/endpoints.ts';
import { assumptionOf, type Slot } from '../notation/slot.ts';
import type { Move } from '../notation/states.ts';
import { isName, isRecord, isSlot } from '../model/walk.ts';
import type { Likeness } from './same.ts';

/** How a person calls it; undefined: it has no name. */
export function nameOf(item: unknown): string | undefined {
  if (!isRecord(item)) return undefined;
  const name = isName(item) ? item : (item['name'] ?? item['code']);
  if (typeof name === 'string') return name;
  return isRecord(name) && typeof name['text'] === 'string' ? name['text'] : undefined;
}

/** By what two of a kind are the same: of an operation its path, however its parameters are called. */
export function keyOf(item: unknown): string | undefined {
  const name = nameOf(item);
  return isRecord(item) && item['kind'] === 'operation' ? name?.replace(/\{[^}]*\}/g, '{}') : name;
}

type Compare = (own: Slot<unknown>, other: Slot<unknown>, head: string) => Likeness;
type Cells = Readonly<Record<string, unknown>>;

/** What tells rows without a name apart, by the list that they are in. */
export const FOUND_BY: Readonly<Record<string, readonly string[] | undefined>> = {
  lines: ['when'],
  statuses: ['when', 'status'] satisfies readonly SlotKey<StatusRow>[],
  moves: ['from', 'to', 'by'] satisfies readonly SlotKey<Move>[],
};

/** `several`: nobody can tell which one is meant. */
export function rowLike(item: unknown, items: readonly unknown[], list: string, like: Compare): unknown {
  if (FOUND_BY[list] === undefined) {
    const key = keyOf(item);
    return items.find((one) => keyOf(one) === key);
  }
  const other = item as Cells;
  const fitting = (items as readonly Cells[]).filter((own) => mayBe(own, other, list, like));
  const scores = fitting.map((own) => Object.keys(own).filter((head) => agree(own, other, head, like) === true).length);
  const best = Math.max(...scores);
  const found = fitting.filter((own, index) => scores[index] === best && (best > 0 || saysNothing(own)));
  return found.length > 1 ? 'several' : found[0];
}

function mayBe(own: Cells, other: Cells, list: string, like: Compare): boolean {
  const when = list === 'statuses' ? agree(own, other, 'when', like) : undefined;
  return when ?? FOUND_BY[list]!.every((head) => agree(own, other, head, like) !== false);
}

/** undefined: one of the two says nothing. */
function agree(row: Cells, assumed: Cells, head: string, like: Compare): boolean | undefined {
  const [own, other] = [row[head], assumed[head]];
  if (!isSlot(own) || !isSlot(other) || isOpen(own) || assumptionOf(other) === undefined) return undefined;
  return like(own, other, head) !== 'differs';
}

function isOpen({ status }: Slot<unknown>): boolean {
  return status === 'gap' || status === 'absent';
}

function saysNothing(row: Cells): boolean {
  return Object.values(row).every((cell) => !isSlot(cell) || isOpen(cell));
}
