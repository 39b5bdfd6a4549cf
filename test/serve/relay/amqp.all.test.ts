// Events that are sent to a queue of AMQP 0-9-1: in order, with their ids, through connections that are cut. On the RabbitMQ of this machine, or of
// TEST_AMQP, behind a proxy of its own.

import { connect, type Channel, type GetMessage } from 'amqplib';
import { CloudEvent } from 'cloudevents';
import { afterEach, describe, expect, it } from 'vitest';
import { plan } from '../../../src/plan/compile.ts';
import { NO_RANGES } from '../../../src/serve/relay/addresses.ts';
import { parseBroker } from '../../../src/serve/relay/broker-address.ts';
import { modelOf } from '../../plan/plan-of.ts';
import { send, start, type Running } from '../running.ts';
import { brokered } from './brokered.ts';
import { AMQP, hasAmqp, hasRabbit, ownName, ownRabbit, proxyTo, type Proxy } from './brokers.ts';
import { made, ORDER } from './listening.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Queue {
  readonly name: string;
  readonly proxy: Proxy;
  make(): Promise<void>;
  /** What came since it was asked last. */
  taken(): Promise<readonly GetMessage[]>;
}

async function queueOf(): Promise<Queue> {
  const name = ownName();
  const connection = await connect(AMQP);
  const channel: Channel = await connection.createChannel();
  const proxy = await proxyTo(Number(new URL(AMQP).port || 5672));
  ends.push(async () => {
    proxy.end();
    await channel.deleteQueue(name);
    await connection.close();
  });
  return {
    name,
    proxy,
    make: async () => void (await channel.assertQueue(name, { durable: true })),
    async taken() {
      const got: GetMessage[] = [];
      for (let one = await channel.get(name, { noAck: true }); one; one = await channel.get(name, { noAck: true }))
        got.push(one);
      return got;
    },
  };
}

async function serving(
  { name, proxy }: Queue,
  more?: readonly string[],
  credentials?: { readonly username: string; readonly password: string },
): Promise<Running> {
  const url = Object.assign(new URL(AMQP), credentials);
  url.port = String(proxy.port);
  const relay = { allowed: NO_RANGES, secrets: () => [], broker: parseBroker(url.href)! };
  const service = await start(plan(modelOf(brokered(`queue \`${name}\``, more))), { relay });
  ends.push(() => service.stop());
  return service;
}

