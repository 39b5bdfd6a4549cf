// What an event carries, over HTTP: computed when it is written, shown by the code that shows answers, whatever becomes of the rows and of
// the document. Notation, part 6, Payload; decision 0068.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/cli/program.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { manualClock } from '../../src/serve/clock.ts';
import { compilePayloads, type KeptEvent } from '../../src/serve/relay/payload.ts';
import { captured } from '../cli/captured.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';
import { hasPostgres } from '../store/postgres.ts';
import { placeOf, type Place } from './audited.ts';
import { send, start, type Answer, type Running } from './running.ts';

const RESOURCES = `### Person

- Identified by: \`id\`
- Unique: \`name\`
- View \`Card\`: \`id\`, \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`name\` | string | yes | caller | any | none |
| \`password\` | secret | no | caller | any | none |

### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`name\` | string | no | caller | any | none |
| \`price\` | decimal(2) | no | caller | any | none |
| \`weight\` | number | no | caller | any | none |
| \`big\` | integer | no | caller | any | none |
| \`is.light\` | boolean | no | caller | any | none |
| \`is.old\` | boolean or null | yes | caller | any | null |
| \`tags\` | array of string | no | caller | any | none |
| \`due\` | date | no | caller | any | none |
| \`made\` | date-time | yes | service: now at create | any | none |
| \`changed\` | seconds since 1970 | yes | service: now at change | any | none |
| \`inner\` | string | no | service, hidden: = \`{name}\` | any | none |
| \`by\` | Person by \`name\` | no | caller | any | none |
| \`owner\` | Person as \`Card\` | no | by operation | any | none |
| \`double\` | decimal(2) | no | service: = \`price\` * 2 | any | none |
| \`link\` | url | yes | service: address of \`GET /things/{id}\` | any | none |
| \`alike\` | integer | yes | service: count of Thing where \`name\` = this.name | any | none |
| \`parts\` | array of (Part only \`text\`) | yes | service: list of Part where \`thing\` = this, ordered by oldest first | any | none |
| \`status\` | state | yes | service: state | any | none |

### Part

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`thing\` | Thing by \`id\` | yes | caller | any | none |
| \`text\` | string | no | caller | any | none |`;

const STATES = `### Thing.status

| State | Kind |
|---|---|
| \`new\` | initial |
| \`sent\` | any |
| \`late\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| (new) | \`new\` | \`POST /things\`, \`POST /lots\` | none | none |
| \`new\` | \`sent\` | \`POST /things/{id}/go\`, \`POST /go\` | none | \`went\` |
| \`sent\` | \`late\` | after 1 hour | none | \`lapsed\` |

- Any other move: \`other\``;

const op = (heading: string, does: string, answers: string, more = ''): string =>
  `### ${heading}\n\n- Does: ${does}\n- Body: ${more.includes('Body:') ? '' : 'none'}\n- Repeat: again\n${more}- Answers: ${answers}\n`.replace(
    /- Body: \n/,
    '',
  );

const OPERATIONS = [
  op('POST /people', 'creates Person', '201 created, Person as `Card`', '- Body: Person\n- Null fields: refused\n'),
  op('PATCH /people/{id}', 'updates Person', '200 updated, none', '- Body: Person\n- Omitted fields: kept\n'),
  op('DELETE /people/{id}', 'deletes Person', '200 deleted, none'),
  op('POST /parts', 'creates Part', '201 created, none', '- Body: Part\n'),
  op('GET /things/{id}', 'reads Thing', '200 found, Thing').replace('Repeat: again', 'Repeat: safe'),
  op(
    'POST /things',
    'creates Thing',
    '201 created, Thing only `id`',
    '- Body: Thing\n- Emits: `made`, `told`, `listed`\n',
  ),
  op(
    'PATCH /things/{id}',
    'updates Thing',
    '200 updated, none',
    '- Body: Thing\n- Omitted fields: kept\n- Emits: `told`\n',
  ),
  op('DELETE /things/{id}', 'deletes Thing', '200 deleted, none', '- Emits: `gone`, `short`\n'),
  op('POST /things/{id}/go', 'moves Thing.status', '200 moved, none'),
  op('POST /things/{id}/owner/{person}', 'sets `Thing.owner` = {person}', '200 updated, none', '- Emits: `told`\n') +
    '\n| Path | Selects |\n|---|---|\n| `person` | Person by `id` |\n',
  op('POST /go', 'moves every Thing.status', '200 moved, none'),
  op(
    'POST /lots',
    'creates every Thing in body',
    '201 created, none',
    '- Body: `{"things": array of Thing}`\n- Emits: `made`\n',
  ),
  op(
    'POST /things/{id}/twin',
    'updates Thing; creates Part with `thing` = {id}, `text` = "twin"',
    '200 updated, none',
    '- Body: Thing only `name`\n- Omitted fields: kept\n- Emits: `told`\n',
  ),
].join('\n');

