// Page by page over a real server: whatever stands in the query, no row is shown that is not of that page.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const ROWS = 5;
const LISTS: Readonly<Record<string, string>> = {
  plain: 'page and size',
  filled: 'page and size; default 2',
  bounded: 'page and size; default 2, at most 3, more is 3',
  refused: 'page and size; default 2, at most 3, more is refused',
  skip: 'offset and limit',
  take: 'offset `skip`, limit `take`; default 2',
  unsized: 'page and size; at most 3, more is refused',
  unsaid: 'page and size; default 2, at most 3',
  marked: 'page and size; default: not shown, at most: not shown',
  less: 'page and size; default 2, at most 3, more is 1',
};

function list(path: string, pages: string): string {
  return `### GET /${path}
- Does: lists Thing
- Body: none
- Order: oldest first
- Pages: ${pages}
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |
`;
}

const PLAN = planOf({
  resources: `### Thing
- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
`,
  operations: `### POST /things
- Does: creates Thing
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

${Object.entries(LISTS)
  .map(([path, pages]) => list(path, pages))
  .join('\n')}`,
});

let service: Running;
beforeAll(async () => {
  service = await start(PLAN);
  for (let i = 0; i < ROWS; i++) await send(service, 'POST', '/things');
});
afterAll(() => service.stop());

async function ids(target: string): Promise<readonly number[] | number> {
  const { status, json } = await send(service, 'GET', target);
  return status === 200 ? (json as { id: number }[]).map(({ id }) => id) : status;
}

const ALL = [1, 2, 3, 4, 5];
const SAFE = 9007199254740991;
/** The greatest integer. */
const MOST = '9223372036854775807';

describe('pages', () => {
  test.each<[string, readonly number[] | number]>([
    ['/plain', 501],
    ['/plain?page=1', 501],
    ['/plain?page=2', 501],
    ['/plain?page=0', 501],
    ['/plain?page=0&size=2', 400],
    ['/plain?size=0', 400],
    ['/plain?size=3', [1, 2, 3]],
    [`/filled?page=${SAFE}`, []],
    ['/filled?page=1', [1, 2]],
    ['/filled?page=0', 400],
    ['/plain?page=2&size=2', [3, 4]],
    [`/plain?page=1&size=${SAFE}`, ALL],
    [`/plain?page=2&size=${SAFE}`, []],
    [`/plain?page=1025&size=${SAFE}`, []],
    [`/plain?page=${SAFE}&size=${SAFE}`, []],
    ['/filled?page=9007199254740993', []],
    [`/filled?page=${MOST}`, []],
    ['/filled?page=4611686018427387905', []],
    [`/plain?page=1&size=${MOST}`, ALL],
    [`/plain?page=2&size=${MOST}`, []],
    [`/plain?page=${MOST}&size=${MOST}`, []],
    [`/bounded?page=1&size=${MOST}`, [1, 2, 3]],
    [`/refused?size=${MOST}`, 400],
    [`/unsaid?size=${MOST}`, 501],
    [`/skip?offset=4&limit=${MOST}`, [5]],
    [`/skip?offset=${MOST}`, []],
    [`/skip?offset=${MOST}&limit=${MOST}`, []],
    ['/filled?page=3', [5]],
    ['/bounded?size=100&page=2', [4, 5]],
    [`/bounded?size=${SAFE}&page=${SAFE}`, []],
    ['/refused?size=4', 400],
    ['/skip?offset=4', [5]],
    [`/skip?offset=${SAFE}&limit=${SAFE}`, []],
    ['/skip?limit=0', []],
    ['/skip?offset=0&limit=1', [1]],
    ['/take?skip=1', [2, 3]],
    ['/take?skip=3&take=9', [4, 5]],
    ['/unsized', 501],
    ['/unsized?size=3', [1, 2, 3]],
    ['/unsized?size=4', 400],
    ['/unsaid', [1, 2]],
    ['/unsaid?size=3', [1, 2, 3]],
    ['/unsaid?size=4', 501],
    ['/unsaid?size=x', 400],
    ['/marked', 501],
    ['/marked?size=1', 501],
    ['/marked?size=x', 400],
    ['/less?size=3', [1, 2, 3]],
    ['/less?size=4', [1]],
  ])('%s', async (target, shown) => {
    expect(await ids(target)).toEqual(shown);
  });

  const NONE = [
    '',
    '0x1',
    'x',
    '-1',
    '+1',
    '01',
    '1.5',
    '1.0',
    '1e0',
    '%00',
    '%ff',
    '1%20',
    '9223372036854775808',
    '1e18',
    '9'.repeat(600),
  ];
  test.each([
    ['filled', 'page'],
    ['plain', 'size'],
    ['bounded', 'size'],
    ['skip', 'offset'],
    ['take', 'take'],
  ])('/%s?%s= takes whole numbers only, each once', async (path, name) => {
    for (const value of NONE) expect(await ids(`/${path}?${name}=${value}`), value).toBe(400);
    expect(await ids(`/${path}?${name}=1&${name}=1`)).toBe(400);
    expect(await ids(`/${path}?${name}`)).toBe(400);
  });
  test.each(['/filled?page=0', '/plain?size=0', '/filled?page=-0'])('%s counts nothing', async (target) => {
    expect(await ids(target)).toBe(400);
  });
});
