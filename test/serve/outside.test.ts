// Moves from outside over the operator's port: held to the table as every move is, and told what is legal where they are
// not. Notation, part 3, By: outside; docs/lifecycle.md.

import { afterEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { understand } from '../laws/service.ts';
import { documentOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

let service: Running | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const operation = (heading: string, does: string, outcome: string, shown: string, body = 'none'): string =>
  `### ${heading}

- Does: ${does}
- Body: ${body}
- Repeat: again

| Status | When | Body |
|---|---|---|
| ${outcome === 'created' ? '201' : '200'} | ${outcome} | ${shown} |`;

interface Written {
  readonly moves?: readonly string[];
  readonly identity?: string;
  readonly unique?: string;
  readonly deleted?: string;
  readonly codes?: string;
  readonly other?: string;
  /** Of every row. */
  readonly who?: string;
  /** A second machine. */
  readonly moods?: readonly string[];
}

const MOVES = [
  '| `new` | one of `paid`, `failed` | outside: `the bank` | `n` > 0',
  '| `failed` | `new` | outside: `a clerk` | none',
  '| `failed`, `paid` | (gone) | outside: `a clerk` | there is no Note (`of` = this)',
  '| `paid` | `lost` | outside: `the bank` | none',
  '| `lost` | `paid` | outside: `the bank` | none',
];

const mood = (moods: readonly string[]): string => `

### Thing.mood

- Any other move: \`stage\`

| State | Kind |
|---|---|
| \`calm\` | initial |
| \`wild\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${moods.map((one) => `${one} | none |`).join('\n')}`;

async function play({
  moves = MOVES,
  identity = '`id`',
  unique = '',
  deleted = 'none',
  codes = '',
  other = '`stage`',
  who,
  moods,
}: Written = {}): Promise<void> {
  const ends = who === undefined ? ' none |' : ` none | ${who} |`;
  const source = documentOf({
    // Who of a move that asks for somebody contradicts `none`.
    ...(who !== undefined && { authentication: 'not shown' }),
    codes: `| \`no_note\` | 404 | no such Note |\n| \`nowhere\` | 422 | no such Thing in \`of\` |${codes}`,
    resources: `### Thing

- Identified by: ${identity}
${unique}- When deleted: ${deleted}

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | integer | yes | caller | any | none |
| \`name\` | string | yes | caller at create | any | none |
| \`changed\` | date-time | yes | service: now at change | any | none |
| \`status\` | state | yes | service: state | any | none |
${moods ? '| `mood` | state | yes | service: state | any | none |' : ''}

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`of\` | ${identity.includes(',') || identity === 'not shown' ? 'integer' : `Thing by ${identity}`} or null | no | caller | any | none |`,
    states: `### Thing.status

- Any other move: ${other}

| State | Kind |
|---|---|
| \`new\` | initial |
| \`paid\` | any |
| \`failed\` | any |
| \`lost\` | gone |

| From | To | By | Only if | Emits |${who === undefined ? '' : ' Who |'}
|---|---|---|---|---|${who === undefined ? '' : '---|'}
${moves.map((one) => `${one} |${ends}`).join('\n')}${moods ? mood(moods) : ''}`,
    operations: [
      operation('POST /things', 'creates Thing', 'created', 'Thing', 'Thing\n- Null fields: refused'),
      operation('GET /things', 'lists Thing', 'found', 'array of Thing without `changed`').replace(
        '- Repeat',
        '- Order: oldest first\n- Pages: none\n- Repeat',
      ),
      operation('POST /notes', 'creates Note', 'created', 'Note', 'Note\n- Null fields: refused'),
      ...(deleted === 'none' ? [] : [operation('DELETE /things/{id}', 'deletes Thing', 'deleted', 'none')]),
    ].join('\n\n'),
  });
  const { model, errors } = understand(source);
  expect(errors).toEqual([]);
  service = await start(compile(model));
}

async function post(body: unknown, type = 'application/json'): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(`${service!.operatorUrl}/moves`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, json: await answer.json() };
}

const move = (id: unknown, to: string): ReturnType<typeof post> => post({ resource: 'Thing', field: 'status', id, to });
const moody = (id: number, to: string): ReturnType<typeof post> => post({ resource: 'Thing', field: 'mood', id, to });
const make = (name: string, n = 1): Promise<unknown> => send(service!, 'POST', '/things', { name, n });
const states = async (): Promise<unknown> =>
  ((await send(service!, 'GET', '/things')).json as { status: string }[]).map(({ status }) => status);
const made = (state: string): object => ({ status: 200, json: { resource: 'Thing', field: 'status', state } });
const illegal = (to: string, state: string, moves: readonly string[]): object => ({
  status: 409,
  json: { error: `No row of the table makes this move to \`${to}\` now.`, code: 'stage', state, moves },
});

describe('a move from outside', () => {
  it('is made where the table has it, and told what is legal where it has not', async () => {
    await play();
    await make('a');
    expect(await move(1, 'paid')).toEqual(made('paid'));
    expect(await states()).toEqual(['paid']);
    expect(await move(1, 'failed')).toEqual(illegal('failed', 'paid', ['(gone)', 'lost']));
    expect(await states()).toEqual(['paid']);
    expect(await move(2, 'paid')).toEqual({ status: 404, json: { error: 'There is no such `Thing`.' } });
    expect(await move('x', 'paid')).toEqual({ status: 404, json: { error: 'There is no such `Thing`.' } });
  });

  it('is held to Only if', async () => {
    await play();
    await make('a', 0);
    expect(await move('1', 'paid')).toEqual(illegal('paid', 'new', ['paid', 'failed']));
    expect(await states()).toEqual(['new']);
  });

  it('sets what the service sets at each change', async () => {
    await play();
    await make('a');
    const before = (await send(service!, 'GET', '/things')).text;
    expect(before).not.toContain('changed');
    const plan = await (await fetch(`${service!.operatorUrl}/plan`)).json();
    const step = (plan as { outside: { to: string; run: { steps: { set?: { column: string }[] }[] } }[] }).outside[0]!;
    expect(
      step.run.steps
        .at(-1)!
        .set!.map(({ column }) => column)
        .toSorted(),
    ).toEqual(['changed', 'status']);
  });

  it('is made once by many at once', async () => {
    await play();
    await make('a');
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, place) => move(1, place % 2 === 0 ? 'paid' : 'failed')),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(29);
  });

  it('removes the row where it leads to (gone), and is refused while its Only if is false', async () => {
    await play();
    await make('a');
    await send(service!, 'POST', '/notes', { of: 1 });
    await make('b');
    for (const id of [1, 2]) await move(id, 'failed');
    expect(await move(1, '(gone)')).toEqual(illegal('(gone)', 'failed', ['new', '(gone)']));
    expect(await move(2, '(gone)')).toEqual(made('(gone)'));
    expect(await states()).toEqual(['failed']);
    expect((await move(2, 'new')).status).toBe(404);
  });

  it('is held where the row is one of which nothing is said, and says what', async () => {
    await play({ deleted: 'not shown', moves: ['| `new` | (gone) | outside: `a clerk` | none'] });
    await make('a');
    await make('b');
    await send(service!, 'POST', '/notes', { of: 1 });
    expect(await move(1, '(gone)')).toEqual({
      status: 501,
      json: {
        error:
          'Nothing is moved, for the document does not say: What happens to what refers to a `Thing` when it is deleted? (2/Thing/when-deleted)',
      },
    });
    expect(await states()).toEqual(['new', 'new']);
    expect(await move(2, '(gone)')).toEqual(made('(gone)'));
    expect(await states()).toEqual(['new']);
  });

  it('finds a row that is gone where it names the state, after one that is there', async () => {
    await play({ identity: '`name`' });
    await make('a');
    await move('a', 'paid');
    expect(await move('a', 'lost')).toEqual(made('lost'));
    expect(await states()).toEqual([]);
    expect(await move('a', 'failed')).toEqual({ status: 404, json: { error: 'There is no such `Thing`.' } });
    expect(await move('a', 'paid')).toEqual(made('paid'));
    await move('a', 'lost');
    await make('a');
    expect(await move('a', 'paid')).toEqual(made('paid'));
    expect(await states()).toEqual(['paid']);
  });

  it('is refused where a row that comes back finds its key taken', async () => {
    await play({ unique: '- Unique: `n`\n' });
    await make('a');
    for (const to of ['paid', 'lost']) await move(1, to);
    await make('b');
    expect(await move(1, 'paid')).toEqual({
      status: 409,
      json: { error: 'The move is refused: Thing.n taken.', code: 'taken', state: 'lost', moves: ['paid'] },
    });
    expect(await states()).toEqual(['new']);
  });

  it.each([
    ['', null, 'refused while Note'],
    ['\n| `in_use` | 409 | there is Note (`of` = this) |', 'in_use', 'a rule of the document answers with `in_use`'],
  ])('is refused by a rule of When deleted, with the code of part 7 where it has one: %j', async (codes, code, why) => {
    const moves = ['| `new` | (gone) | outside: `a clerk` | none'];
    await play({ moves, deleted: 'refused while Note (`of` = this)', codes });
    await make('a');
    await send(service!, 'POST', '/notes', { of: 1 });
    expect(await move(1, '(gone)')).toEqual({
      status: 409,
      json: { error: `The move is refused: ${why}.`, code, state: 'new', moves: ['(gone)'] },
    });
    expect(await states()).toEqual(['new']);
  });

  it.each(['not shown', '—'])('has no code where Any other move is open, whatever part 7 says: %s', async (other) => {
    await play({ other });
    await make('a');
    const { json } = illegal('failed', 'paid', ['(gone)', 'lost']) as { json: object };
    await move(1, 'paid');
    expect(await move(1, 'failed')).toEqual({ status: 409, json: { ...json, code: null } });
    await play();
    await make('a');
    await move(1, 'paid');
    expect(await move(1, 'failed')).toEqual({ status: 409, json });
  });

  it('removes a row wherever another machine of it stands, and is no move of that one', async () => {
    await play({
      moves: ['| `new` | (gone) | outside: `a clerk` | none'],
      moods: ['| `calm` | `wild` | outside: `a clerk` | none', '| `wild` | (gone) | outside: `the bank` | none'],
    });
    for (const name of ['a', 'b', 'c']) await make(name);
    await moody(2, 'wild');
    expect((await moody(1, '(gone)')).status).toBe(409);
    for (const id of [1, 2]) expect(await move(id, '(gone)')).toEqual(made('(gone)'));
    expect(await states()).toEqual(['new']);
    await moody(3, 'wild');
    expect((await moody(3, '(gone)')).status).toBe(200);
    expect(await states()).toEqual([]);
  });

  it('names a row of several fields by each of them', async () => {
    await play({ identity: '`name`, `n`', moves: MOVES.slice(0, 1) });
    await make('a', 1);
    await make('a', 2);
    expect(await move({ name: 'a', n: 2 }, 'paid')).toEqual(made('paid'));
    expect(await states()).toEqual(['new', 'paid']);
    expect(await move('a', 'paid')).toEqual({
      status: 400,
      json: { error: 'Unexpected `id`, expected an object with `name`, `n`, each a text or a number.' },
    });
  });
});

