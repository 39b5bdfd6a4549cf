// Part 2: fields from a `json schema` fence, alone and beside a Field table.

import { describe, expect, test } from 'vitest';

import { link } from '../../src/link/link.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { printConstraints } from '../../src/notation/values/constraints.ts';
import { printType } from '../../src/notation/values/field-types.ts';
import { printFieldDefault } from '../../src/notation/values/field-defaults.ts';
import { read } from '../../src/read/read.ts';
import { roundTrip } from '../print/round-trip.ts';
import { findings, resources, textAt } from './findings.ts';

const fence = (schema: unknown, name = 'R'): string[] => [
  `\`\`\`json schema ${name}`,
  ...(typeof schema === 'string' ? schema : JSON.stringify(schema, undefined, 1)).split('\n'),
  '```',
];
const withFields = (properties: unknown, others: object = {}): string =>
  resources('### R', '', ...fence({ type: 'object', properties, ...others }));

function fields(source: string): Record<string, string> {
  const [resource] = read(source, 'x.md').document.resources.resources.items;
  return Object.fromEntries(
    resource!.fields.items.map((field) => [
      field.name.text,
      [
        field.type.status === 'stated' ? printType(field.type.value) : field.type.status,
        field.required.status === 'stated' ? field.required.value.kind : field.required.status,
        field.allowed.status === 'stated' ? printConstraints(field.allowed.value) : field.allowed.status,
        field.default.status === 'stated' ? printFieldDefault(field.default.value) : field.default.status,
      ].join(' / '),
    ]),
  );
}

function field(schema: unknown): string {
  const source = withFields({ f: schema }, { required: ['f'] });
  expect(findings(source)).toEqual([]);
  roundTrip(source);
  return fields(source)['f']!;
}

function markOf(others: object): unknown {
  return read(withFields({ f: {} }, others), 'x.md').document.resources.resources.items[0]!.fields.mark;
}

function refused(schema: unknown): string[] {
  return findings(withFields({ f: schema })).map((found) => found.replace(/^\d+:\d+ /, ''));
}

