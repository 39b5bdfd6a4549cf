// What is kept for clients, and how many connections they have: bounded for all together and for each address; where a bound
// is met, the address that has the most gives way.

import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';

import { SHARED, type SharedBounds } from '../../src/base/bounds.ts';
import type { Connection } from '../../src/serve/connections.ts';
import { keep, networkOf, Retained } from '../../src/serve/retained.ts';
import { start, type Running } from './running.ts';
import { TODO_PLAN } from './plans.ts';

class Fake extends EventEmitter {
  static #made = 0;
  destroyed = false;
  at = ++Fake.#made;
  _httpMessage: unknown = null;
  readonly remoteAddress: string;
  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function opening(bounds: Partial<SharedBounds>): (address: string) => Fake & Connection {
  const all = new Retained({ ...SHARED, ...bounds }, (socket) => (socket as unknown as Fake).at);
  return (address) => {
    const fake = new Fake(address) as Fake & Connection;
    all.admit(fake);
    return fake;
  };
}

const alive = (...all: readonly Fake[]): boolean[] => all.map(({ destroyed }) => !destroyed);

describe('octets that are kept', () => {
  test('beyond the bound cost the connection that has kept some longest', () => {
    const open = opening({ kept: 100 });
    const [a, b, c] = [open('x'), open('x'), open('x')];
    keep(a, 'answer', 40);
    keep(b, 'answer', 50);
    expect(alive(a, b, c)).toEqual([true, true, true]);
    keep(c, 'answer', 30);
    expect(alive(a, b, c)).toEqual([false, true, true]);
  });

  test('count whatever they are, and no more when they are let go', () => {
    const open = opening({ kept: 100 });
    const [a, b] = [open('x'), open('x')];
    keep(a, 'rest', 60);
    keep(a, 'rest', 0);
    keep(a, 'body', 30);
    keep(b, 'rest', 30);
    keep(b, 'body', 40);
    expect(alive(a, b)).toEqual([true, true]);
    keep(b, 'answer', 1);
    expect(alive(a, b)).toEqual([false, true]);
  });

  test('are nothing any more when their connection is gone', () => {
    const open = opening({ kept: 100 });
    const [a, b, c] = [open('x'), open('x'), open('x')];
    keep(a, 'answer', 90);
    a.destroy();
    keep(a, 'answer', 90);
    keep(b, 'answer', 50);
    keep(c, 'answer', 50);
    expect(alive(b, c)).toEqual([true, true]);
  });

  test('cost the address for which most are kept, not another that has kept less for longer', () => {
    const open = opening({ kept: 100 });
    const [other, first, second] = [open('y'), open('x'), open('x')];
    keep(other, 'answer', 20);
    keep(first, 'answer', 40);
    keep(second, 'answer', 50);
    expect(alive(other, first, second)).toEqual([true, false, true]);
  });

  test('of one address are bounded by its share', () => {
    const open = opening({ kept: 100, addressShare: 50 });
    const [other, first, second] = [open('y'), open('x'), open('x')];
    keep(other, 'answer', 40);
    keep(first, 'answer', 40);
    keep(second, 'answer', 20);
    expect(alive(other, first, second)).toEqual([true, false, true]);
  });
});

describe('connections', () => {
  test('beyond the bound take the place of the one that has been idle longest', () => {
    const open = opening({ connections: 2 });
    const [a, b] = [open('x'), open('x')];
    a.at = b.at + 0.5;
    const c = open('x');
    expect(alive(a, b, c)).toEqual([true, false, true]);
  });

  test('are closed at once where all others wait for answers', () => {
    const open = opening({ connections: 2 });
    const [a, b] = [open('x'), open('x')];
    for (const one of [a, b]) Object.assign(one, { _httpMessage: {} });
    expect(alive(a, b, open('x'))).toEqual([true, true, false]);
    Object.assign(b, { _httpMessage: null });
    expect(alive(open('x'))).toEqual([true]);
  });

  test('of an address that has few take the place of those of one that has many', () => {
    const open = opening({ connections: 3 });
    const [other, first, second] = [open('y'), open('x'), open('x')];
    const another = open('z');
    expect(alive(other, first, second, another)).toEqual([true, false, true, true]);
  });

  test('of one address are bounded by its share', () => {
    const open = opening({ connections: 4, addressShare: 50 });
    const [a, b] = [open('x'), open('x')];
    const [c, d] = [open('x'), open('y')];
    expect(alive(a, b, c, d)).toEqual([false, true, true, true]);
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Octets that are reachable in this process, where the service runs, too. */
function held(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('over real sockets', () => {
  let service: Running | undefined;
  const clients: Socket[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await service?.stop();
    service = undefined;
  });

  async function client(sends: string): Promise<Socket> {
    const socket = connect(Number(new URL(service!.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    clients.push(socket);
    await once(socket, 'connect');
    socket.write(sends);
    return socket;
  }
  const POST = 'POST /todos HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const closed = (): number => clients.filter(({ destroyed }) => destroyed).length;

  test('bodies that never end are bounded together', async () => {
    service = await start(TODO_PLAN, { shared: { ...SHARED, kept: 1_000_000 } });
    const body = `${POST}Content-Length: 400000\r\n\r\n{"title":"${'x'.repeat(300_000)}`;
    for (let i = 0; i < 6; i++) await client(body);
    for (let i = 0; i < 100 && closed() < 3; i++) await sleep(20);
    expect(closed()).toBeGreaterThanOrEqual(3);
    expect(closed()).toBeLessThan(6);
    expect((await fetch(`${service.url}/todos`)).status).toBe(200);
  });

  test('a body in pieces of one octet costs no more than its octets', async () => {
    service = await start(TODO_PLAN);
    const title = 'y'.repeat(60);
    const text = `${' '.repeat(200_000)}{"title":"${title}"}`;
    const chunks = text.replaceAll(/[^]/g, (octet) => `1\r\n${octet}\r\n`);
    const before = held();
    const socket = await client(`${POST}Transfer-Encoding: chunked\r\n\r\n${chunks.slice(0, -10)}`);
    for (let i = 0; i < 100 && socket.writableLength > 0; i++) await sleep(20);
    await sleep(1000);
    expect(held() - before).toBeLessThan(10_000_000);
    socket.write(`${chunks.slice(-10)}0\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 201 /);
    expect(answer.toString()).toContain(title);
  });

  test('a new connection is taken where all others are idle, and one of these is closed', async () => {
    service = await start(TODO_PLAN, { shared: { ...SHARED, connections: 4 } });
    for (let i = 0; i < 4; i++) await client('');
    await sleep(50);
    expect((await fetch(`${service.url}/todos`)).status).toBe(200);
    await sleep(50);
    expect(closed()).toBe(1);
  });
});
