// Tags and pages that follow each other: a service that keeps to its document passes, and one that does otherwise is found.

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';

import type { FindingClass, Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { TAGGED, tagged } from '../tagged.ts';
import { tampered, type Between, type Passed, type Passing } from '../running.ts';

let running: Between | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

const untouched = (): void => undefined;

async function verdictOn(
  change: (passed: Passed) => unknown,
  before: (passing: Passing) => void = untouched,
  model = TAGGED,
): Promise<Verdict> {
  running = await tampered(model, change, { before });
  return verify(model, { url: running.url, seed: 5, requests: 130, time: 20_000 });
}

/** A tag that is made of two fields alone. */
const tagOfTwo = (passed: Passed): void => {
  if (passed.headers.etag === undefined || passed.answer === '') return;
  const { title, note } = JSON.parse(passed.answer) as { readonly title?: unknown; readonly note?: unknown };
  passed.headers.etag = `"${Buffer.from(JSON.stringify([title, note])).toString('hex')}"`;
};
const anyTag = ({ headers }: Passing): void => {
  if (headers['if-match'] !== undefined) headers['if-match'] = '*';
};

describe('tags and pages', () => {
  it('a service that keeps to its document passes', async () => {
    const verdict = await verdictOn(untouched);
    expect(verdict.findings).toEqual([]);
    expect(verdict.invented).toEqual([]);
    expect(verdict.exercised.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        '4/GET /things/pages',
        '4/GET /things/pages/next',
        '4/GET /things/{id}/not modified',
        '4/GET /things/{id}/tag/same',
        '4/GET /things/{id}/tag/new',
        '4/PATCH /things/{id}/cause/precondition failed',
        '4/DELETE /things/{id}/cause/precondition failed',
      ]),
    );
  });

  it('a tag that one field does not change is found', { timeout: 60_000 }, async () => {
    const model = tagged(
      '`note` | string(0..40) | no | caller | any | `x`',
      '`size` | integer | no | caller | any | 1',
    );
    const { findings } = await verdictOn(tagOfTwo, anyTag, model);
    expect(findings.map(({ expected }) => expected)).toContainEqual(
      expect.stringContaining('another tag, as the body is another one'),
    );
  });

  type Change = (passed: Passed) => unknown;
  type Before = (passing: Passing) => void;
  const WRONG: readonly (readonly [what: string, kind: FindingClass, change: Change, before: Before])[] = [
    [
      'does not look at If-None-Match',
      'precondition passed over',
      untouched,
      ({ headers }) => {
        delete headers['if-none-match'];
      },
    ],
    [
      'takes every tag for the one of the row',
      'precondition passed over',
      untouched,
      ({ headers }) => {
        if (headers['if-match'] !== undefined) headers['if-match'] = '*';
      },
    ],
    [
      'has one tag for ever',
      'wrong header',
      ({ headers }) => {
        if (headers.etag !== undefined) headers.etag = '"same"';
      },
      ({ headers }) => {
        if (headers['if-match'] === '"same"') headers['if-match'] = '*';
      },
    ],
    [
      'has another tag each time',
      'wrong header',
      ({ headers }) => {
        if (headers.etag !== undefined) headers.etag = `"${randomUUID()}"`;
      },
      untouched,
    ],
    [
      'says that nothing was modified, whatever the tag',
      'wrong status',
      (passed) => {
        if (passed.method !== 'GET' || passed.sent['if-none-match'] === undefined || passed.status !== 200) return;
        passed.status = 304;
        passed.answer = '';
        delete passed.headers['content-type'];
      },
      untouched,
    ],
    [
      'leaves out the link to the next page',
      'broken page',
      ({ headers }) => {
        delete headers['link'];
      },
      untouched,
    ],
    [
      'links the last page to another one',
      'broken page',
      ({ method, target, headers, answer }) => {
        const isList = method === 'GET' && target.startsWith('/things?cursor') && headers['link'] === undefined;
        if (isList && answer !== '[]') headers['link'] = `<http://127.0.0.1${target}>; rel="next"`;
      },
      untouched,
    ],
    [
      'shows the first page again',
      'broken page',
      untouched,
      (passing) => {
        if (passing.target.startsWith('/things?cursor')) passing.target = '/things';
      },
    ],
  ];

  it.each(WRONG)('finds a service that %s', async (_what, kind, change, before) => {
    const verdict = await verdictOn(change, before);
    expect(verdict.findings.map((one) => one.class)).toContain(kind);
  });
});
