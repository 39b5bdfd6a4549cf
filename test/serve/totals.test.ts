// The total of a list without a condition, over HTTP: as many rows as there are after creations, deletions, cascades and what was undone,
// by one caller and by many. Both engines. Decision 0045.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';
import { hasPostgres, sql } from '../store/postgres.ts';
import { trials } from '../trials.ts';
import { placeOf, serveAt, type Place } from './audited.ts';
import { send, type Running } from './running.ts';

const list = (path: string, name: string): string => `### GET /${path}

- Does: lists ${name}
- Order: newest first
- Pages: offset and limit; default 1
- Repeat: safe
- Answers: 200 found, \`{"rows": array of ${name} only id, "total": <total>}\``;

const create = (path: string, name: string): string => `### POST /${path}

- Does: creates ${name}
- Body: ${name}
- Repeat: again
- Answers: 201 created, ${name}`;

const one = (path: string, name: string): string => `### DELETE /${path}/{id}

- Does: deletes ${name}
- Body: none
- Repeat: same effect
- Answers: 204 deleted

| Path | Type | Selects |
|---|---|---|
| \`id\` | integer | ${name} by \`id\` |`;

const every = (path: string, where: string): string => `### DELETE /${path}

- Does: deletes every Thing where ${where}
- Body: none
- Repeat: same effect
- Answers: 204 deleted`;

const LIBRARY = documentOf({
  resources: `### Shelf

- Identified by: \`id\`
- When deleted: deletes every Thing where \`shelf\` = this

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |

### Thing

- Identified by: \`id\`
- When deleted: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`shelf\` | Shelf by \`id\` | yes | caller | any | none |
| \`size\` | integer | yes | caller | any | none |
`,
  codes: `| \`no_shelf\` | 422 | no such Shelf in \`shelf\` |
| \`none\` | 404 | no such Shelf |
| \`full\` | 409 | after: there is Thing (\`size\` = this \`size\` and \`id\` != this \`id\`), about \`Thing.size\` |`,
  operations: [
    list('shelves', 'Shelf'),
    list('things', 'Thing'),
    create('shelves', 'Shelf'),
    create('things', 'Thing'),
    one('shelves', 'Shelf'),
    one('things', 'Thing'),
    every('things', '`size` > 900'),
  ].join('\n\n'),
});

const ENGINES = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

describe.each(ENGINES)('the total on %s', (engine) => {
  let place: Place;
  let running: Running;
  beforeEach(async () => {
    place = await placeOf(engine);
    running = await serveAt(place, compile(modelOf(LIBRARY)));
  });
  afterEach(async () => {
    await running.stop();
    await place.drop();
  });

  const make = async (path: string, body: object): Promise<{ readonly status: number; readonly id: number }> => {
    const { status, json } = await send(running, 'POST', path, body);
    return { status, id: Number((json as { id?: number } | undefined)?.id) };
  };

  /** What lists say, and what is there. */
  const totals = async (): Promise<readonly number[]> => {
    const said: number[] = [];
    for (const path of ['/shelves', '/things']) {
      const { json } = await send(running, 'GET', `${path}?limit=1000`);
      const { rows, total } = json as { rows: readonly unknown[]; total: number };
      expect(total, path).toBe(rows.length);
      const page = (await send(running, 'GET', path)).json as { total: number };
      expect(page.total, path).toBe(rows.length);
      said.push(page.total);
    }
    if (engine === 'postgres') {
      const ask = `SELECT (SELECT coalesce(sum(n), 0)::int FROM "_total Shelf"), (SELECT coalesce(sum(n), 0)::int FROM "_total Thing")`;
      expect((await sql(ask, place.where))[0]).toEqual(said);
    }
    return said;
  };

  it('is the number of rows after changes of every kind, and after none', async () => {
    expect(await totals()).toEqual([0, 0]);
    const shelves: number[] = [];
    for (let n = 0; n < 3; n++) shelves.push((await make('/shelves', {})).id);
    const things: number[] = [];
    for (let size = 895; size < 910; size++) {
      const made = await make('/things', { shelf: shelves[size % 3], size });
      expect(made.status).toBe(201);
      things.push(made.id);
    }
    expect(await totals()).toEqual([3, 15]);
    // Undone: the row was made before the rule was judged, or a row that it names is not there.
    expect((await make('/things', { shelf: shelves[0], size: 900 })).status).toBe(409);
    expect((await make('/things', { shelf: 999, size: 1 })).status).toBe(422);
    expect((await send(running, 'DELETE', '/things/999')).status).toBe(404);
    expect(await totals()).toEqual([3, 15]);
    expect((await send(running, 'DELETE', `/things/${things[0]}`)).status).toBe(204);
    expect(await totals()).toEqual([3, 14]);
    expect((await send(running, 'DELETE', '/things')).status).toBe(204);
    expect(await totals()).toEqual([3, 5]);
    // With its things: 896, 899.
    expect((await send(running, 'DELETE', `/shelves/${shelves[896 % 3]}`)).status).toBe(204);
    expect(await totals()).toEqual([2, 3]);
    expect((await send(running, 'DELETE', '/things')).status).toBe(204);
    expect(await totals()).toEqual([2, 3]);
  });

  it('is the number of rows when 16 write at once', async () => {
    const shelves = await Promise.all(Array.from({ length: 8 }, async () => make('/shelves', {})));
    const many = trials(6, 20);
    const writer = async (at: number): Promise<void> => {
      for (let n = 0; n < many; n++) {
        const size = at * 100 + n;
        const { id } = await make('/things', { shelf: shelves[at % 8]!.id, size });
        // The same as another writer makes: one of both is undone.
        await make('/things', { shelf: shelves[at % 8]!.id, size: 5000 + (n % 3) });
        if (n % 3 === 0) await send(running, 'DELETE', `/things/${id}`);
        if (n % 5 === 4) await send(running, 'DELETE', '/things');
        if (n === many - 1 && at < 4) await send(running, 'DELETE', `/shelves/${shelves[at]!.id}`);
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, at) => writer(at)));
    const [left, things] = await totals();
    expect(left).toBe(4);
    expect(things).toBeGreaterThan(0);
  });
});
