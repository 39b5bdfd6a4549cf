// What a caller may not see is not streamed: by Who of the stream and by Visible to, of the row as it was, at the moment of sending. Notation, part 6,
// "On a stream".

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/plan/plan.ts';
import { ownStore, send, start, type Running } from '../running.ts';
import { feed, open, order, totals, user, type Reading, type User } from './reading.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function served(made: Plan = feed()): Promise<Running> {
  const service = await start(made);
  ends.push(() => service.stop());
  return service;
}

async function read(service: Running, headers: Record<string, string> = {}): Promise<Reading> {
  const one = await open(service, headers);
  ends.push(one.close);
  return one;
}

/** What each of them gets of orders that they make by turns, and of what is made last. */
async function shown(
  service: Running,
  users: readonly User[],
  last: User,
): Promise<readonly (readonly number[] | 401)[]> {
  const streams = await Promise.all(users.map(({ authorization }) => read(service, { authorization })));
  for (const [place, one] of users.entries())
    for (const round of [1, 2]) await order(service, one, 10 * (place + 1) + round);
  // Whatever is to come has come when it has come to someone who sees all.
  const all = await read(service, { authorization: last.authorization });
  await order(service, last, 99);
  await all.until(1);
  await sleep(200);
  return streams.map((one) => totals(one.events));
}

const ADMINS = ['- Who: owner by `Order.customer`', '- Who: `admin` or owner by `Order.customer`'] as const;
const ROLES = [
  '- Revoked when: User is deleted',
  '- Revoked when: User is deleted\n- Roles: `admin` when `admin` = true',
] as const;
const REFUSED = ['| `bad` | 422 |', '| `forbidden` | 403 | not permitted |\n| `bad` | 422 |'] as const;

async function admin(service: Running, name: string): Promise<User> {
  const { json } = await send(service, 'POST', '/users', { name, admin: true });
  const { id, token } = json as { id: number; token: string };
  return { id, authorization: `Bearer ${token}` };
}

describe('who sees an event', () => {
  it('is the owner of its row', async () => {
    const service = await served();
    const [ann, bob] = [await user(service, 'ann'), await user(service, 'bob')];
    expect(await shown(service, [ann, bob], ann)).toEqual([
      [11, 12, 99],
      [21, 22],
    ]);
  });

  it('is whom a role lets see all, and nobody else', async () => {
    const service = await served(feed(ADMINS, ROLES, REFUSED));
    const [ann, root] = [await user(service, 'ann'), await admin(service, 'root')];
    expect(await shown(service, [ann, root], root)).toEqual([
      [11, 12],
      [11, 12, 21, 22, 99],
    ]);
  });

  it('is everybody, where the stream is for anyone', async () => {
    const service = await served(feed(['- Who: owner by `Order.customer`', '- Who: anyone']));
    const ann = await user(service, 'ann');
    const stream = await read(service);
    await order(service, ann, 1);
    expect(totals(await stream.until(1))).toEqual([1]);
  });

  it('is who may see the row as it was, by Visible to', async () => {
    const visible = [
      '### Order\n\n- Identified by: `id`\n',
      '### Order\n\n- Identified by: `id`\n- Visible to: owner by `Order.customer`\n',
    ] as const;
    const service = await served(feed(['- Who: owner by `Order.customer`', '- Who: signed-in'], visible));
    const [ann, bob] = [await user(service, 'ann'), await user(service, 'bob')];
    expect(await shown(service, [ann, bob], ann)).toEqual([
      [11, 12, 99],
      [21, 22],
    ]);
    // The row is gone; whose it was is kept with the event.
    const stream = await read(service, { authorization: ann.authorization });
    const id = await order(service, ann, 5);
    await send(service, 'DELETE', `/orders/${id}`, undefined, { authorization: ann.authorization });
    expect((await stream.until(2)).map(({ event }) => event)).toEqual(['order.made', 'order.gone']);
  });

  it('is asked again when a reader goes on where it was', async () => {
    const service = await served();
    const [ann, bob] = [await user(service, 'ann'), await user(service, 'bob')];
    const stream = await read(service, { authorization: ann.authorization });
    await order(service, ann, 1);
    const [{ id } = { id: '' }] = await stream.until(1);
    await order(service, bob, 2);
    await order(service, ann, 3);
    const next = await read(service, { authorization: bob.authorization, 'last-event-id': id });
    await order(service, bob, 4);
    expect(totals(await next.until(2))).toEqual([2, 4]);
  });
});

/** A header of the stream, by which Who lets a reader see everything. */
const TEAM = [
  [
    '- Answers: 200 found\n',
    '- Answers: 200 found\n\n| Header | Type | Required | Default | Allowed values |\n|---|---|---|---|---|\n| `X-Team` | string | no | none | any |\n',
  ],
  REFUSED,
] as const;

