// Starting, stopping, changing plans, and the operator's port.

import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { serve, StillBusy } from '../../src/serve/serve.ts';
import { done, fakeStore } from './fake-store.ts';
import { answer, fields, literal, object, operation, plan } from './plans.ts';
import { raw, send, start, type Running } from './running.ts';

const LIST = {
  kind: 'list',
  select: { table: 'Todo', columns: [], where: undefined, order: [] },
  total: false,
} as const;

/** A store whose one answer comes when it is told to. */
class Late {
  #asked: () => void = () => undefined;
  #finish: () => void = () => undefined;
  readonly asked = new Promise<void>((resolve) => (this.#asked = resolve));
  readonly store = fakeStore(
    () =>
      new Promise((resolve) => {
        this.#finish = () => resolve(done([]));
        this.#asked();
      }),
  );
  finish(): void {
    this.#finish();
  }
}

let service: Running | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

function saying(text: string, more: Parameters<typeof plan>[1] = {}): ReturnType<typeof plan> {
  return plan(
    [operation('GET /x', { steps: [LIST], answers: [answer(200, ['found'], object({ said: literal(text) }))] })],
    more,
  );
}

async function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; text: string }> {
  const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const answered = await raw(Number(new URL(service!.operatorUrl).port), [
    `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`,
  ]);
  return { status: Number(answered.slice(9, 12)), text: answered.slice(answered.indexOf('\r\n\r\n') + 4) };
}
describe("the operator's port", () => {
  test('says that the service is alive and whether it is ready', async () => {
    const store = fakeStore(() => done([]));
    service = await start(saying('x'), { store });
    expect(await ask('/livez')).toEqual({ status: 200, text: 'alive\n' });
    expect((await ask('/readyz')).status).toBe(200);
    store.isReady = false;
    expect((await ask('/readyz')).status).toBe(503);
    expect((await ask('/livez?verbose')).status).toBe(200);
  });
  test('shows what is held and the plan', async () => {
    const held = operation('POST /x', undefined, { runs: 'no', heldBy: ['4/POST /x/does'] });
    service = await start(plan([held], { gaps: { '4/POST /x/does': 'What does it do?' } }), {
      store: fakeStore(() => done([])),
    });
    expect(JSON.parse((await ask('/gaps')).text)).toEqual({
      name: 'Test',
      assumed: [],
      gaps: [{ id: '4/POST /x/does', question: 'What does it do?' }],
      operations: [{ id: 'POST /x', runs: 'no', heldBy: ['4/POST /x/does'], partlyHeldBy: [], restsOn: [] }],
    });
    expect(JSON.parse((await ask('/plan')).text)).toMatchObject({ format: 1, operations: [{ id: 'POST /x' }] });
  });
  test('shows the pages of other stages in the place of its own', async () => {
    const pages = {
      '/gaps': () => ({ type: 'text/plain', body: 'mine' }),
      '/': () => ({ type: 'text/html', body: '<p>' }),
    };
    service = await start(saying('x'), { store: fakeStore(() => done([])), pages });
    expect((await ask('/gaps')).text).toBe('mine');
    expect((await ask('/')).text).toBe('<p>');
    expect((await ask('/gaps', {}, 'HEAD')).text).toBe('');
    expect(await ask('/nowhere')).toEqual({
      status: 404,
      text: 'Pages: /livez /readyz /gaps /plan /outbox /metrics /clock /moves /keys /callers /rows /audit /try /\n',
    });
    expect((await ask('/constructor')).status).toBe(404);
    expect((await ask('/gaps', {}, 'POST')).status).toBe(405);
  });
  test('answers only who names it by an address or a name of its own', async () => {
    service = await start(saying('x'), { store: fakeStore(() => done([])) });
    for (const host of ['127.0.0.1', 'localhost:8081', '[::1]:99', 'LOCALHOST', '10.1.2.3'])
      expect([host, (await ask('/plan', { Host: host })).status]).toEqual([host, 200]);
    for (const host of ['attacker.example', 'localhost.attacker.example', '127.0.0.1.nip.io', '', 'x:1:2']) {
      expect([host, (await ask('/plan', { Host: host })).status]).toEqual([host, 421]);
    }
  });
  test("shows nothing of the operator on the service's port", async () => {
    service = await start(saying('x'), { store: fakeStore(() => done([])) });
    for (const path of ['/livez', '/readyz', '/gaps', '/plan'])
      expect((await send(service, 'GET', path)).status).toBe(404);
  });
});

describe('a stop', () => {
  test('finishes what runs, then closes the store', async () => {
    const late = new Late();
    const { store } = late;
    service = await start(saying('late'), { store });
    const running = send(service, 'GET', '/x');
    await late.asked;
    const stopped = service.close();
    await sleep(250);
    expect(store.isClosed).toBe(false);
    late.finish();
    expect((await running).json).toEqual({ said: 'late' });
    await stopped;
    expect(store.isClosed).toBe(true);
  });
  test('is told to whoever asks whether the service is ready', async () => {
    const late = new Late();
    service = await start(saying('x'), { store: late.store });
    const running = send(service, 'GET', '/x');
    await late.asked;
    const stopped = service.close();
    expect((await fetch(`${service.operatorUrl}/readyz`)).status).toBe(503);
    late.finish();
    await running;
    await stopped;
  });
  test('loses no request of clients that keep their connections busy', async () => {
    service = await start(saying('x'), {
      store: fakeStore(() => new Promise((resolve) => setTimeout(() => resolve(done([])), 2))),
    });
    const port = Number(new URL(service.url).port);
    let answered = 0;
    let lost = 0;
    const client = (): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1');
        let isWaiting = false;
        const ask = (): void => {
          isWaiting = true;
          socket.write('GET /x HTTP/1.1\r\nHost: x\r\n\r\n');
        };
        socket.on('connect', ask);
        socket.on('error', () => undefined);
        socket.on('data', (chunk) => {
          answered++;
          isWaiting = false;
          if (chunk.toString('latin1').includes('Connection: close')) socket.end();
          else ask();
        });
        socket.on('close', () => {
          if (isWaiting) lost++;
          resolve();
        });
      });
    const clients = Array.from({ length: 20 }, client);
    await sleep(200);
    await service.close();
    await Promise.all(clients);
    expect(answered).toBeGreaterThan(100);
    expect(lost).toBe(0);
  });
  test('does not wait for connections on which nothing is asked', async () => {
    service = await start(saying('x'), { store: fakeStore(() => done([])) });
    const silent = connect(Number(new URL(service.url).port), '127.0.0.1');
    await new Promise((resolve) => silent.once('connect', resolve));
    const kept = connect(Number(new URL(service.url).port), '127.0.0.1');
    kept.write('GET /x HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => kept.once('data', resolve));
    const began = Date.now();
    await service.close();
    expect(Date.now() - began).toBeLessThan(1000);
  });
  test('twice is once', async () => {
    service = await start(saying('x'), { store: fakeStore(() => done([])) });
    expect(service.close()).toBe(service.close());
  });
});

