// Walks what was read, in any part: values, slots, lists and maps. Input: a document or a piece of it. Output: the same with
// some of its pieces replaced. Assumptions are read and laid over a document with it.

import type { Span } from '../base/span.ts';
import { absent, type Assumption, type List, type Slot } from '../notation/slot.ts';

const STATUSES: ReadonlySet<unknown> = new Set(['stated', 'none', 'any', 'gap', 'unreadable', 'absent']);

export function isSlot(value: unknown): value is Slot<unknown> {
  return isRecord(value) && STATUSES.has(value['status']) && isSpan(value['at']);
}

export function isList(value: unknown): value is List<unknown> {
  return isRecord(value) && Array.isArray(value['items']) && typeof value['written'] === 'boolean';
}

export function isSpan(value: unknown): value is Span {
  return isRecord(value) && typeof value['start'] === 'number' && typeof value['end'] === 'number';
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map);
}

/** `change` returns the replacement of a piece; undefined: the walk goes on inside it. What does not change is shared. */
export function rebuild<T>(value: T, change: (piece: unknown) => unknown): T {
  return rebuilt(value, change) as T;
}

function rebuilt(value: unknown, change: (piece: unknown) => unknown): unknown {
  const instead = change(value);
  if (instead !== undefined) return instead;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => rebuilt(item, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]): [unknown, unknown] => [key, rebuilt(item, change)]);
    return entries.some(([key, item]) => item !== value.get(key)) ? new Map(entries) : value;
  }
  let changed: Record<string, unknown> | undefined;
  for (const [key, item] of Object.entries(value)) {
    const other = rebuilt(item, change);
    if (other !== item) (changed ??= { ...value })[key] = other;
  }
  return changed ?? value;
}

/** Is anything in it assumed? */
export function bearsAssumption(value: unknown): boolean {
  return firstAssumed(value) !== undefined;
}

/** The place of the first statement in it that is assumed. */
export function firstAssumed(value: unknown): Span | undefined {
  let found: Span | undefined;
  rebuild(value, (piece) => {
    if (found === undefined && isRecord(piece) && piece['assumed'] !== undefined && isSpan(piece['at']))
      found = piece['at'];
    return found && piece;
  });
  return found;
}

/** Without the assumptions that no longer count, and without rows that say nothing else. */
export function without<T>(value: T, isOver: (assumption: Assumption, at: Span) => boolean): T {
  return rebuild(value, (piece) => {
    if (isSlot(piece) && 'assumed' in piece && piece.assumed && isOver(piece.assumed, piece.at))
      return absent(piece.at);
    if (!isList(piece)) return undefined;
    const { assumed, mark, ...list } = piece;
    const items = list.items.flatMap((item) => {
      const left = without(item, isOver);
      return bearsAssumption(item) && !bearsAssumption(left) ? [] : [left];
    });
    if (assumed && isOver(assumed, list.markAt ?? list.at)) return { ...list, items, mark: undefined };
    return { ...list, items, mark, ...(assumed && { assumed }) };
  });
}

/** A name as written is a text and its place, and no more. */
export function isName(value: unknown): boolean {
  return isRecord(value) && typeof value['text'] === 'string' && isSpan(value['at']) && Object.keys(value).length === 2;
}

/** The place of a row or a heading. */
export function placeOf(item: unknown): Span {
  const at = isRecord(item) ? item['at'] : undefined;
  const name = isRecord(item) && isRecord(item['name']) ? item['name']['at'] : undefined;
  return isSpan(at) ? at : isSpan(name) ? name : { start: 0, end: 0 };
}
