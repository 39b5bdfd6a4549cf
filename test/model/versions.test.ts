// What part 9 cannot say together: each at its line, and at the line that it contradicts; and what looks like it and can be said.

import { expect, it } from 'vitest';
import { understand } from '../laws/service.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';
import { versionsOf } from '../../src/analysis/document/versions.ts';

const THING = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
`;

const READ = (path: string, more = ''): string => `### GET ${path}

- Does: lists Thing
- Repeat: safe
- Order: newest first
- Pages: none
${more}
| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |
`;

const HEADER = 'Scheme: header `API-Version`';

function source(lines: readonly string[], table = '', operations = READ('/things')): string {
  const whole = documentOf({ resources: THING, operations, codes: '| `no` | 400 | unknown version |\n' });
  const stated = ['Current version: `v2`', 'Compatibility: none', 'Missing version: the current version', ...lines];
  // A line of the test takes the place of the usual one.
  const bullets = new Map(stated.map((line) => [line.slice(0, line.indexOf(':')), line]));
  return `${whole.slice(0, whole.indexOf('## 9.'))}## 9. Versioning\n\n${[...bullets.values()].map((line) => `- ${line}`).join('\n')}\n\n${table}`;
}

const rows = (...cells: readonly string[]): string =>
  `| Version | Status |\n|---|---|\n${cells.map((one) => `| ${one} |\n`).join('')}`;

/** Each contradiction by the text of its line, and of those that it names. */
function found(text: string): readonly (readonly string[])[] {
  const { document, model } = understand(text);
  const line = (at: { readonly start: number }): string =>
    document.source.slice(document.source.lastIndexOf('\n', at.start) + 1).split('\n', 1)[0]!;
  return model.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, at, related }) => [code, line(at), ...related.map((one) => line(one.at))]);
}

const CURRENT = '- Current version: `v2`';

it.each<readonly [what: string, text: string, ...lines: readonly string[]]>([
  [
    'a version that is current and withdrawn',
    source([HEADER], rows('`v2` | withdrawn')),
    '| `v2` | withdrawn |',
    CURRENT,
  ],
  ['another version that is current', source([HEADER], rows('`v3` | current')), '| `v3` | current |', CURRENT],
  [
    'a current version that is not supported',
    source([HEADER, 'Supported versions: `v1`']),
    CURRENT,
    '- Supported versions: `v1`',
  ],
  [
    'a version that is supported and withdrawn',
    source([HEADER, 'Supported versions: `v1`, `v2`', 'Other changes: none'], rows('`v1` | withdrawn')),
    '| `v1` | withdrawn |',
    '- Supported versions: `v1`, `v2`',
  ],
  [
    'a version that is deprecated and not supported',
    source([HEADER, 'Supported versions: `v2`'], rows('`v1` | deprecated')),
    '| `v1` | deprecated |',
    '- Supported versions: `v2`',
  ],
  [
    'a version that ends before it is deprecated',
    source([HEADER, 'Deprecated: `v2` on 2027-01-01', 'Sunset: `v2` on 2026-01-01']),
    '- Sunset: `v2` on 2026-01-01',
    '- Deprecated: `v2` on 2027-01-01',
  ],
  [
    'two days for one version',
    source([HEADER, 'Sunset: `v2` on 2027-01-01; `v2` on 2028-01-01']),
    '- Sunset: `v2` on 2027-01-01; `v2` on 2028-01-01',
  ],
  [
    'two rows of one version',
    source([HEADER], rows('`v2` | current', '`v2` | deprecated')),
    '| `v2` | deprecated |',
    '| `v2` | current |',
  ],
  [
    'a missing version that is not supported',
    source([HEADER, 'Missing version: version `v1`']),
    '- Missing version: version `v1`',
    CURRENT,
  ],
  [
    'an unknown version that is not supported',
    source([HEADER, 'Unknown version: version `v1`', 'Supported versions: `v2`']),
    '- Unknown version: version `v1`',
    '- Supported versions: `v2`',
  ],
  [
    'a query parameter that has the name',
    source(
      ['Scheme: query `v`'],
      '',
      READ(
        '/things',
        '\n| Query | Type | Required | Default | Allowed values | Selects |\n|---|---|---|---|---|---|\n| `v` | integer | no | none | any | `id` = value |\n',
      ),
    ),
    '| `v` | integer | no | none | any | `id` = value |',
    '- Scheme: query `v`',
  ],
  [
    'a version that no request can name',
    source(['Scheme: none', 'Sunset: `v1` on 2027-01-01']),
    '- Sunset: `v1` on 2027-01-01',
    '- Scheme: none',
  ],
  [
    'several versions where requests name none',
    source(['Scheme: none', 'Supported versions: `v1`, `v2`']),
    '- Supported versions: `v1`, `v2`',
    '- Scheme: none',
  ],
  [
    'requests without a version that are refused, where all are such',
    source(['Scheme: none', 'Missing version: refused `no`']),
    '- Missing version: refused `no`',
    '- Scheme: none',
  ],
  [
    'a version that is deprecated and nowhere else',
    source([HEADER, 'Deprecated: `v7` on 2027-01-01']),
    '- Deprecated: `v7` on 2027-01-01',
    CURRENT,
  ],
  [
    'a version that is supported where none is',
    source([HEADER, 'Supported versions: none'], rows('`v1` | supported')),
    '| `v1` | supported |',
    '- Supported versions: none',
  ],
  [
    'a query parameter that has a credential',
    source(['Scheme: query `v`']).replace(
      '## 5. Authentication\n\nnone',
      '## 5. Authentication\n\n### Key\n\n- Scheme: API key\n- Sent in: query `v`\n- Caller: none\n- Issued by: operator\n- Token lifetime: none\n- Revoked when: none',
    ),
    '- Sent in: query `v`',
    '- Scheme: query `v`',
  ],
  [
    'a header that has a credential, in other letters',
    source([HEADER]).replace(
      '## 5. Authentication\n\nnone',
      '## 5. Authentication\n\n### Key\n\n- Scheme: API key\n- Sent in: header `api-version`\n- Caller: none\n- Issued by: operator\n- Token lifetime: none\n- Revoked when: none',
    ),
    '- Sent in: header `api-version`',
    '- Scheme: header `API-Version`',
  ],
  ...['Content-Type', 'ACCEPT', 'Host', 'X-Forwarded-For', 'Sec-Version', 'Ninefold-Version', 'my version', 'é'].map(
    (name): [string, string, string] => [
      `the header ${name} for versions`,
      source([`Scheme: header \`${name}\``]),
      `- Scheme: header \`${name}\``,
    ],
  ),
  [
    'a path that has the prefix',
    source(['Scheme: path prefix'], '', READ('/v2/things')),
    '### GET /v2/things',
    '- Scheme: path prefix',
  ],
])('%s is an error at its line', (_, text, ...lines) => {
  expect(found(text)).toEqual([['contradiction', ...lines]]);
});

