// Limits at their bounds: a service that keeps to them passes; one that has other numbers, or says something else of what is left, is found.

import { afterEach, describe, expect, it } from 'vitest';

import type { Model } from '../../../src/model/model.ts';
import type { FindingClass, Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { creates, deletes, documentOf, errors, ID, lists, modelOf, REFUSED, resource, table } from '../document.ts';
import { tampered, type Between, type Passed } from '../running.ts';

interface Limits {
  /** In four seconds. */
  readonly calls?: number;
  readonly title?: number;
  readonly tags?: number;
  readonly body?: string;
  readonly rows?: number;
}

function limited({ calls = 40, title = 30, tags = 3, body = '2 KB', rows = 9 }: Limits = {}): Model {
  return modelOf(
    documentOf({
      resources: resource('Thing', [
        ID,
        '`title` | string | yes | caller | not blank',
        '`tags` | array of string | no',
      ]),
      operations: [
        creates('Thing'),
        lists('Thing', { Headers: '`RateLimit`, `RateLimit-Policy`' }),
        deletes('Thing'),
      ].join(''),
      errors: errors(
        [
          '`absent` | 404 | no such Thing',
          REFUSED,
          '`query` | 400 | invalid query',
          '`fast` | 429 | none | `Retry-After`',
          '`long` | 413 | none',
          '`full` | 409 | none',
        ],
        {},
        'Code | Status | When | Headers',
      ),
      limits: table('Limit | Value | Per | Applies to | When exceeded', [
        `Reads | ${calls} per 4 seconds | IP address | \`GET /things\` | \`fast\``,
        `Titles | ${title} characters | \`Thing.title\` | any | \`long\``,
        `Tags | ${tags} items | \`Thing.tags\` | any | \`long\``,
        `Bodies | ${body} | request | \`POST /things\` | \`long\``,
        `Things | ${rows} Thing | service | any | \`full\``,
      ]),
    }),
  );
}

const MODEL = limited();

let running: Between | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function verdictOn(
  served: Model,
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

  const OTHER: readonly (readonly [what: string, kind: FindingClass, served: Limits])[] = [
    ['admits one call more', 'limit missed', { calls: 41 }],
    ['refuses one call too early', 'wrong status', { calls: 39 }],
    ['takes a longer text', 'limit missed', { title: 31 }],
    ['takes a longer list', 'limit missed', { tags: 4 }],
    ['takes a larger body', 'limit missed', { body: '2001 B' }],
    ['refuses a body that is not too large', 'wrong status', { body: '1999 B' }],
    ['keeps one row more', 'limit missed', { rows: 10 }],
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
