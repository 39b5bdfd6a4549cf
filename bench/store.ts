// A store alone, without HTTP: `node bench/store.ts`, the embedded one; `node bench/store.ts URL [CONNECTIONS]`, an empty
// database of PostgreSQL. Guarded updates and inserts by 32 concurrent writers,
// reads by key, pages of 20; the median of five rounds each, over a table of 100,000 rows.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Table } from '../src/plan/plan.ts';
import type { Step } from '../src/plan/steps.ts';
import type { Expr } from '../src/sql/expression.ts';
import { CONNECTIONS, openPostgres } from '../src/store/postgres/open.ts';
import { openSqlite } from '../src/store/sqlite/open.ts';
import type { Bindings, Program } from '../src/store/store.ts';

const ROWS = 100_000;
const WRITERS = 32;
const ROUNDS = 5;
const MILLISECONDS = 1_000;

const table: Table = {
  name: 'Todo',
  rowKey: 'id',
  columns: [
    { name: 'id', type: 'integer', nullable: false },
    { name: 'title', type: 'text', nullable: false },
    { name: 'completed', type: 'boolean', nullable: false },
    { name: 'order', type: 'integer', nullable: true },
    { name: 'changed', type: 'instant', nullable: false },
  ],
  unique: [],
  indexes: [],
};

const column = (name: string): Expr => ({
  kind: 'column',
  column: name,
  type: table.columns.find((each) => each.name === name)?.type ?? 'integer',
});
const parameter = (name: string, type: 'text' | 'integer' | 'boolean' | 'instant'): Expr => ({
  kind: 'parameter',
  name,
  type,
});
const all = table.columns.map((each) => ({ name: each.name, expr: column(each.name) }));
const byKey: Expr = { kind: 'compare', operator: '=', left: column('id'), right: parameter('path.id', 'integer') };
const off: Expr = { kind: 'literal', value: 0, type: 'boolean' };

const insert: Step = {
  kind: 'insert',
  table: 'Todo',
  values: [
    { column: 'title', value: parameter('body.title', 'text') },
    { column: 'completed', value: off },
    { column: 'order', value: parameter('body.order', 'integer') },
    { column: 'changed', value: parameter('now', 'instant') },
  ],
  answer: all,
  checks: [],
};
const update: Step = {
  kind: 'update',
  table: 'Todo',
  where: byKey,
  guards: [
    {
      where: { kind: 'in', left: column('completed'), values: [off, { kind: 'literal', value: 1, type: 'boolean' }] },
      cause: 'illegal move of Todo.completed',
      check: 'state',
    },
  ],
  set: [
    { column: 'completed', value: parameter('body.completed', 'boolean') },
    { column: 'changed', value: { kind: 'later', column: 'changed', now: parameter('now', 'instant') } },
  ],
  every: false,
  absent: 'no such Todo',
  outcome: 'updated',
  answer: all,
};
const find: Step = {
  kind: 'find',
  select: { table: 'Todo', columns: all, where: byKey, order: [] },
  absent: 'no such Todo',
};
const list: Step = {
  kind: 'list',
  select: {
    table: 'Todo',
    columns: all,
    where: undefined,
    order: [{ expr: column('id'), descending: true }],
    limit: parameter('query.limit', 'integer'),
    offset: parameter('query.offset', 'integer'),
  },
  total: false,
};

let n = 0;
const bindings = (): Bindings => ({
  'path.id': ((n * 7919) % ROWS) + 1,
  'body.title': `todo number ${n}`,
  'body.order': n,
  'body.completed': n & 1,
  'query.limit': 20,
  'query.offset': 0,
  now: new Date(1_780_000_000_000 + n++).toISOString(),
});

const directory = mkdtempSync(join(tmpdir(), 'ninefold-bench-'));
const url = process.argv[2];
const connections = Number(process.argv[3] ?? CONNECTIONS);
const store =
  url === undefined
    ? await openSqlite({ directory, tables: [table] })
    : await openPostgres({ url, tables: [table], effects: [], connections });

async function fill(): Promise<void> {
  const program = store.prepare([insert]);
  for (let i = 0; i < ROWS; i += 1_000) await Promise.all(Array.from({ length: 1_000 }, () => program.run(bindings())));
}

/** Runs for a while; answers runs per second. */
async function round(program: Program, writers: number, judged: boolean): Promise<number> {
  let ran = 0;
  const began = performance.now();
  const until = began + MILLISECONDS;
  const writer = async (): Promise<void> => {
    while (performance.now() < until) {
      const result = program.reads
        ? program.run(bindings())
        : await program.run(bindings(), judged ? judge : undefined);
      if (result instanceof Promise ? (await result).kind !== 'done' : result.kind !== 'done')
        throw new Error('a run did not come through');
      ran++;
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  return (ran * 1_000) / (performance.now() - began);
}

const judge = (): undefined => undefined;
const cases: readonly (readonly [name: string, Program, concurrently: number, judged?: true])[] = [
  ['guarded update, 32 writers', store.prepare([update]), WRITERS],
  ['insert, 32 writers', store.prepare([insert]), WRITERS],
  ['guarded update, judged', store.prepare([update]), WRITERS, true],
  ['guarded update, 1 writer', store.prepare([update]), 1],
  ['read by key', store.prepare([find]), url === undefined ? 1 : WRITERS],
  ['page of 20', store.prepare([list]), url === undefined ? 1 : WRITERS],
];
await fill();
const figures = new Map(cases.map(([name]) => [name, [] as number[]]));
for (let i = 0; i < ROUNDS; i++)
  for (const [name, program, writers, judged = false] of cases)
    figures.get(name)?.push(await round(program, writers, judged));
for (const [name, rates] of figures) {
  const median = rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0;
  console.log(`${name.padEnd(30)} ${Math.round(median).toLocaleString('en').padStart(10)} /s`);
}
await store.close();
rmSync(directory, { recursive: true });
