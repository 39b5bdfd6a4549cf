// What waits to be delivered goes along when data is copied: from a directory into a database and back, deliveries go on where they were.

import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DELIVERY_TABLES } from '../../src/plan/deliveries.ts';
import { OUTBOX } from '../../src/plan/outbox.ts';
import type { Claimed, Deliveries } from '../../src/store/deliveries.ts';
import { copyFromPostgres, copyIntoPostgres } from '../../src/store/postgres/copy.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { backupSqlite } from '../../src/store/sqlite/backup.ts';
import { sqliteSource, sqliteTarget } from '../../src/store/sqlite/copy.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { accepted, happen, LATER, NOW, to } from './contract-deliveries.ts';
import { temporaryDirectory } from './fixtures.ts';
import { hasPostgres, ownSchema } from './postgres.ts';

const tables = [OUTBOX, ...DELIVERY_TABLES];
const WISH = { tables, renames: [] };
const asked = { now: NOW, most: 10, perLane: 10 };
const shown = (found: readonly Claimed[]): string[] =>
  found.map(({ lane, event, seq, tries }) => `${lane} ${event.id} ${seq} ${tries}`);

/** One delivered, one to be tried later, one held by a process that ends there, one that nobody has looked at. */
async function begin(own: Deliveries, ids: readonly number[]): Promise<void> {
  await own.alive(60_000);
  await own.dispatch([...to([ids[0]!, ids[1]!], 'x'), ...to([ids[2]!], 'y')], NOW);
  const [a, b] = await own.claim(asked);
  await own.settle([accepted(a!), { delivery: b!.delivery, outcome: { again: LATER } }], ['x']);
}

async function goesOn(own: Deliveries): Promise<void> {
  await own.alive(60_000);
  expect((await own.undispatched(['told'], 10)).map(({ id }) => id)).toEqual([4]);
  expect(shown(await own.claim(asked))).toEqual(['y 3 3 0']);
  expect(shown(await own.claim({ ...asked, now: LATER }))).toEqual(['x 2 2 0']);
  expect((await own.list({ state: 'accepted' }, 0, 10)).map(({ id }) => id)).toEqual([1]);
  await own.dispatch(to([4], 'z'), NOW);
  expect(shown(await own.claim(asked))).toEqual(['z 4 4 0']);
}

describe.skipIf(!hasPostgres)('copied', () => {
  test('from a directory into a database, and back', async () => {
    const schema = await ownSchema();
    const [from, back] = [temporaryDirectory(), temporaryDirectory()];
    try {
      const store = await openSqlite({ directory: from, tables });
      await begin(store.deliveries!, await happen(store, 4));
      await store.close();
      const source = sqliteSource(from, WISH);
      await copyIntoPostgres(schema.url, WISH, source, () => undefined);
      source.close();
      const target = { made: undefined as ReturnType<typeof sqliteTarget> | undefined };
      await copyFromPostgres(
        schema.url,
        WISH,
        () => (target.made = sqliteTarget(back, WISH)),
        () => undefined,
      );
      target.made!.commit();
      target.made!.close();
      const there = await openPostgres({ url: schema.url, tables });
      await goesOn(there.deliveries!);
      await there.close();
      const again = await openSqlite({ directory: back, tables });
      await goesOn(again.deliveries!);
      await again.close();
    } finally {
      await schema.drop();
      for (const directory of [from, back]) rmSync(directory, { recursive: true, force: true });
    }
  });
});

test('a backup has them', async () => {
  const [directory, copied] = [temporaryDirectory(), temporaryDirectory()];
  const store = await openSqlite({ directory, tables });
  await begin(store.deliveries!, await happen(store, 4));
  await backupSqlite({ directory, file: `${copied}/data.sqlite` });
  await store.close();
  const there = await openSqlite({ directory: copied, tables });
  await goesOn(there.deliveries!);
  await there.close();
  for (const each of [directory, copied]) rmSync(each, { recursive: true, force: true });
});

test('a document that names no event any more begins on what was delivered, and not on what waits', async () => {
  const directory = temporaryDirectory();
  const store = await openSqlite({ directory, tables });
  const own = store.deliveries!;
  await own.dispatch(to(await happen(store, 1), 'x'), NOW);
  const found = await own.claim(asked);
  await store.close();
  await expect(openSqlite({ directory, tables: [] })).rejects.toThrow(
    '_outbox: the document does not name it any more',
  );
  const again = await openSqlite({ directory, tables });
  const [one] = await again.deliveries!.claim(asked);
  expect(one!.delivery).toBe(found[0]!.delivery);
  expect(await again.deliveries!.settle([accepted(one!)], ['x'])).toEqual([true]);
  await again.close();
  await (await openSqlite({ directory, tables: [] })).close();
  const last = await openSqlite({ directory, tables });
  expect(await last.deliveries!.list({}, 0, 10)).toHaveLength(1);
  await last.close();
  rmSync(directory, { recursive: true, force: true });
});