describe('another plan', () => {
  test('is served from the next request on; the old store is closed when its last request is done', async () => {
    const slow = new Late();
    const before = slow.store;
    service = await start(saying('before'), { store: before });
    const late = send(service, 'GET', '/x');
    await slow.asked;
    const after = fakeStore(() => done([]));
    const swapped = service.swap(saying('after'), after);
    expect((await send(service, 'GET', '/x')).json).toEqual({ said: 'after' });
    expect(before.isClosed).toBe(false);
    slow.finish();
    expect((await late).json).toEqual({ said: 'before' });
    await swapped;
    expect([before.isClosed, after.isClosed]).toEqual([true, false]);
  });
  test('that leaves no room for requests of the old one is opened when they have ended; who comes meanwhile waits', async () => {
    const slow = new Late();
    service = await start(saying('before'), { store: slow.store });
    const late = send(service, 'GET', '/x');
    await slow.asked;
    const order: string[] = [];
    const changed = service.change({
      room: 'still',
      async open() {
        order.push('opened');
        return { plan: saying('after'), store: fakeStore(() => done([])) };
      },
    });
    const meanwhile = new Promise((resolve) => setImmediate(resolve)).then(() => send(service!, 'GET', '/x'));
    setTimeout(() => {
      order.push('ended');
      slow.finish();
    }, 50);
    expect((await late).json).toEqual({ said: 'before' });
    await changed;
    expect((await meanwhile).json).toEqual({ said: 'after' });
    expect(order).toEqual(['ended', 'opened']);
  });
  test('that they do not make room for is given up, and nothing is changed', async () => {
    const slow = new Late();
    service = await start(saying('before'), { store: slow.store });
    const late = send(service, 'GET', '/x');
    await slow.asked;
    const change = service.change({ room: 'still', open: () => Promise.reject(new Error('was opened')) });
    await expect(change).rejects.toBeInstanceOf(StillBusy);
    slow.finish();
    expect((await late).json).toEqual({ said: 'before' });
  });
  test('may keep the store', async () => {
    const store = fakeStore(() => done([]));
    service = await start(saying('before'), { store });
    await service.swap(saying('after'), store);
    expect((await send(service, 'GET', '/x')).json).toEqual({ said: 'after' });
    expect(store.isClosed).toBe(false);
  });
});

describe('a start', () => {
  const options = {
    plan: saying('x'),
    host: '127.0.0.1',
    operatorHost: '127.0.0.1',
    bodyLimit: 1000,
    requestTimeout: 1000,
    marks: true,
  };
  test.each(['port', 'operatorPort'] as const)(
    'on a %s in use is refused, and leaves nothing behind',
    async (which) => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const { port } = other.address() as { port: number };
      const ports = { port: 0, operatorPort: 0, [which]: port };
      await expect(serve({ ...options, ...ports, store: fakeStore(() => done([])) })).rejects.toMatchObject({
        code: 'EADDRINUSE',
      });
      await new Promise((resolve) => other.close(resolve));
    },
  );
  test('links by the public address, whatever the request says', async () => {
    const linked = operation('POST /x', {
      body: fields([]),
      steps: [{ kind: 'insert', table: 'T', values: [], answer: [], checks: [] }],
      answers: [
        answer(201, ['created'], undefined, {
          headers: [{ name: 'Location', value: { kind: 'text', parts: [{ word: 'base' }, '/x/1'] } }],
        }),
      ],
    });
    service = await start(plan([linked], { base: '/v1' }), {
      store: fakeStore(() => done([], 'created')),
      publicUrl: 'https://api.example/',
    });
    const made = await send(service, 'POST', '/v1/x', {}, { 'x-forwarded-host': 'attacker.example' });
    expect([made.status, made.headers.get('location')]).toEqual([201, 'https://api.example/v1/x/1']);
  });
});
