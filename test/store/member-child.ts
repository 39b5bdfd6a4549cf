// A process that writes rows with lists until it is killed: `node member-child.ts PLACE TABLES FIRST`; the place is a directory or the URL of a
// database. Prints a character for each change that was acknowledged.

import { writeSync } from 'node:fs';
import type { Table } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { BY_KEY, column, parameter } from './fixtures.ts';

const tags = { column: 'tags', value: parameter('tags', 'json') };
const insert: Step = {
  kind: 'insert',
  table: 'Note',
  values: [
    tags,
    { column: 'at', value: parameter('at', 'instant') },
    { column: 'author', value: parameter('author', 'integer') },
    { column: 'closed', value: parameter('closed', 'boolean') },
  ],
  checks: [],
  answer: [{ name: '_row', expr: column('_row', 'integer') }],
};
const change: Step = {
  kind: 'update',
  table: 'Note',
  where: BY_KEY,
  guards: [],
  set: [tags],
  every: false,
  absent: 'absent',
  outcome: 'updated',
  answer: undefined,
};
const remove: Step = {
  kind: 'delete',
  table: 'Note',
  where: BY_KEY,
  guards: [],
  every: false,
  ifThere: true,
  absent: 'absent',
  cascade: [],
  answer: undefined,
};
const STEPS = [insert, change, remove];

const [place = '', tables = '[]', first = '0'] = process.argv.slice(2);
const wanted = JSON.parse(tables) as readonly Table[];
const store = place.startsWith('postgres:')
  ? await openPostgres({ url: place, tables: wanted, effects: STEPS.map((step) => [step]) })
  : await openSqlite({ directory: place, tables: wanted });
const [make, edit, take] = STEPS.map((step) => store.prepare([step]));

async function write(writer: number): Promise<never> {
  for (let at = Number(first) + writer; ; at += 8) {
    const list = (from: number): string => JSON.stringify([`n${from % 5}`, `n${from % 3}`, `w${writer}`]);
    const made = await make!.run({ tags: list(at), at: '2026-01-01T00:00:00.000Z', author: 1, closed: 0 });
    const key = made.kind === 'done' ? Number(made.rows[0]?.[0]) : 0;
    if (at % 2 === 0) await edit!.run({ key, tags: list(at + 1) });
    if (at % 3 === 0) await take!.run({ key });
    writeSync(1, '.');
  }
}

await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
