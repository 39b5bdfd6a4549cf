// What the notation says of words whose meaning a reader might take in more than one way, over a real server: where rows
// without a value stand, how a slug is spelled, what a template shows of nothing, how arithmetic rounds.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const list = (path: string, order: string): string => `### GET /${path}
- Does: lists Thing
- Order: ${order}
- Pages: none
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing only \`id\` |

`;

let service: Running;

beforeAll(async () => {
  service = await start(
    planOf({
      resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`f\` | string | no | caller | any | none |
| \`n\` | integer | no | caller | any | none |
| \`slug\` | string | no | service: slug of \`f\` | any | none |
| \`half\` | integer | no | service: = \`n\` / 2 | any | none |
| \`at\` | date-time | no | service: now at change | any | none |
| \`sent\` | date-time, as sent | no | service: now at change | any | none |
| \`day\` | date | no | service: now at change | any | none |
| \`second\` | seconds since 1970 | no | service: now at change | any | none |
| \`cent\` | decimal(2) | no | service: = \`n\` * 0.005 | any | none |
`,
      operations: `### POST /things
- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | {"slug": slug, "n": n, "half": half, "cent": cent} |

### PATCH /things/{id}
- Does: updates Thing
- Body: Thing
- Omitted fields: kept
- Null fields: refused
- Empty text: kept
- Repeat: same effect

| Status | When | Body |
|---|---|---|
| 200 | updated | {"at": at, "sent": sent, "day": day, "second": second} |

### GET /at/second
- Does: lists Thing
- Order: oldest first
- Pages: none
- Repeat: safe

| Query | Type | Required | Default | Allowed values | Selects |
|---|---|---|---|---|---|
| \`second\` | seconds since 1970 | yes | none | any | \`second\` = value |

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing only \`id\` |

${list('up', '`n` ascending')}${list('down', '`n` descending')}${list('text', '`f` descending, then `n`')}`,
    }),
  );
});
afterAll(() => service.stop());

async function made(body: object): Promise<Readonly<Record<string, unknown>>> {
  return (await send(service, 'POST', '/things', body)).json as Readonly<Record<string, unknown>>;
}

async function ids(path: string): Promise<readonly number[]> {
  const { json } = await send(service, 'GET', path);
  return (json as { id: number }[]).map(({ id }) => id);
}

test('rows without a value stand last, both ways; a bare path without one is null; halves round away from zero', async () => {
  expect(await made({})).toEqual({ slug: null, n: null, half: null, cent: null });
  expect(await made({ n: 3 })).toEqual({ slug: null, n: 3, half: 2, cent: 0.02 });
  expect(await made({ n: -3, f: 'a' })).toEqual({ slug: 'a', n: -3, half: -2, cent: -0.02 });
  expect(await made({ n: 1, f: 'b' })).toEqual({ slug: 'b', n: 1, half: 1, cent: 0.01 });
  expect(await ids('/up')).toEqual([3, 4, 2, 1]);
  expect(await ids('/down')).toEqual([2, 4, 3, 1]);
  expect(await ids('/text')).toEqual([4, 3, 2, 1]);
});

test('now at change: an instant is never the same twice for a row, and a second is found as it is shown', async () => {
  // The clock stands still.
  vi.useFakeTimers({ toFake: ['Date'] });
  const seen: Readonly<Record<string, unknown>>[] = [];
  for (let n = 0; n < 5; n++) seen.push((await send(service, 'PATCH', '/things/1', { n })).json as never);
  vi.useRealTimers();
  for (const name of ['at', 'sent']) expect(new Set(seen.map((one) => one[name])).size).toBe(5);
  const { day, second } = seen.at(-1)!;
  expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(await ids(`/at/second?second=${String(second)}`)).toContain(1);
});

describe('a slug', () => {
  test.each([
    ['Über uns!', 'uber-uns'],
    ['  A  b__c ', 'a-b-c'],
    ['!!!', '-'],
    ['…', '--2'],
    ['Über, uns', 'uber-uns-2'],
    ['ﬁne 東京 ½', 'fine-東京-1-2'],
    ['Straße', 'straße'],
  ])('of %j is %j', async (f, slug) => {
    expect(await made({ f })).toMatchObject({ slug });
  });
});
