// Paths as they may be written down: nothing that the document hides, no query, no password, nothing that a terminal obeys.

import { assert, integer, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixedSegments, shownAsSent, shownPath, veilOf } from '../../src/serve/shown-path.ts';
import { planOf, type Parts } from '../plan/plan-of.ts';
import { operation, path, plan } from './plans.ts';
import { processorTime } from '../processor-time.ts';

const NONE = undefined;

describe('a path that no operation has', () => {
  test.each([
    ['/a/b', '/a/b', false],
    ['/a?token=1', '/a', true],
    ['/a#token', '/a', true],
    ['/a%3Ftoken=1', '/a', true],
    ['/a%23token', '/a', true],
    ['*', '/*', false],
    ['http://user:pass@host/a', '/a', false],
    ['HTTP://user:pass@host', '/', false],
    ['http://user:pass@host?x', '/', true],
    ['http://user:pa/ss@host/a', '/…host/a', false],
    ['ftp://user:pass@host/a', '/ftp://…host/a', false],
    ['//user:pass@host/a', '//…host/a', false],
    ['/user:pass%40host/a', '/…host/a', false],
    ['/a@b%40c@d', '/…d', false],
    ['/\u001B[31m', '/%1B%5B31m', false],
    ['/\u0080\u009B\u00E4', '/%80%9B%E4', false],
    ['/"\\<>{x}\u0000\n', '/%22%5C%3C%3E%7Bx%7D%00%0A', false],
    [`/${'a'.repeat(300)}`, `/${'a'.repeat(199)}…`, false],
  ])('%j is shown as %s', (target, shown, more) => {
    expect(shownAsSent(target, NONE)).toEqual({ path: shown, more });
  });

  test('shows only fixed segments of the document where that hides a value of a path', () => {
    const fixed = fixedSegments(
      plan([{ ...operation('GET /resets/{token}', {}), path: path('/resets/{token}'), unshown: ['token'] }]),
    );
    expect(shownAsSent('/Resets/s3cret', fixed)).toEqual({ path: '/…/…', more: false });
    expect(shownAsSent('/resets/s3cret/', fixed)).toEqual({ path: '/resets/…/', more: false });
    expect(fixedSegments(plan([operation('GET /resets/{token}', {})]))).toBeUndefined();
  });
});

test('what is hidden is shown by its name, and fixed text beside it as it is', () => {
  const pattern = path('/a/{id}/b/{token}.json');
  const veiled = veilOf(pattern, ['token'], undefined);
  expect(shownPath('/a/1/b/s3cret.json?x', veiled)).toEqual({ path: '/a/1/b/{token}.json', more: true });
  expect(shownPath('http://u:p@h/a/1/b/s3cret.json', veiled).path).toBe('/a/1/b/{token}.json');
  // Another operation at the same path hides the other.
  expect(shownPath('/a/1/b/s3cret.json', veilOf(pattern, ['id'], veiled)).path).toBe('/a/{id}/b/{token}.json');
  expect(veilOf(pattern, undefined, veiled)).toBe(veiled);
});

test('whatever is sent, one short line comes of it, in time that its length allows', () => {
  const octets = string({
    unit: integer({ min: 1, max: 255 }).map((code) => String.fromCodePoint(code)),
    maxLength: 400,
  });
  assert(
    property(octets, (target) => {
      for (const { path: shown } of [
        shownAsSent(target, NONE),
        shownPath(target, NONE),
        shownAsSent(target, new Set()),
      ])
        expect(shown).toMatch(/^[!-~…]{1,201}$/);
    }),
    { numRuns: 500 },
  );
  for (const one of ['/', '@', 'a', '%', '%40', 'é']) {
    const begun = processorTime();
    shownAsSent(`/${one.repeat(32_768 / one.length)}`, NONE);
    expect(processorTime() - begun).toBeLessThan(500);
  }
});

const TABLE = `| Field | Type | Required | Set by | Present | Allowed values | Default | Meaning |
|---|---|---|---|---|---|---|---|`;
const row = (name: string, type: string, by: string, present: string): string =>
  `| \`${name}\` | ${type} | yes | ${by} | ${present} | any | none | It is. |`;

function things(field: string, selects = ''): Parts {
  return {
    resources: `### Thing

- Identified by: \`id\`
- Unique: \`key\`

${TABLE}
${row('id', 'integer', 'service: new id', 'always')}
${field}`,
    operations: `### GET /things/{key}

- Does: reads Thing
${selects}
| Status | When | Body |
|---|---|---|
| 204 | found | none |
`,
  };
}

/** Whose identity is a token. */
const OWNER = `

### Owner

- Identified by: \`pass\`
- Unique: \`name\`
- Unique: \`code\`

${TABLE}
${row('pass', 'string', 'service: token', 'always')}
${row('name', 'string', 'caller', 'always')}
${row('code', 'string', 'caller, hidden', 'always')}
`;

const BY_KEY = `
| Path | Type | Allowed values | Selects |
|---|---|---|---|
| \`key\` | string | any | Thing by \`key\` |
`;

describe('a value of a path is written down only where the document shows that answers may have it', () => {
  test.each([
    ['shown', row('key', 'string', 'caller', 'always'), BY_KEY, undefined],
    ['set by the caller, and hidden', row('key', 'string', 'caller, hidden', 'always'), BY_KEY, ['key']],
    ['never present', row('key', 'string', 'caller', 'never'), BY_KEY, ['key']],
    ['a secret', row('key', 'secret', 'caller', 'always'), BY_KEY, ['key']],
    ['a token', row('key', 'string', 'service: token', 'always'), BY_KEY, ['key']],
    ['not said to be set by anybody', row('key', 'string', 'not shown', 'always'), BY_KEY, ['key']],
    ['perhaps present', row('key', 'string', 'caller', 'not shown'), BY_KEY, ['key']],
    ['of no type', row('key', 'not shown', 'caller', 'always'), BY_KEY, ['key']],
    ['not said to select anything', row('key', 'string', 'caller', 'always'), '', ['key']],
    [
      'a secret by its own row',
      row('key', 'string', 'caller', 'always'),
      BY_KEY.replace('| string |', '| secret |'),
      ['key'],
    ],
    ['a reference by what may be shown', row('key', 'Owner by `name`', 'caller', 'always') + OWNER, BY_KEY, undefined],
    ['a reference by what is hidden', row('key', 'Owner by `code`', 'caller', 'always') + OWNER, BY_KEY, ['key']],
    ['a reference by what nobody shows', row('key', 'Owner', 'caller', 'always') + OWNER, BY_KEY, ['key']],
    [
      'an identity',
      row('key', 'string', 'caller', 'always'),
      BY_KEY.replace('by `key`', 'by `id`').replace('string', 'integer'),
      undefined,
    ],
  ])('%s', (_what, field, selects, unshown) => {
    expect(planOf(things(field, selects)).operations[0]!.unshown).toEqual(unshown);
  });
});
