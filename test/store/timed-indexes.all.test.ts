// A million timed rows: whether anything is due, when the next one is, and which are the next to be written, is found in
// indexes on both engines, wherever the rows that are due stand in the table.

import { describe, expect, test } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import { POSTGRES } from '../../src/store/postgres/dialect.ts';
import { namedOf, preparing } from '../../src/store/postgres/statement.ts';
import { prepareStep } from '../../src/store/relational/prepare.ts';
import { schemaOf } from '../../src/store/relational/schema.ts';
import { SQLITE } from '../../src/store/sqlite/dialect.ts';
import type { Bindings, Store } from '../../src/store/store.ts';
import { modelOf } from '../plan/plan-of.ts';
import { timedSource } from '../serve/timed-source.ts';
import { hasPostgres } from './postgres.ts';
import { NOW, onPostgres, onSqlite } from './timed-rows.ts';

const ROWS = 1_000_000;
const bindings: Bindings = { now: NOW, base: '', batch: 500, last: ROWS, instant: NOW };

const AT_ONCE = [
  '| `new` | `old` | after 15 minutes | none',
  '| `new` | `open` | at `due` | none',
  '| `open` | `shut` | after 1 hour | none',
];
const AROUND = [
  '| `new` | `old` | after 15 minutes | there is no Thing (`status` = `open`)',
  '| `open` | `old` | after 1 hour | none',
];

const at = (minute: number): string => `'2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z'`;

/** Every tenth is `new`; of these the last thousand of the table are due. */
const insert = (series: string, cast: string): string => `
  INSERT INTO "Thing" (id, _version, n, status, changed, "_status since")
  SELECT n, 1, 0, CASE WHEN n % 10 = 0 THEN 'new' ELSE 'old' END, ${at(0)}${cast},
    CASE WHEN n > ${ROWS - 10_000} THEN ${at(10)}${cast} ELSE ${at(50)}${cast} END FROM ${series}`;

/** What is asked again and again, and what writes a batch. */
function asked(plan: Plan): { readonly reads: readonly Step[]; readonly writes: readonly Step[] } {
  const { due, next, sweep } = plan.timed![0]!;
  if (sweep.kind === 'instants')
    return { reads: [...due, ...next, ...sweep.earliest, ...(sweep.floor ?? [])], writes: [] };
  return {
    reads: [...due, ...next, ...sweep.batches.map(({ rows }) => rows)],
    writes: sweep.batches.flatMap(({ steps }) => steps),
  };
}

/** Milliseconds of the best of some runs: other programs hold a machine up, too. */
async function best(store: Store, step: Step): Promise<number> {
  const program = store.prepare([step]);
  let least = Infinity;
  for (let n = 0; n < 10; n++) {
    const began = performance.now();
    expect((await program.run(bindings)).kind).not.toBe('unavailable');
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

describe.each([
  ['rows that go their own way', AT_ONCE],
  ['rows that look at each other', AROUND],
])('%s', (_, moves) => {
  const plan = compile(modelOf(timedSource({ moves })));
  const { reads, writes } = asked(plan);

  const rows = { plan, count: ROWS, insert };

  test.skipIf(!hasPostgres)('on PostgreSQL', () =>
    onPostgres(rows, async (store, client) => {
      const on = preparing(schemaOf(plan.storage, POSTGRES));
      for (const step of [...reads, ...writes]) {
        const ask = prepareStep(on, step)(bindings, {}).next().value;
        const { text, values } = namedOf(ask as Parameters<typeof namedOf>[0]);
        const explained = await client.query<[string]>({ text: `EXPLAIN ${text}`, values, rowMode: 'array' });
        expect(explained.rows.join('\n'), text).not.toMatch(/Seq Scan|pkey/);
      }
      for (const step of reads) expect(await best(store, step), JSON.stringify(step)).toBeLessThan(15);
    }),
  );

  test('on SQLite', () =>
    onSqlite(rows, async (store, database) => {
      const on: Parameters<typeof prepareStep>[0] = {
        schema: schemaOf(plan.storage, SQLITE),
        returning: 'after',
        grow: () => undefined,
        prepare: (printed) => ({ printed }),
      };
      for (const step of [...reads, ...writes]) {
        const { statement } = prepareStep(on, step)(bindings, {}).next().value as {
          readonly statement: { readonly printed: { readonly sql: string } };
        };
        const { sql } = statement.printed;
        const plans = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
        expect(plans.map(({ detail }) => detail).join('\n'), sql).not.toMatch(
          /SCAN (?!CONSTANT)Thing|INTEGER PRIMARY KEY/,
        );
      }
      for (const step of reads) expect(await best(store, step), JSON.stringify(step)).toBeLessThan(15);
    }));
});
