// Many readers share the work; one that does not read costs what its connection holds, and is ended. A browser reads as it is. Notation, part 6,
// "On a stream"; decision 0069.

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { effectsOf } from '../../../src/serve/effects.ts';
import { STALLED } from '../../../src/serve/streams/reader.ts';
import { openPostgres } from '../../../src/store/postgres/open.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { hasChromium, launch, open as browse } from '../../page/chromium.ts';
import { hasPostgres, ownSchema } from '../../store/postgres.ts';
import { send, start, type Running } from '../running.ts';
import { feed, open, order, totals, user, type Reading } from './reading.ts';

const ANYONE = ['- Who: owner by `Order.customer`', '- Who: anyone'] as const;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Edits = readonly (readonly [from: string, to: string])[];

async function served(...edits: Edits): Promise<Running> {
  const service = await start(feed(...edits));
  ends.push(() => service.stop());
  return service;
}

async function onPostgres(): Promise<Running> {
  const plan = feed();
  const { url, drop } = await ownSchema();
  ends.push(drop);
  const store = await openPostgres({ url, tables: plan.storage, effects: effectsOf(plan), connections: 4 });
  const service = await start(plan, { store });
  ends.push(() => service.stop());
  return service;
}

async function crowd(service: Running, headers: Record<string, string>): Promise<readonly Reading[]> {
  const all: Reading[] = [];
  while (all.length < 500) all.push(...(await Promise.all(Array.from({ length: 50 }, () => open(service, headers)))));
  ends.push(() => all.forEach((one) => one.close()));
  return all;
}

const ENGINES: readonly (readonly [string, () => Promise<Running>])[] = [
  ['SQLite', served],
  ...(hasPostgres ? [['PostgreSQL', onPostgres] as const] : []),
];

test.each(ENGINES)(
  '500 readers of %s get every event, and as a crowd that comes back',
  async (_, on) => {
    const service = await on();
    const [ann, bob] = [await user(service, 'ann'), await user(service, 'bob')];
    const headers = { authorization: ann.authorization };
    const readers = await crowd(service, headers);
    const expected = Array.from({ length: 100 }, (_each, place) => place);
    for (const total of expected) {
      await order(service, ann, total);
      await order(service, bob, -1 - total);
    }
    await Promise.all(readers.map((one) => one.until(100)));
    for (const one of readers) expect(totals(one.events)).toEqual(expected);
    const { id } = readers[0]!.events[0]!;
    for (const one of readers) one.close();
    const again = await crowd(service, { ...headers, 'last-event-id': id });
    await Promise.all(again.map((one) => one.until(99)));
    for (const one of again) expect(totals(one.events)).toEqual(expected.slice(1));
  },
  120_000,
);

const LONG = 'x'.repeat(200_000);

/** Reads the head, and nothing more. */
async function stuck(service: Running): Promise<Socket> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET /events HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  socket.pause();
  ends.push(() => socket.destroy());
  return socket;
}

/** What the system still has of it, and then the end. Rejects where it stays open. */
function restOf(socket: Socket): Promise<string> {
  let rest = '';
  socket.on('data', (chunk: Buffer) => (rest += chunk.toString('latin1')));
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the connection is still open')), 10_000);
    socket.once('close', () => {
      clearTimeout(late);
      resolve(rest);
    });
    socket.resume();
  });
}

test('a reader that never reads is ended; others get all meanwhile, and it goes on by its id', async () => {
  const service = await served(ANYONE);
  const { authorization } = await user(service, 'ann');
  const other = await open(service);
  while (other.last === undefined) await sleep(5);
  const before = other.last;
  const socket = await stuck(service);
  const { heapUsed, external } = process.memoryUsage();
  for (let total = 0; total < 150; total++)
    await send(service, 'POST', '/orders', { total, note: LONG }, { authorization });
  await other.until(150);
  const now = process.memoryUsage();
  // 30 MB were sent to one, which keeps them, and as many wait for the other.
  expect(now.heapUsed + now.external - heapUsed - external).toBeLessThan(150_000_000);
  await sleep(STALLED + 3_000);
  expect((await restOf(socket)).split('\nevent: ').length - 1).toBeLessThan(150);
  const again = await open(service, { 'last-event-id': before });
  ends.push(again.close);
  expect(totals(await again.until(150))).toEqual(Array.from({ length: 150 }, (_, place) => place));
}, 120_000);

interface Got {
  readonly type: string;
  readonly total: number | null;
  readonly lastEventId: string;
}

test.skipIf(!hasChromium)(
  'an EventSource in Chromium reads, comes back by itself, and goes on',
  async () => {
    const plan = feed(ANYONE, ['- Cross-origin: none', '- Cross-origin: any']);
    const directory = await mkdtemp(join(tmpdir(), 'ninefold-streams-'));
    ends.push(() => rm(directory, { recursive: true, force: true }));
    const opened = async (port: number): Promise<Running> =>
      start(plan, { store: await openSqlite({ directory, tables: plan.storage }), port });
    const first = await opened(0);
    const page: Server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    );
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    ends.push(() => page.close());
    const browser = await launch();
    ends.push(() => browser.close());
    const { page: tab } = await browse(browser, `http://127.0.0.1:${(page.address() as AddressInfo).port}`);
    await tab.evaluate(`new Promise((resolve) => {
    window.got = [];
    const source = new EventSource('${first.url}/events');
    for (const kind of ['order.made', 'order.gone'])
      source.addEventListener(kind, ({ type, data, lastEventId }) =>
        got.push({ type, total: JSON.parse(data).total ?? null, lastEventId }));
    source.addEventListener('open', resolve, { once: true });
  })`);
    const until = async (many: number): Promise<readonly Got[]> => {
      for (let look = 0; ; look++) {
        const got = await tab.evaluate<readonly Got[]>('got');
        if (got.length >= many || look > 400) return got;
        await sleep(50);
      }
    };
    const ann = await user(first, 'ann');
    await order(first, ann, 1);
    await until(1);
    await first.stop();
    const second = await opened(Number(new URL(first.url).port));
    ends.push(() => second.stop());
    // It is away: what happens now, it has to ask for.
    const id = await order(second, ann, 2);
    await send(second, 'DELETE', `/orders/${id}`, undefined, { authorization: ann.authorization });
    await until(3);
    await order(second, ann, 3);
    const events = await until(4);
    expect(events.map(({ type, total }) => [type, total])).toEqual([
      ['order.made', 1],
      ['order.made', 2],
      ['order.gone', null],
      ['order.made', 3],
    ]);
    expect(new Set(events.map(({ lastEventId }) => lastEventId)).size).toBe(4);
  },
  120_000,
);
