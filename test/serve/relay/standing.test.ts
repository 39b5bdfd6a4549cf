// What the operator sees of events: how many wait and why, on the port, the page and in the metrics; and that a receiver that is away makes
// nothing else unready.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/plan/plan.ts';
import type { RelaySettings } from '../../../src/serve/relay/context.ts';
import { hasPostgres } from '../../store/postgres.ts';
import { placeOf, type Place } from '../audited.ts';
import { send, start, type Running } from '../running.ts';
import { hookOf, LISTENED, listened, listener, LOOPBACK, made, ORDER, until, type Hook } from './listening.ts';

const ENGINES = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Reason {
  readonly event: string;
  readonly why: string;
  readonly events: number;
}

interface Told {
  readonly waiting: number;
  readonly events: readonly unknown[];
  readonly heldBy: readonly unknown[];
  readonly why: readonly Reason[];
  readonly looked: number;
  readonly away: readonly { readonly receiver: string; readonly waiting: number; readonly next: string }[];
}

const SLOWLY = LISTENED.replace('- Waits: 1 second, 2 seconds', '- Waits: 1 hour');
const KEPT = LISTENED.replace('- Tries: at most 3 times', '- Tries: 1').replace(
  '- Given up: sets `Listener.active` = `false`',
  '- Given up: kept for the operator',
);

describe.each(ENGINES)('%s', (engine) => {
  let place: Place;
  let hook: Hook;
  let service: Running;
  beforeEach(async () => {
    place = await placeOf(engine);
    ends.push(() => place.drop());
    hook = await hookOf(({ path }) => (path === '/down' ? 503 : 204));
    ends.push(() => hook.end());
  });

  async function serving(plan: Plan, relay: RelaySettings = LOOPBACK): Promise<void> {
    service = await start(plan, { store: await place.store(plan), relay });
    ends.push(() => service.stop());
  }

  const told = async (): Promise<Told> => (await (await fetch(`${service.operatorUrl}/outbox`)).json()) as Told;
  const why = async (): Promise<readonly unknown[]> =>
    (await told()).why.map((one) => [one.event, one.why, one.events]).toSorted();
  const metrics = async (name: string): Promise<readonly string[]> => {
    const text = await (await fetch(`${service.operatorUrl}/metrics`)).text();
    return text.split('\n').filter((line) => line.startsWith(name));
  };
  const isReady = async (): Promise<number> => (await fetch(`${service.operatorUrl}/readyz`)).status;

  it('what is not shown of Delivery keeps all events, and what one carries its own', async () => {
    const open = listened(LISTENED.replace('- Order: as they happened, for each Order', '- Order: not shown'));
    expect(open.delivery!.heldBy).toEqual(['6/delivery/order']);
    await serving(open);
    await made(service, '/orders', ORDER);
    const { waiting, heldBy } = await told();
    expect([waiting, await why()]).toEqual([1, [['order_opened', 'held', 1]]]);
    expect(heldBy).toEqual([{ id: '6/delivery/order', question: expect.stringContaining('order') as string }]);
    await service.stop();
    const half = listened(LISTENED.replace('`{"kind": "order_opened", "order": Order}`', 'not shown'));
    await serving(half);
    const order = await made(service, '/orders', ORDER);
    await made(service, `/orders/${order.id}/pay`);
    await until(async () => (await told()).waiting === 2);
    expect(await why()).toEqual([['order_opened', 'held', 2]]);
    expect((await told()).heldBy).toMatchObject([{ id: '6/order_opened/payload' }]);
  });

  it('a receiver that is away keeps its events, and those behind them, and nothing else', async () => {
    await serving(listened(SLOWLY));
    await made(service, '/listeners', listener(`${hook.address}/down`));
    await made(service, '/listeners', listener(`${hook.address}/up`));
    const order = await made(service, '/orders', ORDER);
    await made(service, `/orders/${order.id}/pay`);
    await made(service, '/orders', { customer: 'bob', total: 1 });
    await until(async () => hook.got.length === 3 && (await told()).away.length === 1 && (await told()).waiting === 2);
    expect(await why()).toEqual([
      ['order_opened', 'receiver away', 1],
      ['order_paid', 'receiver away', 1],
    ]);
    const { away, looked } = await told();
    expect([looked, away]).toEqual([2, [{ receiver: '1', waiting: 2, next: expect.any(String) as string }]]);
    expect(Date.parse(away[0]!.next)).toBeGreaterThan(Date.now());
    expect(await isReady()).toBe(200);
    expect((await send(service, 'GET', `/orders/${order.id}`)).status).toBe(200);
    expect(await metrics('ninefold_outbox_events')).toEqual([
      'ninefold_outbox_events{event="order_opened"} 1',
      'ninefold_outbox_events{event="order_paid"} 1',
      'ninefold_outbox_events{event="order_shipped"} 0',
    ]);
    expect(await metrics('ninefold_outbox_oldest_age_seconds')).toHaveLength(1);
    expect(await metrics('ninefold_event_deliveries_total')).toEqual([
      'ninefold_event_deliveries_total{event="order_opened",outcome="delivered"} 1',
      'ninefold_event_deliveries_total{event="order_paid",outcome="delivered"} 1',
    ]);
    expect((await metrics('ninefold_event_try_duration_seconds_count')).toSorted()).toEqual([
      'ninefold_event_try_duration_seconds_count{event="order_opened",outcome="accepted"} 1',
      'ninefold_event_try_duration_seconds_count{event="order_opened",outcome="refused"} 1',
      'ninefold_event_try_duration_seconds_count{event="order_paid",outcome="accepted"} 1',
    ]);
  });

  it('what was given up is told apart, and is no oldest event', async () => {
    await serving(listened(KEPT));
    await made(service, '/listeners', listener(`${hook.address}/down`));
    await made(service, '/listeners', listener('http://127.0.0.1:9', { kinds: ['order_paid'] }));
    const order = await made(service, '/orders', ORDER);
    await until(async () => (await why()).length === 1 && (await told()).why[0]!.why === 'given up');
    expect(await metrics('ninefold_outbox_oldest_age_seconds')).toEqual([]);
    await made(service, `/orders/${order.id}/pay`);
    await until(async () => (await metrics('ninefold_event_deliveries_total')).length === 2);
    expect((await metrics('ninefold_event_deliveries_total')).toSorted()).toEqual([
      'ninefold_event_deliveries_total{event="order_opened",outcome="given up"} 1',
      'ninefold_event_deliveries_total{event="order_paid",outcome="given up"} 2',
    ]);
    expect((await metrics('ninefold_event_try_duration_seconds_count')).join()).toContain('outcome="unanswered"} 1');
    expect(await isReady()).toBe(200);
  });

  it('events of a document before this one are counted, and told apart', async () => {
    await serving(listened(LISTENED, ['6/delivery/order']));
    await made(service, '/orders', ORDER);
    await service.stop();
    await serving(listened(LISTENED.replaceAll('order_opened', 'order_begun')));
    expect(await why()).toEqual([['order_opened', 'not in the document', 1]]);
    expect(await metrics('ninefold_outbox_events')).toContain('ninefold_outbox_events 1');
  });
});
