// Values that may be spelled in several ways: sent in a path, a query, a body, they are the same value, and it is shown in
// one way. A real server over a real document.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Answer, type Running } from './running.ts';

const FIXED = '0190ABCD-0000-7000-8000-00000000000F';

const PLAN = planOf({
  resources: `### Thing
- Identified by: \`id\`
- Unique: \`code\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | uuid | yes | caller at create | any | none |
| \`code\` | uuid | no | caller | any | none |
| \`kind\` | uuid | no | caller | \`${FIXED}\` | \`${FIXED}\` |
| \`other\` | Thing by \`id\` | no | caller | any | none |
| \`ids\` | set of uuid | no | caller | any | none |
| \`map\` | map of uuid | no | caller | any | none |
| \`words\` | map of string | no | caller | any | none |
| \`part\` | Part | no | caller | any | none |
| \`number\` | integer | no | caller | any | none |
| \`price\` | decimal(2) | no | caller | any | none |
| \`rate\` | number | no | caller | any | none |
| \`since\` | seconds since 1970 | no | caller | any | none |
| \`numbers\` | array of integer | no | caller | any | none |
| \`day\` | date-time | no | caller | \`2026-01-01T00:00:00Z\`, \`2026-01-02T00:00:00+02:00\` | none |
| \`said\` | date-time, as sent | no | caller | any | none |
| \`free\` | object | no | caller | any | none |

### Part
- Identified by: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`ref\` | uuid | yes | caller | any | none |
| \`at\` | date-time | no | caller | any | none |

### Count
- Identified by: \`n\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`n\` | integer | yes | caller at create | any | none |
| \`name\` | string | no | caller | any | none |
`,
  operations: `### POST /things
- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body | Headers |
|---|---|---|---|
| 201 | created | Thing | \`Location: <base>/things/{id}\` |

### GET /things/{id}
- Does: reads Thing
- Body: none
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | Thing |

### GET /things
- Does: lists Thing
- Body: none
- Order: oldest first
- Pages: none
- Repeat: safe

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`code\` | uuid | no | none | \`code\` = value |
| \`has\` | uuid | no | none | \`ids\` has value |
| \`some\` | array of uuid, by commas | no | none | \`code\` = \`${FIXED}\` or \`code\` in value |
| \`price\` | decimal(2) | no | none | \`price\` = value |
| \`number\` | integer | no | none | \`number\` = value |
| \`rate\` | number | no | none | \`rate\` = value |
| \`day\` | date-time | no | none | \`day\` = value |

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing only \`id\` |

### POST /counts
- Does: creates Count
- Body: Count
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Count |

### GET /counts/{n}
- Does: reads Count
- Body: none
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | Count |

### GET /named/{name}
- Does: reads Count where \`n\` = 1 and \`name\` = {name}
- Body: none
- Repeat: safe

| Path | Type | Selects |
|---|---|---|
| \`name\` | string | none |

| Status | When | Body |
|---|---|---|
| 200 | found | Count |
`,
  codes: '| `no_count` | 404 | no such Count |',
});

let service: Running;
beforeAll(async () => {
  service = await start(PLAN);
});
afterAll(() => service.stop());

let next = 0;
function fresh(): string {
  return `0190abcd-1111-7aaa-8bbb-${(++next).toString(16).padStart(12, '0')}`;
}

function create(more: string | Readonly<Record<string, unknown>>, id = fresh()): Promise<Answer> {
  const rest = typeof more === 'string' ? more : JSON.stringify(more).slice(1, -1);
  return send(service, 'POST', '/things', `{"id":"${id}"${rest === '' ? '' : `,${rest}`}}`);
}

async function listed(query: string): Promise<readonly unknown[] | number> {
  const { status, json } = await send(service, 'GET', `/things?${query}`);
  return status === 200 ? (json as { id: string }[]).map(({ id }) => id) : status;
}

