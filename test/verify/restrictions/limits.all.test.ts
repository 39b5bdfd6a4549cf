// Limits at their bounds: a service that keeps to them passes; one that has other numbers, or says something else of what is left, is found.

import { afterEach, describe, expect, it } from 'vitest';

import type { FindingClass, Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentOf, modelOf } from '../../plan/plan-of.ts';
import { tampered, type Between, type Passed } from '../running.ts';

function limited(limits: string): ReturnType<typeof modelOf> {
  return modelOf(
    documentOf({
      resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`title\` | string | yes | caller | not blank | none |
| \`tags\` | array of string | no | caller | any | none |
`,
      operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again
- Answers: 201 created, Thing

### GET /things

- Does: lists Thing
- Order: oldest first
- Pages: none
- Repeat: safe
- Headers: \`RateLimit\`, \`RateLimit-Policy\`
- Answers: 200 found, array of Thing

### DELETE /things/{id}

- Does: deletes Thing
- Repeat: same effect
- Answers: 204 deleted
`,
      errors: `- Error body: {"code": <code>}
- All failed fields at once: no

| Code | Status | When | Headers |
|---|---|---|---|
| \`absent\` | 404 | no such Thing | none |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field | none |
| \`query\` | 400 | invalid query | none |
| \`fast\` | 429 | none | \`Retry-After\` |
| \`long\` | 413 | none | none |
| \`full\` | 409 | none | none |
`,
      limits: `| Limit | Value | Per | Applies to | When exceeded |
|---|---|---|---|---|
${limits}`,
    }),
  );
}

const READS = (count: number): string =>
  `| Reads | ${count} per 4 seconds | IP address | \`GET /things\` | \`fast\` |\n`;
const REST = (title: number, tags: number, body: string, rows: number): string =>
  `| Titles | ${title} characters | \`Thing.title\` | any | \`long\` |
| Tags | ${tags} items | \`Thing.tags\` | any | \`long\` |
| Bodies | ${body} | request | \`POST /things\` | \`long\` |
| Things | ${rows} Thing | service | any | \`full\` |
`;

const STATED = REST(30, 3, '2 KB', 9);
const MODEL = limited(READS(40) + STATED);

let running: Between | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function verdictOn(
  served: ReturnType<typeof modelOf>,
  change: (passed: Passed) => unknown = () => undefined,
  requests = 320,
): Promise<Verdict> {
  running = await tampered(served, change);
  return verify(MODEL, { url: running.url, seed: 2, requests, time: 20_000, isLimited: true });
}

describe('limits at their bounds', () => {
  it('a service that keeps to them passes', async () => {
    const verdict = await verdictOn(MODEL);
    expect(verdict.findings).toEqual([]);
    expect(verdict.invented).toEqual([]);
    expect(verdict.exercised.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        '8/Reads/at',
        '8/Reads/beyond',
        '4/POST /things/cause/Titles reached',
        '4/POST /things/cause/Tags reached',
        '4/POST /things/cause/Bodies reached',
        '4/POST /things/cause/Things reached',
      ]),
    );
  });

  it('are left alone without --limits', async () => {
    running = await tampered(MODEL, () => undefined);
    const verdict = await verify(MODEL, { url: running.url, seed: 2, requests: 30, time: 20_000 });
    expect(verdict.notExercised.find(({ id }) => id === '8/Reads/at')?.why).toContain('--limits');
  });

  const OTHER: readonly (readonly [what: string, kind: FindingClass, served: string])[] = [
    ['admits one call more', 'limit missed', READS(41) + STATED],
    ['refuses one call too early', 'wrong status', READS(39) + STATED],
    ['takes a longer text', 'limit missed', READS(40) + REST(31, 3, '2 KB', 9)],
    ['takes a longer list', 'limit missed', READS(40) + REST(30, 4, '2 KB', 9)],
    ['takes a larger body', 'limit missed', READS(40) + REST(30, 3, '2001 B', 9)],
    ['refuses a body that is not too large', 'wrong status', READS(40) + REST(30, 3, '1999 B', 9)],
    ['keeps one row more', 'limit missed', READS(40) + REST(30, 3, '2 KB', 10)],
  ];

  it.each(OTHER)('finds a service that %s', async (_what, kind, served) => {
    const verdict = await verdictOn(limited(served));
    // What is not refused for one limit may be for another one that is reached as well.
    const kinds = kind === 'limit missed' ? [kind, 'wrong order'] : [kind];
    expect(verdict.findings.map((one) => one.class).filter((one) => kinds.includes(one))).not.toEqual([]);
  });

  const SAYING: readonly (readonly [what: string, change: (passed: Passed) => unknown])[] = [
    [
      'says that more is left',
      ({ headers }) => {
        const left = headers['ratelimit'];
        if (typeof left === 'string') headers['ratelimit'] = left.replace(/r=(\d+)/, (_all, r) => `r=${Number(r) + 2}`);
      },
    ],
    [
      'has another policy',
      ({ headers }) => {
        const policy = headers['ratelimit-policy'];
        if (typeof policy === 'string') headers['ratelimit-policy'] = policy.replace('q=40', 'q=60');
      },
    ],
    [
      'says nothing',
      ({ headers }) => {
        delete headers['ratelimit'];
      },
    ],
    [
      'lets callers come back too early',
      ({ headers }) => {
        if (headers['retry-after'] !== undefined) headers['retry-after'] = '0';
      },
    ],
  ];

  it.each(SAYING)('finds a service that %s', async (_what, change) => {
    const verdict = await verdictOn(MODEL, change);
    expect(verdict.findings.map((one) => one.class)).toContain('wrong header');
  });
});
