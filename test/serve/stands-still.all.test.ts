// A database that stands still: it answers nothing, and ends nothing. Few requests wait for it, the others are refused at once; the operator's port
// answers as ever, and when the database goes on, so does the service. Notation, part 8; docs/operate.md, When the database stands still.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';

import { effectsOf } from '../../src/serve/effects.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { planOf } from '../plan/plan-of.ts';
import { DATABASE, hasPostgres, inSchema, ownSchema } from '../store/postgres.ts';
import { send, start, type Running } from './running.ts';

const PLAN = planOf({
  resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`text\` | string | yes | caller | any | none |
`,
  operations: `### POST /things

- Does: creates Thing
- Body: Thing

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

### GET /things

- Does: lists Thing
- Order: oldest first
- Pages: none
- Body: ignored

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |
`,
});

interface Between {
  readonly url: string;
  /** Nothing passes on until it is called with false. */
  hold(isHeld: boolean): void;
  close(): void;
}

async function between(url: string): Promise<Between> {
  const own = new URL(url);
  const target = new URL(url);
  const pairs = new Set<Socket>();
  let isHeld = false;
  const server: Server = createServer((client) => {
    const database = connect(Number(own.port || 5432), own.hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      pairs.add(from);
      if (isHeld) from.pause();
      from.on('data', (piece: Buffer) => to.write(piece));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        pairs.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: target.href,
    hold(held) {
      isHeld = held;
      for (const one of pairs)
        if (held) one.pause();
        else one.resume();
    },
    close() {
      server.close();
      for (const one of pairs) one.destroy();
    },
  };
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function serving(requestDeadline?: number): Promise<{ readonly service: Running; readonly way: Between }> {
  const schema = await ownSchema();
  ends.push(() => schema.drop());
  const way = await between(DATABASE);
  ends.push(() => way.close());
  const url = inSchema(way.url, schema.name);
  const store = await openPostgres({ url, tables: PLAN.storage, effects: effectsOf(PLAN), connections: 8, queue: 100 });
  const service = await start(PLAN, { store, ...(requestDeadline !== undefined && { requestDeadline }) });
  ends.push(() => service.stop());
  return { service, way };
}

interface Timed {
  readonly status: number;
  readonly took: number;
}

async function asked(service: Running, method: string, body?: unknown): Promise<Timed> {
  const begun = performance.now();
  const { status } = await send(service, method, '/things', body);
  return { status, took: performance.now() - begun };
}

async function alive(service: Running): Promise<number> {
  const begun = performance.now();
  expect((await fetch(`${service.operatorUrl}/livez`)).status).toBe(200);
  return performance.now() - begun;
}

describe.skipIf(!hasPostgres)('a database that stands still', () => {
  it('has few requests that wait, and the others are refused at once', { timeout: 60_000 }, async () => {
    const { service, way } = await serving();
    expect((await asked(service, 'POST', { text: 'before' })).status).toBe(201);
    way.hold(true);
    const first = Array.from({ length: 700 }, () => asked(service, 'POST', { text: 'held' }));
    await sleep(1500);
    const later = await Promise.all(Array.from({ length: 50 }, () => asked(service, 'POST', { text: 'refused' })));
    expect(later.map(({ status }) => status)).toEqual(later.map(() => 503));
    expect(later.toSorted((one, other) => other.took - one.took)[0]!.took).toBeLessThan(500);
    const looks = [];
    for (let i = 0; i < 10; i++) {
      looks.push(await alive(service));
      await sleep(20);
    }
    expect(looks.toSorted((one, other) => one - other)[5]).toBeLessThan(100);
    way.hold(false);
    const held = await Promise.all(first);
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set([201, 503]));
    expect((await asked(service, 'POST', { text: 'after' })).status).toBe(201);
    const texts = ((await send(service, 'GET', '/things')).json as { readonly text: string }[]).map(({ text }) => text);
    expect(texts.filter((text) => text === 'refused')).toEqual([]);
    // Whether it was kept is unknown of none: the ways to the database were open all the time.
    expect(texts.filter((text) => text === 'held').length).toBe(held.filter(({ status }) => status === 201).length);
    expect([texts.at(0), texts.at(-1)]).toEqual(['before', 'after']);
  });

  it('ends each request by its deadline', { timeout: 60_000 }, async () => {
    const { service, way } = await serving(800);
    expect((await asked(service, 'GET')).status).toBe(200);
    way.hold(true);
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        asked(service, i % 2 === 0 ? 'GET' : 'POST', i % 2 === 0 ? undefined : { text: 'x' }),
      ),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([503]));
    const took = all.map((one) => one.took).toSorted((one, other) => one - other);
    expect(took.at(0)).toBeGreaterThan(700);
    expect(took.at(-1)).toBeLessThan(3000);
    way.hold(false);
    await sleep(300);
    expect((await asked(service, 'GET')).status).toBe(200);
  });
});

describe('a deadline of the operator', () => {
  it('answers 503 where a body takes longer to arrive', async () => {
    const service = await start(PLAN, { requestDeadline: 200, requestTimeout: 5_000 });
    ends.push(() => service.stop());
    const begun = performance.now();
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(
      'POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"te',
    );
    const [piece] = await new Promise<[Buffer]>((resolve) => socket.once('data', (...all) => resolve(all as [Buffer])));
    expect(String(piece)).toMatch(/^HTTP\/1.1 503 /);
    expect(performance.now() - begun).toBeGreaterThan(195);
    socket.destroy();
    expect((await send(service, 'GET', '/things')).json).toEqual([]);
  });
});
