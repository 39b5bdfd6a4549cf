// The example price-list.md over real HTTP: create or replace, exact decimals, nested objects, merge patches, pages.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, discard, ninefold, serve } from './running.ts';
import type { Running } from './running.ts';

let service: Running;
let products: string;

beforeAll(async () => {
  service = await serve('examples/price-list.md');
  products = `${service.url}/v1/products`;
});
afterAll(async () => {
  await service.stop();
  discard(service.data);
});

const shelf = { name: 'Shelf', net: 19.99, size: { width: 80, height: 200.5, depth: 30 } };
const merge = { 'content-type': 'application/merge-patch+json' };

describe('writing a product', () => {
  it('creates at first, replaces from then on, and says which', async () => {
    const created = await call(`${products}/SHELF-80`, 'PUT', { ...shelf, tags: ['wood', 'wood', 'large'] });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      sku: 'SHELF-80',
      name: 'Shelf',
      net: 19.99,
      tax: 0.19,
      gross: 23.79,
      size: { width: 80, height: 200.5, depth: 30, unit: 'cm' },
      packed: { pieces: 1 },
      steps: [],
      tags: ['wood', 'large'],
      properties: {},
      changed_at: expect.any(String),
    });
    const replaced = await call(`${products}/SHELF-80`, 'PUT', { ...shelf, net: 20 });
    expect([replaced.status, replaced.body.tags, replaced.body.net]).toEqual([200, [], 20]);
    expect((await call(`${products}/SHELF-80`)).body).toEqual(replaced.body);
    expect(replaced.body.changed_at > created.body.changed_at).toBe(true);
  });

  it('sends decimals with exactly the digits they have, and computes exactly', async () => {
    const { text } = await call(
      `${products}/EXACT`,
      'PUT',
      '{"name":"Exact","net":0.10,"tax":0.2,"size":{"width":1,"height":2,"depth":3}}',
    );
    expect(text).toContain('"net":0.10,"tax":0.200,"gross":0.12');
    expect(text).toContain('"width":1.0');
    const half = await call(`${products}/HALF`, 'PUT', { ...shelf, net: 0.5, tax: 0.05 });
    expect(half.text).toContain('"gross":0.53'); // 0.525, half away from zero
  });

  it('creates one product when twenty write it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => call(`${products}/RACE`, 'PUT', { ...shelf, net: i })),
    );
    expect(answers.map((a) => a.status).toSorted()).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
  });

  it('names everything that is wrong by its path', async () => {
    const wrong = {
      name: '',
      net: 1.999,
      tax: 2,
      size: { width: -1, height: 2, colour: 'red' },
      steps: [{ from: 1, net: 1 }],
      gross: 5,
    };
    const { status, body } = await call(`${products}/WRONG`, 'PUT', wrong);
    expect([status, body.code]).toEqual([422, 'not_a_product']);
    expect(Object.keys(body.fields).toSorted()).toEqual(
      ['gross', 'name', 'net', 'size.colour', 'size.depth', 'size.width', 'steps.0.from', 'tax'].toSorted(),
    );
    expect((await call(`${products}/WRONG`)).status).toBe(404);
  });

  it('refuses a number that no product can have', async () => {
    const { status, body } = await call(`${products}/not-a-number`, 'PUT', shelf);
    expect(Math.floor(status / 100)).toBe(4);
    expect(['not_a_number', 'not_listed']).toContain(body.code);
    expect((await call(`${products}/not-a-number`)).status).toBe(404);
  });
});

describe('merging into a product', () => {
  it('merges at every depth, clears by null, keeps the rest', async () => {
    await call(`${products}/MERGE`, 'PUT', {
      ...shelf,
      packed: { by: 'Bo', pieces: 4 },
      properties: { wood: 'oak', oil: 'yes' },
    });
    const patch = { size: { width: 81.5 }, packed: { by: null }, properties: { oil: null, wax: 'no' } };
    const { status, body } = await call(`${products}/MERGE`, 'PATCH', patch, merge);
    expect(status).toBe(200);
    expect(body.size).toEqual({ width: 81.5, height: 200.5, depth: 30, unit: 'cm' });
    expect(body.packed).toEqual({ pieces: 4 });
    expect(body.properties).toEqual({ wood: 'oak', wax: 'no' });
    expect(body.name).toBe('Shelf');
  });

  it('computes the gross price anew', async () => {
    await call(`${products}/GROSS`, 'PUT', { ...shelf, net: 10 });
    expect((await call(`${products}/GROSS`, 'PATCH', { tax: 0.07 }, merge)).body.gross).toBe(10.7);
  });

  it('takes merge patches only, and only of what is listed', async () => {
    await call(`${products}/TYPE`, 'PUT', shelf);
    expect((await call(`${products}/TYPE`, 'PATCH', { net: 1 })).body.code).toBe('not_that_type');
    expect((await call(`${products}/NOWHERE`, 'PATCH', { net: 1 }, merge)).body.code).toBe('not_listed');
    expect((await call(`${products}/TYPE`, 'PATCH', { name: null }, merge)).status).toBe(422);
  });
});

describe('the list', () => {
  it('orders by price, filters, pages and counts', async () => {
    for (let i = 0; i < 12; i += 1) {
      const tags = i % 2 === 0 ? ['even', 'listed'] : ['listed'];
      await call(`${products}/LIST-${String.fromCharCode(76 - i)}`, 'PUT', {
        ...shelf,
        name: `Lamp ${i}`,
        net: 100 + Math.floor(i / 2),
        tags,
      });
    }
    const page = (await call(`${products}?tag=listed`)).body;
    expect(page.count).toBe(12);
    expect(page.products).toHaveLength(10);
    expect(page.products.slice(0, 3).map((p: { sku: string }) => p.sku)).toEqual(['LIST-K', 'LIST-L', 'LIST-I']);
    expect(Object.keys(page.products[0])).toEqual(['sku', 'name', 'net', 'gross', 'tags']);
    const second = (await call(`${products}?tag=listed&page=2&size=10`)).body;
    expect(second.products).toHaveLength(2);
    expect((await call(`${products}?tag=even&named=Lamp%201`)).body.count).toBe(1);
    expect((await call(`${products}?tag=listed&at_most=120.00`)).body.count).toBe(2);
    expect((await call(`${products}?size=5000`)).status).toBe(200);
    expect((await call(`${products}?page=0`)).body.code).toBe('not_a_question');
  });

  it('deletes what is there, and is content when nothing is', async () => {
    await call(`${products}/GOES`, 'PUT', shelf);
    expect((await call(`${products}/GOES`, 'DELETE')).status).toBe(204);
    expect((await call(`${products}/GOES`, 'DELETE')).status).toBe(204);
    expect((await call(`${products}/GOES`)).body).toEqual({
      code: 'not_listed',
      message: 'There is no product with this number',
      fields: {},
    });
  });

  it('is served under its base only', async () => {
    expect((await call(`${service.url}/products`)).body.code).toBe('not_here');
  });
});

it('is complete', async () => {
  const { status, stdout } = await ninefold(['check', 'examples/price-list.md', '--format', 'json']);
  const report = JSON.parse(stdout);
  expect([status, report.gaps]).toEqual([0, []]);
  for (const operation of report.operations) expect(operation).toMatchObject({ runs: 'yes', restsOn: [] });
});
