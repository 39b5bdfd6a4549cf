// The indexes of a table beside those that keep values unique: for look-ups, for orders, for what is due. Input: a table. Output:
// a name and the statement that makes it.

import { createHash } from 'node:crypto';
import { condition, places } from './print.ts';
import type { Scope } from './print.ts';
import { columnOf, quote, schemaOf } from './schema.ts';
import type { TableShape } from './schema.ts';

export function createIndexes(shape: TableShape): readonly string[] {
  return indexesOf(shape).map(({ create }) => create);
}

export interface IndexShape {
  readonly name: string;
  readonly create: string;
  /** Fields. */
  readonly columns: readonly string[];
}

/** Indexes for look-ups and orders; those that the row key or a unique index already serves are left out. */
export function indexesOf(shape: TableShape): readonly IndexShape[] {
  const served = new Set([shape.table.rowKey]);
  const wanted: (readonly string[])[] = [];
  for (const { index, terms, except } of shape.unique) {
    const isPlain = index.columns.every((column, place) => terms[place] === columnOf(shape, column));
    // An index that leaves rows out finds none of them.
    if (isPlain && except.length === 0) served.add(index.columns.join('\0'));
    else if (!index.ignoringCase) wanted.push(index.columns);
  }
  const indexes: IndexShape[] = [];
  const counted = shape.dialect.countsByIndex ? (shape.table.counted ?? []).map((column) => [column]) : [];
  for (const written of [...shape.table.indexes, ...counted, ...wanted]) {
    const isEnded = shape.dialect.endsInKeys && written.length > 1 && written.at(-1) === shape.table.rowKey;
    const fields = isEnded ? written.slice(0, -1) : written;
    const key = fields.join('\0');
    if (served.has(key)) continue;
    served.add(key);
    const columns = fields.flatMap((field) => {
      const kept = shape.columns.get(field);
      return kept ? [{ sql: kept.sql, kept }] : [];
    });
    const on = shape.dialect.indexOn(columns);
    if (on === undefined) continue;
    const name = shape.dialect.legalName(`${shape.name} by ${columns.map(({ sql }) => sql).join(', ')}`);
    indexes.push({ name, create: `CREATE INDEX ${quote(name)} ON ${shape.sql} ${on}`, columns: fields });
  }
  return [...indexes, ...partialIndexes(shape)];
}

/** Of rows that are due and do not wait. Where an index cannot have the condition, all rows are in it. */
function partialIndexes(shape: TableShape): readonly IndexShape[] {
  const { dialect, table } = shape;
  const indexes = (table.partial ?? []).flatMap(({ columns: fields, where }): readonly IndexShape[] => {
    const columns = fields.flatMap((field) => {
      const kept = shape.columns.get(field);
      return kept ? [{ sql: kept.sql, kept }] : [];
    });
    const on = dialect.indexOn(columns);
    if (on === undefined) return [];
    const own = { shape, name: shape.sql };
    const scope: Scope = { schema: schemaOf([table], dialect), places: places(dialect), own, sources: new Map() };
    const printed = condition(where, scope);
    const which = scope.places.args.length > 0 ? '' : ` WHERE ${printed}`;
    const hash = createHash('sha256').update(which).digest('hex').slice(0, 8);
    const name = dialect.legalName(`${shape.name} by ${columns.map(({ sql }) => sql).join(', ')} where ${hash}`);
    return [{ name, create: `CREATE INDEX ${quote(name)} ON ${shape.sql} ${on}${which}`, columns: fields }];
  });
  // Several rows of part 3 may need the same one.
  return [...new Map(indexes.map((index) => [index.name, index])).values()];
}
