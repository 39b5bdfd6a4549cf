// Emits over HTTP: which requests write which events into the outbox, of which row. Notation, parts 3 and 4, Emits.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
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

const call = (heading: string, does: string, outcome: string, more = '', body = 'none'): string => `### ${heading}

- Does: ${does}
- Body: ${body}
${more}- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | ${outcome} | none |
`;

const GO = 'POST /things/{id}/go';
const emits = (events: string): string => `- Emits: ${events}\n`;

interface Written {
  readonly moves?: readonly string[];
  readonly operations?: readonly string[];
  readonly all?: string;
  readonly events?: string;
  readonly other?: string;
}

const KINDS = ['made', 'went', 'told', 'stayed', 'gone']
  .map((kind) => `### ${kind}\n\n- When: not shown\n- Payload: {"at": <now>}\n`)
  .join('\n');

function source({
  moves = [],
  operations = [call(GO, 'moves Thing.status', 'moved')],
  all = 'none',
  events = KINDS,
  other = '`stage`',
}: Written): string {
  return documentOf({
    events,
    all: `- Media type: application/json
- Who: anyone
- Unknown fields: refused
- Read-only fields: refused
- Emits: ${all}
- Other operations: none
`,
    resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | integer | no | caller | any | none |
| \`status\` | state | yes | caller | any | \`new\` |

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`text\` | string | no | caller | any | none |`,
    states: `### Thing.status

| State | Kind |
|---|---|
| \`new\` | initial |
| \`sent\` | any |
| \`done\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${moves.join('\n')}

- Any other move: ${other}`,
    codes: '| `over` | 410 | none |\n| `no_note` | 404 | no such Note |\n| `again` | 409 | Thing already there |',
    operations: [call('POST /things', 'creates Thing', 'created', emits('none'), 'Thing'), ...operations].join('\n'),
  });
}

async function played(written: Written): Promise<Plan> {
  const { model, errors } = understand(source(written));
  expect(errors).toEqual([]);
  const plan = compile(model);
  expect(plan.operations.map(({ id, heldBy }) => [id, heldBy]).filter(([, held]) => held!.length > 0)).toEqual([]);
  await stage.play(plan);
  return plan;
}

const send = async (line: string, body?: unknown): Promise<number> => {
  const [method = '', path = ''] = line.split(' ');
  const json =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await stage.send({ method, path, ...json })).status;
};

interface Waiting {
  readonly event: string;
  readonly resource: string;
  readonly key: string;
  readonly operation: string;
  readonly row: string;
  readonly trace: string | null;
}

function waiting(): readonly Waiting[] {
  const tables = JSON.parse(stage.kept()) as readonly (readonly [string, readonly Waiting[]])[];
  return tables.find(([name]) => name === '_outbox')?.[1] ?? [];
}

const sent = (): readonly string[] => waiting().map(({ event, resource, key }) => `${event} ${resource} ${key}`);

describe('the trace of a request', () => {
  it('is kept beside its events, where it is one', async () => {
    await played({
      moves: [
        '| `new` | `sent` | `POST /things/{id}/go` | none | `went` |',
        '| (new) | `new` | `POST /things` | none | `made` |',
      ],
    });
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const json = { 'content-type': 'application/json' };
    const create = (headers: Record<string, string>): Promise<unknown> =>
      stage.send({ method: 'POST', path: '/things', headers: { ...json, ...headers }, body: '{}' });
    await create({ traceparent: trace });
    await create({ traceparent: 'no trace' });
    await create({});
    await stage.send({ method: 'POST', path: '/things/1/go', headers: { traceparent: trace } });
    expect(waiting().map(({ event, key, trace }) => [event, key, trace])).toEqual([
      ['made', '1', trace],
      ['made', '2', null],
      ['made', '3', null],
      ['went', '1', trace],
    ]);
  });
});

