// `ninefold events`: the events that wait are listed and shown, by the names that were then, and dropped by whoever operates the service.

import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/cli/program.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { modelOf } from '../plan/plan-of.ts';
import { placeOf, type Place } from '../serve/audited.ts';
import { send, start, type Running } from '../serve/running.ts';
import { hasPostgres } from '../store/postgres.ts';
import { captured } from './captured.ts';

const PARCELS = `# Parcels

- Lists: complete unless marked

## 1. What the service does

It sends parcels.

## 2. Resources and their fields

### Parcel

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`name\` | string(200) | yes | caller | any | none |
| \`weight\` | number | no | caller | any | none |
| \`pin\` | secret | no | caller | any | none |

## 3. States and transitions

none

## 4. Endpoints

### All operations

- Media type: application/json
- Who: anyone
- Unknown fields: refused
- Read-only fields: refused
- Cross-origin: none
- Null fields: refused
- Repeat: again
- Preconditions: none

### POST /parcels

- Does: creates Parcel
- Body: Parcel
- Emits: \`packed\`
- Answers: 201 created, Parcel without \`pin\`

### DELETE /parcels/{id}

- Does: deletes Parcel
- Body: none
- Emits: \`gone\`
- Answers: 204 deleted, none

## 5. Authentication

none

## 6. Events

### packed

- Payload: Parcel

### gone

- Payload: Parcel

## 7. Errors

- Error body: {"error": <code>}
- All failed fields at once: no

| Code | Status | When |
|---|---|---|
| \`wrong\` | 422 | any field missing, any field invalid, unknown field, read-only field |
| \`none\` | 404 | no such Parcel |

## 8. Limits

none

## 9. Versioning

- Scheme: none
`;

const ENGINES = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

