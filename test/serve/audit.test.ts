// The audit of changes, on each engine: who changed what, when and by what; nothing that is secret; nothing without --audit.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { manualClock } from '../../src/serve/clock.ts';
import { modelOf } from '../plan/plan-of.ts';
import { hasPostgres } from '../store/postgres.ts';
import { auditedPlan, placeOf, serveAt, type Entry, type Place } from './audited.ts';
import { send, type Answer, type Running } from './running.ts';
import { timedSource } from './timed-source.ts';

const SHOP = readFileSync(join(import.meta.dirname, '..', '..', 'examples', 'ticket-shop.md'), 'utf8').replace(
  '### GET /me\n',
  `### DELETE /users/{id}

- Does: deletes User
- Who: signed-in
- Body: none
- Answers: 204 deleted

| Path | Type | Selects |
|---|---|---|
| \`id\` | uuid | User by \`id\` |

### GET /me
`,
);

const THINGS = timedSource({
  moves: ['| `new` | `old` | after 15 minutes | none'],
  fields: [
    '| `price` | decimal(2) | no | caller | any | `1.10` |',
    '| `big` | integer | no | caller | any | `9007199254740993` |',
    '| `tags` | array of string | no | caller | any | `[]` |',
    '| `told` | string or null | no | caller, hidden | any | `null` |',
  ],
  deleted: 'deletes every Part where `thing` = this',
  more: `### Part

- Identified by: \`thing\`, \`name\`
- When deleted: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`thing\` | Thing by \`id\` | yes | caller | any | none |
| \`name\` | string | yes | caller | any | none |
`,
  operations: `### POST /parts

- Does: creates Part
- Body: Part
- Repeat: again
- Answers: 201 created, Part

### POST /things/all

- Does: updates every Thing
- Body: Thing
- Omitted fields: kept
- Null fields: cleared
- Repeat: same effect
- Answers: 204 updated

### DELETE /things

- Does: deletes every Thing
- Body: none
- Repeat: same effect
- Answers: 204 deleted
`,
  codes: '| `no_thing` | 422 | no such Thing in `thing` |',
});

const OUTSIDE = readFileSync(join(import.meta.dirname, '..', 'parts', 'states', 'moves-from-outside.md'), 'utf8');

const START = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE = 60_000;

const brief = ({ kind, resource, row, operation }: Entry): string => `${kind} ${resource} ${row} ${operation}`;

const ENGINES = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