it.each([
  [
    'a current version that is deprecated, and has an end',
    source([HEADER, 'Deprecated: 2026-01-01', 'Sunset: 2026-01-01'], rows('`v2` | deprecated')),
  ],
  ...['X-Version', 'Version', 'Stripe-Version', 'x_v~1'].map((name): [string, string] => [
    `the header ${name}`,
    source([`Scheme: header \`${name}\``]),
  ]),
  ['a preview beside the supported ones', source([HEADER, 'Supported versions: `v2`'], rows('`v3` | preview'))],
  ['an end of a version that was', source([HEADER, 'Sunset: `v1` on 2020-01-01', 'Supported versions: `v2`'])],
  ['the same day for one version twice', source([HEADER, 'Sunset: `v2` on 2027-01-01; `v2` on 2027-01-01'])],
  [
    'one that is deprecated, is over, and is nowhere else',
    source([HEADER, 'Deprecated: `v1` on 2019-01-01', 'Sunset: `v1` on 2020-01-01']),
  ],
  [
    'the current one by its name where requests name none',
    source(['Scheme: none', 'Sunset: `v2` on 2027-01-01', 'Missing version: version `v2`']),
  ],
  ['a code that refuses', source([HEADER, 'Unknown version: refused `no`'])],
  ['a path that only begins alike', source(['Scheme: path prefix'], '', READ('/v2things'))],
  ['a path with a version where requests name none', source(['Scheme: none'], '', READ('/v2/things'))],
])('%s is none', (_, text) => {
  expect(found(text)).toEqual([]);
});

const of = (text: string): unknown => {
  const { served, withdrawn, sunset } = versionsOf(modelOf(text))!;
  return { served, withdrawn, sunset: Object.fromEntries(sunset) };
};

it('a day without a name is that of the former versions, else of the only one', () => {
  expect(of(source([HEADER, 'Sunset: 2027-01-01']))).toEqual({
    served: ['v2'],
    withdrawn: [],
    sunset: { v2: '2027-01-01' },
  });
  const table = rows('`v0` | withdrawn', '`v1` | supported', '`v2` | current', '`v3` | preview');
  expect(of(source([HEADER, 'Sunset: 2027-01-01'], table))).toEqual({
    served: ['v2', 'v1', 'v3'],
    withdrawn: ['v0'],
    sunset: { v0: '2027-01-01', v1: '2027-01-01' },
  });
  expect(of(source([HEADER, 'Sunset: 2027-01-01; `v1` on 2026-01-01'], table))).toMatchObject({
    sunset: { v0: '2027-01-01', v1: '2026-01-01' },
  });
});
