// `lists values of R.f`: each value that is there, once. Real requests to a real server. Notation, part 4 "What a call does".

import { afterEach, describe, expect, it } from 'vitest';
import { documentOf, modelOf, type Parts } from '../plan/plan-of.ts';
import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { send, start, type Running } from './running.ts';

const RESOURCES = `### Maker
- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller at create | any | none |
| \`state\` | state | yes | service: state | any | \`here\` |

### Lamp
- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`shade\` | string or null | no | caller | any | none |
| \`price\` | decimal(2) | no | caller | any | none |
| \`on\` | boolean | no | caller | any | none |
| \`day\` | date | no | caller | any | none |
| \`at\` | date-time | no | caller | any | none |
| \`sent\` | date-time, as sent | no | caller | any | none |
| \`weight\` | number | no | caller | any | none |
| \`kind\` | one of \`b\`, \`a\` | no | caller | any | none |
| \`maker\` | Maker by \`name\` | no | caller | any | none |
| \`place.room\` | string | no | caller | any | none |
| \`tags\` | array of string | no | caller | any | none |
| \`free\` | object | no | caller | any | none |
| \`word\` | secret | no | caller | any | none |
| \`label\` | decimal(2) | no | service: = \`price\` + \`price\` | any | none |
| \`code\` | string | no | caller, hidden | any | none |
`;

const STATES = `### Maker.state

| State | Kind |
|---|---|
| \`here\` | initial |
| \`away\` | gone |

| From | To | By | Only if |
|---|---|---|---|
| \`here\` | \`away\` | \`DELETE /makers/{name}\` | none |

- Any other move: \`stage\`
`;

const made = (name: string, body: string): string => `### POST /${name.toLowerCase()}s
- Does: creates ${name}
- Body: ${body}
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | none |
`;

const MAKING = `${made('Maker', 'Maker')}
${made('Lamp', 'Lamp')}
### DELETE /makers/{name}
- Does: moves Maker.state to \`away\`
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 204 | moved | none |
`;

interface Listed {
  readonly field: string;
  readonly order?: string;
  readonly pages?: string;
  readonly query?: string;
  readonly body?: string;
  readonly does?: string;
}

const listing = ({ field, order, pages = 'none', query = '', body = '{"all": <values>}', does }: Listed): string =>
  `### GET /${field}
- Does: ${does ?? `lists values of Lamp.${field}`}
- Body: none
- Repeat: safe
${order === 'none' ? '' : `- Order: ${order ?? `\`${field}\``}\n`}- Pages: ${pages}
${query === '' ? '' : `\n| Query | Type | Required | Default | Allowed values | Selects |\n|---|---|---|---|---|---|\n${query}\n`}
| Status | When | Body |
|---|---|---|
| 200 | found | ${body} |
`;

const ALL = `- Media type: in \`application/json\`; out \`application/json\`
- Who: anyone
- Cross-origin: none
- Unknown fields: refused
- Read-only fields: refused
- Null fields: kept
- Empty text: kept
- Emits: none
- Other operations: none
`;

const partsOf = (lists: readonly Listed[]): Parts => ({
  resources: RESOURCES,
  states: STATES,
  all: ALL,
  operations: `${MAKING}\n${lists.map(listing).join('\n')}`,
  errors: `- Error body: {"code": <code>}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`no_maker\` | 404 | no such Maker |
| \`invalid\` | 422 | no such Maker in \`maker\`, any field missing, any field invalid, unknown field, read-only field |
| \`there\` | 409 | Maker already there |
| \`query\` | 400 | invalid query |
| \`stage\` | 409 | illegal move |
`,
});

let running: Running | undefined;
afterEach(() => running?.stop());

async function serving(lists: readonly Listed[], lamps: readonly object[]): Promise<Running> {
  running = await start(plan(modelOf(documentOf(partsOf(lists)))));
  for (const name of ['Zoe', 'Ann', 'Bob']) expect((await send(running, 'POST', '/makers', { name })).status).toBe(201);
  for (const lamp of lamps) expect(await send(running, 'POST', '/lamps', lamp)).toMatchObject({ status: 201 });
  return running;
}

async function all(service: Running, paths: readonly string[]): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const path of paths) {
    const { status, text, headers } = await send(service, 'GET', path);
    answers.push(`${status} ${headers.get('ninefold-gap') ?? text}`.trim());
  }
  expect(service.logged).toEqual([]);
  return answers;
}