describe('Emits of a move', () => {
  const moves = [
    '| `new` | `sent` | `POST /things/{id}/go` | `n` > 0 | `went` |',
    '| `new` | `done` | `POST /things/{id}/go` | not (`n` > 0) | `told` |',
    '| `sent` | same | `POST /things/{id}/go` | `n` > 1 | `stayed` |',
    '| `done` | refused `over` | `POST /things/{id}/go` | none | none |',
    '| (new) | `new` | `POST /things` | none | `made` |',
    '| (new) | `sent` | `POST /things` | none | none |',
  ];

  it('is sent where the row of the table is the one that held, and no other', async () => {
    await played({ moves });
    for (const n of [1, 2, 0]) expect(await send('POST /things', { n })).toBe(200);
    expect(sent()).toEqual(['made Thing 1', 'made Thing 2', 'made Thing 3']);
    for (const id of [1, 2, 3]) expect(await send(`POST /things/${id}/go`)).toBe(200);
    expect(sent().slice(3)).toEqual(['went Thing 1', 'went Thing 2', 'told Thing 3']);
    expect(await send('POST /things/1/go')).toBe(409);
    expect(await send('POST /things/2/go')).toBe(200);
    expect(await send('POST /things/3/go')).toBe(410);
    expect(await send('POST /things/9/go')).toBe(404);
    expect(sent().slice(6)).toEqual(['stayed Thing 2']);
    expect(waiting()[3]).toMatchObject({ operation: GO, row: '{"id":1,"n":1,"status":"sent"}' });
  });

  it('of a state that a new row chooses: the row of the state that it chose', async () => {
    await played({ moves });
    expect(await send('POST /things', { status: 'sent' })).toBe(200);
    expect(await send('POST /things', { status: 'new' })).toBe(200);
    expect(sent()).toEqual(['made Thing 2']);
  });

  it('of a state that is sent: where it changes, or a row to `same` speaks of it', async () => {
    const patch = call('PATCH /things/{id}', 'updates Thing', 'updated', '- Omitted fields: kept\n', 'Thing');
    const rows = ['| any | `done` | `PATCH /things/{id}` | none | `went` |'];
    await played({ moves: rows, operations: [patch] });
    await send('POST /things', {});
    for (const body of [{ n: 1 }, { status: 'new' }, { status: 'done', n: 2 }, { status: 'done' }])
      expect(await send('PATCH /things/1', body)).toBe(200);
    expect(await send('PATCH /things/1', { status: 'new' })).toBe(409);
    expect(sent()).toEqual(['went Thing 1']);
    await played({
      moves: [rows[0]!.replace('any', '`sent`'), '| `new` | same | `PATCH /things/{id}` | none | `stayed` |'],
      operations: [patch],
    });
    await send('POST /things', {});
    for (const body of [{ n: 1 }, { status: 'new' }]) expect(await send('PATCH /things/1', body)).toBe(200);
    expect(sent()).toEqual(['stayed Thing 1']);
  });

  it('of every row that is moved its own', async () => {
    const every = call('POST /sweep', 'moves every Thing.status', 'moved');
    await played({ moves: moves.map((row) => row.replaceAll(GO, 'POST /sweep')), operations: [every] });
    for (const n of [1, 0, 3]) await send('POST /things', { n });
    expect(await send('POST /sweep')).toBe(200);
    expect(sent().slice(3).toSorted()).toEqual(['told Thing 2', 'went Thing 1', 'went Thing 3']);
    // One of them may not be moved: none is, and nothing is sent.
    expect(await send('POST /sweep')).toBe(410);
    expect(sent()).toHaveLength(6);
  });

  it('of two rows that lead to one place both, a kind that both name once', async () => {
    const two = [
      '| any | `done` | `POST /things/{id}/go` | none | `went`, `told` |',
      '| `new` | `done` | `POST /things/{id}/go` | none | `went`, `stayed` |',
    ];
    await played({ moves: two });
    await send('POST /things', {});
    await send('POST /things/1/go');
    await send('POST /things/1/go');
    expect(sent()).toEqual([
      ...['went', 'told', 'stayed'].map((kind) => `${kind} Thing 1`),
      ...['went', 'told'].map((kind) => `${kind} Thing 1`),
    ]);
  });

  it('not of what no row names', async () => {
    const to = call(GO, 'moves Thing.status to `done`', 'moved');
    const births = ['`new`', '`sent`'].map((state) => `| (new) | ${state} | \`POST /things\` | none | none |`);
    const own = '| `sent` | `done` | `POST /things/{id}/go` | none | `went` |';
    await played({ moves: [own, ...births], operations: [to], other: 'accepted' });
    await send('POST /things', {});
    await send('POST /things', { status: 'sent' });
    for (const id of [1, 2]) expect(await send(`POST /things/${id}/go`)).toBe(200);
    expect(sent()).toEqual(['went Thing 2']);
  });
});

