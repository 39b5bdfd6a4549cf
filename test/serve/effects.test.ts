// What effects leave behind, and what is answered of it: real requests to a real server over small documents.
// Notation, part 2 "When deleted", Present; part 4 "What a call does".

import { afterEach, describe, expect, it } from 'vitest';
import { documentOf, modelOf } from '../plan/plan-of.ts';
import { plan } from '../../src/plan/compile.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { send, start, type Running } from './running.ts';

const ALL = `- Media type: in \`application/json\`; out \`application/json\`
- Who: anyone
- Cross-origin: none
- Unknown fields: refused
- Read-only fields: refused
- Omitted fields: kept
- Null fields: refused
- Empty text: kept
- Repeat: again
- Order: oldest first
- Pages: none
- Emits: none
- Other operations: none
`;

const FIELDS = '| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|';

let running: Running | undefined;
afterEach(() => running?.stop());

/** `### Thing` and its rows; operations as `HEADING: does` with the rows of their Status tables. */
async function serving(resources: string, operations: string, codes = ''): Promise<Running> {
  const errors = `- Error body: {"code": <code>, "fields": [<field>]}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
${codes}| \`absent\` | 404 | no such Thing |
| \`missing\` | 422 | any field missing |
| \`invalid\` | 422 | any field invalid, unknown field, read-only field |
| \`taken\` | 409 | any field taken |
`;
  const model = modelOf(
    documentOf({ resources: resources.replaceAll('FIELDS', FIELDS), operations, all: ALL, errors }),
  );
  const compiled = plan(model);
  // What check says of an operation, the plan does with it.
  expect(compiled.operations.map(({ id, heldBy }) => [id, heldBy])).toEqual(
    gapView(model).operations.map(({ id, heldBy }) => [id, heldBy]),
  );
  running = await start(compiled);
  return running;
}

async function all(service: Running, requests: readonly (readonly [string, string, unknown?])[]): Promise<string[]> {
  const answers: string[] = [];
  for (const [method, path, body] of requests) {
    const { status, text, headers } = await send(service, method, path, body);
    answers.push(`${status} ${headers.get('ninefold-gap') ?? text}`.trim());
  }
  expect(service.logged).toEqual([]);
  return answers;
}

const THING = `### Thing
- Identified by: \`id\`

FIELDS
| \`id\` | integer | yes | service: new id | any | none |
| \`name\` | string | no | caller | any | none |
`;

const CREATE = `### POST /things
- Does: creates Thing
- Body: Thing

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

`;

const DELETE = `### DELETE /things/{id}
- Does: deletes Thing
- Body: none

| Status | When | Body |
|---|---|---|
| 204 | deleted | none |

`;

const lists = (path: string, does: string, what: string): string => `### GET ${path}
- Does: ${does}
- Body: none

| Status | When | Body |
|---|---|---|
| 200 | found | ${what} |

`;

describe('a reference whose row has gone', () => {
  it('is nothing: not shown, not set, equal to nothing', async () => {
    const service = await serving(
      `${THING.replace('FIELDS', '- When deleted: none\n\nFIELDS')}
### Mark
- Identified by: \`number\`

FIELDS
| \`number\` | integer | yes | service: new id | any | none |
| \`thing\` | Thing by \`id\` | no | caller | any | none |
| \`other\` | Thing by \`id\` or null | yes | caller | any | none |
`,
      `${CREATE}${DELETE}### POST /marks
- Does: creates Mark
- Body: Mark

| Status | When | Body |
|---|---|---|
| 201 | created | Mark |

${lists('/marks', 'lists Mark', 'array of Mark')}
${lists('/marks/set', 'lists Mark where `thing` is set', 'array of Mark only `number`')}
${lists('/marks/blank', 'lists Mark where `thing` is blank', 'array of Mark only `number`')}
${lists('/marks/first', 'lists Mark where `thing` = 1', 'array of Mark only `number`')}
${lists('/marks/same', 'lists Mark where `thing` = this `other`', 'array of Mark only `number`')}
${lists('/marks/through', 'lists Mark where `thing.id` = 1 or `thing.name` is set', 'array of Mark only `number`')}`,
      '| `dangling` | 422 | no such Thing in `thing`, no such Thing in `other` |\n',
    );
    expect(
      await all(service, [
        ['POST', '/things', { name: 'a' }],
        ['POST', '/marks', { thing: 1, other: 1 }],
        ['GET', '/marks/set'],
        ['GET', '/marks/first'],
        ['GET', '/marks/same'],
        ['GET', '/marks/through'],
        ['DELETE', '/things/1'],
        ['GET', '/marks'],
        ['GET', '/marks/set'],
        ['GET', '/marks/blank'],
        ['GET', '/marks/first'],
        ['GET', '/marks/same'],
        ['GET', '/marks/through'],
        ['POST', '/marks', { thing: 1, other: 1 }],
      ]),
    ).toEqual([
      '201 {"id":1,"name":"a"}',
      '201 {"number":1,"thing":1,"other":1}',
      '200 [{"number":1}]',
      '200 [{"number":1}]',
      '200 [{"number":1}]',
      '200 [{"number":1}]',
      '204',
      '200 [{"number":1,"other":null}]',
      '200 []',
      '200 [{"number":1}]',
      '200 []',
      '200 []',
      '200 []',
      '422 {"code":"dangling","fields":["thing","other"]}',
    ]);
  });
});

