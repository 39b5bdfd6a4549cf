// Brings the tables that are stored to those of the plan.
import type { DatabaseSync } from 'node:sqlite';
import { createIndexes, createTable } from './schema.ts';
import type { Schema } from './schema.ts';

export function migrate(database: DatabaseSync, schema: Schema): void {
  for (const shape of schema.values()) {
    const there = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(shape.name);
    if (there) continue;
    database.exec([createTable(shape), ...shape.unique.map((u) => u.create), ...createIndexes(shape)].join(';'));
  }
}