const EVENTS = `### made

- Payload: Thing

### told

- Payload: same as \`made\`

### gone

- Payload: {"thing": Thing without \`parts\`, \`changed\`, "parts": parts, "at": <now>}

### short

- Payload: {"id": id, "by": by.name, "see": "<base>/things of <now>", "base": <base>}

### went

- Payload: Thing only \`id\`, \`status\`, \`alike\`

### lapsed

- Payload: {"was": Thing only \`id\`, \`status\`, "at": <now>}

### listed

| Field | Type | Required | Set by |
|---|---|---|---|
| \`id\` | integer | yes | service: new id |
| \`kind\` | one of \`listed\` | yes | service: event name |
| \`at\` | date-time | yes | service: now at create |
| \`day\` | date | yes | service: now at create |
| \`second\` | seconds since 1970 | yes | service: now at create |
| \`thing\` | Thing only \`id\`, \`name\` | yes | service: the resource |
| \`name\` | string | no | caller |
| \`by\` | Person as \`Card\` | no | caller |
| \`label\` | string | yes | service: = \`{name} of {id}\` |
| \`meta.alike\` | integer | yes | service: count of Thing |`;

const ERRORS = `- Error body: {"code": <code>}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Thing, no such Person |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field |
| \`taken\` | 409 | any field taken |
| \`other\` | 409 | illegal move |`;

const NOW = Date.parse('2026-01-01T00:00:00.250Z');

function source(events = EVENTS, replace: (text: string) => string = (text) => text): string {
  return replace(
    documentOf({
      resources: RESOURCES,
      states: STATES,
      operations: OPERATIONS,
      events,
      errors: ERRORS,
    }),
  );
}

