// Moves to `(gone)` over HTTP: the row is removed as by a deletion, from the states that the table names, with When deleted
// of the resource; `deletes R` is held to the table where it names the operation. Notation, part 3, To.

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

const operation = (heading: string, does: string, outcome: string, shown: string, more = ''): string =>
  `### ${heading}

- Does: ${does}
- Body: ${more || 'none'}
- Repeat: again

| Status | When | Body |
|---|---|---|
| ${outcome === 'created' ? '201' : '200'} | ${outcome} | ${shown} |`;

interface Written {
  readonly moves: readonly string[];
  readonly other?: string;
  readonly deleted?: string;
  readonly codes?: string;
  readonly more?: readonly string[];
}

function source({ moves, other = '`stage`', deleted = 'none', codes = '', more = [] }: Written): string {
  return documentOf({
    codes:
      `| \`early\` | 425 | none |\n| \`no_note\` | 404 | no such Note |\n| \`nowhere\` | 422 | no such Thing in \`of\` |\n${codes}`.trimEnd(),
    resources: `### Thing

- Identified by: \`id\`
- When deleted: ${deleted}

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | integer | yes | caller | any | \`1\` |
| \`status\` | state | yes | service: state | any | none |

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`of\` | Thing by \`id\` or null | no | caller | any | none |`,
    states: `### Thing.status

- Any other move: ${other}

| State | Kind |
|---|---|
| \`new\` | initial |
| \`done\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`new\` | \`done\` | \`POST /things/{id}/finish\` | none | none |
${moves.map((one) => `${one} | none |`).join('\n')}`,
    operations: [
      operation('POST /things', 'creates Thing', 'created', 'Thing', 'Thing\n- Null fields: refused'),
      operation('GET /things/{id}', 'reads Thing', 'found', 'Thing'),
      operation('POST /things/{id}/finish', 'moves Thing.status', 'moved', 'Thing'),
      operation('POST /notes', 'creates Note', 'created', 'Note', 'Note\n- Null fields: refused'),
      operation('GET /notes/{id}', 'reads Note', 'found', 'Note'),
      ...more,
    ].join('\n\n'),
  });
}

