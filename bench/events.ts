// What events cost and how fast they go: writes that emit beside writes that do not; a backlog sent by one process to a local receiver, beside a bare loop of
// requests to the same one; from an answer to its event at the receiver when idle. On SQLite, and with `--engine postgres` on PostgreSQL, too.

import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { eventService, posted, signing } from './events-service.ts';
import { environment, freePort, load, median, serve, stop, type Server } from './processes.ts';
import { CONNECTIONS } from './targets.ts';

const BACKLOG = 20_000;
const SINGLE = 100;
const ORDER = { label: 'a box', total: 12 };

interface Options {
  readonly directory: string;
  readonly cache: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly database: string | undefined;
}

interface Place {
  readonly engine: string;
  readonly args: readonly string[];
  readonly goal: number;
}

export async function events(options: Options): Promise<void> {
  const { database, directory } = options;
  await measured({ engine: 'SQLite', args: ['--data', join(directory, 'events')], goal: 3_000 }, options);
  if (database === undefined) return;
  const client = new Client({ connectionString: database });
  await client.connect();
  const name = `ninefold_events_${randomBytes(4).toString('hex')}`;
  try {
    await client.query(`CREATE SCHEMA ${name}`);
    const url = `${database}?options=${encodeURIComponent(`-c search_path=${name}`)}`;
    await measured({ engine: 'PostgreSQL', args: ['--database', url], goal: 1_500 }, options);
  } finally {
    await client.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
    await client.end();
  }
}

interface Counted {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

async function measured({ engine, args, goal }: Place, options: Options): Promise<void> {
  const { cache, directory } = options;
  const receiver = await started('receiver', (port) => ['bench/event-receiver.ts', String(port)], cache, 1);
  const address = `http://127.0.0.1:${receiver.port}/`;
  const counted = async (path = ''): Promise<Counted> => (await fetch(address + path)).json() as Promise<Counted>;
  const serving = (more: readonly string[]): Promise<Server> => eventService(args, cache, more);
  try {
    // Without a secret nothing is sent.
    const silent = await serving([]);
    try {
      await posted(silent, '/listeners', { address });
      await writes(engine, silent, options);
      await load({
        port: silent.port,
        connections: CONNECTIONS,
        seconds: 600,
        warm: 0,
        requests: BACKLOG,
        mix: [made('/orders')],
      });
    } finally {
      await stop(silent);
    }
    const waiting = await counted('reset');
    if (waiting.count > 0) throw new Error(`${waiting.count} events were sent without a secret`);
    const sending = await serving(signing(directory));
    try {
      const { count, first, last } = await settled(counted);
      const rate = (1000 * count) / (last - first);
      const bare = await bareRate(receiver.port);
      console.log(
        `${engine}: a backlog of ${count} events is sent at ${rate.toFixed(0)}/s (at least ${goal}), ` +
          `${(rate / bare).toFixed(2)} of a bare loop of node:http to the same receiver (${bare.toFixed(0)}/s)`,
      );
      await single(engine, sending, counted);
    } finally {
      await stop(sending);
    }
  } finally {
    await stop(receiver);
  }
}

async function started(
  name: string,
  args: (port: number) => readonly string[],
  cache: string,
  core: 0 | 1,
): Promise<Server> {
  const port = await freePort();
  return serve(name, port, args(port), environment(cache), core);
}

const made = (path: string): { method: string; path: string; body: string; status: number } => ({
  method: 'POST',
  path,
  body: JSON.stringify(ORDER),
  status: 201,
});

/** Nothing is sent meanwhile. */
async function writes(engine: string, { port }: Server, { rounds, seconds }: Options): Promise<void> {
  const pairs: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const order = { port, connections: CONNECTIONS, seconds, warm: 0.2 };
    const silent = await load({ ...order, mix: [made('/silent')] });
    const emitting = await load({ ...order, mix: [made('/orders')] });
    if (round >= 0) pairs.push(emitting.rate / silent.rate);
  }
  console.log(`${engine}: a write that emits, beside one that does not: ${median(pairs).toFixed(2)} (at least 0.8)`);
}

/** When no more come. */
async function settled(counted: () => Promise<Counted>): Promise<Counted> {
  for (let before = -1; ;) {
    const now = await counted();
    if (now.count >= BACKLOG && now.count === before) return now;
    before = now.count;
    await sleep(1_000);
  }
}

/** 32 connections, one request after the other on each. */
async function bareRate(port: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const [began, body] = [performance.now(), Buffer.alloc(300, 'x')];
  let count = 0;
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', method: 'POST', agent }, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end(body);
    });
  const loop = async (): Promise<void> => {
    for (; performance.now() - began < 2_000; count += 1) await one();
  };
  await Promise.all(Array.from({ length: 32 }, loop));
  agent.destroy();
  return (1000 * count) / (performance.now() - began);
}

async function single(engine: string, server: Server, counted: (path?: string) => Promise<Counted>): Promise<void> {
  const times: number[] = [];
  for (let turn = 0; turn < SINGLE; turn += 1) {
    await counted('reset');
    await posted(server, '/orders', ORDER);
    const answered = performance.timeOrigin + performance.now();
    await sleep(40);
    let now = await counted();
    while (now.count === 0) {
      await sleep(20);
      now = await counted();
    }
    times.push(now.first - answered);
  }
  const ordered = times.toSorted((a, b) => a - b);
  console.log(
    `${engine}: from an answer to its event at the receiver, when idle: p50 ${median(times).toFixed(1)} ms (under 20), ` +
      `p95 ${ordered[Math.floor(times.length * 0.95)]!.toFixed(1)} ms`,
  );
}
