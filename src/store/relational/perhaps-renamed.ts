// Which field that is gone may be one that is new, under another name. Input: a table as it is stored and as the document wants
// it. Output: the Change row of part 9 that would say so, by the field that is gone; only where one alone can be meant. It is
// suggested, and never done unless the document says it. Decision 0015.

import type { Column, RenamePlan } from '../../plan/plan.ts';
import type { TableShape } from './schema.ts';
import { settled } from './renames.ts';

export function perhapsRenamed(
  was: TableShape,
  shape: TableShape,
  known: readonly string[],
): ReadonlyMap<string, string> {
  const resource = shape.table.name;
  const going = Map.groupBy(fieldsBeside(was, shape), kindOf);
  const coming = Map.groupBy(fieldsBeside(shape, was), kindOf);
  return new Map(
    [...going].flatMap(([kind, old]) => {
      const [field, ...others] = coming.get(kind) ?? [];
      const [before] = old;
      if (old.length > 1 || others.length > 0 || field === undefined || before === undefined) return [];
      const rename: RenamePlan = { resource, field: field.name, was: [before.name] };
      // A rename that was done once no longer counts.
      if (known.includes(settled([rename])[0]!)) return [];
      return [[before.name, `\`${resource}.${field.name}\` was \`${before.name}\``]];
    }),
  );
}

/** Those of the one that the other lacks. */
function fieldsBeside({ table }: TableShape, other: TableShape): readonly Column[] {
  return table.columns.filter(
    ({ name, unstated }) => unstated !== true && name !== table.rowKey && !other.columns.has(name),
  );
}

/** A field that is renamed keeps its values where these are the same. */
function kindOf({ type, scale = 0, refers }: Column): string {
  return JSON.stringify([type, type === 'decimal' ? scale : 0, refers]);
}
