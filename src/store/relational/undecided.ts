// What rows have in fields of which the document does not say how they are kept. Input: the tables as they are stored and as the plan
// wants them. Output: the wanted tables with those columns. Decision 0006: a gap puts nothing at stake.

import type { Column, Table } from '../../plan/plan.ts';

/** `numbered`: the field that was the key of its rows, while the document does not say whether it still is. */
export interface KeptTable extends Table {
  readonly numbered?: string;
}

/** What a table says of the data. */
export function keptOf<T extends { readonly tables: readonly Table[] }>(wish: T): T {
  return { ...wish, tables: wish.tables.map(withoutPayloads) };
}

function withoutPayloads(table: Table): Table {
  const { payloads: _, ...kept } = table;
  return kept;
}

export function withUndecided(tables: readonly Table[], stored: readonly KeptTable[]): readonly KeptTable[] {
  const before = new Map(stored.map((table) => [table.name, table]));
  return tables.map((table) => {
    const was = before.get(table.name);
    return was && table.undecided !== undefined ? keeping(table, was) : table;
  });
}

function keeping(table: Table, was: KeptTable): KeptTable {
  const { undecided = [] } = table;
  const isOpen = (name: string): boolean => undecided === 'every' || undecided.includes(name);
  const there = new Set([table.rowKey, ...table.columns.map(({ name }) => name)]);
  const columns = was.columns.filter(({ name }) => isOpen(name) && !there.has(name)).map(unjudged);
  const key = [was.rowKey, was.numbered].find((name) => name !== undefined && name !== table.rowKey && isOpen(name));
  return { ...table, columns: [...table.columns, ...columns], ...(key !== undefined && { numbered: key }) };
}

/** A row that is made meanwhile has nothing there; what its values may be is judged when the type is said again. */
function unjudged({ name, type, said, scale, refers, inside }: Column): Column {
  return {
    name,
    type,
    nullable: true,
    ...(said !== undefined && { said }),
    ...(scale !== undefined && { scale }),
    ...(refers !== undefined && { refers }),
    ...(inside && { inside }),
  };
}

/** The same number under another name: nothing of it is lost. */
export function isSameKey(before: KeptTable, after: KeptTable): boolean {
  return before.rowKey === after.rowKey || after.numbered === before.rowKey || before.numbered === after.rowKey;
}