describe('Emits of an operation', () => {
  const moves = ['| `new`, `sent` | `sent` | `POST /things/{id}/go` | none | `went`, `told` |'];

  it('is sent for each row that it changed, also where nothing came to be different; what a move names, too, once', async () => {
    await played({ moves, operations: [call(GO, 'moves Thing.status', 'moved', emits('`told`, `stayed`'))] });
    await send('POST /things', {});
    for (const _ of [1, 2]) expect(await send('POST /things/1/go')).toBe(200);
    expect(await send('POST /things/2/go')).toBe(404);
    expect(sent()).toEqual([1, 2].flatMap(() => ['told Thing 1', 'stayed Thing 1', 'went Thing 1']));
  });

  it('a deletion shows the row as it was; where there was none, nothing is sent', async () => {
    const operations = [
      call('DELETE /things/{id}', 'deletes Thing if there', 'deleted, unchanged', emits('`gone`')),
      call('DELETE /things', 'deletes every Thing', 'deleted', emits('`gone`')),
    ];
    await played({ operations });
    for (const n of [1, 2, 3]) await send('POST /things', { n });
    for (const _ of [1, 2]) expect(await send('DELETE /things/2')).toBe(200);
    for (const _ of [1, 2]) expect(await send('DELETE /things')).toBe(200);
    expect(sent()).toEqual(['gone Thing 2', 'gone Thing 1', 'gone Thing 3']);
    expect(waiting()[0]).toMatchObject({ operation: 'DELETE /things/{id}', row: '{"id":2,"n":2,"status":"new"}' });
  });

  it('of rows of several resources: those of the one that the payload shows', async () => {
    const both = call(
      GO,
      'moves Thing.status to `sent`; creates Note with `text` = "gone"',
      'moved',
      emits('`made`, `gone`'),
    );
    const events = `${KINDS}
### noted

- When: not shown
- Payload: {"note": Note}`
      .replace(
        '### made\n\n- When: not shown\n- Payload: {"at": <now>}',
        '### made\n\n- When: not shown\n- Payload: same as `noted`',
      )
      .replace(
        '### gone\n\n- When: not shown\n- Payload: {"at": <now>}',
        '### gone\n\n| Field | Type |\n|---|---|\n| `thing` | Thing |',
      );
    const own = ['| `new` | `sent` | `POST /things/{id}/go` | none | `went` |'];
    await played({
      moves: own,
      operations: [both.replace('| 200 | moved | none |', '| 200 | moved, created | none |')],
      events,
    });
    await send('POST /things', {});
    expect(await send('POST /things/1/go')).toBe(200);
    expect(sent().toSorted()).toEqual(['gone Thing 1', 'made Note 1', 'went Thing 1']);
  });

  it.each([
    ['{"thing": Thing, "note": Note}', true],
    ['{"at": <now>}', true],
    ['{"thing": Thing, "other": Other}', false],
  ])(
    'of rows of several resources, where the payload shows both of them or none, it is held: %s',
    (payload, isHeld) => {
      const does = 'moves Thing.status to `sent`; creates Note with `text` = "gone"';
      const { model, errors } = understand(
        source({
          operations: [call(GO, does, 'moved, created', emits('`told`'))],
          events: KINDS.replace(
            '### told\n\n- When: not shown\n- Payload: {"at": <now>}',
            `### told\n\n- When: not shown\n- Payload: ${payload}`,
          ),
        }).replace(
          '### Note\n',
          '### Other\n\n- Identified by: `id`\n\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n| `id` | integer | yes | service: new id | any | none |\n\n### Note\n',
        ),
      );
      expect(errors).toEqual([]);
      const held = gapView(model).operations.find(({ id }) => id === GO)?.heldBy ?? [];
      expect(held).toEqual(isHeld ? [`4/${GO}/emits`] : []);
    },
  );

  it('of several effects on rows of one resource: each of them', async () => {
    const does = 'moves Thing.status; creates Thing with `n` = 7';
    const both = call(GO, does, 'moved', emits('`told`')).replace('| 200 | moved', '| 200 | moved, created');
    await played({ moves: ['| `new` | `sent` | `POST /things/{id}/go` | none | none |'], operations: [both] });
    await send('POST /things', {});
    expect(await send('POST /things/1/go')).toBe(200);
    expect(sent()).toEqual(['told Thing 1', 'told Thing 2']);
  });

  it.each([
    ['moves Thing.status; updates every Thing; sets `n` = 7', true],
    ['updates every Thing; deletes every Thing where `n` = 7', true],
    ['creates Thing; moves every Thing.status', true],
    ['creates Thing; creates Thing with `n` = 7', false],
    ['moves Thing.status; sets `n` = 7', false],
  ])('where two of them may change one row nobody sends it twice, it is held: %s', (does, isHeld) => {
    const heading = does.startsWith('moves') ? GO : 'POST /all';
    const { model } = understand(source({ operations: [call(heading, does, 'moved', emits('`told`'))] }));
    const held = gapView(model).operations.find(({ id }) => id === heading)?.heldBy ?? [];
    expect(held.filter((id) => id.endsWith('/emits'))).toHaveLength(isHeld ? 1 : 0);
  });

  it('under All operations it speaks of those that change rows', async () => {
    const read = call('GET /things/{id}', 'reads Thing', 'found').replace('- Repeat: again', '- Repeat: safe');
    await played({ moves, operations: [call(GO, 'moves Thing.status', 'moved'), read], all: '`stayed`' });
    await send('POST /things', {});
    expect(await send('GET /things/1')).toBe(200);
    expect(await send('POST /things/1/go')).toBe(200);
    expect(sent()).toEqual(['stayed Thing 1', 'went Thing 1', 'told Thing 1']);
  });
});

