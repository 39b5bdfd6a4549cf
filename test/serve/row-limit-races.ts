// Calls that race for the last place of a number of rows that part 8 limits: never one too many, never one too few. On PostgreSQL two
// processes' worth of services have one database. Notation, part 8; decision 0074.

import { expect } from 'vitest';
import { Agent, request } from 'node:http';
import { effectsOf } from '../../src/serve/effects.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { planOf } from '../plan/plan-of.ts';
import { ownSchema } from '../store/postgres.ts';
import { start, type Running } from './running.ts';

const MOST = 5;
const CLIENTS = 64;

/** By a reference, whose row is looked for, or by a text: then nothing but the number itself is looked at. */
export type By = 'reference' | 'text';

const planBy = (by: By): Plan =>
  planOf({
    resources: `### Account

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string(1..20) | yes | caller | any | none |

### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`account\` | ${by === 'text' ? 'string' : 'Account by `name`'} | yes | caller | any | none |
`,
    operations: `### POST /accounts

- Does: creates Account
- Body: Account
- Answers: 201 created, Account

### POST /things

- Does: creates Thing
- Body: Thing
- Answers: 201 created, Thing

### PATCH /things/{id}

- Does: updates Thing
- Body: Thing
- Omitted fields: kept
- Answers: 200 updated, Thing

### DELETE /things/{id}

- Does: deletes Thing
- Answers: 204 deleted

### GET /things

- Does: lists Thing
- Order: oldest first
- Pages: none
- Answers: 200 found, array of Thing

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`account\` | string | no | none | \`account\` = value |
`,
    codes: '| `many` | 403 | none |\n| `nobody` | 422 | no such Account in `account` |',
    limits: `| Limit | Value | Per | When exceeded |\n|---|---|---|---|\n| Things | ${MOST} Thing | ${by === 'text' ? '`Thing.account`' : 'Account'} | \`many\` |`,
  });

export interface Race {
  round(place: number): Promise<void>;
  end(): Promise<void>;
}

async function statuses(calls: readonly Promise<readonly [number, unknown]>[]): Promise<readonly number[]> {
  return (await Promise.all(calls)).map(([status]) => status);
}

function many(count: number): readonly number[] {
  return Array.from({ length: count }, () => 403);
}

export async function race(engine: 'embedded' | 'postgres', by: By): Promise<Race> {
  const plan = planBy(by);
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const { services, drop } = engine === 'embedded' ? await embedded(plan) : await onPostgres(plan);
  let turn = 0;
  const call = (method: string, path: string, body?: object): Promise<readonly [number, unknown]> =>
    sent(services[turn++ % services.length]!, agent, method, path, body);
  const ids = async (account: string): Promise<readonly number[]> => {
    const [, rows] = await call('GET', `/things?account=${account}`);
    return (rows as readonly { readonly id: number }[]).map(({ id }) => id);
  };
  await call('POST', '/accounts', { name: 'ann' });
  await call('POST', '/accounts', { name: 'bob' });
  const create = (): Promise<readonly [number, unknown]> => call('POST', '/things', { account: 'ann' });
  const fill = async (): Promise<void> => {
    while ((await create())[0] === 201);
    expect(await ids('ann')).toHaveLength(MOST);
  };
  return {
    async round(place) {
      await fill();
      const [first, second, third] = await ids('ann');
      switch (place % 3) {
        // For one place that is free.
        case 0: {
          await call('DELETE', `/things/${first}`);
          const ended = await statuses(Array.from({ length: CLIENTS }, create));
          expect(ended.toSorted((a, b) => a - b)).toEqual([201, ...many(CLIENTS - 1)]);
          break;
        }
        // While places become free.
        case 1: {
          const gone = [first, second].map((id) => call('DELETE', `/things/${id}`));
          const ended = await statuses([...Array.from({ length: CLIENTS - 2 }, create), ...gone]);
          const made = ended.filter((status) => status === 201).length;
          expect(ended.filter((status) => status === 204)).toHaveLength(2);
          expect(ended.filter((status) => status === 403)).toHaveLength(CLIENTS - 2 - made);
          expect(made).toBeLessThanOrEqual(2);
          expect(await ids('ann')).toHaveLength(MOST - 2 + made);
          break;
        }
        // Rows of another are given to it, and back.
        default: {
          await call('DELETE', `/things/${third}`);
          const [, made] = await call('POST', '/things', { account: 'bob' });
          const { id } = made as { readonly id: number };
          const give = (account: string) => (): Promise<readonly [number, unknown]> =>
            call('PATCH', `/things/${id}`, { account });
          const gives = Array.from({ length: 8 }, (_, n) => give(n % 2 === 0 ? 'ann' : 'bob')());
          await statuses([...Array.from({ length: CLIENTS - 8 }, create), ...gives]);
          expect((await ids('ann')).length).toBeLessThanOrEqual(MOST);
          await call('DELETE', `/things/${id}`);
          for (const own of await ids('bob')) await call('DELETE', `/things/${own}`);
        }
      }
      await fill();
    },
    async end() {
      agent.destroy();
      for (const service of services) await service.stop();
      await drop();
    },
  };
}

interface Stage {
  readonly services: readonly Running[];
  readonly drop: () => Promise<void>;
}

async function embedded(plan: Plan): Promise<Stage> {
  return { services: [await start(plan)], drop: () => Promise.resolve() };
}

async function onPostgres(plan: Plan): Promise<Stage> {
  const { url, drop } = await ownSchema();
  const open = async (): Promise<Running> =>
    start(plan, {
      store: await openPostgres({ url, tables: plan.storage, effects: effectsOf(plan), connections: 10 }),
    });
  return { services: [await open(), await open()], drop };
}

function sent(
  { url }: Running,
  agent: Agent,
  method: string,
  path: string,
  body?: object,
): Promise<readonly [number, unknown]> {
  const bytes = body && Buffer.from(JSON.stringify(body));
  const headers = bytes ? { 'content-type': 'application/json', 'content-length': bytes.length } : {};
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { method, agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => (text += piece));
      answer.on('end', () => resolve([answer.statusCode!, text === '' ? undefined : JSON.parse(text)]));
    });
    asked.on('error', reject);
    asked.end(bytes);
  });
}
