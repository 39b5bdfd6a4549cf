// `serve --clock manual`: time stands still, moves only when the operator says so, never back, and survives a kill.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discard, scratch, serve } from '../examples/running.ts';
import { documentOf } from '../plan/plan-of.ts';
import { hasPostgres, ownSchema, sql, type OwnSchema } from '../store/postgres.ts';

const SOURCE = documentOf({
  resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`made\` | date-time | yes | service: now at create | any | none |
| \`status\` | state | yes | service: state | any | none |`,
  states: `### Thing.status

| State | Kind |
|---|---|
| \`new\` | initial |
| \`old\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`new\` | \`old\` | after 14 days | none | none |

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
| 200 | found | Thing |`,
});

let directory: string;
let file: string;
beforeEach(() => {
  directory = scratch();
  file = join(directory, 'things.md');
  writeFileSync(file, SOURCE);
});
afterEach(() => discard(directory));

const start = (options: readonly string[]): ReturnType<typeof serve> =>
  serve(file, { data: join(directory, 'data'), options: [...options] });

interface Standing {
  readonly status: number;
  readonly json: Record<string, string>;
}

async function clock(operator: string, body?: unknown, type = 'application/json'): Promise<Standing> {
  const sent =
    body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': type } };
  const answer = await fetch(new URL('/clock', operator), sent);
  return { status: answer.status, json: (await answer.json()) as Record<string, string> };
}

describe('a manual clock', () => {
  it('moves by words and to an instant, never back, and every rule of the service goes by it', async () => {
    const service = await start(['--clock', 'manual']);
    try {
      const { json } = await clock(service.operator);
      expect(json['clock']).toBe('manual');
      const began = Date.parse(json['now']!);
      const made = await fetch(`${service.url}/things`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      });
      expect(await made.json()).toMatchObject({ status: 'new', made: json['now'] });
      expect(await clock(service.operator, { advance: '14 days' })).toEqual({
        status: 200,
        json: { now: new Date(began + 14 * 86_400_000).toISOString(), clock: 'manual' },
      });
      expect(await (await fetch(`${service.url}/things/1`)).json()).toMatchObject({ status: 'old' });
      expect(await clock(service.operator, { now: '2001-01-01T00:00:00Z' })).toMatchObject({
        status: 409,
        json: { error: 'backwards' },
      });
      expect(await clock(service.operator, { now: '2100-01-01T00:00:00+01:00' })).toMatchObject({
        json: { now: '2099-12-31T23:00:00.000Z' },
      });
      for (const wrong of [
        {},
        { now: 'soon' },
        { advance: '1 month' },
        { advance: 5 },
        [],
        { now: '2101-01-01T00:00:00Z', advance: '1 day' },
      ])
        expect(await clock(service.operator, wrong), JSON.stringify(wrong)).toMatchObject({
          status: 400,
          json: { error: 'unreadable' },
        });
      expect(await clock(service.operator, { advance: '1 day' }, 'text/plain')).toMatchObject({ status: 415 });
      expect((await clock(service.operator)).json['now']).toBe('2099-12-31T23:00:00.000Z');
    } finally {
      await service.stop();
    }
  });

  it('stands after a restart where it stood, and the real clock does not go back behind it', async () => {
    const first = await start(['--clock', 'manual']);
    await clock(first.operator, { now: '2200-01-01T00:00:00Z' });
    await first.stop('SIGKILL');
    const second = await start(['--clock', 'manual']);
    expect((await clock(second.operator)).json['now']).toBe('2200-01-01T00:00:00.000Z');
    await second.stop();
    await expect(start([])).rejects.toThrow(/manual clock that is at 2200-01-01T00:00:00.000Z/);
  });

  it('is not what a service has that goes by the clock of the machine', async () => {
    const service = await start([]);
    try {
      expect(await clock(service.operator, { advance: '1 day' })).toMatchObject({
        status: 409,
        json: { error: 'real-clock' },
      });
      expect(Math.abs(Date.parse((await clock(service.operator)).json['now']!) - Date.now())).toBeLessThan(60_000);
    } finally {
      await service.stop();
    }
  });
});

describe.skipIf(!hasPostgres)('a manual clock of several processes', () => {
  let own: OwnSchema;
  beforeEach(async () => void (own = await ownSchema()));
  afterEach(() => own.drop());
  const onDatabase = (...options: string[]): ReturnType<typeof serve> => serve(file, { database: own.url, options });
  const manual = (): ReturnType<typeof serve> => onDatabase('--clock', 'manual');

  it('is moved at one and stands there at all, from the next request on; never back', async () => {
    const [one, other] = await Promise.all([manual(), manual()]);
    try {
      const { json } = await clock(one!.operator);
      expect(await clock(other!.operator)).toEqual({ status: 200, json });
      const sent = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
      const began = Date.parse(json['now']!);
      for (let days = 1; days <= 10; days++) {
        const now = new Date(began + days * 86_400_000).toISOString();
        const [here, there] = days % 2 === 0 ? [one!, other!] : [other!, one!];
        expect(await clock(here.operator, { advance: '1 day' })).toEqual({
          status: 200,
          json: { now, clock: 'manual' },
        });
        expect(await (await fetch(`${there.url}/things`, sent)).json()).toEqual({ id: days, status: 'new', made: now });
      }
      expect(await clock(other!.operator, { now: json['now'] })).toMatchObject({ status: 409 });
      await clock(one!.operator, { advance: '5 days' });
      const states = await Promise.all(
        [1, 2].map(
          async (id) => ((await (await fetch(`${other!.url}/things/${id}`)).json()) as { status: string }).status,
        ),
      );
      expect(states).toEqual(['old', 'new']);
    } finally {
      await Promise.all([one!.stop(), other!.stop()]);
    }
  });

  it('stands where it stood for who starts later, and nobody starts behind it with the real clock', async () => {
    const first = await manual();
    await clock(first.operator, { now: '2200-01-01T00:00:00Z' });
    const second = await manual();
    expect((await clock(second.operator)).json['now']).toBe('2200-01-01T00:00:00.000Z');
    await Promise.all([first.stop(), second.stop()]);
    await expect(onDatabase()).rejects.toThrow(/manual clock that is at 2200-01-01T00:00:00.000Z/);
  });

  it('answers nothing when another takes the data with the real clock', async () => {
    const first = await manual();
    try {
      await sql(`DELETE FROM ${own.name}._ninefold WHERE key LIKE 'note %'`);
      expect(await (await fetch(`${first.url}/things/1`)).status).toBe(503);
      expect(await clock(first.operator)).toMatchObject({ status: 503, json: { error: 'unavailable' } });
    } finally {
      await first.stop();
    }
  });
});
