// A rule of the service that looks at other rows, beside each kind of type: told where no value could be of that type, though
// this runtime does none of these rules yet. Notation, part 2, "Who sets a field".

import { expect, it } from 'vitest';

import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import { documentOf } from '../plan/plan-of.ts';

const ROWS = `### Other

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | integer | no | caller | any | none |
| \`word\` | string | no | caller | any | none |
| \`day\` | date | no | caller | any | none |`;

function errors(type: string, rule: string): readonly string[] {
  const resources = `${ROWS}

### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`f\` | ${type} | no | service: ${rule} | any | none |`;
  const operations = `### POST /things

- Does: creates Thing
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | none |`;
  const { document, diagnostics } = read(documentOf({ resources, operations }), 'things.md');
  const found = link(document, diagnostics).diagnostics.filter(({ severity }) => severity === 'error');
  return found.map(({ code }) => code);
}

const WHERE = 'Other where `n` = 1';
const TYPES = [
  'integer',
  'number',
  'decimal(2)',
  'string',
  'boolean',
  'date',
  'date-time',
  'array of string',
  'Other by `id`',
] as const;

const RULES: readonly (readonly [rule: string, types: readonly (typeof TYPES)[number][]])[] = [
  [`count of ${WHERE}`, ['integer', 'number', 'decimal(2)']],
  ['there is Other (`n` = 1)', ['boolean']],
  ['sum of `Other.n`', ['integer', 'number', 'decimal(2)']],
  ['sum of `Other.word`', []],
  ['min of `Other.n`', ['integer', 'number', 'decimal(2)']],
  ['max of `Other.day`', ['date']],
  ['max of `Other.word`', ['string']],
  [`list of ${WHERE}`, ['array of string']],
  ['new Other', ['Other by `id`']],
  ['event name', ['string']],
];

it.each(RULES)('%s beside each type', (rule, types) => {
  for (const type of TYPES) {
    const isLike = types.includes(type);
    expect([type, errors(type, rule)]).toEqual([type, isLike ? [] : ['unlike-types']]);
    expect([`${type} or null`, errors(`${type} or null`, rule)]).toEqual([
      `${type} or null`,
      isLike ? [] : ['unlike-types'],
    ]);
  }
});

const INTO_A_SECRET = [
  ...RULES.map(([rule]) => rule),
  'new id',
  'now at create',
  'now at change',
  'slug of `id`',
  '= `two words`',
  '= `{id}`',
  '= `no. {id}`',
  '= `id` + 1',
  'address of `POST /things`',
];

it.each(INTO_A_SECRET)('a secret is what a caller sends: %s is none', (rule) => {
  expect(errors('secret(8..)', rule)).toEqual(['unlike-types']);
});

it('a token may be kept as a secret', () => {
  expect(errors('secret(8..)', 'token')).toEqual([]);
});

it('a secret has no default', () => {
  const { document, diagnostics } = read(
    documentOf({
      resources: `${ROWS}

### Person

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`word\` | secret(8..) | no | caller | any | \`open sesame\` |`,
      operations: '',
    }),
    'people.md',
  );
  expect(link(document, diagnostics).diagnostics.map(({ message }) => message)).toContain(
    'Unexpected value `open sesame` for `Person.word`, expected `none`: a secret in the document is known to all who read it.',
  );
});
