// Places for calls that run: never more than there are, none refused while one is free, and those of a process that dies are free.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';

import { openPostgres } from '../../src/store/postgres/open.ts';
import { ownPlaces, type PlaceAsk, type Places } from '../../src/store/places.ts';
import type { Store } from '../../src/store/store.ts';
import { hasPostgres, ownSchema, sql } from './postgres.ts';

const ask = (key: string, most: number): PlaceAsk => ({ most, key: createHash('md5').update(key).digest('hex') });

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function ofDatabase(): Promise<{ readonly url: string; readonly open: () => Promise<Store> }> {
  const { url, drop } = await ownSchema();
  ends.push(drop);
  return {
    url,
    async open() {
      const store = await openPostgres({ url, tables: [], effects: [], counts: true });
      ends.push(() => store.close());
      return store;
    },
  };
}

/** By turns of two processes. */
async function shared(): Promise<Places> {
  const { open } = await ofDatabase();
  const both = [(await open()).places!, (await open()).places!];
  let turn = 0;
  return { take: (asks) => both[turn++ % 2]!.take(asks) };
}

const ENGINES: readonly (readonly [string, () => Promise<Places>, boolean])[] = [
  ['in one process', async () => ownPlaces(), true],
  ['in two processes on PostgreSQL', shared, hasPostgres],
];

const given = async (places: Places, ...asks: readonly PlaceAsk[]): Promise<() => void> => {
  const taken = await places.take(asks);
  if ('full' in taken) throw new Error(`full: ${taken.full}`);
  return taken.giveBack;
};

for (const [engine, open, isThere] of ENGINES) {
  describe.skipIf(!isThere)(engine, () => {
    it('gives the last place and not one more, and a place again that was given back', async () => {
      const places = await open();
      const [first] = await Promise.all(Array.from({ length: 25 }, () => given(places, ask('a', 25))));
      expect(await places.take([ask('a', 25)])).toEqual({ full: 0 });
      first!();
      first!();
      await sleep(50);
      const again = await given(places, ask('a', 25));
      expect(await places.take([ask('a', 25)])).toEqual({ full: 0 });
      again();
    });

    it('gives places of all limits of a call, or none', async () => {
      const places = await open();
      const one = await given(places, ask('one', 1), ask('three', 3));
      expect(await places.take([ask('three', 3), ask('one', 1)])).toEqual({ full: 1 });
      await given(places, ask('three', 3));
      await given(places, ask('three', 3));
      expect(await places.take([ask('three', 3)])).toEqual({ full: 0 });
      one();
      await sleep(50);
      await given(places, ask('one', 1), ask('three', 3));
    });

    it('gives one where two limits of a call are the same', async () => {
      const places = await open();
      (await given(places, ask('a', 1), ask('a', 1)))();
      await sleep(50);
      await given(places, ask('a', 1));
    });

    it('holds while hundreds come and go', async () => {
      const places = await open();
      let [running, most, admitted, refused] = [0, 0, 0, 0];
      const client = async (): Promise<void> => {
        for (let i = 0; i < 40; i++) {
          const taken = await places.take([ask('hot', 7), ask(`own ${i % 5}`, 40)]);
          if ('full' in taken) {
            refused++;
            expect(taken.full).toBe(0);
          } else {
            admitted++;
            most = Math.max(most, ++running);
            await sleep(Math.random() * 4);
            running--;
            taken.giveBack();
          }
          await sleep(Math.random() * 8);
        }
      };
      await Promise.all(Array.from({ length: 30 }, client));
      expect(most).toBe(7);
      expect(admitted).toBeGreaterThan(100);
      expect(refused).toBeGreaterThan(10);
    });
  });
}

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  it('the places of a process that is killed are free, and those of the others are not', async () => {
    const { url, open } = await ofDatabase();
    const { places } = await open();
    await given(places!, ask('a', 5));
    const script = new URL('./places-child.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [script, url, JSON.stringify(ask('a', 5))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [told] = (await once(child.stdout, 'data')) as [Buffer];
    expect(String(told)).toBe('4 held\n');
    expect(await places!.take([ask('a', 5)])).toEqual({ full: 0 });
    child.kill('SIGKILL');
    await once(child, 'close');
    await sleep(200);
    for (let i = 0; i < 4; i++) await given(places!, ask('a', 5));
    expect(await places!.take([ask('a', 5)])).toEqual({ full: 0 });
  });

  it('a process whose connection is cut holds its places again before it takes another', async () => {
    const { open } = await ofDatabase();
    const { places } = await open();
    const kept = await given(places!, ask('a', 2));
    await given(places!, ask('a', 2));
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
      AND pid IN (SELECT pid FROM pg_stat_activity WHERE query LIKE '%ninefold_take%')`;
    expect((await sql(cut)).length).toBeGreaterThan(0);
    await sleep(100);
    expect(await places!.take([ask('a', 2)])).toEqual({ full: 0 });
    const other = await open();
    expect(await other.places!.take([ask('a', 2)])).toEqual({ full: 0 });
    kept();
    await sleep(50);
    await given(other.places!, ask('a', 2));
  });

  it('takes no place when it is closed', async () => {
    const { open } = await ofDatabase();
    const store = await open();
    await store.close();
    await expect(store.places!.take([ask('a', 2)])).rejects.toThrow('the store is closed');
  });
});
