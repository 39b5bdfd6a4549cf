// Calls that come again with their key: what keeps its answers passes, and what acts twice, forgets, or takes another body is found.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

import { verify } from '../../../src/verify/verify.ts';
import type { Verdict } from '../../../src/verify/verdict.ts';
import { creates, documentOf, errors, keys, lists, modelOf, REFUSED, resource, scheme, signsUp } from '../document.ts';
import { tampered, type Between, type Passed, type Passing } from '../running.ts';

const MODEL = modelOf(
  documentOf({
    resources:
      resource('Person', ['`name` | string(1..40) | yes | caller at create']) +
      resource('Order', [
        '`id` | uuid | yes | service: new id',
        '`title` | string(1..40) | yes | caller | not blank',
        '`count` | integer 1..10 | no | caller | any | 1',
      ]),
    operations: [
      signsUp('Person'),
      creates(
        'Order',
        { Who: 'signed-in', Repeat: 'key' },
        keys('Idempotency-Key', {
          Scope: 'caller and operation',
          'Marked by': '`Idempotent-Replayed: true`',
        }),
      ),
      lists('Order'),
    ].join(''),
    authentication: scheme('Token', { Caller: 'Person', 'Issued by': '`POST /persons`' }),
    errors: errors([
      REFUSED,
      '`taken` | 409 | any field taken',
      '`query` | 400 | invalid query',
      '`header` | 400 | invalid header',
      '`who` | 401 | no credentials, wrong token, expired token',
      '`other_body` | 409 | same key, other body',
      '`busy` | 409 | still running',
      '`no_key` | 400 | header `Idempotency-Key` missing',
    ]),
  }),
);

let running: Between | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function verdictOn(
  change: (passed: Passed) => unknown,
  before: (passing: Passing) => void = () => undefined,
): Promise<Verdict> {
  running = await tampered(MODEL, change, { before });
  return verify(MODEL, { url: running.url, seed: 3, requests: 110, time: 20_000 });
}

const untouched = (): void => undefined;

const KEY = 'idempotency-key';

describe('keys of calls that come again', () => {
  it('a service that keeps its answers passes, twice with one seed', async () => {
    const verdict = await verdictOn(untouched);
    expect(verdict.findings).toEqual([]);
    expect(verdict.invented).toEqual([]);
    const ids = verdict.exercised.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        '4/POST /orders/repeat/same body',
        '4/POST /orders/repeat/other caller',
        '4/POST /orders/cause/same key, other body',
      ]),
    );
    const second = await verify(MODEL, { url: running!.url, seed: 3, requests: 110, time: 20_000 });
    expect(second.findings).toEqual([]);
  });

  const WRONG: readonly (readonly [
    what: string,
    change: (passed: Passed) => void,
    before: (passing: Passing) => void,
  ])[] = [
    [
      'that acts again',
      untouched,
      ({ headers }) => {
        if (headers[KEY] !== undefined) headers[KEY] = randomUUID();
      },
    ],
    [
      'that does not mark what it answers again',
      (passed) => {
        delete passed.headers['idempotent-replayed'];
      },
      untouched,
    ],
    [
      'that answers what differs from the first answer',
      (passed) => {
        if (passed.headers['idempotent-replayed']) passed.answer = passed.answer.replace('"count":', '"count": ');
      },
      untouched,
    ],
  ];

  it.each(WRONG)('finds a service %s', async (_what, change, before) => {
    const verdict = await verdictOn(change, before);
    const found = verdict.findings.filter(({ operation }) => operation === 'POST /orders');
    expect(found.length).toBeGreaterThan(0);
    expect(
      found.every(({ class: kind }) =>
        ['repeat counted', 'wrong header', 'wrong order', 'wrong status'].includes(kind),
      ),
    ).toBe(true);
    expect(found.some(({ exchanges }) => exchanges.length <= 6)).toBe(true);
  });

  it('finds a service that gives the first answer and acts all the same', async () => {
    const verdict = await verdictOn(async (passed) => {
      if (!passed.headers['idempotent-replayed']) return;
      const kept = Object.entries(passed.sent).map(([name, value]): [string, string] => [name, String(value)]);
      await fetch(new URL(passed.target, running!.behind), {
        method: 'POST',
        headers: [...kept.filter(([name]) => name !== KEY && name !== 'content-length'), [KEY, randomUUID()]],
        body: passed.body,
      });
    });
    expect(verdict.findings.map(({ operation }) => operation)).toContain('GET /orders');
  });
});

describe('a service that keeps a row of the same values', () => {
  const SAME = modelOf(
    readFileSync(join(import.meta.dirname, '..', '..', 'parts', 'endpoints', 'repeats-same-values.md'), 'utf8'),
  );
  let kept: Between | undefined;

  afterEach(() => kept?.close());

  async function keptVerdict(change: (passed: Passed) => void): Promise<Verdict> {
    kept = await tampered(SAME, change);
    return verify(SAME, { url: kept.url, seed: 2, requests: 150, time: 20_000 });
  }

  it('gives nothing to find', async () => {
    const { findings, exercised } = await keptVerdict(untouched);
    expect(findings).toEqual([]);
    expect(exercised.map(({ id }) => id)).toContain('4/PUT /instances/{id}/cause/other values');
  });

  it('is found where other values pass', async () => {
    const { findings } = await keptVerdict((passed) => {
      if (passed.method !== 'PUT' || !passed.answer.includes('"conflict"')) return;
      passed.status = 200;
      passed.answer = JSON.stringify({ id: 'x', size: 1, state: 'succeeded' });
    });
    expect(findings.map(({ class: kind, cause }) => `${kind}, ${cause}`)).toContain('repeat counted, other values');
  });
});
