// Events arrive, whatever dies: hostile receivers among well ones, and nodes that are killed. At length in deliveries.long.test.ts.

import { expect, it } from 'vitest';
import { inDirectory } from '../races/servers.ts';
import { onDatabase } from '../races/tried.ts';
import { compare, tryDeliveries } from './deliveries.ts';

it('on the embedded store, through kills', { timeout: 400_000 }, () =>
  inDirectory(async (kept) => {
    const outcome = await tryDeliveries(kept, { orders: 400, nodes: 1, between: [1_500, 3_000] });
    console.info('embedded', JSON.stringify({ ...outcome, wrong: outcome.wrong.length }));
    expect(outcome.wrong.slice(0, 20)).toEqual([]);
    expect(outcome.events).toBeGreaterThanOrEqual(790);
    expect(outcome.deaths).toBeGreaterThan(0);
  }),
);

it('with three nodes on one database, through kills', { timeout: 400_000 }, () =>
  onDatabase('three nodes', async (kept) => {
    const outcome = await tryDeliveries(kept, { orders: 400, nodes: 3, between: [1_500, 3_000] });
    console.info('three nodes', JSON.stringify({ ...outcome, wrong: outcome.wrong.length }));
    expect(outcome.wrong.slice(0, 20)).toEqual([]);
    expect(outcome.events).toBeGreaterThanOrEqual(790);
    expect(outcome.deaths).toBeGreaterThan(0);
  }),
);

const body = (id: string, status: string): string => JSON.stringify({ kind: `order_${status}`, order: { id, status } });

it('what would be wrong is seen', () => {
  const opened = { receiver: 'ann 1', id: 'e1', body: body('o1', 'open').replace('order_open', 'order_opened') };
  const paid = { receiver: 'ann 1', id: 'e2', body: body('o1', 'paid') };
  const expected = new Map([['ann 1', ['o1 order_opened', 'o1 order_paid']]]);
  const wrongIn = (...accepted: (typeof paid)[]): readonly string[] => compare(accepted, expected).wrong;
  expect(wrongIn(opened, paid)).toEqual([]);
  expect(compare([opened, paid, opened], expected)).toEqual({ wrong: [], twice: 1 });
  expect(wrongIn(opened)).toEqual(['ann 1 has no o1 order_paid']);
  expect(wrongIn(paid, opened)).toEqual(['ann 1 has o1 order_opened behind a later one']);
  expect(wrongIn(opened, paid, { ...opened, id: 'e3' })).toEqual(['o1 order_opened has two ids']);
  expect(wrongIn(opened, { ...paid, id: 'e1' })).toEqual(['e1 is the id of o1 order_opened and o1 order_paid']);
  expect(wrongIn(opened, paid, { ...paid, body: body('o2', 'paid'), id: 'e9' })).toEqual([
    'ann 1 has o2 order_paid, which has not happened',
  ]);
});
