// Part 3 over HTTP, on every way in which a row changes: moves, states that are sent by PATCH and PUT, every row at once,
// new rows. Many requests at once make one move; what nothing states is held, and keeps nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { Stage, understand } from '../laws/service.ts';
import { documentOf } from '../plan/plan-of.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await stage.close();
  expect(Stage.failures).toEqual([]);
});

interface Written {
  readonly moves: readonly string[];
  readonly other?: string;
  readonly setBy?: string;
  readonly does?: string;
}

const call = (heading: string, does: string, outcome: string, body = 'none', more = ''): string => `### ${heading}

- Does: ${does}
- Body: ${body}
${more}- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | ${outcome} | ${outcome === 'moved' && does.includes('every') ? 'none' : 'Thing'} |`;

function source({ moves, other = '`stage`', setBy = 'service: state', does = 'moves Thing.status' }: Written): string {
  return documentOf({
    codes: '| `over` | 410 | none |\n| `illegal_mood` | 418 | illegal move of Thing.mood |',
    resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | integer | no | caller | any | none |
| \`mood\` | state | yes | service: state | any | none |
| \`status\` | state | yes | ${setBy} | any | ${setBy === 'caller' ? '`new`' : 'none'} |`,
    states: `### Thing.status

| State | Kind |
|---|---|
| \`new\` | initial |
| \`sent\` | any |
| \`done\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${moves.map((one) => `${one} | none |`).join('\n')}

- Any other move: ${other}

### Thing.mood

| State | Kind |
|---|---|
| \`calm\` | initial |
| \`wild\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`calm\` | \`wild\` | \`POST /things/{id}/both\` | \`n\` > 0 | none |

- Any other move: \`illegal_mood\``,
    operations: [
      `### POST /things

- Does: creates Thing
- Body: Thing
- Null fields: refused
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |`,
      call('GET /things/{id}', 'reads Thing', 'found'),
      call('POST /things/{id}/go', does, does.startsWith('moves') ? 'moved' : 'updated'),
      call('POST /things/{id}/both', 'moves Thing.status to `done`; moves Thing.mood', 'moved'),
      call('POST /things/all', 'moves every Thing.status to `sent` where `n` > 1', 'moved'),
      call(
        'PATCH /things/{id}',
        'updates Thing',
        'updated',
        'Thing',
        '- Omitted fields: kept\n- Null fields: refused\n',
      ),
      call('PUT /things/{id}', 'replaces Thing', 'replaced', 'Thing'),
    ].join('\n\n'),
  });
}

async function play(written: Written): Promise<void> {
  const { model, errors } = understand(source(written));
  expect(errors).toEqual([]);
  await stage.play(compile(model));
}

interface Said {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function send(method: string, path: string, body?: object): Promise<Said> {
  const answer = await fetch(stage.url + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Said['body']) };
}

const create = (body: object = {}): Promise<Said> => send('POST', '/things', body);
const go = (id = 1): Promise<Said> => send('POST', `/things/${id}/go`);
const statusOf = async (id = 1): Promise<unknown> => (await send('GET', `/things/${id}`)).body['status'];
const by = (from: string, to: string, operation: string, onlyIf = 'none'): string =>
  `| ${from} | ${to} | \`${operation}\` | ${onlyIf}`;
const GO = 'POST /things/{id}/go';
const DONE = by('`sent`', '`done`', 'POST /things/{id}/both');
const ALL = by('`new`', '`sent`', 'POST /things/all');
const AROUND = [DONE, ALL];