describe('a uuid is read in any case of letters, and shown in small ones', () => {
  test('in a body, an address, a query, a list, a map, a nested shape and a reference', async () => {
    const id = fresh();
    const code = fresh();
    const made = await create(
      {
        code: code.toUpperCase(),
        ids: [code.toUpperCase(), code],
        map: { A: code.toUpperCase() },
        part: { ref: code.toUpperCase() },
      },
      id.toUpperCase(),
    );
    const shown = { id, code, ids: [code], map: { A: code }, part: { ref: code } };
    expect(made).toMatchObject({ status: 201, json: shown });
    expect(made.headers.get('location')).toBe(`${service.url}/things/${id}`);
    for (const path of [id, id.toUpperCase(), id.replaceAll('a', 'A')]) {
      expect(await send(service, 'GET', `/things/${path}`)).toMatchObject({ status: 200, json: shown });
    }
    expect(await listed(`code=${code.toUpperCase()}`)).toEqual([id]);
    expect(await listed(`has=${code.toUpperCase()}`)).toEqual([id]);
    expect(await create({ other: id.toUpperCase() })).toMatchObject({ status: 201, json: { other: id } });
  });
  test('so that one that is taken is taken in any spelling', async () => {
    const id = fresh();
    expect((await create({}, id)).status).toBe(201);
    expect((await create({}, id.toUpperCase())).status).toBe(409);
    const code = fresh();
    expect((await create({ code })).status).toBe(201);
    expect((await create({ code: code.toUpperCase() })).status).toBe(409);
  });
  test('in what the document allows, fills in and compares with', async () => {
    for (const kind of [FIXED, FIXED.toLowerCase()]) {
      expect(await create({ kind })).toMatchObject({ status: 201, json: { kind: FIXED.toLowerCase() } });
    }
    expect((await create({ kind: fresh() })).status).toBe(422);
    expect(await create({})).toMatchObject({ json: { kind: FIXED.toLowerCase() } });
    const id = fresh();
    await create({ code: FIXED }, id);
    expect(await listed(`some=${fresh()}`)).toEqual([id]);
  });
});

describe('an instant is one, whatever its offset', () => {
  test.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01t01:00:00.000+01:00', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T22:00:00z', '2026-01-01T22:00:00.000Z'],
    ['2026-01-02T00:00:00Z', undefined],
  ])('%s among the allowed ones', async (day, shown) => {
    const made = await create({ day });
    expect(made.status).toBe(shown === undefined ? 422 : 201);
    if (shown !== undefined) expect(made.json).toMatchObject({ day: shown });
  });
  test('in a query and a nested shape, but not where it is kept as sent', async () => {
    const id = fresh();
    const day = '2026-01-02T00:00:00+02:00';
    const made = await create({ day, said: day, part: { ref: id, at: day } }, id);
    expect(made.json).toMatchObject({
      day: '2026-01-01T22:00:00.000Z',
      said: day,
      part: { at: '2026-01-01T22:00:00.000Z' },
    });
    expect(await listed('day=2026-01-01T21:00:00-01:00')).toContain(id);
    expect(await listed('day=2026-01-01T23:00:00%2B01:00')).toContain(id);
  });
});

describe('numbers', () => {
  test.each([
    ['number', '1.0', 1],
    ['number', '-0', 0],
    ['number', '1e2', 100],
    ['number', '100e-2', 1],
    ['number', '9223372036854775807', 9223372036854775807n],
    ['number', '9223372036854775808', undefined],
    ['number', '12345678901234567890123', undefined],
    ['number', '1e400', undefined],
    ['number', '1e-400', undefined],
    ['number', '1.00000000000000000001', undefined],
    ['price', '1', '1.00'],
    ['price', '1.000', '1.00'],
    ['price', '1.001', undefined],
    ['price', '-0', '0.00'],
    ['price', '1e-2', '0.01'],
    ['price', '1e-3', undefined],
    ['price', '92233720368547758.07', '92233720368547758.07'],
    ['price', '92233720368547758.08', undefined],
    ['price', '1e400', undefined],
    ['rate', '1e400', undefined],
    ['rate', '-0', 0],
    ['rate', '0.1e1', 1],
    ['rate', '12345678901234567890', 12345678901234567000],
  ])('%s %s in a body', async (field, sent, shown) => {
    const { status, text } = await create(`"${field}":${sent}`);
    expect(status).toBe(shown === undefined ? 422 : 201);
    if (shown !== undefined) expect(text).toMatch(new RegExp(`"${field}":${String(shown).replace('.', '\\.')}[,}]`));
  });
  test('a free object keeps every number as it is sent', async () => {
    const free = '{"a":1e400,"c":12345678901234567890,"d":1e-400,"e":1.5}';
    expect((await create(`"free":${free}`)).text).toContain(`"free":${free}`);
    // One way to show what a double holds, whatever stands beside it.
    expect((await create('"free":{"a":1.10,"b":-0}')).text).toContain('"free":{"a":1.1,"b":0}');
    expect((await create('"free":{"a":1.10,"b":-0,"c":1e400}')).text).toContain('"free":{"a":1.1,"b":0,"c":1e400}');
  });
  test.each([
    ['1', 200],
    ['-0', 404],
    ['01', 404],
    ['+1', 404],
    ['%2B1', 404],
    ['1.0', 404],
    ['1e0', 404],
    ['%31', 200],
    ['1%20', 404],
    ['0x1', 404],
    ['9223372036854775808', 404],
  ])('%s in an address: %d', async (n, status) => {
    await send(service, 'POST', '/counts', { n: 1, name: 'a/b' });
    expect((await send(service, 'GET', `/counts/${n}`)).status).toBe(status);
  });
  test('in a query', async () => {
    const id = fresh();
    await create({ price: 7.5, number: 75 }, id);
    for (const query of ['price=7.5', 'price=7.50', 'price=7.500', 'price=75e-1', 'number=75', 'number=%375'])
      expect(await listed(query), query).toEqual([id]);
    for (const query of [
      'price=07.5',
      'price=%2B7.5',
      'price=7,5',
      'price=.5',
      'price=7.501',
      'number=75.0',
      'number=',
    ])
      expect(await listed(query), query).toBe(400);
  });
});