describe('two readers with one token and different headers', () => {
  it('each see what their own request lets them see', async () => {
    const who = 'owner by `Order.customer` or header `X-Team` = `open`';
    const service = await served(feed(['- Who: owner by `Order.customer`', `- Who: ${who}`], ...TEAM));
    const [ann, bob] = [await user(service, 'ann'), await user(service, 'bob')];
    const by = (team: Record<string, string>): Promise<Reading> =>
      read(service, { authorization: ann.authorization, ...team });
    const [open, shut, none] = [await by({ 'x-team': 'open' }), await by({ 'x-team': 'shut' }), await by({})];
    for (const [place, one] of [bob, ann, bob, ann].entries()) await order(service, one, place + 1);
    await Promise.all([open.until(4), shut.until(2), none.until(2)]);
    await sleep(200);
    expect([open, shut, none].map(({ events }) => totals(events))).toEqual([
      [1, 2, 3, 4],
      [2, 4],
      [2, 4],
    ]);
  });
});

describe('a caller who is let in no more', () => {
  it('gets no event that happens from then on, and the stream ends', async () => {
    const service = await served(feed(['- Who: owner by `Order.customer`', '- Who: signed-in']));
    const [ann, bob] = [await user(service, 'ann'), await user(service, 'bob')];
    const [own, other] = [
      await read(service, { authorization: ann.authorization }),
      await read(service, { authorization: bob.authorization }),
    ];
    await order(service, bob, 1);
    await Promise.all([own.until(1), other.until(1)]);
    await send(service, 'DELETE', `/users/${ann.id}`);
    await order(service, bob, 2);
    await other.until(2);
    await own.ended;
    expect(totals(own.events)).toEqual([1]);
  });

  it('gets nothing more when the token has ended', async () => {
    let now = Date.parse('2026-01-01T00:00:00.000Z');
    const service = await start(feed(['- Who: owner by `Order.customer`', '- Who: signed-in']), {
      clock: { now: () => now },
    });
    ends.push(() => service.stop());
    const ann = await user(service, 'ann');
    const stream = await read(service, { authorization: ann.authorization });
    await order(service, ann, 1);
    await stream.until(1);
    now += 2 * 86_400_000;
    const bob = await user(service, 'bob');
    await order(service, bob, 2);
    await stream.ended;
    expect(totals(stream.events)).toEqual([1]);
  });

  it.each([
    ['without credentials', {}],
    ['with a wrong token', { authorization: 'Bearer nobody' }],
  ])('%s no stream is opened', async (_, headers) => {
    const service = await served();
    const { status, json } = await send(service, 'GET', '/events', undefined, headers as Record<string, string>);
    expect([status, json]).toMatchObject([401, { error: 'sign_in' }]);
  });

  it('by a role that is asked of all readers no stream is opened', async () => {
    const service = await served(feed(['- Who: owner by `Order.customer`', '- Who: `admin`'], ROLES, REFUSED));
    const [ann, root] = [await user(service, 'ann'), await admin(service, 'root')];
    expect((await read(service, { authorization: root.authorization })).status).toBe(200);
    const { status } = await send(service, 'GET', '/events', undefined, { authorization: ann.authorization });
    expect(status).toBe(403);
  });
});

describe('another document', () => {
  it('decides who sees what an earlier one told', async () => {
    const anyone = ['- Who: owner by `Order.customer`', '- Who: anyone'] as const;
    const plan = feed(anyone);
    const own = await ownStore(plan);
    ends.push(own.drop);
    const service = await start(plan, { store: own.store });
    ends.push(() => service.stop());
    const [ann, bob] = [await user(service, 'ann'), await user(service, 'bob')];
    const first = await read(service);
    for (const total of [1, 2]) await order(service, ann, total);
    const [{ id } = { id: '' }] = await first.until(2);
    const behind = async (who: User): Promise<Reading> =>
      read(service, { authorization: who.authorization, 'last-event-id': id });
    await service.swap(feed(), own.store);
    const [owner, other] = [await behind(ann), await behind(bob)];
    await owner.until(1);
    await order(service, bob, 3);
    expect(totals(await other.until(1))).toEqual([3]);
    expect(totals(owner.events)).toEqual([2]);
    // The event has no payload that is known any more, and nobody is told of it.
    await service.swap(feed(anyone, ['- Payload: Order', '- Payload: not shown']), own.store);
    const last = await behind(ann);
    const gone = await order(service, ann, 4);
    await send(service, 'DELETE', `/orders/${gone}`, undefined, { authorization: ann.authorization });
    expect((await last.until(1)).map(({ event }) => event)).toEqual(['order.gone']);
  });
});

describe('what cannot be decided', () => {
  it('is held by a word of its own: whose an event is that is about a row of another resource', () => {
    const { operations } = feed(['- Does: deletes User\n', '- Does: deletes User\n- Emits: `order.gone`\n']);
    const { held } = operations.find(({ id }) => id === 'GET /events')!;
    expect(held).toEqual({ type: 'unsupported', by: ['4/GET /events/who'] });
  });

  it('is held for its event alone: what it shows of rows that only some may see', () => {
    const { delivery } = feed(
      ['### User\n\n- Identified by: `id`\n', '### User\n\n- Identified by: `id`\n- Visible to: owner by `User.id`\n'],
      ['- Payload: Order', '- Payload: {"who": `customer.name`}'],
    );
    expect(delivery!.heldBy).toEqual([]);
    expect(Object.keys(delivery!.events ?? {})).toEqual(['order.made']);
  });
});
