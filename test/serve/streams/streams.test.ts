// Events on a stream: what is sent, to whom, and how a reader goes on where it was. Notation, part 6, "On a stream".

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { send, start, type Running } from '../running.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { feed, open, order, totals, user, type Reading } from './reading.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function served(made: Plan = feed(), more: Parameters<typeof start>[1] = {}): Promise<Running> {
  const service = await start(made, more);
  ends.push(() => service.stop());
  return service;
}

async function read(service: Running, headers: Record<string, string> = {}): Promise<Reading> {
  const one = await open(service, headers);
  ends.push(one.close);
  return one;
}

const ANYONE = ['- Who: owner by `Order.customer`', '- Who: anyone'] as const;

describe('a stream', () => {
  it('has the id, the kind and the payload of each event, and is not kept by caches', async () => {
    const service = await served();
    const own = await user(service, 'ann');
    const { authorization } = own;
    const stream = await read(service, { authorization });
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const id = await order(service, own, 3);
    await send(service, 'DELETE', `/orders/${id}`, undefined, { authorization });
    const [made, gone] = await stream.until(2);
    expect(made).toEqual({
      id: expect.stringMatching(/^[\w-]{12}:1$/),
      event: 'order.made',
      data: `{"id":${id},"customer":${own.id},"total":3}`,
    });
    expect(gone).toEqual({ id: made!.id.replace(/1$/, '2'), event: 'order.gone', data: `{"id":${id},"note":null}` });
  });

  it('has the envelope that the document states', async () => {
    const service = await served(feed(['- Envelope: none', '- Envelope: CloudEvents, structured'], ANYONE));
    const own = await user(service, 'ann');
    const stream = await read(service);
    await order(service, own, 3);
    const [event] = await stream.until(1);
    expect(JSON.parse(event!.data)).toMatchObject({
      specversion: '1.0',
      type: 'order.made',
      source: service.url,
      datacontenttype: 'application/json',
      data: { total: 3 },
    });
  });

  it('goes on behind the last event that a reader had', async () => {
    const service = await served();
    const own = await user(service, 'ann');
    const { authorization } = own;
    const first = await read(service, { authorization });
    for (const total of [1, 2, 3]) await order(service, own, total);
    const [one] = await first.until(3);
    first.close();
    await order(service, own, 4);
    const second = await read(service, { authorization, 'last-event-id': one!.id });
    expect(totals(await second.until(3))).toEqual([2, 3, 4]);
    await order(service, own, 5);
    expect(totals(await second.until(4))).toEqual([2, 3, 4, 5]);
    expect(new Set(second.events.map(({ id }) => id)).size).toBe(4);
  });

  it('tells a reader where it is before the first event, so that nothing is lost between', async () => {
    const service = await served(feed(ANYONE));
    const own = await user(service, 'ann');
    for (const many of [0, 1, 2]) {
      const stream = await read(service);
      while (stream.last === undefined) await sleep(5);
      stream.close();
      await order(service, own, many);
      const next = await read(service, { 'last-event-id': stream.last });
      expect(totals(await next.until(1))).toEqual([many]);
      next.close();
    }
  });

  it('begins with what is new, where a reader says nothing', async () => {
    const service = await served();
    const own = await user(service, 'ann');
    const { authorization } = own;
    const before = await read(service, { authorization });
    await order(service, own, 1);
    await before.until(1);
    const stream = await read(service, { authorization });
    await order(service, own, 2);
    expect(totals(await stream.until(1))).toEqual([2]);
  });

  it('has only a head for HEAD', async () => {
    const service = await served(feed(ANYONE));
    const { status, headers, text } = await send(service, 'HEAD', '/events');
    expect([status, headers.get('content-type'), headers.get('content-length'), text]).toEqual([
      200,
      'text/event-stream',
      null,
      '',
    ]);
  });

  it('is shown for two seconds on the page of the operator', async () => {
    const service = await served(feed(ANYONE));
    const ann = await user(service, 'ann');
    const [{ json }] = await Promise.all([
      send({ ...service, url: service.operatorUrl }, 'POST', '/try', { method: 'GET', path: '/events' }),
      sleep(300).then(() => order(service, ann, 7)),
    ]);
    const { status, body } = json as { status: number; body: string };
    expect([status, body.includes('\nevent: order.made\ndata: {"id":1,"customer":1,"total":7}\n\n')]).toEqual([
      200,
      true,
    ]);
  });

  it('is refused to those who do not take it', async () => {
    const service = await served(feed(ANYONE));
    expect((await send(service, 'GET', '/events', undefined, { accept: 'application/json' })).status).toBe(406);
  });

  it('ends when the service stops, and when another document is served', async () => {
    const service = await served(feed(ANYONE));
    const first = await read(service);
    const began = performance.now();
    await service.swap(
      feed(ANYONE, ['Keeps orders', 'Has orders']),
      (await import('../running.ts').then(({ ownStore }) => ownStore(feed(ANYONE)))).store,
    );
    await first.ended;
    const second = await read(service);
    await service.close();
    await second.ended;
    expect(second.status).toBe(200);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe('Last-Event-ID', () => {
  it.each([
    ['garbage', 'garbage'],
    ['of another service', 'AAAAAAAAAAAA:1'],
    ['of an event to come', '<name>:99'],
    ['no number', '<name>:one'],
    ['a number in other digits', '<name>:01'],
    ['negative', '<name>:-1'],
    ['two', '<name>:1, <name>:2'],
    ['too large', `<name>:${'9'.repeat(40)}`],
    ['too long', 'x'.repeat(8_000)],
    ['not ASCII', 'é\u00ff'],
  ])('that is %s is an invalid header', async (_, id) => {
    const service = await served(feed(ANYONE));
    const own = await user(service, 'ann');
    const stream = await read(service);
    await order(service, own, 1);
    const [event] = await stream.until(1);
    const sent = id.replaceAll('<name>', event!.id.slice(0, -2));
    const { status, json } = await send(service, 'GET', '/events', undefined, { 'last-event-id': sent });
    expect([status, json]).toEqual([
      400,
      { error: 'bad_header', field: 'Last-Event-ID', why: 'is no event that is kept' },
    ]);
  });

  it('is a gap where part 7 does not say what is answered', async () => {
    const service = await served(feed(ANYONE, ['| `bad_header` | 400 | invalid header |\n', '']));
    const { status, json } = await send(service, 'GET', '/events', undefined, { 'last-event-id': 'x' });
    expect([status, (json as { type: string }).type]).toEqual([501, 'urn:ninefold:gap']);
  });

  it('comes behind the question who calls', async () => {
    const service = await served();
    const { status, json } = await send(service, 'GET', '/events', undefined, { 'last-event-id': 'x' });
    expect([status, (json as { error: string }).error]).toEqual([401, 'sign_in']);
  });
});

describe('how long events are kept', () => {
  it('is as long as Kept for says; the newest one stays, so that a reader that has had all goes on', async () => {
    let now = Date.parse('2026-01-01T00:00:00.000Z');
    const clock = { now: () => now };
    const service = await served(feed(ANYONE), { clock });
    const own = await user(service, 'ann');
    const stream = await read(service);
    for (const total of [1, 2]) await order(service, own, total);
    const [old] = await stream.until(2);
    now += 2 * 3_600_000;
    await order(service, own, 3);
    const newest = (await stream.until(3)).at(-1)!;
    now += 30 * 60_000;
    const status = async (id: string): Promise<number> => {
      const one = await read(service, { 'last-event-id': id });
      one.close();
      return one.status;
    };
    // The sweeper looks now and then.
    for (let look = 0; look < 400 && (await status(old!.id)) === 200; look++) {
      now += 61_000 / 400;
      await sleep(25);
    }
    expect(await status(old!.id)).toBe(400);
    now += 10 * 3_600_000;
    await sleep(300);
    expect(await status(newest.id)).toBe(200);
  });

  it('where it is none, events have no ids, and nobody asks for them again', async () => {
    const service = await served(feed(ANYONE, ['- Kept for: 1 hour', '- Kept for: none']));
    const own = await user(service, 'ann');
    const stream = await read(service);
    await order(service, own, 1);
    await stream.until(1);
    expect(stream.last).toBeUndefined();
    expect((await send(service, 'GET', '/events', undefined, { 'last-event-id': 'x' })).status).toBe(400);
  });
});
