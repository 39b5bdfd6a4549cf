// What processes that share a database tell each other: others hear it at once, and nothing depends on it.

import { afterEach, describe, expect, it } from 'vitest';
import { plan } from '../../src/plan/compile.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import type { Store } from '../../src/store/store.ts';
import { modelOf } from '../plan/plan-of.ts';
import { LISTENED, until } from '../serve/relay/listening.ts';
import { hasPostgres, ownSchema, sql } from './postgres.ts';

const { storage } = plan(modelOf(LISTENED));

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function opened(url: string, connections = 8): Promise<Store & { readonly heard: number[] }> {
  const store = await openPostgres({ url, tables: storage, connections });
  ends.push(() => store.close());
  const heard: number[] = [];
  store.deliveries!.whenTold!(() => void heard.push(performance.now()));
  return Object.assign(store, { heard });
}

const schema = async (): Promise<string> => {
  const { url, drop } = await ownSchema();
  ends.push(drop);
  return url;
};

const listens = async (url: string): Promise<readonly number[]> =>
  (
    await sql(
      `SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN ninefold_' || md5(current_schema()) AND state = 'idle'`,
      url,
    )
  ).map(([pid]) => Number(pid));

describe.skipIf(!hasPostgres)('processes that share a database', () => {
  it('hear at once what another tells, many at once as one, and not themselves', async () => {
    const url = await schema();
    const [one, other] = [await opened(url), await opened(url)];
    const stranger = await opened(await schema());
    await until(async () => (await listens(url)).length === 2);
    for (const store of [one, other, stranger]) store.heard.length = 0;
    const began = performance.now();
    for (let count = 0; count < 500; count += 1) one.deliveries!.tellOthers!();
    await until(() => other.heard.length > 0);
    expect(other.heard[0]! - began).toBeLessThan(400);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([one.heard.length, other.heard.length, stranger.heard.length]).toEqual([0, 1, 0]);
  });

  it('listen again where the connection was lost', async () => {
    const url = await schema();
    const [one, other] = [await opened(url), await opened(url)];
    await until(async () => (await listens(url)).length === 2);
    for (const pid of await listens(url)) await sql(`SELECT pg_terminate_backend(${pid})`);
    await until(async () => (await listens(url)).length === 2);
    other.heard.length = 0;
    await until(() => {
      one.deliveries!.tellOthers!();
      return other.heard.length > 0;
    });
  });

  it('take none of few connections for it, and can still tell', async () => {
    const url = await schema();
    const [few, many] = [await opened(url, 4), await opened(url)];
    await until(async () => (await listens(url)).length === 1);
    many.heard.length = 0;
    few.deliveries!.tellOthers!();
    await until(() => many.heard.length === 1);
    expect(few.heard).toEqual([]);
  });

  it('tell what is to be told before they close', async () => {
    const url = await schema();
    const [one, other] = [await opened(url), await opened(url)];
    await until(async () => (await listens(url)).length === 2);
    other.heard.length = 0;
    one.deliveries!.tellOthers!();
    await one.close();
    await until(() => other.heard.length === 1);
    expect(await listens(url)).toHaveLength(1);
  });
});