describe('what is sent to /moves', () => {
  it.each([
    ['[]', 'Unexpected body, expected an object with `resource`, `field`, `id` and `to`.'],
    ['{"resource"', 'The body is no JSON.'],
    [{ to: 'paid', id: 1 }, 'Unexpected `resource` and `field`, expected one of `Thing.status`.'],
    [
      { resource: 'Thing', field: 'status', id: 1, to: 'done' },
      'Unexpected `to`, expected one of `paid`, `failed`, `new`, `(gone)`, `lost`.',
    ],
    [
      { resource: 'Thing', field: 'status', id: [1], to: 'paid' },
      'Unexpected `id`, expected a text or a number: `id`.',
    ],
    [
      { resource: 'Thing', field: 'status', id: 1, to: 'paid', why: 'x' },
      'Unexpected member `why`, expected `resource`, `field`, `id` and `to`.',
    ],
  ])('is told what is wrong with %j', async (body, error) => {
    await play();
    expect(await post(body)).toEqual({ status: 400, json: { error } });
  });

  it('is JSON of some length, by POST, GET or HEAD', async () => {
    await play();
    expect((await post({}, 'text/plain')).status).toBe(415);
    expect((await post(`"${'x'.repeat(70_000)}"`)).status).toBe(413);
    const put = await fetch(`${service!.operatorUrl}/moves`, { method: 'PUT', body: '{}' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await send(service!, 'GET', '/moves')).status).toBe(404);
  });

  it('is listed, with who makes each move, and from where', async () => {
    await play();
    const listed = (await (await fetch(`${service!.operatorUrl}/moves`)).json()) as { moves: unknown[] };
    expect(listed.moves).toHaveLength(5);
    expect(listed.moves[3]).toEqual({
      resource: 'Thing',
      field: 'status',
      id: ['id'],
      from: ['failed', 'paid'],
      to: '(gone)',
      by: ['a clerk'],
      runs: true,
    });
  });

  it('makes no move that is stated and does not run', async () => {
    await play({ moves: ['| `new` | `paid` | outside: `the bank` | not shown'] });
    await make('a');
    expect((await move(1, 'paid')).status).toBe(501);
    expect(await states()).toEqual(['new']);
  });

  it.each([
    ['not shown', 501],
    ['signed-in', 501],
    ['anyone', 200],
  ])('asks nobody who moves: where Who is %s it answers %i', async (who, status) => {
    const moves = ['| `new` | `paid` | outside: `the bank` | none'];
    await play({ moves, who });
    await make('a');
    expect((await move(1, 'paid')).status).toBe(status);
    expect(await states()).toEqual([status === 200 ? 'paid' : 'new']);
  });

  it('says that it is held where nothing says what a row is identified by', async () => {
    await play({ identity: 'not shown', moves: MOVES.slice(0, 1) });
    expect((await move(1, 'paid')).status).toBe(501);
    expect((await move(1, 'done')).status).toBe(400);
  });

  it('holds what may be a move whose To is not shown, and lists it', async () => {
    const open = '| `new` | not shown | outside: `the bank` | none';
    await play({ moves: [open, '| `new`, `failed` | `paid` | outside: `a clerk` | `n` > 0'] });
    await make('a');
    await make('b', 0);
    expect((await move(1, 'failed')).status).toBe(501);
    // Whether the bank may, nobody says; a clerk may.
    expect((await move(2, 'paid')).status).toBe(501);
    expect(await move(1, 'paid')).toEqual(made('paid'));
    expect(await move(1, 'paid')).toEqual(illegal('paid', 'paid', []));
    const { moves } = (await (await fetch(`${service!.operatorUrl}/moves`)).json()) as { moves: unknown[] };
    expect(moves[0]).toMatchObject({ from: ['new'], to: null, by: ['the bank'], runs: false });
  });
});