describe('many requests at once', () => {
  it('make one move of one row', async () => {
    await play({ moves: [by('`new`', '`sent`', GO), ...AROUND] });
    await create();
    const all = await Promise.all(Array.from({ length: 50 }, () => go()));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    expect(await statusOf()).toBe('sent');
  });

  it('see each other in a condition over other rows', async () => {
    await play({ moves: [by('`new`', '`sent`', GO, 'there is no Thing (`status` = `sent`)'), ...AROUND] });
    for (let n = 0; n < 20; n += 1) await create();
    const all = await Promise.all(Array.from({ length: 20 }, (_, place) => go(place + 1)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

const either = (operation: string): string => by('`new`', 'one of `sent`, `done`', operation);

describe('one of several states', () => {
  it('is what the body names, and no other', async () => {
    await play({ moves: [either('PATCH /things/{id}'), by('`new`', '`sent`', GO), ...AROUND], setBy: 'caller' });
    for (let n = 0; n < 3; n += 1) await create();
    expect(await send('PATCH', '/things/1', { status: 'sent' })).toMatchObject({ body: { status: 'sent' } });
    expect(await send('PATCH', '/things/2', { status: 'done' })).toMatchObject({ body: { status: 'done' } });
    expect(await send('PATCH', '/things/3', { n: 1 })).toMatchObject({ body: { status: 'new' } });
    expect((await send('PATCH', '/things/1', { status: 'done' })).status).toBe(409);
  });

  it.each(['moves Thing.status to `done`', 'sets `status` = `done`'])('is what Does names: %s', async (does) => {
    await play({
      moves: [either(GO), ...AROUND],
      does: does.startsWith('sets') ? `updates Thing; ${does}` : does,
      setBy: does.startsWith('sets') ? 'caller' : 'service: state',
    });
    await create();
    expect(await go()).toMatchObject({ status: 200, body: { status: 'done' } });
    // Set to what it is, a state makes no move.
    expect((await go()).status).toBe(does.startsWith('sets') ? 200 : 409);
  });

  it.each([
    ['a call that names none', either(GO), '`POST /things/{id}/go`'],
    ['time', either('x').replace('`x`', 'after 1 minute'), 'time'],
  ])('is nobody’s to choose for %s', (_, row, who) => {
    const { errors } = understand(source({ moves: [row, by('`done`', '`new`', GO), ...AROUND] }));
    expect(errors).toEqual([expect.stringContaining(`\`one of\` for a move of \`Thing.status\` by ${who}`)]);
  });
});

describe('two rows that may hold at once', () => {
  it('are held where both do, and made where one does', async () => {
    await play({
      moves: [by('`new`', '`sent`', GO, 'there is Thing (`n` = 7)'), by('`new`', '`done`', GO, '`n` > 3'), ...AROUND],
    });
    await create({ n: 5 });
    expect((await go(1)).body['status']).toBe('done');
    await create({ n: 7 });
    const kept = stage.kept();
    expect(await go(2)).toMatchObject({ status: 501, body: { gaps: [{ id: `3/Thing.status/${GO}/which-move` }] } });
    expect(stage.kept()).toBe(kept);
    await create({ n: 1 });
    expect((await go(3)).body['status']).toBe('sent');
  });
});

const OTHERWISE = (operation: string): object => ({
  status: 501,
  body: { gaps: [{ id: `3/Thing.status/${operation}/otherwise` }] },
});

describe('any other move: accepted', () => {
  it('makes what no row names, and holds what a row names and its Only if does not let through', async () => {
    const moves = [by('`new`', '`sent`', GO, '`n` > 3'), ...AROUND];
    await play({ moves, other: 'accepted', does: 'moves Thing.status to `sent`' });
    await create({ n: 1 });
    expect(await go()).toMatchObject(OTHERWISE(GO));
    expect(await statusOf()).toBe('new');
    await send('PATCH', '/things/1', { n: 9 });
    expect((await go()).body['status']).toBe('sent');
    expect((await go()).body['status']).toBe('sent');
  });

  it('leads nowhere where the call names no state', async () => {
    await play({ moves: [by('`new`', '`sent`', GO), ...AROUND], other: 'accepted' });
    await create();
    expect((await go()).body['status']).toBe('sent');
    expect(await go()).toMatchObject(OTHERWISE(GO));
  });

  it('gives way to a row that refuses', async () => {
    const moves = [by('`new`', '`sent`', GO, '`n` > 3'), by('`new`', 'refused `over`', GO, 'not (`n` > 3)'), ...AROUND];
    await play({ moves, other: 'accepted', does: 'moves Thing.status to `sent`' });
    await create({ n: 1 });
    expect(await go()).toMatchObject({ status: 410, body: { code: 'over' } });
  });

  it('takes a state that is sent, unless a row names the move and does not hold', async () => {
    const PATCH = 'PATCH /things/{id}';
    await play({
      moves: [by('`new`', '`sent`', PATCH, '`n` > 3'), by('`new`', '`sent`', GO), ...AROUND],
      other: 'accepted',
      setBy: 'caller',
    });
    await create({ n: 1 });
    expect(await send('PATCH', '/things/1', { status: 'sent' })).toMatchObject(OTHERWISE(PATCH));
    expect((await send('PATCH', '/things/1', { status: 'done' })).body['status']).toBe('done');
    expect((await send('PUT', '/things/1', { status: 'sent' })).body['status']).toBe('sent');
  });
});

describe('a state that is sent', () => {
  it('is held to the table by PATCH and PUT alike, and creation to its beginnings', async () => {
    await play({
      setBy: 'caller',
      moves: [
        by('`new`', '`sent`', 'PATCH /things/{id}'),
        by('`sent`', '`new`', 'PUT /things/{id}'),
        by('`new`', '`sent`', GO),
        ...AROUND,
      ],
    });
    expect((await create({ status: 'done' })).status).toBe(409);
    expect((await create({ status: 'new' })).status).toBe(201);
    expect((await create({})).body['status']).toBe('new');
    expect((await send('PUT', '/things/1', { status: 'sent' })).status).toBe(409);
    expect((await send('PATCH', '/things/1', { status: 'new' })).status).toBe(200);
    expect((await send('PATCH', '/things/1', { status: 'sent' })).status).toBe(200);
    expect((await send('PATCH', '/things/1', { status: 'done' })).status).toBe(409);
    expect((await send('PUT', '/things/1', { n: 3 })).body['status']).toBe('new');
  });
});

describe('two machines of one row', () => {
  it('move together or not at all, and each refuses by its own code', async () => {
    await play({ moves: [by('`new`', '`sent`', GO), ...AROUND] });
    await create({ n: 1 });
    expect((await send('POST', '/things/1/both')).status).toBe(409);
    await go();
    await send('PATCH', '/things/1', { n: 0 });
    expect((await send('POST', '/things/1/both')).status).toBe(418);
    expect(await statusOf()).toBe('sent');
    await send('PATCH', '/things/1', { n: 1 });
    expect((await send('POST', '/things/1/both')).body).toMatchObject({ status: 'done', mood: 'wild' });
  });
});

it('every row moves, or none does', async () => {
  await play({ moves: [by('`new`', '`sent`', GO), ...AROUND] });
  for (const n of [1, 2, 3]) await create({ n });
  expect((await send('POST', '/things/all')).status).toBe(200);
  expect(await Promise.all([1, 2, 3].map(statusOf))).toEqual(['new', 'sent', 'sent']);
  await create({ n: 4 });
  expect((await send('POST', '/things/all')).status).toBe(409);
  expect(await statusOf(4)).toBe('new');
});
