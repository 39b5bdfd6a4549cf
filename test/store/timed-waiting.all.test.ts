// A hundred thousand rows whose instant is past and whose Only if is false: who asks whether anything is due passes none of
// them, where Only if looks at the row alone; and the one that does not wait is found. Decision 0012.

import { describe, expect, test } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Bindings, Store } from '../../src/store/store.ts';
import { modelOf } from '../plan/plan-of.ts';
import { timedSource } from '../serve/timed-source.ts';
import { hasPostgres } from './postgres.ts';
import { NOW, onPostgres, onSqlite } from './timed-rows.ts';

const ROWS = 100_000;
const bindings: Bindings = { now: NOW, base: '' };
/** Milliseconds for the look; past all that wait it takes 27 and more. */
const BOUND = 5;

const insert = (series: string, cast: string): string => `
  INSERT INTO "Thing" (id, _version, n, status, changed, "_status since")
  SELECT n, 1, 0, 'new', '2026-01-01T00:00:00.000Z'${cast}, '2026-01-01T00:00:00.000Z'${cast} FROM ${series}`;

describe.each([
  ['a move', '`old`', '`n` > 3'],
  ['a removal', '(gone)', '`n` > 3 and `due` is set'],
])('%s that many rows wait for', (_, to, onlyIf) => {
  // Two rows of part 3, and one index for both.
  const moves = [`after 15 minutes | ${onlyIf}`, `after 16 minutes | ${onlyIf}`].map(
    (one) => `| \`new\` | ${to} | ${one}`,
  );
  const plan = compile(modelOf(timedSource({ moves })));
  const look = async (store: Store): Promise<{ readonly found: boolean; readonly took: number }> => {
    const [step] = plan.timed![0]!.due;
    const program = store.prepare([step!]);
    let took = Infinity;
    let found = false;
    for (let n = 0; n < 20; n++) {
      const began = performance.now();
      found = (await program.run(bindings)).kind === 'done';
      took = Math.min(took, performance.now() - began);
    }
    return { found, took };
  };
  const expectQuick = async (store: Store, engine: string, end: () => Promise<unknown>): Promise<void> => {
    const none = await look(store);
    console.log(`${engine}, ${ROWS} rows wait: ${none.took.toFixed(2)} ms`);
    expect(none.found).toBe(false);
    expect(none.took).toBeLessThan(BOUND);
    await end();
    expect((await look(store)).found).toBe(true);
  };
  const end = `UPDATE "Thing" SET n = 4, due = changed WHERE id = ${ROWS}`;

  const rows = { plan, count: ROWS, insert };

  test.skipIf(!hasPostgres)('on PostgreSQL', () =>
    onPostgres(rows, (store, client) => expectQuick(store, 'PostgreSQL', () => client.query(end))),
  );

  test('on SQLite', () =>
    onSqlite(rows, (store, database) => expectQuick(store, 'SQLite', async () => database.exec(end))));
});