/** All that come, until there are so many of different ids. */
async function arrived(queue: Queue, different: number, seconds = 20): Promise<readonly GetMessage[]> {
  const got: GetMessage[] = [];
  for (let tries = 0; tries < seconds * 20; tries += 1) {
    got.push(...(await queue.taken()));
    if (new Set(got.map(idOf)).size >= different) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return got;
}

async function until(holds: () => boolean, seconds = 10): Promise<void> {
  for (let tries = 0; tries < seconds * 50 && !holds(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(holds()).toBe(true);
}

const idOf = ({ properties }: GetMessage): string => String(properties.messageId);
const bodyOf = ({ content }: GetMessage): unknown => JSON.parse(content.toString());
const counted = (length: number): readonly number[] => Array.from({ length }, (_, place) => place + 1);

describe.skipIf(!hasAmqp)('events in a queue of AMQP', () => {
  it('arrive in their order, each with its id, its payload and no envelope', async () => {
    const queue = await queueOf();
    await queue.make();
    const service = await serving(queue);
    const order = await made(service, '/orders', ORDER);
    await made(service, `/orders/${order.id}/pay`);
    await made(service, `/orders/${order.id}/ship`);
    const got = await arrived(queue, 3);
    expect(got.map(bodyOf)).toEqual([
      { kind: 'order_opened', order: { ...ORDER, id: order.id, status: 'open' } },
      { kind: 'order_paid', at: expect.any(String), order: { ...ORDER, id: order.id, status: 'paid' } },
      { ...ORDER, id: order.id, status: 'shipped' },
    ]);
    expect(got.map((one) => Number(idOf(one).split('.')[1]))).toEqual([1, 2, 3]);
    expect(got[0]!.properties).toMatchObject({
      contentType: 'application/json',
      type: 'order_opened',
      deliveryMode: 2,
    });
    expect(got[0]!.properties.headers).toEqual({});
    expect(service.logged).toEqual([]);
  });

  it.each(['structured', 'binary'] as const)('are CloudEvents, %s', async (mode) => {
    const queue = await queueOf();
    await queue.make();
    const service = await serving(queue, ['Order: as they happened', `Envelope: CloudEvents, ${mode}`]);
    const { id } = await made(service, '/orders', { ...ORDER, customer: 'Zoë "Z" 100%' });
    const [got] = (await arrived(queue, 1)) as [GetMessage];
    const data = { kind: 'order_opened', order: { id, customer: 'Zoë "Z" 100%', total: 12, status: 'open' } };
    const expected = { specversion: '1.0', id: idOf(got), type: 'order_opened', source: service.url, data };
    if (mode === 'structured') {
      expect(got.properties.contentType).toBe('application/cloudevents+json');
      expect(new CloudEvent(bodyOf(got) as object, true).toJSON()).toMatchObject(expected);
      return;
    }
    expect(got.properties.contentType).toBe('application/json');
    const attributes = Object.entries(got.properties.headers as Record<string, string>).map(([name, value]) => {
      expect(name).toMatch(/^cloudEvents:/);
      return [name.replace('cloudEvents:', ''), value];
    });
    const event = new CloudEvent({ ...Object.fromEntries(attributes), data: bodyOf(got) }, true);
    expect(event.toJSON()).toMatchObject(expected);
  });

  it('wait for a queue, and the line says what to create', { timeout: 30_000 }, async () => {
    const queue = await queueOf();
    const service = await serving(queue);
    await made(service, '/orders', ORDER);
    const says = new RegExp(`^events wait: amqp://127.0.0.1:\\d+: there is no queue \`${queue.name}\`: create it`);
    await until(() => service.logged.some((line) => says.test(line)));
    expect(service.logged.join('\n')).not.toMatch(/guest/);
    const outbox = await (await fetch(`${service.operatorUrl}/outbox`)).json();
    expect(outbox).toMatchObject({ waiting: 1, why: [{ event: 'order_opened', why: 'receiver away' }] });
    await queue.make();
    expect(await arrived(queue, 1)).toHaveLength(1);
  });

  it('wait where the credentials are wrong, and no line shows them', async () => {
    const queue = await queueOf();
    await queue.make();
    const service = await serving(queue, undefined, { username: 'ada', password: 'wrong%2Fsecret' });
    await made(service, '/orders', ORDER);
    await until(() =>
      service.logged.some((line) => line.includes('ACCESS_REFUSED') || line.includes('ACCESS-REFUSED')),
    );
    expect(service.logged.join()).not.toMatch(/ada|secret/);
  });

  it('are all there when the connections are cut in the middle of 1,000', { timeout: 120_000 }, async () => {
    const queue = await queueOf();
    await queue.make();
    const service = await serving(queue);
    const writing = (async () => {
      for (let total = 1; total <= 1_000; total += 1)
        expect((await send(service, 'POST', '/orders', { ...ORDER, total })).status).toBe(201);
    })();
    const arriving = arrived(queue, 1_000, 90);
    for (const pause of [400, 700]) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      queue.proxy.cut();
      await new Promise((resolve) => setTimeout(resolve, 300));
      queue.proxy.open();
    }
    await writing;
    expectAll(await arriving);
    expect(service.logged.filter((line) => line.startsWith('events wait')).length).toBeGreaterThan(0);
  });
});

/** 1,000, in their order, where each is looked at when it came first. */
function expectAll(got: readonly GetMessage[]): void {
  const first = new Map([...got].reverse().map((one) => [idOf(one), one.content.toString()]));
  for (const one of got) expect(one.content.toString()).toBe(first.get(idOf(one)));
  const once = [...new Set(got.map(idOf))];
  expect(once.map((id) => Number(id.split('.')[1]))).toEqual(counted(1_000));
  const totals = once.map((id) => (JSON.parse(first.get(id)!) as { order: { total: number } }).order.total);
  expect(totals).toEqual(counted(1_000));
}

it.skipIf(!hasRabbit)(
  'are all there when RabbitMQ is killed in the middle of 1,000',
  { timeout: 240_000 },
  async () => {
    const own = await ownRabbit();
    ends.push(() => own.end());
    await own.start();
    const name = ownName();
    const asked = async <T>(ask: (channel: Channel) => Promise<T>): Promise<T> => {
      const connection = await connect(own.url);
      connection.on('error', () => undefined);
      const answer = await ask(await connection.createChannel());
      await connection.close();
      return answer;
    };
    await asked((channel) => channel.assertQueue(name, { durable: true }));
    const relay = { allowed: NO_RANGES, secrets: () => [], broker: parseBroker(own.url)! };
    const service = await start(plan(modelOf(brokered(`queue \`${name}\``))), { relay });
    ends.push(() => service.stop());
    const writing = (async () => {
      for (let total = 1; total <= 1_000; total += 1)
        expect((await send(service, 'POST', '/orders', { ...ORDER, total })).status).toBe(201);
    })();
    await new Promise((resolve) => setTimeout(resolve, 700));
    await own.kill();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await own.start();
    await writing;
    const got: GetMessage[] = [];
    for (let tries = 0; tries < 600 && new Set(got.map(idOf)).size < 1_000; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      got.push(
        ...(await asked(async (channel) => {
          const all: GetMessage[] = [];
          for (let one = await channel.get(name, { noAck: true }); one; one = await channel.get(name, { noAck: true }))
            all.push(one);
          return all;
        })),
      );
    }
    expectAll(got);
    expect(service.logged.filter((line) => line.startsWith('events wait')).length).toBeGreaterThan(0);
  },
);
