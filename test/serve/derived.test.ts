// Derived fields beside the same by hand, after any sequence of calls; a stock under many calls at once. The documents are those of
// test/parts: sums of other rows, arithmetic of effects.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plan } from '../../src/plan/compile.ts';
import { Random } from '../laws/random.ts';
import { modelOf } from '../plan/plan-of.ts';
import { trials } from '../trials.ts';
import { send, start, type Running } from './running.ts';

const PARTS = join(import.meta.dirname, '../parts');

function startOf(document: string): Promise<Running> {
  return start(plan(modelOf(readFileSync(join(PARTS, document), 'utf8'))));
}

interface Line {
  readonly id: number;
  readonly order: number;
  readonly name: string;
  /** In hundredths; undefined: none. */
  readonly price: number | undefined;
  readonly pieces: number;
}

interface Shown {
  readonly id: number;
  readonly total: number;
  readonly first: string | null;
}

/** What the document says of an order, from its lines. */
function shownOf(
  id: number,
  all: readonly Line[],
): Shown & { readonly pieces: number; readonly cheapest: number | null } {
  const lines = all.filter(({ order }) => order === id);
  const prices = lines.flatMap(({ price }) => price ?? []);
  const total = lines.reduce((sum, { price = 0, pieces }) => sum + price * pieces, 0);
  return {
    id,
    total: total / 100,
    pieces: lines.reduce((sum, { pieces }) => sum + pieces, 0),
    cheapest: prices.length === 0 ? null : Math.min(...prices) / 100,
    first: lines.map(({ name }) => name).toSorted(byCodePoint)[0] ?? null,
  };
}

/** By total, the greatest first, then by the first name; an order without one comes last, then the older one. */
function inOrder(one: Shown, other: Shown): number {
  if (one.total !== other.total) return other.total - one.total;
  if (one.first === other.first) return one.id - other.id;
  if (one.first === null || other.first === null) return one.first === null ? 1 : -1;
  return byCodePoint(one.first, other.first);
}

function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

describe('fields computed from other rows', () => {
  let service: Running;
  beforeAll(async () => {
    service = await startOf('resources/sums-of-other-rows.md');
  });
  afterAll(() => service.stop());

  const pageThrough = async (least: number | undefined): Promise<readonly Shown[]> => {
    const found: Shown[] = [];
    const filter = least === undefined ? '' : `&least=${least}`;
    for (;;) {
      const { json } = await send(service, 'GET', `/orders?limit=3&offset=${found.length}${filter}`);
      const { orders } = json as { orders: readonly Shown[] };
      found.push(...orders);
      if (orders.length < 3) return found;
    }
  };

  it('are what the rows say, one by one, in lists, filters and orders', async () => {
    const random = new Random(16);
    const orders: number[] = [];
    let lines: readonly Line[] = [];
    for (let step = 0; step < trials(60, 600); step += 1) {
      const order = orders.length === 0 ? undefined : random.pick(orders);
      if (order === undefined || random.chance(0.15)) {
        const { json } = await send(service, 'POST', '/orders');
        orders.push((json as { id: number }).id);
      } else if (lines.length > 0 && random.chance(0.3)) {
        const gone = random.pick(lines);
        expect((await send(service, 'DELETE', `/lines/${gone.id}`)).status).toBe(204);
        lines = lines.filter((line) => line !== gone);
      } else {
        const price = random.chance(0.2) ? undefined : random.whole(-500, 500);
        const line = { name: random.pick(['a', 'b', 'é', 'Z', '😀', 'Ａ']), pieces: random.whole(-2, 3) };
        const body = { ...line, ...(price !== undefined && { price: price / 100 }) };
        const { status, json } = await send(service, 'POST', `/orders/${order}/lines`, body);
        expect(status).toBe(201);
        lines = [...lines, { ...line, id: lastLine + 1, order, price }];
        lastLine += 1;
        const { total, pieces } = shownOf(order, lines);
        expect(json).toEqual({ total, pieces });
      }
      if (step % 10 !== 0) continue;
      const all = orders.map((id) => shownOf(id, lines));
      const listed = (some: readonly Shown[]): readonly Shown[] =>
        some.toSorted(inOrder).map(({ id, total, first }) => ({ id, total, first }));
      expect(await pageThrough(undefined)).toEqual(listed(all));
      expect(await pageThrough(0)).toEqual(listed(all.filter(({ total }) => total >= 0)));
      const [one] = all;
      expect((await send(service, 'GET', `/orders/${one!.id}`)).json).toMatchObject({
        total: one!.total,
        pieces: one!.pieces,
        cheapest: one!.cheapest,
        first: one!.first,
      });
    }
  });

  let lastLine = 0;
});

describe('a stock', () => {
  let service: Running;
  beforeAll(async () => {
    service = await startOf('endpoints/arithmetic-of-effects.md');
  });
  afterAll(() => service.stop());

  it('is never below its bound, and nothing is lost, under 64 calls at once', async () => {
    for (let round = 0; round < trials(2, 8); round += 1) {
      const code = `p${round}`;
      await send(service, 'POST', '/products', { code, price: 1, stock: 20 });
      const wanted = Array.from({ length: 64 }, (_, nth) => 1 + (nth % 3));
      const answers = await Promise.all(
        wanted.map((quantity) => send(service, 'POST', `/products/${code}/orders`, { quantity })),
      );
      const sold = answers.reduce((sum, { status }, nth) => sum + (status === 201 ? wanted[nth]! : 0), 0);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
      const { json } = await send(service, 'GET', `/products/${code}`);
      const { stock } = json as { stock: number };
      expect(stock).toBe(20 - sold);
      expect(stock).toBe(0);
    }
  });
});
