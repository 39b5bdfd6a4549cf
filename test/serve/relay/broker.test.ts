// A broker that is away, and comes back: how often it is asked, what is said of it, what becomes of its connection. Its address, and what is shown of it.

import { describe, expect, it } from 'vitest';
import { plan } from '../../../src/plan/compile.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import {
  brokerOf,
  NotTaken,
  type Broker,
  type Connected,
  type Message,
  type Published,
} from '../../../src/serve/relay/broker.ts';
import { maskedBroker, parseBroker, withoutBroker } from '../../../src/serve/relay/broker-address.ts';
import { modelOf } from '../../plan/plan-of.ts';
import { brokered } from './brokered.ts';

const MESSAGE: Message = { id: 'x.1', type: 'made', contentType: 'text/plain', attributes: {}, headers: {}, body: '1' };
const WAITS = { times: [1_000], doubling: true, atMost: 4_000 };

interface Faked {
  readonly broker: Broker;
  readonly logged: string[];
  readonly opened: () => number;
  readonly closed: () => number;
  /** What the broker does now: a text is taken, an error is thrown; undefined: nobody connects. */
  does: string | Promise<string> | Error | undefined;
  /** What a connection waits for. */
  opens: Promise<void>;
  now: number;
  /** The connection ends. */
  end(): void;
}

const nothing = (): void => undefined;

function faked(): Faked {
  const logged: string[] = [];
  let [opened, closed] = [0, 0];
  let end = nothing;
  const fake: Omit<Faked, 'broker'> = {
    logged,
    opened: () => opened,
    closed: () => closed,
    does: 'taken',
    opens: Promise.resolve(),
    now: 0,
    end: () => end(),
  };
  const connect = (): Promise<Connected> => {
    if (fake.does === undefined) return Promise.reject(new Error('refused'));
    opened += 1;
    const ended = Promise.withResolvers<void>();
    end = () => ended.resolve();
    const publish = (): Promise<string> => {
      if (typeof fake.does === 'string' || fake.does instanceof Promise) return Promise.resolve(fake.does);
      return Promise.reject(fake.does ?? new Error('cut'));
    };
    const one = { publish, closed: ended.promise, close: () => void (closed += 1) };
    return fake.opens.then(() => one);
  };
  const log = (line: string): void => void logged.push(line);
  const broker = brokerOf({ connect, timeOut: 50, waits: WAITS, now: () => fake.now, shown: 'nats://host:4222', log });
  return Object.assign(fake, { broker });
}

const planOf = (sentAs: string, ...more: readonly string[]): Plan =>
  plan(modelOf(brokered(sentAs, ['Order: as they happened', ...more])));

const again = (published: Published): number => ('again' in published ? published.again : Number.NaN);

describe('a broker', () => {
  it('is connected once for all messages', async () => {
    const fake = faked();
    const all = await Promise.all([1, 2, 3].map(() => fake.broker.publish(MESSAGE)));
    expect(all).toEqual([1, 2, 3].map(() => ({ kind: 'taken', said: 'taken' })));
    expect([fake.opened(), fake.logged]).toEqual([1, []]);
  });

  it('that is away is asked after waits that grow, and left alone between them', async () => {
    const fake = faked();
    fake.does = undefined;
    const waited: number[] = [];
    for (const least of [1_000, 2_000, 4_000, 4_000]) {
      const away = await fake.broker.publish(MESSAGE);
      expect(away).toMatchObject({ kind: 'away', said: 'refused' });
      expect(again(away)).toBeGreaterThanOrEqual(least);
      expect(again(away)).toBeLessThanOrEqual(Math.min(4_000, least * 1.1));
      fake.now += 400;
      const alone = await fake.broker.publish(MESSAGE);
      expect(alone).toEqual({ kind: 'left alone', again: again(away) - 400 });
      fake.now += again(alone);
      waited.push(again(away));
    }
    fake.does = 'taken';
    expect(await fake.broker.publish(MESSAGE)).toEqual({ kind: 'taken', said: 'taken' });
    fake.does = undefined;
    fake.end();
    await Promise.resolve();
    expect(again(await fake.broker.publish(MESSAGE))).toBeLessThanOrEqual(1_100);
    expect(fake.logged).toEqual([
      'events wait: nats://host:4222: refused',
      'events go on: nats://host:4222 takes them',
      'events wait: nats://host:4222: refused',
    ]);
  });

  it('whose connection fails loses it once, however many messages are on it', async () => {
    const fake = faked();
    fake.does = new Error('no answer');
    const all = await Promise.all([1, 2, 3].map(() => fake.broker.publish(MESSAGE)));
    expect(all.map(({ kind }) => kind)).toEqual(['away', 'away', 'away']);
    for (const one of all) expect(again(one)).toBeLessThanOrEqual(1_100);
    await Promise.resolve();
    expect([fake.opened(), fake.closed()]).toEqual([1, 1]);
  });

  it('that lets nobody in is away, and a connection that comes too late is closed', async () => {
    const fake = faked();
    const { promise, resolve } = Promise.withResolvers<void>();
    fake.opens = promise;
    expect(await fake.broker.publish(MESSAGE)).toMatchObject({
      kind: 'away',
      said: 'no connection within 0.05 seconds',
    });
    expect(fake.closed()).toBe(0);
    resolve();
    await new Promise((soon) => setTimeout(soon, 0));
    expect(fake.closed()).toBe(1);
  });

  it('keeps nobody from stopping, neither while it is connected nor while it has to answer', async () => {
    for (const opens of [Promise.resolve(), new Promise<void>(nothing)]) {
      const fake = faked();
      fake.opens = opens;
      fake.does = new Promise<string>(nothing);
      const published = fake.broker.publish(MESSAGE);
      await Promise.resolve();
      fake.broker.close();
      await expect(published).rejects.toThrow('the service stops');
      expect(fake.logged).toEqual([]);
    }
  });

  it('that does not take a message keeps its connection, and takes others', async () => {
    const fake = faked();
    fake.does = new NotTaken('no queue');
    expect(await fake.broker.publish(MESSAGE)).toEqual({ kind: 'not taken', said: 'no queue' });
    fake.does = 'taken';
    expect(await fake.broker.publish(MESSAGE)).toEqual({ kind: 'taken', said: 'taken' });
    expect([fake.opened(), fake.closed()]).toEqual([1, 0]);
  });
});

