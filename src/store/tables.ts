// The tables of a plan as SQL, for people and other tools. Input: a plan. Output: the statements by which each engine makes them when a
// service begins with no data; its own notes beside them are left out.

import type { Table } from '../plan/plan.ts';
import { besideRows } from './postgres/beside-rows.ts';
import { POSTGRES } from './postgres/dialect.ts';
import { statementsOf } from './postgres/kept-tables.ts';
import type { Dialect } from './relational/dialect.ts';
import { createIndexes } from './relational/indexes.ts';
import { membersOf } from './relational/member-tables.ts';
import { createTable, schemaOf, type TableShape } from './relational/schema.ts';
import { SQLITE } from './sqlite/dialect.ts';
import { statementsOf as inFile } from './sqlite/member-tables.ts';

export function tablesAsSql(all: readonly Table[]): string {
  const tables = all.filter(({ ofStore }) => ofStore !== true);
  return [
    ofEngine(tables, SQLITE, (shape) => membersOf(shape).flatMap(inFile)),
    ofEngine(tables, POSTGRES, inDatabase),
  ].join('\n');
}

/** What no row is in yet. */
function inDatabase(shape: TableShape): readonly string[] {
  return besideRows(shape).flatMap((kept) => {
    const { before, after } = statementsOf(kept);
    return [...before, ...after];
  });
}

function ofEngine(
  tables: readonly Table[],
  dialect: Dialect,
  beside: (shape: TableShape) => readonly string[],
): string {
  const shapes = [...schemaOf(tables, dialect).values()];
  const statements = shapes.flatMap((shape) => [
    createTable(shape),
    ...shape.unique.map(({ create }) => create),
    ...createIndexes(shape),
    ...beside(shape),
  ]);
  const folds = statements.some((statement) => statement.includes('ninefold_'));
  const renamed = shapes
    .filter(({ name, table }) => name !== table.name)
    .map(({ name, table }) => `-- ${oneLine(table.name)} is ${oneLine(name)} here.`);
  return [
    `-- ${dialect.engine}`,
    ...renamed,
    ...(folds ? ['-- Functions that begin with ninefold_ are made by the service before its tables.'] : []),
    ...statements.map((statement) => `${statement};`),
    '',
  ].join('\n');
}

/** A name may hold anything; a comment ends with its line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}