describe('a schema alone', () => {
  test.each([
    [{ type: 'string' }, 'string / yes / absent / absent'],
    [{ type: 'string', minLength: 1, maxLength: 32 }, 'string(1..32) / yes / absent / absent'],
    [{ type: ['string', 'null'], default: null }, 'string or null / yes / absent / `null`'],
    [{ type: 'integer', minimum: 1, maximum: 99 }, 'integer 1..99 / yes / absent / absent'],
    [{ type: 'number', multipleOf: 0.01, minimum: 0 }, 'decimal(2) >= 0 / yes / absent / absent'],
    [{ type: 'boolean', default: false }, 'boolean / yes / absent / `false`'],
    [{ type: 'string', format: 'date-time' }, 'date-time / yes / absent / absent'],
    [{ type: 'string', format: 'uri', maxLength: 20 }, 'url / yes / at most 20 characters / absent'],
    [{ type: 'string', format: 'email', minLength: 5 }, 'email / yes / at least 5 characters / absent'],
    [{ type: 'string', pattern: '^[a-z]{3}$' }, 'string / yes / matches `[a-z]{3}` / absent'],
    [{ type: 'string', enum: ['a', 'b'], default: 'a' }, 'string / yes / `a`, `b` / `a`'],
    [{ type: ['string', 'null'], enum: ['a', null] }, 'string or null / yes / `a` / absent'],
    [{ const: 12 }, 'absent / yes / `12` / absent'],
    [{ type: 'array', items: { type: 'string', maxLength: 5 } }, 'array of string(5) / yes / absent / absent'],
    [
      { type: 'array', items: { type: 'string', enum: ['x'] }, uniqueItems: true, maxItems: 3 },
      'set of string / yes / at most 3 items, `x` / absent',
    ],
    [{ type: 'array', items: { $ref: '#/$defs/Line' } }, 'array of Line / yes / absent / absent'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'map of integer / yes / absent / absent'],
    [{ type: 'object', default: { a: [1.0] } }, 'object / yes / absent / `{"a":[1]}`'],
    [{ $ref: '#/components/schemas/User', description: 'Who' }, 'User / yes / absent / absent'],
    [{ anyOf: [{ $ref: '#/$defs/User' }, { type: 'null' }] }, 'User or null / yes / absent / absent'],
    [true, 'absent / yes / absent / absent'],
  ])('%j states %s', (schema, expected) => {
    expect(field(schema)).toBe(expected);
  });

  test('nested properties are dotted fields', () => {
    const address = { type: 'object', properties: { street: { type: 'string' }, zip: {} }, required: ['street'] };
    const source = withFields({ address, name: { type: 'string' } }, { required: ['address'] });
    expect(fields(source)).toEqual({
      'address.street': 'string / yes / absent / absent',
      'address.zip': 'absent / no / absent / absent',
      name: 'string / no / absent / absent',
    });
    roundTrip(source);
  });

  test('what is required of an object of which nothing is said is open', () => {
    const address = { type: 'object', properties: { street: {}, zip: {} }, required: ['street'] };
    expect(fields(withFields({ address }))).toEqual({
      'address.street': 'absent / absent / absent / absent',
      'address.zip': 'absent / no / absent / absent',
    });
    expect(findings(withFields({ address }))).toEqual([]);
  });

  test('optional is never told from silence', () => {
    expect(fields(withFields({ f: { type: 'string' } }))['f']).toBe('string / absent / absent / absent');
  });

  test('additionalProperties: false says that there are no other fields', () => {
    expect([markOf({ additionalProperties: false }), markOf({})]).toEqual(['closed', undefined]);
  });

  test('every slot stands at its place in the fence', () => {
    const source = withFields({ f: { type: 'string', default: 'x' } }, { required: ['f'] });
    const [found] = read(source, 'x.md').document.resources.resources.items[0]!.fields.items;
    expect([found!.name, found!.type, found!.required, found!.default].map(({ at }) => textAt(source, at))).toEqual([
      '"f"',
      '"string"',
      '"f"',
      '"x"',
    ]);
  });

  test('who sets a field stays a gap at the fence', () => {
    const source = withFields({ f: { type: 'string', readOnly: true }, g: { type: 'string' } });
    const { document, diagnostics } = read(source, 'x.md');
    const gaps = gapView(link(document, diagnostics)).gaps.filter(({ id }) => id.includes('set-by'));
    const at = source.indexOf('\n```\n') + 4;
    expect(gaps.map((gap) => [gap.id, gap.at.start])).toEqual([
      ['2/R.f/set-by', source.indexOf('true')],
      ['2/R.g/set-by', at],
    ]);
  });

  test.each([
    { type: 'strin' },
    { type: ['string', 'integer'] },
    { type: 'string', format: 'ipv4' },
    { type: 'string', pattern: '[a-z]' },
    { type: 'string', pattern: '^a|b$' },
    { type: 'integer', exclusiveMinimum: 1 },
    { type: 'number', minimum: 1e3, maximum: 1e30 },
    { type: 'array' },
    { type: 'array', items: [{ type: 'string' }] },
    { type: 'object', additionalProperties: false },
    { type: 'string', enum: ['a', null] },
    { enum: [] },
    { $ref: '#/$defs/user' },
    { $ref: 'other.json' },
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    { not: {} },
    { if: {} },
    { minLength: 3 },
    false,
    12,
  ])('%j has no counterpart', (schema) => {
    expect(new Set(refused(schema))).toEqual(new Set(['schema-not-read']));
  });

  test('a keyword without a counterpart is an error at its line', () => {
    expect(findings(withFields({ f: { type: 'string', contentEncoding: 'base64' } }))).toEqual([
      '13:4 schema-not-read',
    ]);
    expect(findings(withFields({ f: {} }, { $defs: {} }))).toEqual(['13:2 schema-not-read']);
  });

  test.each([
    '{',
    '{"properties": }',
    '{"a": 1} x',
    '{"a": 01}',
    '"\n"',
    '[',
    '{"a" 1}',
    '\u00a0{}',
    '',
    '['.repeat(5000),
  ])('what is no JSON is an error: %s', (text) => {
    expect(findings(resources('### R', '', ...fence(text)))[0]).toMatch(/schema-not-read$/);
  });

  test('a name twice, another name, a required field that is not there', () => {
    expect(findings(resources('### R', '', ...fence('{"properties": {"f": {}, "f": {}}}')))).toEqual([
      '8:26 schema-not-read',
    ]);
    expect(findings(resources('### R', '', ...fence('{"properties": {"f": {}}}', 'S')))).toEqual([
      '7:1 schema-not-read',
    ]);
    expect(findings(withFields({ f: {} }, { required: ['g'] }))).toEqual(['14:3 schema-not-read']);
  });

  test('CRLF and a byte order mark change nothing', () => {
    const source = withFields({ f: { type: 'string', minLength: 2 } }, { required: ['f'] });
    expect(fields(`\ufeff${source.replaceAll('\n', '\r\n')}`)).toEqual(fields(source));
  });
});

