// Events that are sent to a subject of NATS JetStream: in order, with their ids, through a broker that is away, or killed.

import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { CloudEvent } from 'cloudevents';
import { afterEach, describe, expect, it } from 'vitest';
import { NO_RANGES } from '../../../src/serve/relay/addresses.ts';
import { type Message, NotTaken } from '../../../src/serve/relay/broker.ts';
import { parseBroker } from '../../../src/serve/relay/broker-address.ts';
import { connectNats } from '../../../src/serve/relay/nats.ts';
import { plan } from '../../../src/plan/compile.ts';
import { modelOf } from '../../plan/plan-of.ts';
import { send, start, type Running } from '../running.ts';
import { brokered } from './brokered.ts';
import { hasNats, ownNats, streamed, type Got, type OwnNats } from './brokers.ts';
import { made, ORDER } from './listening.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function nats(...more: readonly string[]): Promise<OwnNats> {
  const own = await ownNats(...more);
  ends.push(() => own.end());
  return own;
}

async function withStream(own: OwnNats): Promise<NatsConnection> {
  const connection = await own.connected();
  ends.push(() => connection.close());
  await (await jetstreamManager(connection)).streams.add({ name: 'ORDERS', subjects: ['orders.>'] });
  return connection;
}

async function serving(url: string | undefined, more?: readonly string[]): Promise<Running> {
  const broker = url === undefined ? undefined : parseBroker(url)!;
  const relay = { allowed: NO_RANGES, secrets: () => [], ...(broker && { broker }) };
  const service = await start(plan(modelOf(brokered('subject `orders.all`', more))), { relay });
  ends.push(() => service.stop());
  return service;
}

