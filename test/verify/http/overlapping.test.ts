// Calls that run at the same time: which of them can be judged, and in which order they are seen.

import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../../src/verify/exchange.ts';
import { InOrder, now } from '../../../src/verify/http/in-order.ts';
import { besideChanges } from '../../../src/verify/http/overlapping.ts';

function exchange(method: string, from: number, to: number): Exchange {
  const call = { method, target: `/${from}-${to}`, headers: [], body: undefined };
  return { call, reply: { status: 200, headers: [], body: '' }, from, to };
}

async function beside(all: readonly Exchange[]): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { exchange: one, isBeside } of besideChanges(all, ({ call }) => call.method === 'POST'))
    found.push(`${one.call.target}${isBeside ? ' beside' : ''}`);
  return found;
}

describe('a call beside others', () => {
  it('that only read is judged', async () => {
    expect(await beside([exchange('GET', 0, 10), exchange('GET', 2, 5), exchange('GET', 3, 12)])).toEqual([
      '/0-10',
      '/2-5',
      '/3-12',
    ]);
  });

  it('that change something is not, whichever began first; what changes is judged beside those that only read', async () => {
    expect(
      await beside([exchange('GET', 0, 10), exchange('POST', 5, 6), exchange('GET', 5.5, 9), exchange('GET', 10, 11)]),
    ).toEqual(['/0-10 beside', '/5-6', '/5.5-9 beside', '/10-11']);
    expect(
      await beside([exchange('POST', 0, 10), exchange('GET', 1, 2), exchange('GET', 3, 4), exchange('GET', 10, 11)]),
    ).toEqual(['/0-10', '/1-2 beside', '/3-4 beside', '/10-11']);
  });

  it('that change something is not, where both do', async () => {
    expect(await beside([exchange('POST', 0, 5), exchange('POST', 3, 7)])).toEqual(['/0-5 beside', '/3-7 beside']);
  });

  it('is judged where one ends as the next begins', async () => {
    expect(
      await beside([exchange('POST', 0, 5), exchange('POST', 5, 7), exchange('GET', 7, 7), exchange('POST', 7, 8)]),
    ).toEqual(['/0-5', '/5-7', '/7-7', '/7-8']);
  });
});

async function seen(order: InOrder, most: number): Promise<readonly Exchange[]> {
  const all: Exchange[] = [];
  for await (const one of order) if (all.push(one) === most) break;
  return all;
}

describe('the order', () => {
  const { call, reply } = exchange('GET', 0, 0);

  it('is the one in which they began, in whichever they end', async () => {
    const order = new InOrder({ timeOut: 10_000 });
    const begun = now();
    const ends = [0, 1, 2].map((nth) => order.begin(begun + nth, call));
    for (const nth of [2, 0, 1]) setTimeout(() => ends[nth]!({ call, reply, from: begun + nth, to: begun + 9 }), 10);
    expect((await seen(order, 3)).map(({ from }) => from - begun)).toEqual([0, 1, 2]);
  });

  it('goes on where one does not end, and says so of it, again as it ends', async () => {
    const order = new InOrder({ timeOut: 50 });
    const begun = now();
    const late = order.begin(begun, call);
    order.begin(begun, call)({ call, reply, from: begun, to: begun + 1 });
    const two = await seen(order, 2);
    expect(two.map((one) => 'kind' in one.reply)).toEqual([true, false]);
    late({ call, reply, from: begun, to: now() });
    order.end();
    expect((await seen(order, 2)).map((one) => one.reply)).toMatchObject([{ kind: 'not seen' }]);
  });

  it('goes on where much waits', async () => {
    const order = new InOrder({ timeOut: 600_000 });
    const begun = now();
    order.begin(begun, call);
    const body = 'x'.repeat(10_000_000);
    for (let nth = 0; nth < 6; nth += 1)
      order.begin(begun, call)({ call, reply: { ...reply, body } as Exchange['reply'], from: begun, to: begun });
    expect(await seen(order, 7)).toHaveLength(7);
  });
});
