// Calls with keys while processes are killed: three on one database of PostgreSQL, and one with its data embedded. Each call is sent until
// it is answered, some of them several times at once, to whichever process: each key makes one row, and is always answered alike.

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { call, discard, freePort, scratch, serve, type Running, type Start } from '../examples/running.ts';
import { hasPostgres, ownSchema } from '../store/postgres.ts';

const DOCUMENT = 'test/faults/keys.md';
const WRITERS = 12;
const KILLS = 4;
/** Milliseconds between two kills, at least. */
const APART = 700;

interface Process {
  readonly port: number;
  running: Running;
}

/** What was answered to each key: the bodies, each once. */
type Ledger = Map<string, Set<string>>;

async function started(count: number, start: Start): Promise<Process[]> {
  const all: Process[] = [];
  for (let place = 0; place < count; place++) {
    const port = await freePort();
    all.push({ port, running: await serve(DOCUMENT, { ...start, port }) });
  }
  return all;
}

/** Until it is answered: a key that is still running, or a process that is not there, is tried again. */
async function answered(
  processes: readonly Process[],
  key: string,
  state: { replayed: number; busy: number },
): Promise<string> {
  for (;;) {
    const { port } = processes[Math.floor(Math.random() * processes.length)]!;
    const sent = call(`http://127.0.0.1:${port}/boxes`, 'POST', { label: key }, { 'Idempotency-Key': key });
    const answer = await sent.catch(() => undefined);
    if (answer?.status === 201) {
      if (answer.headers.get('idempotent-replayed') !== null) state.replayed++;
      return answer.text;
    }
    if (answer !== undefined && ![409, 503].includes(answer.status)) throw new Error(`${answer.status} ${answer.text}`);
    if (answer?.status === 409) state.busy++;
    await sleep(10);
  }
}

async function underKills(processes: readonly Process[], start: Start): Promise<void> {
  const ledger: Ledger = new Map();
  const state = { replayed: 0, busy: 0, isOver: false };
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !state.isOver; n++) {
      const key = `${writer}-${n}`;
      // One that is in doubt is sent again while the first may still run.
      const times = n % 3 === 0 ? 3 : 1;
      const texts = await Promise.all(Array.from({ length: times }, () => answered(processes, key, state)));
      if (n % 5 === 0) texts.push(await answered(processes, key, state));
      ledger.set(key, new Set(texts));
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(APART * (1 + Math.random()));
    const one = processes[kill % processes.length]!;
    await one.running.stop('SIGKILL');
    one.running = await serve(DOCUMENT, { ...start, port: one.port, data: one.running.data });
  }
  await sleep(APART);
  state.isOver = true;
  await writing;
  const { body } = await call(`${processes[0]!.running.url}/boxes`);
  const rows = new Map<string, string[]>();
  for (const row of body as { readonly label: string }[])
    rows.set(row.label, [...(rows.get(row.label) ?? []), JSON.stringify(row)]);
  expect([...rows].filter(([, made]) => made.length > 1)).toEqual([]);
  expect([...ledger].filter(([key, texts]) => texts.size !== 1 || rows.get(key)?.[0] !== [...texts][0])).toEqual([]);
  expect(rows.size).toBe(ledger.size);
  // A test in which nothing is repeated proves nothing.
  expect(state.replayed).toBeGreaterThan(WRITERS);
  expect(ledger.size).toBeGreaterThan(WRITERS * 5);
}

describe('calls with keys act once', () => {
  it.runIf(hasPostgres)('by three processes on PostgreSQL, which are killed', { timeout: 120_000 }, async () => {
    const schema = await ownSchema();
    const start = { database: schema.url };
    const processes = await started(3, start);
    try {
      await underKills(processes, start);
    } finally {
      for (const { running } of processes) await running.stop('SIGKILL');
      await schema.drop();
    }
  });

  it('by one process that keeps its data, and is killed', { timeout: 120_000 }, async () => {
    const data = scratch();
    const processes = await started(1, { data });
    try {
      await underKills(processes, { data });
    } finally {
      for (const { running } of processes) await running.stop('SIGKILL');
      discard(data);
    }
  });
});
