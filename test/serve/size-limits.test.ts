// Part 8: the size of each request. What is larger is refused with the error of its row, by its length or by what has come, and nothing
// in it is judged. Notation, part 8; docs/http-floor.md.

import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const RESOURCES = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`text\` | string | yes | caller | any | none |
`;

const STATUS = (code: number, when: string): string =>
  `\n| Status | When | Body |\n|---|---|---|\n| ${code} | ${when} | Thing |\n`;

const OPERATIONS = `### POST /things

- Does: creates Thing
- Body: Thing
${STATUS(201, 'created')}
### PATCH /things/{id}

- Does: updates Thing
- Body: Thing
- Omitted fields: kept
${STATUS(200, 'updated')}
### GET /things/{id}

- Does: reads Thing
- Body: ignored
${STATUS(200, 'found')}
`;

const CODES =
  '| `big` | 413 | none |\n| `small` | 413 | none |\n| `vast` | 413 | too large |\n| `absent` | 404 | no such Thing |\n| `invalid` | 422 | any field missing, any field invalid, unknown field, read-only field |\n';

function planOf(rows: string, codes = CODES): Plan {
  const limits = `## 8. Limits\n\n| Limit | Value | Per | Applies to | When exceeded |\n|---|---|---|---|---|\n${rows}`;
  const source = documentOf({ resources: RESOURCES, operations: OPERATIONS, codes });
  return compile(modelOf(source.replace('## 8. Limits\n\nnone', limits)));
}

const POSTS = '| Post | 0.1 KB | request | POST | `big` |\n';
const ALL = '| All | 1 KiB | request | any | `small` |\n';

/** A body of so many octets. */
const body = (octets: number): string => `{"text":"${'x'.repeat(octets - 11)}"}`;
const head = (line: string, ...more: string[]): string =>
  `${[line, 'Host: x', 'Content-Type: application/json', ...more].join('\r\n')}\r\n\r\n`;
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

const post = (octets: number, ...more: string[]): string =>
  head('POST /things HTTP/1.1', `Content-Length: ${octets}`, ...more) + body(octets);

const heldIn = (plan: Plan): readonly string[] => plan.operations.flatMap(({ heldBy }) => heldBy);

let service: Running;
beforeAll(async () => {
  service = await start(planOf(POSTS + ALL));
});
afterAll(() => service.stop());

async function answered(method: string, path: string, text: string): Promise<unknown> {
  const { status, json } = await send(service, method, path, text);
  return [status, json];
}

