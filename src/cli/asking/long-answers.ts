// Answers of several lines: parts, sections, tables, prose. In: a question. Out: whether its answer may go on behind the
// first line, and whether that line is all of it.

import type { Model } from '../../model/model.ts';
import { factOf } from '../../model/views/asks.ts';

const BLOCKS: ReadonlySet<string> = new Set([
  'purpose',
  'resource',
  'field table',
  'repeat table',
  'machine',
  'operation',
  'open list',
]);

export function takesLines(model: Model, id: string): boolean {
  const fact = factOf(model, id);
  if (!fact) return false;
  const isWhole =
    id.split('/').length === 2 && (fact.kind === 'scheme' || fact.kind === 'event' || fact.kind === 'delivery');
  return isWhole || BLOCKS.has(fact.kind) || fact.kind.startsWith('part ');
}

/** A mark of the notation stands alone. */
export function isWhole(line: string): boolean {
  return /^(?:none|any)\.?$|^not shown\b/i.test(line.trim());
}
