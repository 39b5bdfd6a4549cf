// Many rows in one body, on both engines: bodies with the same keys at once, more rows than one statement makes, more failures than are
// told, more octets than are read. Notation, part 4, Does: creates every R in body.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plan } from '../../src/plan/compile.ts';
import { modelOf } from '../plan/plan-of.ts';
import { hasPostgres } from '../store/postgres.ts';
import { send, start, type Running } from './running.ts';

const documentOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, `../parts/endpoints/${name}.md`), 'utf8');
const DOCUMENT = documentOf('creates-every');
const CATEGORIES = documentOf('creates-every-kind');
const WITH_ROLES = readFileSync(join(import.meta.dirname, 'rows-of-a-body.md'), 'utf8');

interface Product {
  readonly id: number;
  readonly sku: string;
}

const rowsOf = (skus: readonly string[]): readonly object[] => skus.map((sku) => ({ sku, name: `Product ${sku}` }));
const names = (count: number): readonly string[] => Array.from({ length: count }, (_, place) => `k${place}`);

describe.each([
  ['the embedded engine', undefined, true],
  ['PostgreSQL', 'postgres', hasPostgres],
] as const)('rows of a body on %s', (_, engine, isThere) => {
  let service: Running;
  const kept = async (): Promise<readonly Product[]> =>
    (await send(service, 'GET', '/products')).json as readonly Product[];

  beforeEach(async () => {
    if (!isThere) return;
    if (engine !== undefined) process.env['TEST_ENGINE'] = engine;
    service = await start(plan(modelOf(DOCUMENT)), { requestTimeout: 60_000 });
    delete process.env['TEST_ENGINE'];
  });
  afterEach(async () => {
    if (isThere) await service.stop();
  });

  it.skipIf(!isThere)('a body without a row is for those alone who may call', async () => {
    if (engine !== undefined) process.env['TEST_ENGINE'] = engine;
    const own = await start(plan(modelOf(WITH_ROLES)));
    delete process.env['TEST_ENGINE'];
    const { json } = await send(own, 'POST', '/people', { name: 'ann', password: 'secret' });
    const headers = { authorization: `Bearer ${(json as { token: string }).token}` };
    const asked = async (rows: readonly object[]): Promise<number> =>
      (await send(own, 'POST', '/items', rows, headers)).status;
    expect([await asked([]), await asked([{ label: 'x' }])]).toEqual([403, 403]);
    const free = async (rows: readonly object[]): Promise<number> => (await send(own, 'POST', '/notes', rows)).status;
    expect([await free([]), await free([{ label: 'x' }])]).toEqual([201, 201]);
    await own.stop();
  });

  it.skipIf(!isThere)('of bodies with the same keys at once, one is kept as a whole', async () => {
    const skus = names(60);
    const orders = Array.from({ length: 8 }, (_, place) => (place % 2 === 0 ? skus : skus.toReversed()));
    const answers = await Promise.all(orders.map((order) => send(service, 'POST', '/products/bulk', rowsOf(order))));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.every((status) => [201, 409, 503].includes(status))).toBe(true);
    const winner = orders[answers.findIndex(({ status }) => status === 201)]!;
    expect((await kept()).map(({ sku }) => sku)).toEqual(winner);
    const refused = answers.find(({ status }) => status === 409);
    if (refused) expect((refused.json as { fields: readonly object[] }).fields).toHaveLength(60);
  });

  it.skipIf(!isThere)('more rows than one statement makes are one request, in their order', async () => {
    const skus = names(6_000);
    const { status, json } = await send(service, 'POST', '/products/bulk', rowsOf(skus));
    expect(status).toBe(201);
    expect((json as readonly Product[]).map(({ sku }) => sku)).toEqual(skus);
    const ids = (await kept()).map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    // The last of them meets the first, and nothing is kept of the others.
    const again = await send(
      service,
      'POST',
      '/products/bulk',
      rowsOf([...names(5_500).map((sku) => `n${sku}`), 'k0']),
    );
    expect(again.json).toEqual({
      error: 'taken',
      fields: [{ field: '5500.sku', path: '5500.sku', pointer: '#/5500/sku' }],
    });
    expect(await kept()).toHaveLength(6_000);
  });

  it.skipIf(!isThere)('the first 1,000 failures are told', async () => {
    const wrong = Array.from({ length: 3_000 }, () => ({ sku: 'x' }));
    const { status, json } = await send(service, 'POST', '/products/bulk', wrong);
    expect(status).toBe(422);
    expect((json as { fields: readonly object[] }).fields).toHaveLength(1_000);
    const twice = await send(service, 'POST', '/products/bulk', rowsOf(Array.from({ length: 3_000 }, () => 'same')));
    expect(twice.status).toBe(409);
    expect((twice.json as { fields: readonly object[] }).fields).toHaveLength(1_000);
    expect(await kept()).toEqual([]);
  });

  it.skipIf(!isThere)('each row sends its event, and a refused body sends none', async () => {
    await service.stop();
    if (engine !== undefined) process.env['TEST_ENGINE'] = engine;
    service = await start(plan(modelOf(CATEGORIES)));
    delete process.env['TEST_ENGINE'];
    const made = await send(service, 'POST', '/categories', {
      categories: [{ code: 'b' }, { code: 'a', parent: 'b' }],
    });
    expect(made.status).toBe(201);
    const refused = await send(service, 'POST', '/categories', { categories: [{ code: 'c' }, { code: 'a' }] });
    expect(refused.status).toBe(409);
    const response = await fetch(`${service.operatorUrl}/outbox`);
    expect(await response.json()).toMatchObject({ waiting: 2, events: [{ event: 'category.made', waiting: 2 }] });
  });

  it.skipIf(!isThere)('a million rows are more octets than are read', async () => {
    const body = `[${'{},'.repeat(999_999)}{}]`;
    const { status } = await send(service, 'POST', '/products/bulk', body);
    expect(status).toBe(413);
    expect(await kept()).toEqual([]);
  });
});