async function until(holds: () => boolean | Promise<boolean>, seconds = 10): Promise<void> {
  for (let tries = 0; tries < seconds * 50 && !(await holds()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await holds()).toBe(true);
}

const numbers = (got: readonly Got[]): readonly number[] => got.map(({ id }) => Number(id.split('.')[1]));
const counted = (length: number): readonly number[] => Array.from({ length }, (_, place) => place + 1);

const message = (id: string, body: string): Message => ({
  id,
  type: 'order_opened',
  body,
  contentType: 'application/json',
  attributes: {},
  headers: {},
});

describe.skipIf(!hasNats)('events on a subject of NATS', () => {
  it('do not wait for one that is larger than the server takes', async () => {
    const own = await nats();
    await own.start();
    await withStream(own);
    const connected = await connectNats(parseBroker(own.url)!, 'orders.all', 5_000);
    ends.push(() => connected.close());
    const large = connected.publish(message('1', 'x'.repeat(2_000_000)));
    await expect(large).rejects.toThrow(NotTaken);
    expect(await connected.publish(message('2', '{}'))).toBe('ORDERS 1');
  });

  it('arrive in their order, each with its id, its payload and no envelope', async () => {
    const own = await nats();
    await own.start();
    const connection = await withStream(own);
    const service = await serving(own.url);
    const order = await made(service, '/orders', ORDER);
    await made(service, `/orders/${order.id}/pay`);
    await made(service, `/orders/${order.id}/ship`);
    await until(async () => (await streamed(connection, 'ORDERS')).length === 3);
    const got = await streamed(connection, 'ORDERS');
    expect(got.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { kind: 'order_opened', order: { ...ORDER, id: order.id, status: 'open' } },
      { kind: 'order_paid', at: expect.any(String), order: { ...ORDER, id: order.id, status: 'paid' } },
      { ...ORDER, id: order.id, status: 'shipped' },
    ]);
    expect(numbers(got)).toEqual([1, 2, 3]);
    expect(got[0]!.headers).toEqual({ 'content-type': 'application/json', 'Nats-Msg-Id': got[0]!.id });
    const outbox = async (): Promise<unknown> => (await fetch(`${service.operatorUrl}/outbox`)).json();
    await until(async () => ((await outbox()) as { waiting: number }).waiting === 0);
    expect(service.logged).toEqual([]);
  });

  it.each(['structured', 'binary'] as const)('are CloudEvents, %s', async (mode) => {
    const own = await nats();
    await own.start();
    const connection = await withStream(own);
    const service = await serving(own.url, ['Order: as they happened', `Envelope: CloudEvents, ${mode}`]);
    const { id } = await made(service, '/orders', { ...ORDER, customer: 'Zoë "Z" 100%' });
    await until(async () => (await streamed(connection, 'ORDERS')).length === 1);
    const [got] = (await streamed(connection, 'ORDERS')) as [Got];
    const data = { kind: 'order_opened', order: { id, customer: 'Zoë "Z" 100%', total: 12, status: 'open' } };
    const expected = { specversion: '1.0', id: got.id, type: 'order_opened', source: service.url, data };
    if (mode === 'structured') {
      expect(got.headers['content-type']).toBe('application/cloudevents+json');
      expect(new CloudEvent(JSON.parse(got.body) as object, true).toJSON()).toMatchObject(expected);
      return;
    }
    expect(got.headers).toMatchObject({ 'ce-datacontenttype': 'application/json', 'content-type': 'application/json' });
    const attributes = Object.entries(got.headers).flatMap(([name, value]) =>
      name.startsWith('ce-') ? [[name.slice(3), decodeURIComponent(value)]] : [],
    );
    const event = new CloudEvent({ ...Object.fromEntries(attributes), data: JSON.parse(got.body) as unknown }, true);
    expect(event.toJSON()).toMatchObject(expected);
  });

  it('wait while the broker is away, and no call is refused; then they go on', { timeout: 60_000 }, async () => {
    const own = await nats();
    const service = await serving(own.url);
    for (let total = 1; total <= 5; total += 1) await made(service, '/orders', { ...ORDER, total });
    const away = /^events wait: nats:\/\/127\.0\.0\.1:\d+: /;
    await until(() => service.logged.some((line) => away.test(line)));
    await own.start();
    const connection = await withStream(own);
    await until(async () => (await streamed(connection, 'ORDERS')).length === 5, 40);
    expect(numbers(await streamed(connection, 'ORDERS'))).toEqual(counted(5));
    await until(() => service.logged.at(-1)?.startsWith('events go on: ') === true);
    // A line for each reason, and none for each try.
    expect(service.logged.length).toBeLessThanOrEqual(4);
  });

  it('wait for a stream, and the line says what to create', { timeout: 30_000 }, async () => {
    const own = await nats();
    await own.start();
    const service = await serving(own.url);
    await made(service, '/orders', ORDER);
    const line = `events wait: ${own.url}: no stream takes \`orders.all\`: create one, as in \`nats stream add EVENTS --subjects orders.all\``;
    await until(() => service.logged.includes(line));
    const outbox = await (await fetch(`${service.operatorUrl}/outbox`)).json();
    expect(outbox).toMatchObject({ waiting: 1, why: [{ event: 'order_opened', why: 'receiver away' }] });
    const connection = await withStream(own);
    await until(async () => (await streamed(connection, 'ORDERS')).length === 1, 20);
  });

  it('wait where JetStream is off, and the line says so', async () => {
    const own = await nats('-m', '0');
    await own.start();
    const service = await serving(own.url);
    await made(service, '/orders', ORDER);
    await until(() => service.logged.some((line) => line.endsWith('it runs without JetStream: start it with `-js`')));
  });

  it('go on when the credentials are right, and no line shows them', { timeout: 30_000 }, async () => {
    const own = await nats('-js', '--user', 'ada', '--pass', 'se/cret');
    await own.start();
    const wrong = await serving(own.url.replace('//', '//ada:wrong%2Fsecret@'));
    await made(wrong, '/orders', ORDER);
    await until(() => wrong.logged.some((line) => line.startsWith(`events wait: ${own.url}: `)));
    expect(wrong.logged.join()).toMatch(/authorization/i);
    expect(wrong.logged.join()).not.toMatch(/ada|secret/);
    const right = await serving(own.url.replace('//', '//ada:se%2Fcret@'));
    await made(right, '/orders', ORDER);
    await until(() => right.logged.some((line) => line.includes('no stream takes `orders.all`')));
  });

  it('are all there when the broker is killed in the middle of 1,000', { timeout: 120_000 }, async () => {
    const own = await nats();
    await own.start();
    await (await withStream(own)).close();
    const service = await serving(own.url);
    const writing = (async () => {
      for (let total = 1; total <= 1_000; total += 1)
        expect((await send(service, 'POST', '/orders', { ...ORDER, total })).status).toBe(201);
    })();
    for (const pause of [400, 700]) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      await own.kill();
      await new Promise((resolve) => setTimeout(resolve, 300));
      await own.start();
    }
    await writing;
    const connection = await own.connected();
    ends.push(() => connection.close());
    await until(async () => new Set(numbers(await streamed(connection, 'ORDERS'))).size === 1_000, 90);
    const got = await streamed(connection, 'ORDERS');
    const first = new Map(got.map(({ id, body }): [string, string] => [id, body]).reverse());
    expect(first.size).toBe(1_000);
    for (const { id, body } of got) expect(body).toBe(first.get(id));
    const once = [...new Set(numbers(got))];
    expect(once).toEqual(counted(1_000));
    const totals = once.map((number) => {
      const { body } = got.find(({ id }) => id.endsWith(`.${number}`))!;
      return (JSON.parse(body) as { order: { total: number } }).order.total;
    });
    expect(totals).toEqual(counted(1_000));
    expect(service.logged.filter((line) => line.startsWith('events wait')).length).toBeGreaterThan(0);
  });

  it('wait where no broker is named, and the operator sees why', async () => {
    const service = await serving(undefined);
    await made(service, '/orders', ORDER);
    expect(service.logged).toEqual([
      'events wait: the document sends them to a subject of NATS, `orders.all`; name the broker: --broker nats://HOST:4222',
    ]);
    const outbox = await (await fetch(`${service.operatorUrl}/outbox`)).json();
    expect(outbox).toMatchObject({ waiting: 1, why: [{ event: 'order_opened', why: 'no broker', events: 1 }] });
  });
});
