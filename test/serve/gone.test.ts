// Gone states over HTTP: a row in one is remembered, and absent from every path, list, search, reference and unique key
// that does not name the state. Notation, part 3, "Gone states".

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

const operation = (heading: string, does: string, outcome: string, shown: string, more = '', query = ''): string =>
  `### ${heading}

- Does: ${does}
${more}- Repeat: again
${query}
| Status | When | Body |
|---|---|---|
| ${outcome === 'created' ? '201' : '200'} | ${outcome} | ${shown} |`;

const LIST = '- Order: oldest first\n- Pages: none\n';
const SENT = '- Body: Host\n- Null fields: refused\n';

interface Written {
  /** Further rows of the table. */
  readonly moves?: readonly string[];
  readonly codes?: string;
  readonly more?: readonly string[];
  readonly unique?: string;
  /** Behind the type of the note's host. */
  readonly reference?: string;
}

function source({
  moves = [],
  codes = '',
  more = [],
  unique = '',
  reference = 'or null | no | caller | any | none',
}: Written): string {
  return documentOf({
    errors: `- Error body: {"code": <code>}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
${codes}| \`no_host\` | 404 | no such Host |
| \`no_note\` | 404 | no such Note |
| \`nowhere\` | 422 | no such Host in \`host\` |
| \`there\` | 409 | Host already there |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field |
| \`taken\` | 409 | any field taken |
| \`query\` | 400 | invalid query |
| \`busy\` | 409 | none |
`,
    resources: `### Host

- Identified by: \`name\`
${unique}- When deleted: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller at create | any | none |
| \`port\` | integer | no | caller | any | none |
| \`n\` | integer | yes | service: new id | any | none |
| \`status\` | state | yes | service: state | any | none |

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`host\` | Host by \`name\` ${reference} |`,
    states: `### Host.status

- Any other move: \`busy\`

| State | Kind |
|---|---|
| \`up\` | initial |
| \`down\` | any |
| \`removed\` | gone |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`up\` | \`down\` | \`POST /hosts/{name}/stop\` | none | none |
| \`up\`, \`down\` | \`removed\` | \`POST /hosts/{name}/remove\` | none | none |
${moves.map((one) => `${one} | none |\n`).join('')}`,
    operations: [
      operation('POST /hosts', 'creates Host', 'created', 'Host', SENT),
      operation('GET /hosts', 'lists Host', 'found', '{"hosts": array of Host only `n`, "total": <total>}', LIST),
      operation('GET /hosts/{name}', 'reads Host', 'found', 'Host'),
      operation('POST /hosts/{name}/stop', 'moves Host.status', 'moved', 'Host'),
      operation('POST /hosts/{name}/remove', 'moves Host.status', 'moved', 'Host'),
      operation('POST /notes', 'creates Note', 'created', 'Note', '- Body: Note\n- Null fields: cleared\n'),
      operation('GET /notes/{id}', 'reads Note', 'found', 'Note'),
      ...more,
    ].join('\n\n'),
  });
}

async function play(written: Written = {}): Promise<void> {
  const { model, errors } = understand(source(written));
  expect(errors).toEqual([]);
  await stage.play(compile(model));
}