describe('lists values of', () => {
  it('shows each value that is there once, in the order of the values, whatever its type is', async () => {
    const fields = ['shade', 'price', 'on', 'day', 'at', 'weight', 'kind', 'id'];
    const lamp = {
      shade: 'é',
      price: 10.5,
      on: true,
      day: '2026-02-01',
      at: '2026-02-01T00:00:00Z',
      weight: 1.5,
      kind: 'b',
    };
    const service = await serving(
      [...fields.map((field) => ({ field })), { field: 'place.room' }],
      [
        { ...lamp, place: { room: 'b' } },
        lamp,
        { ...lamp, shade: 'Z', price: 9, on: false, weight: -2, kind: 'a', place: { room: 'a' } },
        { ...lamp, shade: '', at: '2026-02-01T01:00:00+01:00' },
        { shade: null },
        { shade: '😀' },
        { shade: '\uFF21' },
        {},
      ],
    );
    expect(await all(service, [...fields.map((field) => `/${field}`), '/place.room'])).toEqual([
      '200 {"all":["","Z","é","\uFF21","😀"]}',
      '200 {"all":[9.00,10.50]}',
      '200 {"all":[false,true]}',
      '200 {"all":["2026-02-01"]}',
      '200 {"all":["2026-02-01T00:00:00.000Z"]}',
      '200 {"all":[-2,1.5]}',
      '200 {"all":["a","b"]}',
      '200 {"all":[1,2,3,4,5,6,7,8]}',
      '200 {"all":["a","b"]}',
    ]);
  });

  it('shows none where there is none', async () => {
    const service = await serving([{ field: 'shade' }], [{}]);
    expect(await all(service, ['/shade'])).toEqual(['200 {"all":[]}']);
  });

  it('shows a reference as it is shown elsewhere; one that leads to a row that is gone is nothing', async () => {
    const service = await serving(
      [{ field: 'maker', order: '`maker` descending' }],
      [{ maker: 'Zoe' }, { maker: 'Ann' }, { maker: 'Ann' }, { maker: 'Bob' }, {}],
    );
    expect(await all(service, ['/maker'])).toEqual(['200 {"all":["Zoe","Bob","Ann"]}']);
    expect((await send(service, 'DELETE', '/makers/Bob')).status).toBe(204);
    expect(await all(service, ['/maker'])).toEqual(['200 {"all":["Zoe","Ann"]}']);
  });

  it('selects and pages among the values', async () => {
    const service = await serving(
      [
        {
          field: 'shade',
          order: '`shade` descending',
          pages: 'offset and limit; default 2; at most 3; more is refused',
          query:
            '| `on` | boolean | no | none | any | `on` = value |\n| `start` | string | no | none | any | `shade` >= value |',
        },
      ],
      ['a', 'b', 'b', 'c', 'd', 'd'].map((shade, place) => ({ shade, on: place % 2 === 0 })),
    );
    const paths = [
      '',
      '?offset=2',
      '?offset=4',
      '?limit=0',
      '?limit=3&offset=1',
      '?on=true',
      '?on=false&start=c',
      '?limit=4',
    ];
    expect(
      await all(
        service,
        paths.map((query) => `/shade${query}`),
      ),
    ).toEqual([
      '200 {"all":["d","c"]}',
      '200 {"all":["b","a"]}',
      '200 {"all":[]}',
      '200 {"all":[]}',
      '200 {"all":["c","b","a"]}',
      '200 {"all":["d","b"]}',
      '200 {"all":["d","c"]}',
      '400 {"code":"query"}',
    ]);
  });

  it('is held where Order is not shown and there is more than one value', async () => {
    const service = await serving([{ field: 'shade', order: 'none' }], [{ shade: 'a' }, { shade: 'a' }]);
    expect(await all(service, ['/shade'])).toEqual(['200 {"all":["a"]}']);
    await send(service, 'POST', '/lamps', { shade: 'b' });
    expect(await all(service, ['/shade'])).toEqual(['501 "4/GET /shade/order"']);
  });
});

function found(listed: Listed): readonly string[] {
  const { document, diagnostics } = read(documentOf(partsOf([listed])), 'things.md');
  return check(link(document, diagnostics)).diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

describe('check of lists values of', () => {
  it.each(['tags', 'free', 'word', 'label', 'maker.state', 'place'])(
    'says that values of %s are not listed yet',
    (field) => {
      expect(found({ field }).join('\n')).toMatch(/unsupported: .*of what is no plain field/);
    },
  );

  it('says so of instants as they were sent', () => {
    expect(found({ field: 'sent' }).join('\n')).toMatch(/unsupported: .*of what is no plain field/);
  });

  it.each<readonly [Listed, RegExp]>([
    [{ field: 'code' }, /statement-not-here: .*the field is never shown/],
    [{ field: 'shade', order: 'newest first' }, /statement-not-here: .*Order by creation/],
    [{ field: 'shade', order: '`price`' }, /statement-not-here: .*Order by price/],
    [{ field: 'shade', body: 'array of Lamp' }, /statement-not-here: .*Body with a shape of Lamp/],
    [{ field: 'shade', body: '{"a": array of Maker}' }, /statement-not-here: .*Body with a shape of Maker/],
    [{ field: 'shade', body: '{"n": <total>, "a": <values>}' }, /word-not-here/],
    [{ field: 'shade', body: '{"a": "<values>"}' }, /unsupported: .*`<values>` inside of a text/],
    [{ field: 'shade', body: '{"a": shade}' }, /unsupported: .*a field of one row in a body where there are many/],
    [{ field: 'shade', does: 'lists Lamp' }, /word-not-here/],
    [{ field: 'shade', does: 'lists values of Lamp.shape' }, /unknown-field/],
  ])('refuses %j', (listed, expected) => {
    expect(found(listed).join('\n')).toMatch(expected);
  });

  it('finds nothing else', () => {
    expect(found({ field: 'shade' })).toEqual([]);
  });
});
