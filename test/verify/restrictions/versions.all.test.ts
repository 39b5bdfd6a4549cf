// Versions: a service that keeps to part 9 passes, wherever requests name their version; one that lets other versions in, or says something
// else of when they end, is found.

import { afterEach, describe, expect, it } from 'vitest';

import type { Model } from '../../../src/model/model.ts';
import type { FindingClass, Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { bullets, creates, documentOf, errors, ID, lists, modelOf, REFUSED, resource } from '../document.ts';
import { tampered, type Between, type Passed, type Passing } from '../running.ts';

function versioned(scheme: string): Model {
  return modelOf(
    documentOf({
      resources: resource('Thing', [ID, '`title` | string(1..40) | yes | caller | not blank']),
      operations: creates('Thing') + lists('Thing'),
      errors: errors([
        REFUSED,
        '`query` | 400 | invalid query',
        '`no_version` | 400 | missing version',
        '`other_version` | 406 | unknown version',
        '`gone_version` | 410 | version withdrawn',
      ]),
      versioning: bullets({
        Scheme: scheme,
        'Current version': '`v3`',
        'Supported versions': '`v1`, `v2`, `v3`',
        Deprecated: '`v2` on 2026-01-31',
        Sunset: '`v1` on 2020-01-31, `v2` on 2099-06-30',
        Compatibility: 'new fields are added',
        'Other changes': 'none',
      }),
    }),
  );
}

let running: Between | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

const untouched = (): void => undefined;

async function verdictOn(
  model: Model,
  change: (passed: Passed) => unknown,
  before: (passing: Passing) => void = untouched,
): Promise<Verdict> {
  running = await tampered(model, change, { before });
  return verify(model, { url: running.url, seed: 3, requests: 160, time: 20_000 });
}

const BY_HEADER = versioned('header `API-Version`');

function named(headers: Passing['headers'], from: string | undefined, to: string): void {
  if (headers['api-version'] === from) headers['api-version'] = to;
}

describe('versions', () => {
  it.each(['header `API-Version`', 'query `v`', 'media type', 'path prefix'])(
    'by %s: a service that keeps to part 9 passes',
    async (scheme) => {
      const verdict = await verdictOn(versioned(scheme), untouched);
      expect(verdict.findings).toEqual([]);
      expect(verdict.invented).toEqual([]);
      const ids = verdict.exercised.map(({ id }) => id);
      expect(ids).toContain('4/GET /things/cause/unknown version');
      expect(ids).toContain('4/GET /things/cause/version withdrawn');
      if (scheme !== 'path prefix') expect(ids).toContain('4/GET /things/cause/missing version');
    },
  );

  type Wrong = readonly [string, FindingClass, (passed: Passed) => unknown, (passing: Passing) => void];
  const WRONG: readonly Wrong[] = [
    ['lets a call in that names none', 'wrong version', untouched, ({ headers }) => named(headers, undefined, 'v3')],
    ['lets every version in', 'wrong version', untouched, ({ headers }) => named(headers, 'ninefold-none', 'v3')],
    ['lets an ended version in', 'wrong version', untouched, ({ headers }) => named(headers, 'v1', 'v3')],
    [
      'does not say that a version is deprecated',
      'wrong header',
      ({ headers }) => {
        delete headers['deprecation'];
      },
      untouched,
    ],
    [
      'names another day',
      'wrong header',
      ({ headers }) => {
        if (headers['sunset'] !== undefined) headers['sunset'] = 'Wed, 31 Dec 2098 00:00:00 GMT';
      },
      untouched,
    ],
    [
      'says so of the current version',
      'wrong header',
      (passed) => {
        if (passed.sent['api-version'] === 'v3') passed.headers['deprecation'] = '@1769817600';
      },
      untouched,
    ],
  ];

  it.each(WRONG)('finds a service that %s', async (_what, kind, change, before) => {
    const verdict = await verdictOn(BY_HEADER, change, before);
    expect(verdict.findings.map((one) => one.class)).toContain(kind);
  });
});