describe.each(ENGINES)('the audit of %s', (engine) => {
  let place: Place;
  let running: Running | undefined;
  beforeEach(async () => {
    place = await placeOf(engine);
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await place.drop();
  });
  const call = (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
    send(running!, method, path, body, headers);
  const all = async (): Promise<readonly Entry[]> => (await place.entries()) ?? [];

  it('says who changed what by which request, and no secret', async () => {
    running = await serveAt(place, auditedPlan(SHOP));
    const people = { slug: 'jazz', title: 'Jazz', email: 'a@b.de', name: 'A\u0000\u0001nn' };
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const made = await call('POST', '/organisers', { ...people, password: 'first-secret' }, { 'x-request-id': 'r1' });
    const authorization = `Bearer ${(made.json as { token: string }).token}`;
    const { id } = (await call('GET', '/me', undefined, { authorization })).json as { id: string };
    await call('POST', '/concerts', { title: 'Night', price: 12.5 }, { authorization, traceparent });
    await call('PATCH', '/concerts/1', { price: 14 }, { authorization });
    await call('POST', '/concerts/1/open', undefined, { authorization });
    await call('POST', '/concerts/1/orders', { seats: 2 }, { authorization });
    await call('POST', '/concerts/1/orders', { seats: 9 }, { authorization });
    const again = await call('PUT', '/me/password', { password: 'second-secret' }, { authorization });
    const anew = `Bearer ${(again.json as { token: string }).token}`;
    const gone = await call('DELETE', `/users/${id}`, undefined, { authorization: anew });
    expect(gone.status, gone.text).toBe(204);
    const entries = await all();
    expect(entries.map(brief)).toEqual([
      'create Organiser jazz POST /organisers',
      `create User ${id} POST /organisers`,
      'create Concert 1 POST /concerts',
      'change Concert 1 PATCH /concerts/{id}',
      'change Concert 1 POST /concerts/{id}/open',
      'create Order 1 POST /concerts/{id}/orders',
      `change User ${id} PUT /me/password`,
      'delete Order 1 DELETE /users/{id}',
      `delete User ${id} DELETE /users/{id}`,
    ]);
    expect(entries.map(({ who }) => who)).toEqual([null, null, ...Array.from({ length: 7 }, () => `User ${id}`)]);
    expect(entries[0]).toMatchObject({ request: 'r1', traceparent: null, before: null });
    expect(entries[2]).toMatchObject({ request: traceparent.split('-')[1], traceparent });
    expect(entries[1]!.after).toMatchObject({ name: people.name, password: '(masked)', organiser: 'jazz' });
    expect(entries[3]).toMatchObject({ before: { price: 12.5 }, after: { price: 14 }, masked: [] });
    expect(entries[5]!.after).toMatchObject({ concert: 1, buyer: id, stage: 'held' });
    expect(entries[6]).toMatchObject({ masked: ['password'], before: { password: '(masked)' } });
    expect(entries[7]).toMatchObject({ before: { number: 1, buyer: id }, after: null });
    expect(JSON.stringify(entries)).not.toMatch(/secret|scrypt/);
    expect((await place.entries({ resource: 'Concert', row: '1' }))!.length).toBe(3);
    expect(await place.entries({ since: '2999-01-01T00:00:00.000Z' })).toEqual([]);
    // The operator's port has the history of one row, the last change first, while it is served.
    const history = async (query: string): Promise<readonly [number, unknown]> => {
      const answer = await fetch(`${running!.operatorUrl}/audit?${query}`);
      return [answer.status, await answer.json()];
    };
    const [, told] = await history('resource=Concert&row=1');
    expect((told as { entries: Entry[] }).entries.map(brief)).toEqual([
      'change Concert 1 POST /concerts/{id}/open',
      'change Concert 1 PATCH /concerts/{id}',
      'create Concert 1 POST /concerts',
    ]);
    expect((told as { entries: Entry[] }).entries[1]).toMatchObject({ before: { price: 12.5 }, after: { price: 14 } });
    expect(await history(`resource=User&row=${encodeURIComponent("x' OR 1")}`)).toEqual([200, { entries: [] }]);
    expect(await history('resource=User')).toMatchObject([400, {}]);
  });

  it('has every row of what goes with another, of every row that changes, and of what time moves', async () => {
    const clock = manualClock(START, { keep: () => Promise.resolve(true) });
    running = await serveAt(place, auditedPlan(THINGS), { clock });
    for (let n = 1; n <= 3; n++) await call('POST', '/things', { n, told: 'a whisper' });
    await call('POST', '/parts', { thing: 1, name: 'a' });
    await call('POST', '/parts', { thing: 1, name: 'b' });
    expect((await call('POST', '/things/all', { n: 7, told: 'another' })).status).toBe(204);
    await call('PATCH', '/things/1', { n: 7 });
    await clock.set!(START + 20 * MINUTE);
    await call('GET', '/things/1');
    expect((await call('DELETE', '/things/1')).status).toBe(204);
    expect((await call('DELETE', '/things')).status).toBe(204);
    const entries = await all();
    const changes = entries.slice(5, 8);
    expect(changes.map(brief).toSorted()).toEqual([1, 2, 3].map((n) => `change Thing ${n} POST /things/all`));
    for (const { masked, before, after } of changes) {
      expect(masked).toEqual(['told']);
      expect([before!['told'], after!['told']]).toEqual(['(masked)', '(masked)']);
      expect(after).toMatchObject({ n: 7, price: 1.1, tags: [], status: 'new' });
    }
    const timed = entries.filter(({ who }) => who === 'time');
    expect(timed.map(brief).toSorted()).toEqual([1, 2, 3].map((n) => `change Thing ${n} time`));
    expect(timed[0]).toMatchObject({ request: null, before: { status: 'new' }, after: { status: 'old' } });
    expect(entries.slice(-5).map(brief)).toEqual([
      'delete Part 1,a DELETE /things/{id}',
      'delete Part 1,b DELETE /things/{id}',
      'delete Thing 1 DELETE /things/{id}',
      'delete Thing 2 DELETE /things',
      'delete Thing 3 DELETE /things',
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/whisper|another/);
  });

  it('names the operator where a move is made from outside', async () => {
    running = await serveAt(place, auditedPlan(OUTSIDE));
    expect((await call('POST', '/things', { n: 1, name: 'a' })).status).toBe(201);
    const move = { resource: 'Thing', field: 'status', id: 1, to: 'paid' };
    const headers = { 'content-type': 'application/json' };
    const moved = await fetch(`${running.operatorUrl}/moves`, { method: 'POST', headers, body: JSON.stringify(move) });
    expect(moved.status).toBe(200);
    const [, change] = await all();
    expect(change).toMatchObject({
      who: 'operator',
      operation: 'outside',
      before: { status: 'new' },
      after: { status: 'paid' },
    });
  });

  it('keeps what a refused request would have changed out', async () => {
    running = await serveAt(place, auditedPlan(SHOP));
    const people = { slug: 'jazz', title: 'Jazz', email: 'a@b.de', name: 'Ann', password: 'first-secret' };
    expect((await call('POST', '/organisers', people)).status).toBe(201);
    const before = await all();
    expect((await call('POST', '/organisers', { ...people, slug: 'other' })).status).toBe(409);
    expect(await all()).toEqual(before);
  });

  it('has a chain without a gap where many change one row', async () => {
    running = await serveAt(place, auditedPlan(THINGS));
    await call('POST', '/things', { n: 0 });
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => call('PATCH', '/things/1', { n: n + 1 }, { 'x-request-id': `r${n + 1}` })),
    );
    const done = answers.filter(({ status }) => status === 200).length;
    const entries = await all();
    expect(entries.length).toBe(done + 1);
    for (const [place, { before, after, request }] of entries.entries()) {
      expect(before).toEqual(place === 0 ? null : entries[place - 1]!.after);
      if (place > 0) expect(request).toBe(`r${String(after!['n'])}`);
    }
    expect((await call('GET', '/things/1')).json).toMatchObject({ n: entries.at(-1)!.after!['n'] });
  });

  it('is not there without being asked for, and rests while it is not', async () => {
    const plain = compile(modelOf(THINGS));
    running = await serveAt(place, plain);
    await call('POST', '/things', { n: 1 });
    expect(await place.entries()).toBeUndefined();
    expect((await fetch(`${running.operatorUrl}/audit?resource=Thing&row=1`)).status).toBe(404);
    await running.stop();
    running = await serveAt(place, auditedPlan(THINGS));
    await call('PATCH', '/things/1', { n: 2 });
    await running.stop();
    running = await serveAt(place, plain);
    await call('PATCH', '/things/1', { n: 3 });
    await running.stop();
    running = await serveAt(place, auditedPlan(THINGS));
    await call('PATCH', '/things/1', { n: 4 });
    const changes = (await all()).map(({ before, after }) => [before!['n'], after!['n']]);
    expect(changes).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('stays as it was when the document changes, also while it is served', async () => {
    running = await serveAt(place, auditedPlan(THINGS));
    await call('POST', '/things', { n: 1 });
    const before = await all();
    const changed = auditedPlan(
      THINGS.replace('| `price` |', '| `more` | string or null | no | caller | any | `null` |\n| `price` |'),
    );
    await running.stop();
    const store = await place.store(auditedPlan(THINGS));
    running = await serveAt({ ...place, store: () => Promise.resolve(store) }, auditedPlan(THINGS));
    await call('PATCH', '/things/1', { n: 2 });
    await running.change({
      room: 'beside',
      async open() {
        const { needsOf } = await import('../../src/cli/serving/store.ts');
        return { plan: changed, store: await store.successor!(needsOf(changed)).open() };
      },
    });
    await call('PATCH', '/things/1', { more: 'news' });
    const entries = await all();
    expect(entries.slice(0, 1)).toEqual(before);
    expect(entries.at(-1)).toMatchObject({ before: { more: null, n: 2 }, after: { more: 'news' } });
    expect(entries.length).toBe(3);
  });

  it('ends by its age, in batches', async () => {
    const clock = manualClock(START, { keep: () => Promise.resolve(true) });
    const plan = auditedPlan(THINGS, 2);
    running = await serveAt(place, plan, { clock });
    for (let n = 1; n <= 10; n++) await call('POST', '/things', { n });
    await clock.set!(START + 24 * 60 * MINUTE);
    for (let n = 1; n <= 3; n++) await call('PATCH', `/things/${n}`, { n: -n });
    await running.stop();
    const day = new Date(START + 12 * 60 * MINUTE).toISOString();
    const store = await place.store(plan);
    expect(await store.audit!.sweep(day, 4)).toBe(4);
    expect(await store.audit!.sweep(new Date(START).toISOString(), 4)).toBe(0);
    expect((await all()).length).toBe(19);
    await clock.set!(START + 49 * 60 * MINUTE);
    running = await serveAt({ ...place, store: () => Promise.resolve(store) }, plan, { clock });
    await expect.poll(async () => (await all()).length, { timeout: 10_000 }).toBe(13);
    expect((await all()).every(({ at }) => Date.parse(at) >= START + 24 * 60 * MINUTE)).toBe(true);
  });
});