describe('the address of a broker', () => {
  it.each([
    ['nats://127.0.0.1:4222', 'nats', 'nats://127.0.0.1:4222'],
    ['tls://ada:se%2Fcret@nats.example', 'nats', 'tls://nats.example'],
    ['amqp://guest:guest@[::1]:5672/shop', 'amqp', 'amqp://[::1]:5672'],
    ['amqps://rabbit.example', 'amqp', 'amqps://rabbit.example'],
  ])('%s is read, and shown without credentials', (text, kind, shown) => {
    expect(parseBroker(text)).toMatchObject({ kind, shown });
  });

  it.each(['', 'rabbit', 'http://x', 'kafka://x:9092', 'nats://', 'amqp://a:%zz@x'])('%j is none', (text) => {
    expect(parseBroker(text)).toBeUndefined();
  });

  it.each([
    'amqp://ada:secret@x',
    'amqp://ada:se/cret@x',
    'nats://secret@x',
    'ada:secret@x:5672',
    'ampq://ada:s@secret@x',
    'amqp://x?password=secret',
    'secret@x',
  ])('%s shows nothing secret where it is repeated', (text) => {
    expect(maskedBroker(text)).toMatch(/^[^]*\*{8}/);
    expect(maskedBroker(text)).not.toMatch(/secret|cret/);
  });
});

describe('the plan of what goes to a broker', () => {
  it('has what is stated, and waits of its own where none are', () => {
    expect(planOf('subject `orders`').delivery).toEqual({
      heldBy: [],
      broker: {
        kind: 'subject',
        name: 'orders',
        waits: { times: [1_000], doubling: true, atMost: 30_000 },
        order: { kind: 'each receiver' },
        envelope: { kind: 'none' },
        duplicates: {},
      },
    });
    const stated = planOf(
      'queue `orders`',
      'Waits: 5 seconds',
      'Time-out: 2 seconds',
      'Envelope: CloudEvents, binary',
      'Duplicates: possible, told by header `x-id`',
    );
    expect(stated.delivery?.broker).toMatchObject({
      kind: 'queue',
      waits: { times: [5_000] },
      timeOut: 2_000,
      envelope: { mode: 'binary' },
      duplicates: { header: 'x-id' },
    });
  });

  it('sends nothing that has to be signed, and nothing to Kafka', () => {
    const signed = planOf('subject `orders`', 'Signature: Standard Webhooks, secret kept by the operator');
    expect(signed.delivery).toMatchObject({ heldBy: ['6/delivery'] });
    expect(signed.delivery?.broker).toBeUndefined();
    const topic = planOf('topic `orders`');
    expect(topic.delivery?.heldBy).not.toEqual([]);
    expect(topic.delivery?.broker).toBeUndefined();
  });

  it('needs a broker of its kind', () => {
    const [nats, amqp] = [parseBroker('nats://a:secret@x')!, parseBroker('amqp://x')!];
    const subject = planOf('subject `orders`');
    expect(withoutBroker(subject, { broker: nats })).toBeUndefined();
    expect(withoutBroker(subject, { broker: amqp })).toBe(
      'events wait: the document sends them to a subject of NATS, `orders`; --broker names amqp://x; write --broker nats://HOST:4222',
    );
    expect(withoutBroker(planOf('queue `orders`'), { broker: nats })).toBe(
      'events wait: the document sends them to a queue of AMQP, `orders`; --broker names nats://x; write --broker amqp://USER:PASSWORD@HOST:5672',
    );
  });
});