function planned(text: string): Plan {
  const model = modelOf(text);
  expect(model.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return compile(model);
}

const FULL = {
  name: 'box',
  price: 12.5,
  weight: 0.1,
  is: { light: true },
  tags: ['a', 'b'],
  due: '2026-02-03',
  by: 'Ann',
};

const shown = (id: number, more: object = {}): object => ({
  id,
  name: 'box',
  price: 12.5,
  weight: 0.1,
  is: { light: true, old: null },
  tags: ['a', 'b'],
  due: '2026-02-03',
  made: '2026-01-01T00:00:00.250Z',
  changed: NOW / 1000 - 0.25,
  by: 'Ann',
  double: 25,
  link: `https://shop.example/things/${id}`,
  alike: 1,
  parts: [],
  status: 'new',
  ...more,
});

const ENGINES = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

interface Listed extends Omit<KeptEvent, 'payload' | 'shape'> {
  readonly payload?: unknown;
  readonly key: string;
}

describe.each(ENGINES)('what an event carries, %s', (engine) => {
  let place: Place;
  let folder: string;
  let running: Running | undefined;
  let clock: ReturnType<typeof manualClock>;

  beforeEach(async () => {
    place = await placeOf(engine);
    folder = mkdtempSync(join(tmpdir(), 'ninefold-payloads-'));
    clock = manualClock(NOW, { keep: () => Promise.resolve(true) });
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await place.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function serve(text = source()): Promise<Plan> {
    await running?.stop();
    writeFileSync(join(folder, 'things.md'), text);
    const plan = planned(text);
    const payloads = plan.storage.flatMap((table) => table.payloads ?? []);
    expect(payloads.flatMap((one) => ('why' in one ? [one] : []))).toEqual([]);
    expect(plan.operations.flatMap(({ id, heldBy }) => heldBy.map((by) => [id, by]))).toEqual([]);
    running = await start(plan, { store: await place.store(plan), clock, publicUrl: 'https://shop.example' });
    return plan;
  }

  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await send(running!, method, path, body);
    expect([method, path, answer.status < 300 ? 'done' : answer.text]).toEqual([method, path, 'done']);
    return answer;
  };

  async function listed(...more: string[]): Promise<readonly Listed[]> {
    const console = captured({ directory: folder });
    const at = [engine === 'sqlite' ? '--data' : '--database', place.where];
    expect(await run(['events', 'list', 'things.md', '--json', ...more, ...at], console)).toBe(0);
    return console
      .stdout()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Listed);
  }

  const carried = async (event?: string): Promise<readonly unknown[]> =>
    (await listed(...(event === undefined ? [] : ['--event', event]))).map(({ payload }) => payload);

  async function people(): Promise<void> {
    await call('POST', '/people', { name: 'Ann', password: 'geheim' });
    await call('POST', '/people', { name: 'Bob' });
  }

  it('is the row as it is after the effect, with what other rows say of it', async () => {
    await serve();
    await people();
    await call('POST', '/things', FULL);
    expect(await carried('made')).toEqual([shown(1)]);
    expect((await call('GET', '/things/1')).json).toEqual(shown(1));
    await call('POST', '/things', { ...FULL, by: 'Bob' });
    expect((await carried('made'))[1]).toEqual(shown(2, { by: 'Bob', alike: 2 }));
    await call('POST', '/parts', { thing: 1, text: 'lid' });
    await call('PATCH', '/things/1', { name: 'case', price: 1 });
    const changed = { name: 'case', price: 1, double: 2, parts: [{ text: 'lid' }] };
    expect((await carried('told')).at(-1)).toEqual(shown(1, changed));
    await call('POST', '/things/1/owner/2');
    expect((await carried('told')).at(-1)).toEqual(shown(1, { ...changed, owner: { id: 2, name: 'Bob' } }));
  });

  it('stays as it was, whatever the rows and the document have become', async () => {
    await serve();
    await people();
    await call('POST', '/things', FULL);
    await call('PATCH', '/people/1', { name: 'Eve' });
    await call('PATCH', '/things/1', { name: 'case', price: 3 });
    await call('DELETE', '/things/1');
    expect(await carried('made')).toEqual([shown(1)]);
    // Another document shows less, and other fields: what was written before is what was promised then.
    const plan = await serve(source(EVENTS.replace('- Payload: Thing\n', '- Payload: {"number": Thing only `id`}\n')));
    expect(await carried('made')).toEqual([shown(1)]);
    await call('POST', '/things', { name: 'new' });
    expect((await carried('made'))[1]).toEqual({ number: { id: 2 } });
    const show = compilePayloads(plan, (await keptNotes()).notes);
    const payload = await show(await keptEvent(1));
    expect(JSON.parse('json' in payload ? payload.json : payload.held)).toEqual(shown(1));
    await running!.stop();
    running = undefined;
  });

  it('of a deletion is the row as it was before, and what it referred to', async () => {
    await serve();
    await people();
    await call('POST', '/things', FULL);
    await call('POST', '/things', FULL);
    await call('DELETE', '/things/1');
    const { parts: _, changed: __, ...rest } = shown(1, { alike: 2 }) as Record<string, unknown>;
    expect(await carried('gone')).toEqual([{ thing: rest, parts: [], at: '2026-01-01T00:00:00.250Z' }]);
    expect(await carried('short')).toEqual([
      {
        id: 1,
        by: 'Ann',
        see: 'https://shop.example/things of 2026-01-01T00:00:00.250Z',
        base: 'https://shop.example',
      },
    ]);
  });

  it('of a move, of every row that is moved, and of one that time moves', async () => {
    await serve();
    for (const name of ['a', 'b', 'a']) await call('POST', '/things', { name });
    await call('POST', '/go');
    await call('POST', '/things', { name: 'b' });
    await call('POST', '/things/4/go');
    expect(await carried('went')).toEqual([
      { id: 1, status: 'sent', alike: 2 },
      { id: 2, status: 'sent', alike: 1 },
      { id: 3, status: 'sent', alike: 2 },
      { id: 4, status: 'sent', alike: 2 },
    ]);
    await clock.set!(NOW + 7_200_000);
    await call('GET', '/things/1');
    expect(await carried('lapsed')).toEqual(
      [1, 2, 3, 4].map((id) => ({ was: { id, status: 'late' }, at: '2026-01-01T01:00:00.250Z' })),
    );
  });

  it('of each of many rows that one call makes, when all of them are there', async () => {
    await serve();
    await call('POST', '/lots', { things: [{ name: 'x' }, { name: 'y' }, { name: 'x' }] });
    expect(await carried('made')).toMatchObject([
      { id: 1, name: 'x', alike: 2, link: 'https://shop.example/things/1' },
      { id: 2, name: 'y', alike: 1 },
      { id: 3, name: 'x', alike: 2 },
    ]);
  });

  it('shows what later effects of the same call have changed', async () => {
    await serve();
    await call('POST', '/things', { name: 'x' });
    await call('POST', '/things/1/twin', { name: 'y' });
    await call('POST', '/things/1/twin', { name: 'z' });
    expect((await carried('told')).slice(1)).toMatchObject([
      { name: 'y', parts: [{ text: 'twin' }] },
      { name: 'z', parts: [{ text: 'twin' }, { text: 'twin' }] },
    ]);
  });

  it('by a Field table: each field by its rule, or as the row has it', async () => {
    await serve();
    await people();
    await call('POST', '/things', { ...FULL, name: 'box' });
    const [event] = await listed('--event', 'listed');
    expect(event!.payload).toEqual({
      id: event!.id,
      kind: 'listed',
      at: '2026-01-01T00:00:00.250Z',
      day: '2026-01-01',
      second: (NOW - 250) / 1000,
      thing: { id: 1, name: 'box' },
      name: 'box',
      by: { id: 1, name: 'Ann' },
      label: 'box of 1',
      meta: { alike: 1 },
    });
  });

  it('keeps any text and any number, and shows no secret and nothing hidden', async () => {
    await serve();
    await people();
    const texts = ['a"b\\c', '\u0000\u0001\u0002\u0003', '\u2028😀é', '\\u0000', '","x":1', "'; DROP TABLE x --", ''];
    for (const name of texts) await call('POST', '/things', { name, tags: [name], big: 9007199254740991 });
    expect(await carried('made')).toMatchObject(texts.map((name) => ({ name, tags: [name], big: 9007199254740991 })));
    await call('POST', '/parts', { thing: 1, text: '\u0000"\\' });
    await call('PATCH', '/things/1', { name: 'again' });
    expect((await carried('told')).at(-1)).toEqual((await call('GET', '/things/1')).json);
    const all = JSON.stringify(await carried());
    expect(all).not.toContain('geheim');
    expect(all).not.toContain('inner');
  });

  it('is shown beside the row by `events show`', async () => {
    await serve();
    await call('POST', '/things', { name: 'x' });
    const console = captured({ directory: folder });
    const at = [engine === 'sqlite' ? '--data' : '--database', place.where];
    expect(await run(['events', 'show', 'things.md', '3', ...at], console)).toBe(0);
    const lines = console.stdout().split('\n');
    expect(lines[0]).toMatch(/ {2}listed {2}Thing 1 {2}POST \/things$/);
    expect(lines[2]).toMatch(/^carries \{"id":3,"kind":"listed",/);
  });

  async function keptNotes(): Promise<Awaited<ReturnType<Place['store']>>> {
    await running?.stop();
    running = undefined;
    const store = await place.store(planned(source()));
    running = { stop: () => store.close() } as Running;
    return store;
  }

  async function keptEvent(id: number): Promise<KeptEvent> {
    const { readOutbox } = await import('../../src/store/sqlite/outbox-entries.ts');
    const { readOutbox: readDatabase } = await import('../../src/store/postgres/outbox-entries.ts');
    const found: KeptEvent[] = [];
    if (engine === 'sqlite') await readOutbox(place.where, { id }, (entry) => found.push(entry));
    else await readDatabase(place.where, { id }, (entry) => found.push(entry));
    return found[0]!;
  }
});