async function send(method: string, path: string, body?: object): Promise<string> {
  const answer = await fetch(stage.url + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return `${answer.status} ${await answer.text()}`;
}

const make = (name: string, more: object = {}): Promise<string> => send('POST', '/hosts', { name, ...more });
const remove = (name: string): Promise<string> => send('POST', `/hosts/${name}/remove`);
const hosts = async (query = ''): Promise<string> =>
  ((await send('GET', `/hosts${query}`)).match(/"n":\d+/g) ?? []).map((one) => one.slice(4)).join(' ');
const ABSENT = '404 {"code":"no_host"}';

const statuses = async (calls: readonly (readonly [string, string])[]): Promise<string> => {
  const all: string[] = [];
  for (const [method, path] of calls) all.push((await send(method, path)).slice(0, 3));
  return all.join(' ');
};

describe('a row that is gone', () => {
  it('is shown by the move that takes it, and absent from every path and list from then on', async () => {
    await play({ more: [operation('DELETE /hosts/{name}', 'deletes Host', 'deleted', 'Host')] });
    await make('a');
    await make('b');
    expect(await remove('a')).toBe('200 {"name":"a","n":1,"status":"removed"}');
    expect(await send('GET', '/hosts/a')).toBe(ABSENT);
    expect(await remove('a')).toBe(ABSENT);
    expect(await send('POST', '/hosts/a/stop')).toBe(ABSENT);
    expect(await send('DELETE', '/hosts/a')).toBe(ABSENT);
    expect(await send('GET', '/hosts')).toBe('200 {"hosts":[{"n":2}],"total":1}');
  });

  it('holds no key: another row takes it, and the path finds that one', async () => {
    await play();
    await make('a');
    expect(await make('a')).toBe('409 {"code":"there"}');
    await remove('a');
    expect(await make('a')).toBe('201 {"name":"a","n":2,"status":"up"}');
    expect(await send('GET', '/hosts/a')).toBe('200 {"name":"a","n":2,"status":"up"}');
    expect(await make('a')).toBe('409 {"code":"there"}');
    await remove('a');
    expect(await send('GET', '/hosts/a')).toBe(ABSENT);
    expect(await make('a')).toBe('201 {"name":"a","n":3,"status":"up"}');
  });

  it('holds no place in a group of unique fields, and is no row that changes', async () => {
    await play({
      unique: '- Unique: `port`\n',
      more: [operation('PATCH /hosts/{name}', 'updates Host', 'updated', 'Host', `${SENT}- Omitted fields: kept\n`)],
    });
    await make('a', { port: 1 });
    await make('b', { port: 2 });
    expect(await send('PATCH', '/hosts/b', { port: 1 })).toBe('409 {"code":"taken"}');
    await remove('a');
    expect(await send('PATCH', '/hosts/b', { port: 1 })).toBe('200 {"name":"b","port":1,"n":2,"status":"up"}');
    expect(await send('PATCH', '/hosts/a', { port: 3 })).toBe(ABSENT);
  });

  it('is made anew by creates or replaces', async () => {
    await play({
      more: [
        `### PUT /hosts/{name}

- Does: creates or replaces Host
${SENT}- Repeat: same effect

| Status | When | Body |
|---|---|---|
| 201 | created | Host |
| 200 | replaced | Host |`,
      ],
    });
    await make('a', { port: 1 });
    expect(await send('PUT', '/hosts/a', { port: 2 })).toBe('200 {"name":"a","port":2,"n":1,"status":"up"}');
    await remove('a');
    expect(await send('PUT', '/hosts/a', { port: 3 })).toBe('201 {"name":"a","port":3,"n":2,"status":"up"}');
  });

  it('is not changed with every row, nor deleted with every row', async () => {
    await play({
      more: [
        operation(
          'PATCH /hosts',
          'updates every Host where `n` > 0',
          'updated',
          'none',
          `${SENT}- Omitted fields: kept\n`,
        ),
        operation('DELETE /hosts', 'deletes every Host', 'deleted', 'none'),
        operation('GET /removed', 'lists Host where `status` = `removed`', 'found', 'array of Host', LIST),
      ],
    });
    for (const name of ['a', 'b']) await make(name, { port: 1 });
    await remove('a');
    await send('PATCH', '/hosts', { name: 'x', port: 5 });
    await send('PATCH', '/hosts', { port: 5 });
    await send('DELETE', '/hosts');
    expect(await send('GET', '/removed')).toBe('200 [{"name":"a","port":1,"n":1,"status":"removed"}]');
  });

  it('is left out of an answer where a row that must name one names it, and is shown again when it is back', async () => {
    await play({
      reference: '| yes | caller at create | any | none',
      moves: ['| `removed` | `up` | `POST /hosts/{name}/restore` | none'],
      more: [operation('POST /hosts/{name}/restore', 'moves Host.status', 'moved', 'Host')],
    });
    await make('a');
    expect(await send('POST', '/notes', { host: 'a' })).toBe('201 {"id":1,"host":"a"}');
    await remove('a');
    expect(await send('GET', '/notes/1')).toBe('200 {"id":1}');
    await send('POST', '/hosts/a/restore');
    expect(await send('GET', '/notes/1')).toBe('200 {"id":1,"host":"a"}');
  });

  it.each([
    ['deletes every Host where `home` = this', '200 200', '404 404 200'],
    ['not shown', '501 200', '200 404 200'],
  ])(
    'stays when a row that it names is deleted, and holds no deletion, with When deleted %s',
    async (rule, deleted, left) => {
      const text = source({
        more: [
          operation('DELETE /notes/{id}', 'deletes Note', 'deleted', 'none'),
          operation('GET /any/{name}', 'reads Host, also `removed`', 'found', 'Host only `n`'),
        ],
      })
        .replace('| `n` | integer |', '| `home` | Note by `id` or null | no | caller | any | none |\n| `n` | integer |')
        .replace(
          '### Note\n\n- Identified by: `id`\n',
          `### Note\n\n- Identified by: \`id\`\n- When deleted: ${rule}\n`,
        )
        .replace(
          '| `nowhere` | 422 | no such Host in `host` |',
          '| `nowhere` | 422 | no such Host in `host`, no such Note in `home` |',
        );
      const { model, errors } = understand(text);
      expect(errors).toEqual([]);
      await stage.play(compile(model));
      for (const name of ['a', 'b']) {
        await send('POST', '/notes', {});
        expect((await make(name, { home: name === 'a' ? 1 : 2 })).slice(0, 3)).toBe('201');
      }
      await remove('b');
      expect(
        await statuses([
          ['DELETE', '/notes/1'],
          ['DELETE', '/notes/2'],
        ]),
      ).toBe(deleted);
      expect(
        await statuses([
          ['GET', '/hosts/a'],
          ['GET', '/hosts/b'],
          ['GET', '/any/b'],
        ]),
      ).toBe(left);
    },
  );

  it('is what no reference leads to, as if it were deleted', async () => {
    await play();
    await make('a');
    await send('POST', '/notes', { host: 'a' });
    await remove('a');
    expect(await send('GET', '/notes/1')).toBe('200 {"id":1}');
    expect(await send('POST', '/notes', { host: 'a' })).toBe('422 {"code":"nowhere"}');
    await make('a');
    // The new row of that name is another row.
    expect(await send('GET', '/notes/1')).toBe('200 {"id":1}');
    expect(await send('POST', '/notes', { host: 'a' })).toBe('201 {"id":2,"host":"a"}');
  });

  it('is no row to a search, a count and a path through a reference', async () => {
    await play({
      moves: ['| `up` | `down` | `POST /hosts/{name}/alone` | count of Host (`n` > 0) = 1'],
      more: [
        operation('POST /hosts/{name}/alone', 'moves Host.status', 'moved', 'Host'),
        operation('GET /notes', 'lists Note where `host.name` = `a` or `host.n` > 1', 'found', 'array of Note', LIST),
      ],
    });
    for (const name of ['a', 'b']) {
      await make(name);
      await send('POST', '/notes', { host: name });
    }
    expect(await send('GET', '/notes')).toBe('200 [{"id":1,"host":"a"},{"id":2,"host":"b"}]');
    expect(await send('POST', '/hosts/b/alone')).toBe('409 {"code":"busy"}');
    await remove('a');
    expect(await send('GET', '/notes')).toBe('200 [{"id":2,"host":"b"}]');
    expect(await send('POST', '/hosts/b/alone')).toBe('200 {"name":"b","n":2,"status":"down"}');
  });
});

describe('what names the state', () => {
  const READ = operation('GET /any/{name}', 'reads Host, also `removed`', 'found', 'Host');

  it('finds the row that is there before one that is gone, and of several the one made last', async () => {
    await play({ more: [READ] });
    for (let n = 1; n < 3; n += 1) {
      await make('a');
      await remove('a');
    }
    await make('b');
    expect(await send('GET', '/any/a')).toBe('200 {"name":"a","n":2,"status":"removed"}');
    expect(await send('GET', '/any/b')).toBe('200 {"name":"b","n":3,"status":"up"}');
    await make('a');
    expect(await send('GET', '/any/a')).toBe('200 {"name":"a","n":4,"status":"up"}');
    expect(await send('GET', '/hosts/a')).toBe('200 {"name":"a","n":4,"status":"up"}');
  });

  it('finds the row that is there, also where one that was made later is gone', async () => {
    await play({
      unique: '- Unique: `n`\n',
      more: [
        READ,
        operation(
          'POST /first/{n}',
          'moves Host.status',
          'moved',
          'Host',
          '- Body: none\n\n| Path | Selects |\n|---|---|\n| `n` | Host by `n` |\n\n',
        ),
        operation('POST /hosts/{name}/restore', 'moves Host.status', 'moved', 'Host'),
      ],
      moves: ['| `removed` | `up` | `POST /first/{n}`, `POST /hosts/{name}/restore` | none'],
    });
    for (let n = 1; n < 3; n += 1) {
      await make('a');
      await remove('a');
    }
    await send('POST', '/first/1');
    expect(await send('GET', '/any/a')).toBe('200 {"name":"a","n":1,"status":"up"}');
    // Nor is the other one moved beside it.
    expect(await send('POST', '/hosts/a/restore')).toBe('409 {"code":"busy"}');
  });

  it.each(['`status`', 'this `status`', '`Host.status`'])(
    'is a comparison of %s, for its whole sentence',
    async (state) => {
      const spare = `there is Host (\`port\` = 9) and ${state} in \`up\`, \`removed\``;
      await play({
        moves: [`\`up\` | \`down\` | \`POST /hosts/{name}/spare\` | ${spare}`],
        more: [operation('POST /hosts/{name}/spare', 'moves Host.status', 'moved', 'Host')],
      });
      await make('a');
      await make('b', { port: 9 });
      await remove('b');
      expect(await send('POST', '/hosts/a/spare')).toBe('200 {"name":"a","n":1,"status":"down"}');
    },
  );

  it('finds the row that is there, and no other, for what it writes', async () => {
    await play({
      moves: ['| `removed` | `up` | `POST /hosts/{name}/restore` | none'],
      more: [READ, operation('POST /hosts/{name}/restore', 'moves Host.status', 'moved', 'Host')],
    });
    for (let n = 1; n < 3; n += 1) {
      await make('a');
      await remove('a');
    }
    // The one that was made last comes back, and is the one that is there from then on.
    expect(await send('POST', '/hosts/a/restore')).toBe('200 {"name":"a","n":2,"status":"up"}');
    expect(await send('POST', '/hosts/a/restore')).toBe('409 {"code":"busy"}');
    await remove('a');
    await make('a');
    expect(await send('POST', '/hosts/a/restore')).toBe('409 {"code":"busy"}');
    expect(await hosts()).toBe('3');
  });

  it('is a where of Does, and a parameter of a list where it is sent', async () => {
    const query = `
| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`gone\` | integer | no | none | \`status\` = \`removed\` and \`n\` <= value |
| \`status\` | state | no | none | \`status\` = value |
| \`not\` | state | no | none | \`status\` != value |
`;
    const list = source({}).replace(/(### GET \/hosts\n[^#]*?- Repeat: again\n)/, `$1${query}`);
    const { model, errors } = understand(
      list.replace(
        '## 5.',
        `${operation('GET /most', 'lists Host where `status` in (`down`, `removed`) and `n` < 9', 'found', 'array of Host only `n`', LIST)}\n\n## 5.`,
      ),
    );
    expect(errors).toEqual([]);
    await stage.play(compile(model));
    for (const name of ['a', 'b', 'c']) await make(name);
    await remove('a');
    await send('POST', '/hosts/b/stop');
    expect(await hosts()).toBe('2 3');
    expect(await hosts('?gone=9')).toBe('1');
    expect(await hosts('?status=up')).toBe('3');
    expect(await hosts('?status=removed')).toBe('');
    expect(await hosts('?not=up')).toBe('2');
    expect(await send('GET', '/most')).toBe('200 [{"n":1},{"n":2}]');
  });

  it('is a row of the table that starts there: the move that brings it back takes its key again, unless it is taken', async () => {
    await play({
      moves: ['| `removed` | `down` | `POST /hosts/{name}/restore` | there is no Host (`n` > 2)'],
      more: [operation('POST /hosts/{name}/restore', 'moves Host.status', 'moved', 'Host'), READ],
      unique: '- Unique: `port`\n',
    });
    await make('a', { port: 1 });
    expect(await send('POST', '/hosts/a/restore')).toBe('409 {"code":"busy"}');
    await remove('a');
    expect(await send('POST', '/hosts/a/restore')).toBe('200 {"name":"a","port":1,"n":1,"status":"down"}');
    await remove('a');
    await make('b', { port: 1 });
    expect(await send('POST', '/hosts/a/restore')).toBe('409 {"code":"taken"}');
    expect(await send('GET', '/any/a')).toBe('200 {"name":"a","port":1,"n":1,"status":"removed"}');
    await remove('b');
    expect(await send('POST', '/hosts/a/restore')).toBe('200 {"name":"a","port":1,"n":1,"status":"down"}');
    await make('c');
    await remove('a');
    expect(await send('POST', '/hosts/a/restore')).toBe('409 {"code":"busy"}');
    // A row that is gone counts in no condition of the operation that may find it.
    await remove('c');
    expect(await send('POST', '/hosts/a/restore')).toBe('200 {"name":"a","port":1,"n":1,"status":"down"}');
  });

  it('is a row that refuses from there, and none that starts from any state', async () => {
    await play({
      moves: [
        '| `removed` | refused `past` | `PATCH /hosts/{name}` | none',
        '| any | same | `PATCH /hosts/{name}` | none',
        '| any | refused `past` | `POST /hosts/{name}/never` | none',
      ],
      codes: '| `past` | 410 | none |\n',
      more: [
        operation(
          'PATCH /hosts/{name}',
          'updates Host; moves Host.status',
          'moved',
          'Host',
          `${SENT}- Omitted fields: kept\n`,
        ),
        operation('POST /hosts/{name}/never', 'moves Host.status', 'moved', 'Host'),
      ],
    });
    await make('a');
    expect(await send('PATCH', '/hosts/a', { port: 2 })).toBe('200 {"name":"a","port":2,"n":1,"status":"up"}');
    expect(await send('POST', '/hosts/a/never')).toBe('410 {"code":"past"}');
    await remove('a');
    expect(await send('PATCH', '/hosts/a', { port: 3 })).toBe('410 {"code":"past"}');
    expect(await send('POST', '/hosts/a/never')).toBe(ABSENT);
  });

  it('is a search that compares the state with it, for the whole sentence', async () => {
    await play({
      moves: ['| `up` | `down` | `POST /hosts/{name}/next` | there is Host (`status` = `removed` and `n` < 2)'],
      more: [
        operation('POST /hosts/{name}/next', 'moves Host.status', 'moved', 'Host'),
        operation(
          'GET /left',
          'lists Note where `host.status` = `removed` and `host.name` = `a`',
          'found',
          'array of Note',
          LIST,
        ),
      ],
    });
    await make('a');
    await make('b');
    for (const host of ['a', 'b']) await send('POST', '/notes', { host });
    expect(await send('POST', '/hosts/b/next')).toBe('409 {"code":"busy"}');
    expect(await send('GET', '/left')).toBe('200 []');
    await remove('a');
    expect(await send('POST', '/hosts/b/next')).toBe('200 {"name":"b","n":2,"status":"down"}');
    expect(await send('GET', '/left')).toBe('200 [{"id":1}]');
  });
});

it('while the type of the state is not shown, no row is in any state, and what does not need it runs', async () => {
  const every = operation('DELETE /hosts', 'deletes every Host', 'deleted', 'none');
  const { model } = understand(source({ more: [every] }).replace('| `status` | state |', '| `status` | not shown |'));
  await stage.play(compile(model));
  expect((await fetch(`${stage.url}/hosts`, { method: 'DELETE' })).status).toBe(200);
});

describe('was R', () => {
  it('answers for a row that is gone, no such R for one that never was', async () => {
    await play({
      codes: '| `past` | 410 | was Host |\n',
      more: [operation('DELETE /hosts/{name}', 'deletes Host', 'deleted', 'Host')],
    });
    await make('a');
    await make('b');
    await remove('a');
    const PAST = '410 {"code":"past"}';
    expect(await send('GET', '/hosts/a')).toBe(PAST);
    expect(await remove('a')).toBe(PAST);
    expect(await send('DELETE', '/hosts/a')).toBe(PAST);
    expect(await send('GET', '/hosts/z')).toBe(ABSENT);
    await send('DELETE', '/hosts/b');
    // What is deleted is not remembered.
    expect(await send('GET', '/hosts/b')).toBe(ABSENT);
    await make('a');
    expect(await send('GET', '/hosts/a')).toBe('200 {"name":"a","n":3,"status":"up"}');
  });

  it('answers for a row above one that is gone', async () => {
    await play({
      codes: '| `past` | 410 | was Host |\n',
      more: [
        `### GET /hosts/{name}/notes/{id}

- Does: reads Note
- Repeat: safe

| Path | Selects |
|---|---|
| \`name\` | Host by \`name\` |
| \`id\` | Note by \`id\`, in {name} |

| Status | When | Body |
|---|---|---|
| 200 | found | Note |`,
      ],
    });
    await make('a');
    await send('POST', '/notes', { host: 'a' });
    expect(await send('GET', '/hosts/a/notes/1')).toBe('200 {"id":1,"host":"a"}');
    expect(await send('GET', '/hosts/a/notes/7')).toBe('404 {"code":"no_note"}');
    await remove('a');
    expect(await send('GET', '/hosts/a/notes/1')).toBe('410 {"code":"past"}');
    expect(await send('GET', '/hosts/z/notes/1')).toBe(ABSENT);
  });
});