describe('a size of each request', () => {
  it('is the octets of the body, to the last', async () => {
    expect(await answered('POST', '/things', body(100))).toEqual([201, { id: 1, text: 'x'.repeat(89) }]);
    expect(await answered('POST', '/things', body(101))).toEqual([413, { code: 'big' }]);
    expect(await answered('PATCH', '/things/1', body(1024))).toEqual([200, { id: 1, text: 'x'.repeat(1013) }]);
    expect(await answered('PATCH', '/things/1', body(1025))).toEqual([413, { code: 'small' }]);
    expect(await answered('POST', '/things', `{"text":"${'é'.repeat(45)}"}`)).toEqual([413, { code: 'big' }]);
  });

  it('goes before what is wrong in the body, and before the row that is not there', async () => {
    expect(await answered('POST', '/things', '{'.repeat(101))).toEqual([413, { code: 'big' }]);
    expect(await answered('PATCH', '/things/99', body(1025))).toEqual([413, { code: 'small' }]);
    expect(await answered('PATCH', '/things/99', body(1024))).toEqual([404, { code: 'absent' }]);
  });

  it('holds where the operation reads no body, and asks for none', async () => {
    const path = '/things/1';
    expect((await send(service, 'GET', path)).status).toBe(200);
    expect((await send(service, 'GET', path, 'x'.repeat(1024))).status).toBe(200);
    const { status, json } = await send(service, 'GET', path, 'x'.repeat(1025));
    expect([status, json]).toEqual([413, { code: 'small' }]);
  });

  it('is judged by what has come where no length is sent', async () => {
    const fits = await service.raw(
      head('POST /things HTTP/1.1', 'Transfer-Encoding: chunked', 'Connection: close'),
      chunk(body(100).slice(0, 60)),
      `${chunk(body(100).slice(60))}0\r\n\r\n`,
    );
    expect(fits).toMatch(/^HTTP\/1.1 201 /);
    const tooLarge = await service.raw(
      head('POST /things HTTP/1.1', 'Transfer-Encoding: chunked', 'Connection: close'),
      chunk('x'.repeat(60)),
      `${chunk('x'.repeat(60))}0\r\n\r\n`,
    );
    expect(tooLarge).toMatch(/^HTTP\/1.1 413 [^]*\{"code":"big"\}/);
  });

  it('refuses at once: neither the rest of a slow body nor an invitation is waited for', async () => {
    const slow = await firstAnswer(
      head('POST /things HTTP/1.1', 'Transfer-Encoding: chunked') + chunk('x'.repeat(101)),
    );
    expect(slow).toMatch(/^HTTP\/1.1 413 [^]*\{"code":"big"\}/);
    const announced = await firstAnswer(head('POST /things HTTP/1.1', 'Content-Length: 101', 'Expect: 100-continue'));
    expect(announced).toMatch(/^HTTP\/1.1 413 [^]*\{"code":"big"\}/);
  });

  it('keeps the requests behind it on the connection apart', async () => {
    const all = await service.raw(post(50) + post(5_000) + post(51, 'Connection: close'));
    expect([...all.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual(['201', '413', '201']);
  });
});

it.each([
  ['no code', CODES.replace('| `vast` | 413 | too large |\n', ''), undefined],
  ['the code of `too large`', CODES, { code: 'vast' }],
])(
  'with `any` under When exceeded is answered as HTTP says, or by %s: of a body and of headers',
  async (_, codes, json) => {
    const own = await start(
      planOf('| Post | 100 B | request | POST | any |\n| All | 200 B | headers | any | any |\n', codes),
    );
    try {
      const large = await send(own, 'POST', '/things', body(101));
      const long = await send(own, 'GET', '/things/1', undefined, { 'x-long': 'x'.repeat(200) });
      for (const answer of [large, long]) expect([answer.status, answer.json]).toEqual([413, json]);
    } finally {
      await own.stop();
    }
  },
);

it("gives way to the operator's bound where that is smaller", async () => {
  const plan = planOf('| All | 2 KB | request | any | `small` |\n');
  const running = await start(plan, { bodyLimit: 1_000 });
  const large = async (octets: number): Promise<unknown> => (await send(running, 'POST', '/things', body(octets))).json;
  expect([await large(1_000), await large(1_001), await large(3_000)]).toEqual([
    { id: 1, text: 'x'.repeat(989) },
    { code: 'vast' },
    { code: 'vast' },
  ]);
  await running.stop();
  const wide = await start(plan, { bodyLimit: 3_000 });
  expect((await send(wide, 'POST', '/things', body(2_001))).json).toEqual({ code: 'small' });
  expect((await send(wide, 'POST', '/things', body(3_001))).json).toEqual({ code: 'small' });
  await wide.stop();
});

describe('of the other rows of part 8', () => {
  it.each([['1 MB', 'request', 'POST, PATCH, GET, if wrong credentials', '`big`']])(
    '%s per %s, applies to %s, %s holds',
    (value, per, applies, code) => {
      expect(heldIn(planOf(`| All | ${value} | ${per} | ${applies} | ${code} |\n`))).toContain('8/All/value');
    },
  );

  it.each([
    ['request', 'any', 'not shown', '8/All/when-exceeded'],
    ['not shown', 'any', '`big`', '8/All/per'],
    ['request', 'not shown', '`big`', '8/All/applies-to'],
  ])('one that does not show all of itself refuses nothing: per %s, applies to %s, %s', (per, applies, code, gap) => {
    const plan = planOf(`| All | 1 MB | ${per} | ${applies} | ${code} |\n`);
    expect(plan.operations.map(({ runs, run, restsOn }) => [runs, run?.size, restsOn.includes(gap)])).toEqual(
      plan.operations.map(() => ['yes', undefined, true]),
    );
  });

  it('none is held for calls that it does not name, and units are as they are called', () => {
    const plan = planOf(
      '| Post | 4.35 MB | request | `POST /things` | `big` |\n| More | 5 MiB | request | PATCH | `big` |\n',
    );
    expect(plan.operations.map(({ id, run }) => [id, run?.size])).toEqual([
      ['POST /things', { octets: 4_350_000, cause: 'Post reached' }],
      ['PATCH /things/{id}', { octets: 5_242_880, cause: 'More reached' }],
      ['GET /things/{id}', undefined],
    ]);
  });
});

/** What comes first, while the request is still open. */
function firstAnswer(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      if (!text.includes('}')) return;
      socket.destroy();
      resolve(text);
    });
    socket.on('error', reject);
  });
}