const MARK = `### Mark
- Identified by: \`number\`

FIELDS
| \`number\` | integer | yes | service: new id | any | none |
| \`thing\` | Thing by \`id\` | no | by operation | any | none |
| \`note\` | string | no | caller | any | none |
`;

/** `### METHOD /path`, Does, further lines, and `status | when | body` rows. */
function operation(heading: string, does: string, rows: readonly string[], more = '- Body: none\n'): string {
  const table = rows.map((row) => `| ${row} |`).join('\n');
  return `### ${heading}\n- Does: ${does}\n${more}\n| Status | When | Body |\n|---|---|---|\n${table}\n\n`;
}

const path = (name: string, selects: string): string =>
  `\n| Path | Type | Selects |\n|---|---|---|\n| \`${name}\` | integer | ${selects} |\n`;

describe('deletes if there', () => {
  it('comes to `unchanged` where there was none, also for an address that none can have', async () => {
    const service = await serving(
      THING,
      CREATE +
        operation('DELETE /things/{id}', 'deletes Thing if there', [
          '200 | deleted | Thing',
          '204 | unchanged | none',
        ]) +
        operation('DELETE /quiet/{id}', 'deletes Thing if there', ['200 | deleted | `{"gone": true}`']),
    );
    expect(
      await all(service, [
        ['POST', '/things', { name: 'a' }],
        ['DELETE', '/things/1'],
        ['DELETE', '/things/1'],
        ['DELETE', '/things/one'],
        ['DELETE', '/quiet/1'],
      ]),
    ).toEqual(['201 {"id":1,"name":"a"}', '200 {"id":1,"name":"a"}', '204', '204', '200 {"gone":true}']);
  });

  it('is held where the answer would have to show a row that is not there, and then does nothing else', async () => {
    const service = await serving(
      THING + MARK,
      CREATE +
        operation(
          'DELETE /things/{id}',
          'deletes Thing if there; creates Mark',
          ['200 | deleted | Thing'],
          '- Body: Mark\n',
        ) +
        operation('DELETE /some/{id}', 'deletes Thing if there', [
          '204 | deleted and `name` = `a` | none',
          '202 | deleted | none',
        ]) +
        lists('/marks', 'lists Mark', 'array of Mark only `note`'),
    );
    expect(
      await all(service, [
        ['POST', '/things', { name: 'a' }],
        ['DELETE', '/things/1', { note: 'first' }],
        ['DELETE', '/things/1', { note: 'second' }],
        ['DELETE', '/some/1'],
        ['GET', '/marks'],
      ]),
    ).toEqual([
      '201 {"id":1,"name":"a"}',
      '200 {"id":1,"name":"a"}',
      '501 "4/DELETE /things/{id}/status/without-a-row"',
      '501 "4/DELETE /some/{id}/status/without-a-row"',
      '200 [{"note":"first"}]',
    ]);
  });
});