describe('the members of a map and of a free object stay in the order in which they were sent', () => {
  test.each([
    ['free', '{"b":1,"2":2,"1":[{"z":1,"10":[],"9":{"7":true,"07":null,"6":"5"}}],"":{},"a":"\\"1\\":"}'],
    ['free', '{"2":12345678901234567890,"1":1e400}'],
    ['free', '{"\\u0032":1,"1":2}'],
    ['free', '{"4294967295":1,"4294967294":2,"0":3}'],
    ['words', '{"10":"a","9":"b","x":"c","1":"d"}'],
  ])('%s: %s', async (field, sent) => {
    const shown = sent.replace('\\u0032', '2');
    expect((await create(`"${field}":${sent}`)).text).toContain(`"${field}":${shown}`);
    const spaced = sent.replace(/([{}[\],:])(?=(?:[^"\\]|\\.|"(?:[^"\\]|\\.)*")*$)/g, '$1 \n\t');
    expect((await create(`"${field}": ${spaced}`)).text).toContain(`"${field}":${shown}`);
  });
});

describe('percent-encoding', () => {
  test('stands for the character itself, and an encoded slash divides nothing', async () => {
    await send(service, 'POST', '/counts', { n: 1, name: 'a/b' });
    expect((await send(service, 'GET', '/named/a%2Fb')).status).toBe(200);
    expect((await send(service, 'GET', '/named/%61%2fb')).status).toBe(200);
    expect((await send(service, 'GET', '/named/a/b')).status).toBe(404);
    expect((await send(service, 'GET', '/named/A%2Fb')).status).toBe(404);
  });
});

describe('a number with many digits', () => {
  const zeros = '0'.repeat(3000);
  const one = ['1', '1.0', `1.${zeros}`, `1${zeros}e-3000`, `0.${zeros}1e3001`, '10e-1', '1E0', '1e+00000000'];
  const nothing = ['0', '0e10000', '0E+99999999999999999999', `0.${zeros}e-7`, '-0', '-0.0e5'];
  const beyond = ['1e10000', '-1e99999999999999999999'];
  const within = [`1.${zeros}1`, '1e-400', `1${'0'.repeat(30)}`];

  test.each([
    [one, 1],
    [nothing, 0],
  ] as const)('is its value: %#', async (spelled, value) => {
    for (const text of spelled) {
      const sent = `"number":${text},"price":${text},"rate":${text},"since":${text},"numbers":[${text}]`;
      const { status, json } = await create(sent);
      expect(status, text.slice(0, 30)).toBe(201);
      expect(json).toMatchObject({ number: value, price: value, rate: value, since: value, numbers: [value] });
    }
  });

  test('is refused where the type cannot hold it, however it is written', async () => {
    for (const text of [...beyond, ...within]) {
      for (const name of ['number', 'price', 'since']) {
        expect((await create(`"${name}":${text}`)).status, `${name} ${text.slice(0, 30)}`).toBe(422);
      }
      expect((await create(`"numbers":[${text}]`)).status).toBe(422);
    }
    for (const text of beyond) expect((await create(`"rate":${text}`)).status).toBe(422);
  });

  test('is its value in a query, too', async () => {
    const { json } = await create('"price":0,"rate":1');
    const { id } = json as { id: string };
    for (const text of nothing)
      expect(await listed(`price=${encodeURIComponent(text)}`), text.slice(0, 30)).toContain(id);
    for (const text of one) expect(await listed(`rate=${encodeURIComponent(text)}`), text.slice(0, 30)).toContain(id);
  });
});