const page = async (path: string): Promise<unknown> => (await fetch(stage.operatorUrl + path)).json();

describe('what waits', () => {
  const moves = ['| `new` | `sent` | `POST /things/{id}/go` | none | `went` |'];

  it('is counted on the operator’s port, and shown nowhere else', async () => {
    const plan = await played({ moves });
    expect(plan.events).toEqual(['went']);
    expect(await page('/outbox')).toMatchObject({ waiting: 0, events: [{ event: 'went', waiting: 0 }] });
    await send('POST /things', {});
    await send('POST /things/1/go');
    expect(await page('/outbox')).toMatchObject({ waiting: 1, events: [{ event: 'went', waiting: 1 }] });
    expect(await send('GET /outbox')).toBe(404);
    expect(await send('GET /_outbox')).toBe(404);
  });

  it('is counted for each kind of event by itself', async () => {
    const back = 'POST /things/{id}/back';
    await played({
      moves: [...moves, `| \`sent\` | \`new\` | \`${back}\` | none | \`told\` |`],
      operations: [GO, back].map((heading) => call(heading, 'moves Thing.status', 'moved')),
    });
    await send('POST /things', {});
    for (const way of ['go', 'back', 'go']) await send(`POST /things/1/${way}`);
    const events = [
      { event: 'told', waiting: 1 },
      { event: 'went', waiting: 2 },
    ];
    const told = (await page('/outbox')) as { waiting: number; events: { event: string }[] };
    expect(told.waiting).toBe(3);
    expect(told.events.toSorted((one, other) => one.event.localeCompare(other.event))).toEqual(events);
  });

  it('has no table where the document emits nothing; one that comes later is added, one that is not named stays', async () => {
    const silent = await played({});
    expect(silent.events).toBeUndefined();
    expect(silent.storage.map(({ name }) => name)).toEqual(['Thing', 'Note']);
    expect(await page('/outbox')).toMatchObject({ waiting: 0, events: [] });
    await send('POST /things', {});
    const telling = compile(understand(source({ moves })).model);
    expect(telling.storage.flatMap(({ name, ofStore }) => (ofStore ? [] : [name]))).toEqual([
      'Thing',
      'Note',
      '_outbox',
    ]);
    await stage.play(telling, true);
    expect(await send('POST /things/1/go')).toBe(200);
    expect(sent()).toEqual(['went Thing 1']);
    // Events that wait are not forgotten because the document forgets them.
    await expect(stage.play(silent, true)).rejects.toThrow(/_outbox: .*1 row is at stake/);
  });

  it('a delivery that is stated holds nothing, and is told', async () => {
    const events = `### Delivery\n\n- Sent as: topic \`things\`\n- Order: none\n\n${KINDS}`;
    const plan = await played({ moves, events });
    const go = plan.operations.find(({ id }) => id === GO)!;
    expect(go).toMatchObject({ runs: 'yes', heldBy: [] });
    expect(go.restsOn).toContain('6/delivery/sent-as');
  });

  it('`Emits: not shown` holds nothing: nothing is sent for it, and that is told', async () => {
    const plan = await played({ moves, operations: [call(GO, 'moves Thing.status', 'moved', emits('not shown'))] });
    const go = plan.operations.find(({ id }) => id === GO)!;
    expect(go.restsOn).toContain(`4/${GO}/emits`);
    await send('POST /things', {});
    expect(await send('POST /things/1/go')).toBe(200);
    expect(sent()).toEqual(['went Thing 1']);
  });
});
