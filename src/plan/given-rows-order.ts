// The rows that a resource has in the order in which they are put. Input: a model and a resource. Output: rows. Notation, part 2, `Rows:`;
// decision 0064.

import { givenRows, type GivenRow } from '../analysis/document/given-rows.ts';
import { referenceOf } from '../analysis/document/value-kinds.ts';
import type { Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { storedLiteral } from './values.ts';

/** A row that others of its resource refer to is there before them. */
export function rowsInOrder(model: Model, resource: Resource): readonly GivenRow[] {
  const { rows } = givenRows(resource);
  const own = resource.fields.items.flatMap((field) => {
    const type = valueOf(field.type);
    const { resource: of, by } = (type && referenceOf(model, type)) ?? {};
    return of === resource.name.text && by !== undefined ? [{ field: field.name.text, by }] : [];
  });
  if (own.length === 0) return rows;
  const valueIn = (row: GivenRow, name: string): string | undefined => {
    const literal = row.values.find(({ field }) => field.text === name)?.literal;
    const type = valueOf(model.fields.get(`${resource.name.text}.${name}`)!.type);
    if (!literal || !type || literal.kind === 'null') return undefined;
    return JSON.stringify(storedLiteral(model, literal, type));
  };
  const by = new Map(own.map((one) => [one.by, new Map(rows.map((row) => [valueIn(row, one.by), row]))]));
  const ordered = new Set<GivenRow>();
  // No recursion: a file may have a chain of thousands.
  for (const first of rows) {
    const open = [first];
    const seen = new Set<GivenRow>();
    while (open.length > 0) {
      const row = open.at(-1)!;
      const before = seen.has(row)
        ? []
        : own.flatMap((one) => {
            const value = valueIn(row, one.field);
            const other = value === undefined ? undefined : by.get(one.by)!.get(value);
            return other && !ordered.has(other) && !seen.has(other) ? [other] : [];
          });
      seen.add(row);
      if (before.length > 0) open.push(...before);
      else ordered.add(open.pop()!);
    }
  }
  return [...ordered];
}