describe('the answer of several effects', () => {
  it('shows the row that the outcome speaks of, after all of them', async () => {
    const service = await serving(
      `### Thing
- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default | Present |
|---|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none | always |
| \`name\` | string | no | caller | any | none | if there is Mark (\`thing\` = this) |
${MARK}`,
      CREATE +
        operation('POST /all', 'creates Thing; updates every Thing', ['201 | created | Thing'], '- Body: Thing\n') +
        operation(
          'POST /marks/{id}',
          'reads Thing; creates Mark with `thing` = {id}',
          ['200 | found | Thing'],
          `- Body: none\n${path('id', 'Thing by `id`')}`,
        ) +
        operation(
          'DELETE /marks/{id}',
          'reads Thing; deletes every Mark where `thing` = {id}',
          ['200 | found | Thing'],
          `- Body: none\n${path('id', 'Thing by `id`')}`,
        ),
    );
    expect(
      await all(service, [
        ['POST', '/things', { name: 'a' }],
        ['POST', '/all', { name: 'b' }],
        ['POST', '/marks/1'],
        ['DELETE', '/marks/1'],
      ]),
    ).toEqual(['201 {"id":1}', '201 {"id":2}', '200 {"id":1,"name":"b"}', '200 {"id":1}']);
  });

  it('shows a row that has gone as it was, and lists what is there when it is asked', async () => {
    const service = await serving(
      THING,
      CREATE +
        operation(
          'POST /filter',
          'creates Thing; deletes every Thing where `name` = `x`',
          ['201 | created | Thing'],
          '- Body: Thing\n',
        ) +
        operation('POST /last/{id}', 'updates Thing; deletes Thing', ['200 | deleted | Thing'], '- Body: Thing\n') +
        operation('POST /drain', 'lists Thing; deletes every Thing', ['200 | found | array of Thing']) +
        operation('POST /rest', 'deletes every Thing where `name` = `x`; lists Thing', [
          '200 | found | array of Thing',
        ]),
    );
    expect(
      await all(service, [
        ['POST', '/filter', { name: 'y' }],
        ['POST', '/filter', { name: 'x' }],
        ['POST', '/last/1', { name: 'z' }],
        ['POST', '/things', { name: 'x' }],
        ['POST', '/things', { name: 'y' }],
        ['POST', '/rest'],
        ['POST', '/drain'],
        ['POST', '/drain'],
      ]),
    ).toEqual([
      '201 {"id":1,"name":"y"}',
      '201 {"id":2,"name":"x"}',
      '200 {"id":1,"name":"z"}',
      '201 {"id":3,"name":"x"}',
      '201 {"id":4,"name":"y"}',
      '200 [{"id":4,"name":"y"}]',
      '200 [{"id":4,"name":"y"}]',
      '200 []',
    ]);
  });

  it('has the outcome of `creates or replaces`, whatever else is done', async () => {
    const service = await serving(
      `### Box
- Identified by: \`label\`

FIELDS
| \`label\` | string | yes | caller at create | any | none |
| \`mark\` | string | no | by operation | any | none |
${THING}`,
      operation(
        'PUT /boxes/{label}',
        'creates or replaces Box; creates Thing with `name` = {label}; sets `mark` = `seen`',
        ['201 | created | Box', '200 | replaced | Box'],
        '- Body: Box\n',
      ) + lists('/things', 'lists Thing', 'array of Thing'),
      '| `there` | 409 | Box already there |\n',
    );
    expect(
      await all(service, [
        ['PUT', '/boxes/a', {}],
        ['PUT', '/boxes/a', {}],
        ['GET', '/things'],
      ]),
    ).toEqual([
      '201 {"label":"a","mark":"seen"}',
      '200 {"label":"a","mark":"seen"}',
      '200 [{"id":1,"name":"a"},{"id":2,"name":"a"}]',
    ]);
  });

  it('is held where nothing says which of several rows it shows', async () => {
    const service = await serving(
      THING,
      operation('POST /two', 'creates Thing with `name` = `1`; creates Thing with `name` = `2`', [
        '201 | created | Thing',
      ]) + operation('POST /every', 'updates every Thing', ['200 | updated | Thing'], '- Body: Thing\n'),
    );
    expect(
      await all(service, [
        ['POST', '/two'],
        ['POST', '/every', { name: 'a' }],
      ]),
    ).toEqual(['501 "4/POST /two/201/body"', '501 "4/POST /every/200/body"']);
  });

  it('sets fields of the row that the same step creates', async () => {
    const service = await serving(
      THING.replace('| `name`', '| `copy` | string | no | by operation | any | none |\n| `name`'),
      operation(
        'POST /things',
        'creates Thing; sets `copy` = this `name`',
        ['201 | created | Thing'],
        '- Body: Thing\n',
      ),
    );
    expect(
      await all(service, [
        ['POST', '/things', { name: 'a' }],
        ['POST', '/things', {}],
      ]),
    ).toEqual(['201 {"id":1,"copy":"a","name":"a"}', '201 {"id":2}']);
  });
});

describe('a parameter of the path that selects no row', () => {
  it('is an invalid path when its type cannot hold it', async () => {
    const operations = operation(
      'POST /things/{n}',
      'creates Thing with `name` = {n}',
      ['201 | created | Thing'],
      `- Body: none\n${path('n', 'none').replace('integer', 'string(3)')}`,
    );
    const requests = [
      ['POST', '/things/abc'],
      ['POST', '/things/abcd'],
    ] as const;
    expect(await all(await serving(THING, operations), requests)).toEqual([
      '201 {"id":1,"name":"abc"}',
      '501 "7/cause/invalid path"',
    ]);
    await running?.stop();
    expect(await all(await serving(THING, operations, '| `path` | 400 | invalid path |\n'), requests)).toEqual([
      '201 {"id":1,"name":"abc"}',
      '400 {"code":"path","fields":["n"]}',
    ]);
  });
});
