// Ten thousand rows that are due at once, four real processes on one database: each row is written, or removed with what goes
// with it, once, each event once, within two seconds, and every request sees that; also when processes or the database die in the middle.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { discard, scratch, serve, type Running } from '../examples/running.ts';
import { documentOf } from '../plan/plan-of.ts';
import { createCluster, createDatabase, whyNoDatabase } from '../races/database.ts';

const ROWS = 10_000;
/** Milliseconds from the due instant until all is written. */
const BOUND = 2_000;
interface Moved {
  readonly emits: string;
  readonly to: '`old`' | '(gone)';
}

/** How often each event is sent. */
const CASES = [
  ['without events', { emits: 'none', to: '`old`' }, 0],
  ['with events', { emits: '`went`', to: '`old`' }, ROWS],
  ['removed, without events', { emits: 'none', to: '(gone)' }, 0],
  ['removed, with events', { emits: '`went`', to: '(gone)' }, ROWS],
] as const;

/** By so much this test's computation of the database's clock and that of a process may differ, in milliseconds. */
const APART = 30;

const why = await whyNoDatabase();
if (why !== undefined) console.warn(`SKIPPED: ${why}`);

const source = ({ emits, to }: Moved): string =>
  documentOf({
    events: '### went\n\n- When: not shown\n- Payload: {"at": <now>}\n',
    resources: `### Thing

- Identified by: \`id\`
- When deleted: deletes every Part where \`thing\` = this

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | integer | no | caller | any | \`0\` |
| \`status\` | state | yes | service: state | any | none |
| \`changed\` | date-time | yes | service: now at change | any | none |

### Part

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`thing\` | Thing by \`id\` | yes | caller | any | none |`,
    states: `### Thing.status

| State | Kind |
|---|---|
| \`new\` | initial |
| \`old\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`new\` | ${to} | after 15 minutes | none | ${emits} |
| \`new\` | \`old\` | none | none | none |

- Any other move: \`stage\``,
    operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

### GET /things/{id}

- Does: reads Thing
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | Thing |

### GET /things

- Does: lists Thing
- Order: oldest first
- Pages: none
- Repeat: safe

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`status\` | state | no | none | \`status\` = value |

| Status | When | Body |
|---|---|---|
| 200 | found | {"total": <total>} |`,
  });