async function play(written: Written): Promise<void> {
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

const make = (n = 1): Promise<string> => send('POST', '/things', { n });
const finish = (id: number): Promise<string> => send('POST', `/things/${id}/finish`);
const ABSENT = '404 {"code":"absent"}';
const ILLEGAL = '409 {"code":"stage"}';

describe('a deletion that the table names', () => {
  const DELETE = operation('DELETE /things/{id}', 'deletes Thing', 'deleted', 'Thing');
  const ENDS = '| `done` | (gone) | `DELETE /things/{id}` | none';

  it('is made from the states that it names, and from no other', async () => {
    await play({ moves: [ENDS], more: [DELETE] });
    await make();
    expect(await send('DELETE', '/things/1')).toBe(ILLEGAL);
    await finish(1);
    expect(await send('DELETE', '/things/1')).toBe('200 {"id":1,"n":1,"status":"done"}');
    expect(await send('GET', '/things/1')).toBe(ABSENT);
    expect(await send('DELETE', '/things/1')).toBe(ABSENT);
  });

  it('is held to Only if, and refused by the code of a row', async () => {
    await play({
      moves: [
        '| any | (gone) | `DELETE /things/{id}` | `n` > 1',
        '| `new` | refused `early` | `DELETE /things/{id}` | `n` < 1',
      ],
      more: [DELETE],
    });
    for (const n of [0, 1, 2]) await make(n);
    expect(await send('DELETE', '/things/1')).toBe('425 {"code":"early"}');
    expect(await send('DELETE', '/things/2')).toBe(ILLEGAL);
    expect((await send('DELETE', '/things/3')).slice(0, 3)).toBe('200');
  });

  it('is made from elsewhere where any other move is accepted, and held where a row names it and does not hold', async () => {
    await play({ moves: ['| `done` | (gone) | `DELETE /things/{id}` | `n` > 1'], more: [DELETE], other: 'accepted' });
    await make();
    await make();
    await finish(2);
    expect((await send('DELETE', '/things/1')).slice(0, 3)).toBe('200');
    expect((await send('DELETE', '/things/2')).slice(0, 3)).toBe('501');
    expect((await send('GET', '/things/2')).slice(0, 3)).toBe('200');
  });

  it('is no concern of a table that does not name it', async () => {
    await play({ moves: [], more: [DELETE] });
    await make();
    expect((await send('DELETE', '/things/1')).slice(0, 3)).toBe('200');
  });

  it('is made elsewhere where the table says only where it is refused', async () => {
    await play({ moves: ['| `new` | refused `early` | `DELETE /things/{id}` | none'], more: [DELETE] });
    await make();
    expect(await send('DELETE', '/things/1')).toBe('425 {"code":"early"}');
    await finish(1);
    expect((await send('DELETE', '/things/1')).slice(0, 3)).toBe('200');
  });

  it('is asked of every row, or made of none', async () => {
    await play({
      moves: ['| `done` | (gone) | `DELETE /things` | none'],
      more: [operation('DELETE /things', 'deletes every Thing where `n` > 1', 'deleted', 'none')],
    });
    for (const n of [1, 2, 2]) await make(n);
    await finish(2);
    expect(await send('DELETE', '/things')).toBe(ILLEGAL);
    expect((await send('GET', '/things/2')).slice(0, 3)).toBe('200');
    await finish(3);
    expect((await send('DELETE', '/things')).slice(0, 3)).toBe('200');
    expect(await send('GET', '/things/3')).toBe(ABSENT);
    expect((await send('GET', '/things/1')).slice(0, 3)).toBe('200');
  });

  it('happens once for many requests at once', async () => {
    await play({ moves: [ENDS], more: [DELETE] });
    await make();
    await finish(1);
    const all = await Promise.all(Array.from({ length: 30 }, () => send('DELETE', '/things/1')));
    expect(all.filter((one) => one.startsWith('200'))).toHaveLength(1);
    expect(all.filter((one) => one === ABSENT)).toHaveLength(29);
  });
});

describe('a move to (gone)', () => {
  const BURN = operation('POST /things/{id}/burn', 'moves Thing.status', 'moved', 'Thing');
  const ENDS = '| `done` | (gone) | `POST /things/{id}/burn` | none';

  it('removes the row, shows it as it was, and answers `moved`', async () => {
    await play({ moves: [ENDS], more: [BURN] });
    await make();
    expect(await send('POST', '/things/1/burn')).toBe(ILLEGAL);
    await finish(1);
    expect(await send('POST', '/things/1/burn')).toBe('200 {"id":1,"n":1,"status":"done"}');
    expect(await send('GET', '/things/1')).toBe(ABSENT);
    expect(await finish(1)).toBe(ABSENT);
  });

  it('takes along what When deleted says', async () => {
    await play({ moves: [ENDS], more: [BURN], deleted: 'deletes every Note where `of` = this' });
    await make();
    await send('POST', '/notes', { of: 1 });
    await send('POST', '/notes', {});
    await finish(1);
    await send('POST', '/things/1/burn');
    expect(await send('GET', '/notes/1')).toBe('404 {"code":"no_note"}');
    expect(await send('GET', '/notes/2')).toBe('200 {"id":2}');
  });

  it('is refused while When deleted says so', async () => {
    await play({
      moves: [ENDS],
      more: [BURN],
      deleted: 'refused while Note (`of` = this)',
      codes: '| `used` | 423 | there is Note (`of` = this) |\n',
    });
    await make();
    await make();
    await send('POST', '/notes', { of: 1 });
    for (const id of [1, 2]) await finish(id);
    expect(await send('POST', '/things/1/burn')).toBe('423 {"code":"used"}');
    expect((await send('POST', '/things/2/burn')).slice(0, 3)).toBe('200');
  });

  it('is made of every row that a where finds', async () => {
    await play({
      moves: ['| any | (gone) | `POST /burn` | none'],
      more: [operation('POST /burn', 'moves every Thing.status where `n` > 1', 'moved', 'none')],
    });
    for (const n of [1, 2, 3]) await make(n);
    expect((await send('POST', '/burn')).slice(0, 3)).toBe('200');
    expect((await send('GET', '/things/1')).slice(0, 3)).toBe('200');
    expect(await send('GET', '/things/2')).toBe(ABSENT);
    expect(await send('GET', '/things/3')).toBe(ABSENT);
  });

  it('is not mixed with a change of the row: such an operation is held', async () => {
    const { model, errors } = understand(
      source({ moves: [ENDS, '| `new` | `done` | `POST /things/{id}/burn` | none'], more: [BURN] }),
    );
    expect(errors).toEqual([]);
    const burn = compile(model).operations.find(({ id }) => id === 'POST /things/{id}/burn');
    expect([burn?.runs, burn?.held?.type]).toEqual(['no', 'unsupported']);
  });
});