describe.each(ENGINES)('%s', (engine) => {
  let place: Place;
  let folder: string;
  let running: Running | undefined;

  beforeEach(async () => {
    place = await placeOf(engine);
    folder = mkdtempSync(join(tmpdir(), 'ninefold-events-'));
    writeFileSync(join(folder, 'parcels.md'), PARCELS);
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await place.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function serve(): Promise<void> {
    const plan = compile(modelOf(PARCELS));
    running = await start(plan, { store: await place.store(plan) });
  }

  async function stop(): Promise<void> {
    await running!.stop();
    running = undefined;
  }

  async function events(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
    const console = captured({ directory: folder });
    const [action = '', ...more] = args;
    const at = [engine === 'sqlite' ? '--data' : '--database', place.where];
    const status = await run(['events', action, 'parcels.md', ...more, ...at], console);
    const stderr = console.stderr().replaceAll(place.where, 'PLACE');
    return { status, stdout: console.stdout(), stderr };
  }

  const numbers = async (...args: string[]): Promise<readonly number[]> =>
    (await events('list', '--json', ...args)).stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { id: number }).id);

  async function made(count: number): Promise<void> {
    for (let at = 1; at <= count; at += 1)
      expect((await send(running!, 'POST', '/parcels', { name: `two\nlines ${at}` })).status).toBe(201);
  }

  it('are listed while the service runs, the oldest first, and one is shown with its row', async () => {
    await serve();
    expect(
      (await send(running!, 'POST', '/parcels', { name: 'a', weight: 9007199254740991, pin: 'geheim' })).status,
    ).toBe(201);
    expect((await send(running!, 'DELETE', '/parcels/1')).status).toBe(204);
    const { status, stdout, stderr } = await events('list');
    expect([status, stderr]).toEqual([
      0,
      'events are kept and not sent, because of 6/delivery; ninefold check parcels.md says more\n',
    ]);
    const at = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
    expect(stdout.replace(at, 'AT')).toBe(
      '1  AT  packed  Parcel 1  POST /parcels\n2  AT  gone  Parcel 1  DELETE /parcels/{id}\n',
    );
    const shown = (await events('show', '2')).stdout.split('\n');
    expect(shown[0]).toBe(stdout.split('\n')[1]);
    expect(JSON.parse(shown[1]!)).toEqual({ id: 1, name: 'a', weight: 9007199254740991 });
    expect(shown[1]).not.toContain('geheim');
    const asJson = await events('list', '--json', '--event', 'gone');
    expect(asJson.stderr).toBe('');
    const [line] = asJson.stdout.split('\n');
    expect(JSON.parse(line!)).toMatchObject({ id: 2, event: 'gone', resource: 'Parcel', key: '1', traceparent: null });
    expect(await events('show', '3')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'ninefold: there is no event 3: it was never there, was dropped, or is kept no more\n',
    });
  });

  it('are listed by what is asked for', async () => {
    await serve();
    await made(2);
    const between = new Date(Date.now() + 5).toISOString();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await send(running!, 'DELETE', '/parcels/2')).status).toBe(204);
    expect(await numbers()).toEqual([1, 2, 3]);
    expect(await numbers('--event', 'packed')).toEqual([1, 2]);
    expect(await numbers('--resource', 'Parcel', '--since', between)).toEqual([3]);
    expect(await numbers('--before', between)).toEqual([1, 2]);
    expect(await numbers('--resource', 'Other')).toEqual([]);
  });

  it('are dropped by the service that runs: one, a kind, all', async () => {
    await serve();
    await made(4);
    expect((await send(running!, 'DELETE', '/parcels/2')).status).toBe(204);
    const port = ['--operator', running!.operatorUrl];
    expect(await events('drop', '2', ...port)).toEqual({ status: 0, stdout: '', stderr: '1 event is dropped\n' });
    expect(await numbers()).toEqual([1, 3, 4, 5]);
    expect((await events('drop', '2', ...port)).stderr).toBe('ninefold: there is no event 2 that waits\n');
    expect((await events('drop', '--event', 'gone', ...port)).stderr).toBe('1 event is dropped\n');
    expect(await numbers()).toEqual([1, 3, 4]);
    expect((await events('drop', '--before', '2020-01-01', ...port)).stderr).toBe('0 events are dropped\n');
    expect((await events('drop', '--all', ...port)).stderr).toBe('3 events are dropped\n');
    expect(await numbers()).toEqual([]);
    const waiting = (await (await fetch(`${running!.operatorUrl}/outbox`)).json()) as { waiting: number };
    expect(waiting.waiting).toBe(0);
    // What happens behind it is one more event, with a number that none had before.
    await made(1);
    expect(await numbers()).toEqual([6]);
  });

  it('are dropped without a service, more than go at once', async () => {
    await serve();
    await made(3);
    for (let at = 0; at < 1_200; at += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, nth) => send(running!, 'POST', '/parcels', { name: String(at + nth) })),
      );
    if (engine === 'sqlite') {
      const inUse = await events('drop', '--all');
      expect(inUse.status).toBe(1);
      expect(inUse.stderr).toContain('While it is served, --operator URL asks the service itself.');
    }
    await stop();
    expect((await events('drop', '--event', 'packed', '--since', '2020-01-01')).stderr).toBe(
      '1203 events are dropped\n',
    );
    expect(await numbers()).toEqual([]);
  });

  it.each([
    [['drop'], 'drop takes the number of an event, or --event, --resource, --since, --before, or --all alone'],
    [
      ['drop', '1', '--all'],
      'drop takes the number of an event, or --event, --resource, --since, --before, or --all alone',
    ],
    [['show'], 'name the event: ninefold events show FILE ID'],
    [['show', '1x'], 'unexpected event "1x", expected its number, as `events list` shows it'],
    [['resend'], 'unexpected resend, expected one of list, show, replay, drop, erase'],
    [
      ['replay'],
      'replay takes the number of an event, or --event, --resource, --receiver, --state, --since, --before, or --all alone',
    ],
    [
      ['drop', '--receiver', '1'],
      'drop takes events out for all of their receivers, and --receiver names some; --event, --resource, --since, --before, or --all alone',
    ],
    [['list', '--state', 'lost'], '--state is "lost", expected one of waiting, delivered, given-up, dropped'],
    [
      ['list', '--since', 'monday'],
      '--since is "monday", expected a date or an instant: 2026-01-31, 2026-01-31T08:00:00Z',
    ],
  ])('%j is wrong usage', async (args, message) => {
    expect(await events(...args)).toEqual({ status: 2, stdout: '', stderr: `ninefold: ${message}\n` });
  });

  it('says where there are none', async () => {
    if (engine === 'sqlite') expect((await events('list')).stderr).toBe('ninefold: There is no data in PLACE.\n');
    const silent = compile(
      modelOf(
        PARCELS.replaceAll(/- Emits: .*/g, '- Emits: none').replace(/## 6.*(?=## 7)/s, '## 6. Events\n\nnone\n\n'),
      ),
    );
    running = await start(silent, { store: await place.store(silent) });
    await stop();
    expect(await events('list')).toEqual({
      status: 0,
      stdout: '',
      stderr: 'no event waits: no operation that was served on this data emits one\n',
    });
    expect((await events('show', '1')).stderr).toBe(
      'ninefold: there is no event 1: it was never there, was dropped, or is kept no more\n',
    );
  });

  it('the port refuses what it does not know', async () => {
    await serve();
    await made(1);
    const post = async (body: unknown): Promise<number> => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(`${running!.operatorUrl}/outbox`, { method: 'POST', headers, body: JSON.stringify(body) }))
        .status;
    };
    for (const wrong of [
      {},
      [],
      null,
      'all',
      { drop: {} },
      { drop: 'some' },
      { drop: { id: '1' } },
      { drop: { id: 1.5 } },
    ])
      expect(await post(wrong)).toBe(400);
    for (const wrong of [
      { drop: { __proto__: 1, at: 'x' } },
      { drop: { since: 'monday' } },
      { drop: { event: 1 } },
      { drop: 'all', more: 1 },
    ])
      expect(await post(wrong)).toBe(400);
    expect(await numbers()).toEqual([1]);
    expect((await fetch(`${running!.operatorUrl}/outbox`, { method: 'DELETE' })).status).toBe(405);
  });
});