const both = (row: string, schema: unknown, heads = 'Type | Required | Allowed values | Default'): string =>
  resources(
    '### R',
    '',
    `| Field | ${heads} |`,
    `|---|${'---|'.repeat(heads.split('|').length)}`,
    `| \`f\` | ${row} |`,
    '',
    ...fence({ properties: { f: schema }, required: ['f'] }),
  );

const rows = (row: string, schema: object): string[] =>
  findings(resources('### R', '', '| Field |', '|---|', row, '', ...fence(JSON.stringify(schema))));

describe('a schema beside a table', () => {
  test.each<[string, unknown]>([
    ['string(1..9) | yes | any | none', { type: 'string', minLength: 1, maxLength: 9 }],
    ['string | yes | at most 9 characters | none', { type: 'string', maxLength: 9 }],
    ['one of `a`, `b` | yes | any | none', { type: 'string', enum: ['b', 'a'] }],
    ['secret(8..) | yes | any | none', { type: 'string' }],
    ['User by `id` | yes | any | none', { type: 'string', format: 'uuid' }],
    ['decimal(2) | yes | >= 1.50 | 2', { type: 'number', minimum: 1.5, default: 2 }],
    ['array of string, sorted | yes | any | `[]`', { type: 'array', items: { type: 'string' }, default: [] }],
    ['string | not shown | any | none', { type: 'string' }],
  ])('agrees: %s', (row, schema) => {
    expect(findings(both(row, schema))).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['integer | yes | any | none', { type: 'string' }, '"string"'],
    ['string or null | yes | any | none', { type: 'string' }, '"string"'],
    ['string | yes | any | none', { type: 'string', maxLength: 9 }, '"string"'],
    ['string(8) | yes | any | none', { type: 'string', maxLength: 9 }, '"string"'],
    ['string | no | any | none', { type: 'string' }, '"f"'],
    ['string | yes | `a` | none', { type: 'string', enum: ['a', 'b'] }, '["a","b"]'],
    ['string | yes | any | none', { type: 'string', default: 'x' }, '"x"'],
    ['string | yes | any | `y`', { type: 'string', default: 'x' }, '"x"'],
  ])('disagrees: %s and %j', (row, schema, place) => {
    const source = both(row, schema);
    const found = read(source, 'x.md').diagnostics;
    expect(found.map(({ code }) => code)).toEqual(['contradiction']);
    expect(textAt(source, found[0]!.at).replace(/\s/g, '')).toBe(place);
    expect(source.slice(found[0]!.related[0]!.at.start)).toMatch(/^[^\n]*\|/);
  });

  test('what one leaves out the other says', () => {
    const source = both('caller', { type: 'integer', default: 3 }, 'Set by');
    expect(findings(source)).toEqual([]);
    expect(fields(source)).toEqual({ f: 'integer / yes / absent / `3`' });
    expect(read(source, 'x.md').document.resources.resources.items[0]!.fields.items[0]!.setBy.status).toBe('stated');
    roundTrip(source);
  });

  test('what is marked in the table the schema may say', () => {
    expect(fields(both('not shown | not shown | any | none', { type: 'integer' }))).toEqual({
      f: 'integer / yes / any / none',
    });
  });

  test('what is required if something holds is not required by a schema', () => {
    const table = [
      '| Field | Type | Required |',
      '|---|---|---|',
      '| `f` | string | if `g` is set |',
      '| `g` | string | yes |',
    ];
    const schema = { properties: { f: { type: 'string' }, g: { type: 'string' } }, required: ['g'] };
    expect(findings(resources('### R', '', ...table, '', ...fence(schema)))).toEqual([]);
    const whole = { ...schema, required: ['f', 'g'] };
    expect(findings(resources('### R', '', ...table, '', ...fence(whole)))[0]).toMatch(/contradiction$/);
  });

  test('readOnly is not for the caller to set', () => {
    expect(findings(both('caller', { readOnly: true }, 'Set by'))[0]).toMatch(/contradiction$/);
    expect(findings(both('service: new id', { readOnly: true }, 'Set by'))).toEqual([]);
  });

  test('a field of one that the other cannot have', () => {
    expect(rows('| `g` |', { properties: { f: {}, g: {} } })).toEqual(['12:16 contradiction']);
    expect(rows('| … |', { properties: { f: {} } })).toEqual([]);
    expect(rows('| `g` |', { properties: {}, additionalProperties: false })).toEqual(['9:3 contradiction']);
  });
});