/** A process whose own clock is wrong by hours. */
const wrongBy = (hours: number): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `const real = Date.now; Date.now = () => real() + ${hours * 3_600_000};`,
  )}`,
});

interface Stage {
  readonly nodes: Running[];
  readonly database: Client;
  /** The instant at which all rows are due, by the clock of the database. */
  readonly due: number;
  readonly isRemoved: boolean;
  /** The clock of the database, by this process's. */
  now(): number;
}

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end().catch(() => undefined);
});

async function stage(url: string, moved: Moved, count = 4): Promise<Stage> {
  const directory = scratch();
  ends.push(async () => discard(directory));
  const file = join(directory, 'things.md');
  writeFileSync(file, source(moved));
  const clocks = [{}, wrongBy(5), wrongBy(-5), {}];
  const nodes = await Promise.all(clocks.slice(0, count).map((env) => serve(file, { database: url, env })));
  ends.push(() => Promise.all(nodes.map((node) => node.stop('SIGKILL'))));
  const database = await connected(url);
  const sent = performance.now();
  const { rows } = await database.query<{ at: string }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::text AS at',
  );
  const offset = Number(rows[0]!.at) - (sent + performance.now()) / 2;
  const now = (): number => performance.now() + offset;
  const due = Math.ceil(now()) + 3_000;
  await database.query(
    `INSERT INTO "Thing" (id, _version, n, status, changed, "_status since")
     SELECT n, 1, 0, 'new', $1, $1 FROM generate_series(1, ${ROWS}) AS n`,
    [new Date(due - 15 * 60_000)],
  );
  await database.query('INSERT INTO "Part" (id, _version, thing) SELECT id, 1, id FROM "Thing"');
  await database.query('ANALYZE "Thing", "Part"');
  return { nodes, database, due, now, isRemoved: moved.to === '(gone)' };
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  ends.push(() => client.end());
  return client;
}

const left = async (database: Client): Promise<number> =>
  Number((await database.query<{ n: string }>(`SELECT count(*) AS n FROM "Thing" WHERE status = 'new'`)).rows[0]!.n);

/** When nothing was left, by the clock of the database. */
async function written({ database, due, now }: Stage, most: number): Promise<number> {
  await sleep(Math.max(0, due - now() - 50));
  expect(await left(database)).toBe(ROWS);
  for (;;) {
    if ((await left(database)) === 0) return now() - due;
    if (now() > due + most) throw new Error(`${await left(database)} rows are left after ${most} ms`);
    await sleep(10);
  }
}

async function expectOnce({ database, due, isRemoved }: Stage, events: number): Promise<void> {
  const { rows } = await database.query<{ n: string }>(
    'SELECT status, _version::int AS version, changed, count(*)::int AS n FROM "Thing" GROUP BY 1, 2, 3',
  );
  expect(rows).toEqual(isRemoved ? [] : [{ status: 'old', version: 2, changed: new Date(due), n: ROWS }]);
  const parts = await database.query('SELECT count(*)::int AS n FROM "Part"');
  expect(parts.rows).toEqual([{ n: isRemoved ? 0 : ROWS }]);
  if (events === 0) return;
  const sent = await database.query('SELECT count(*)::int AS n, count(DISTINCT key)::int AS keys FROM _outbox');
  expect(sent.rows).toEqual([{ n: events, keys: events }]);
}

interface Asked {
  readonly answered: number;
  readonly unavailable: number;
  readonly slowest: number;
}

/** From before the due instant to after it, at every node: who asks behind it sees nothing that has not moved. */
async function asking({ nodes, due, now, isRemoved }: Stage, milliseconds: number): Promise<Asked> {
  let answered = 0;
  let unavailable = 0;
  let slowest = 0;
  const after = isRemoved ? 'absent' : 'old';
  const client = async (url: string, seed: number): Promise<void> => {
    for (let turn = 0; now() < due + milliseconds; turn++) {
      const began = now();
      const isOne = turn % 2 === 0;
      const path = isOne ? `/things/${1 + ((seed * 7919 + turn * 104_729) % ROWS)}` : '/things?status=new';
      const answer = await fetch(url + path).catch(() => undefined);
      const body = (await answer?.json().catch(() => undefined)) as
        | { status?: string; code?: string; total?: number }
        | undefined;
      if (answer?.status === 200 || body?.code === 'absent') {
        answered++;
        slowest = Math.max(slowest, now() - began);
        const sees = isOne ? (body?.status ?? body?.code) : body?.total;
        if (began > due + APART) expect(sees, `asked ${began - due} ms after it was due`).toBe(isOne ? after : 0);
        if (now() < due - APART) expect(sees).toBe(isOne ? 'new' : ROWS);
      } else {
        unavailable++;
        await sleep(20);
      }
      await sleep(5);
    }
  };
  await sleep(Math.max(0, due - now() - 300));
  await Promise.all(nodes.flatMap(({ url }, place) => [client(url, place * 2), client(url, place * 2 + 1)]));
  return { answered, unavailable, slowest };
}

describe.skipIf(why !== undefined)('ten thousand rows that are due at once, and four processes', { retry: 2 }, () => {
  it.each(CASES)('%s: each is written once, within two seconds, and requests see it', async (name, moved, events) => {
    const own = await createDatabase();
    ends.push(() => own.drop());
    const all = await stage(own.url, moved);
    const [took, asked] = await Promise.all([written(all, 10_000), asking(all, 3_000)]);
    console.log(
      `${name}: all written ${Math.round(took)} ms after they were due; ${asked.answered} requests, the slowest ${Math.round(asked.slowest)} ms`,
    );
    await expectOnce(all, events);
    expect(asked.unavailable).toBe(0);
    expect(took).toBeLessThan(BOUND);
    for (const node of all.nodes) expect(node.said()).not.toMatch(/wait|unavailable|failed/);
    expect(await Promise.all(all.nodes.map((node) => node.stop()))).toEqual([0, 0, 0, 0]);
  });

  it.each(CASES)('%s: two are killed in the middle, and the others finish', async (name, moved, events) => {
    const own = await createDatabase();
    ends.push(() => own.drop());
    const all = await stage(own.url, moved);
    const killed = (async () => {
      await sleep(Math.max(0, all.due - all.now() + 40));
      const there = await left(all.database);
      await Promise.all(all.nodes.slice(0, 2).map((node) => node.stop('SIGKILL')));
      return there;
    })();
    const took = await written(all, 10_000);
    console.log(
      `${name}, two killed with ${await killed} rows left: all written ${Math.round(took)} ms after they were due`,
    );
    await expectOnce(all, events);
    expect(took).toBeLessThan(BOUND);
    expect((await asking({ ...all, nodes: all.nodes.slice(2) }, all.now() - all.due + 500)).unavailable).toBe(0);
  });

  it.each(CASES)('%s: the database dies in the middle, and all is written after it', async (name, moved, events) => {
    const cluster = await createCluster();
    if (cluster === undefined) return console.warn('SKIPPED: initdb is not here');
    ends.push(() => cluster.drop());
    const all = await stage(cluster.url, moved);
    await sleep(Math.max(0, all.due - all.now() + 40));
    const there = await left(all.database);
    await cluster.restart('immediate');
    const database = await connected(cluster.url);
    const began = performance.now();
    while ((await left(database)) > 0) {
      if (performance.now() - began > 20_000) throw new Error(`${await left(database)} rows are left`);
      await sleep(20);
    }
    console.log(
      `${name}, the database restarted with ${there} rows left: all written ${Math.round(performance.now() - began)} ms after it was there again`,
    );
    await expectOnce({ ...all, database }, events);
    for (const node of all.nodes) expect(node.said().match(/moves by time wait/g)?.length ?? 0).toBeLessThanOrEqual(3);
    for (const node of all.nodes)
      expect(await (await fetch(`${node.url}/things?status=new`)).json()).toEqual({ total: 0 });
  });
});
