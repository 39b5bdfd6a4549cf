// Values on their way in and out, without a server: nested shapes, lists, texts with holes, made values, small parsers.

import { describe, expect, test } from 'vitest';
import type { NestedField, ShapePlan, ValueType } from '../../src/plan/input.ts';
import { parseJson } from '../../src/serve/exact-json.ts';
import { compileFields } from '../../src/serve/fields.ts';
import type { Findings } from '../../src/serve/findings.ts';
import { compilePath, compileQuery } from '../../src/serve/parameters.ts';
import type { SqlValue } from '../../src/sql/expression.ts';
import { ACCEPT, field, fields, IGNORE, query, refuse } from './plans.ts';
import type { BodyFieldPlan } from '../../src/plan/body-plan.ts';
import { processorTime } from '../processor-time.ts';

function nested(name: string, value: ValueType, more: Partial<NestedField> = {}): NestedField {
  return {
    path: name.split('.'),
    schema: {},
    value,
    omitted: { do: 'as null' },
    nulls: ACCEPT,
    invalid: refuse(`${name} invalid`),
    present: 'if set',
    ...more,
  };
}

const ADDRESS: ShapePlan = {
  unknown: refuse('unknown field'),
  fields: [
    nested(
      'street',
      { type: 'text' },
      { omitted: refuse('street missing'), blank: 'street blank', nulls: refuse('street invalid') },
    ),
    nested('fee', { type: 'decimal', scale: 2 }),
    nested('since', { type: 'instant', format: 'date-time' }, { present: 'always' }),
    nested('geo.lat', { type: 'real' }),
    nested('kind', { type: 'text' }, { omitted: { do: 'fill', value: 'home' } }),
    nested('secret', { type: 'text' }, { present: 'never' }),
  ],
};
const SHAPES = { Address: ADDRESS };
const SHAPE: ValueType = { type: 'json', format: 'shape', shape: 'Address' };

/** What one field of a body comes to. */
function keep(
  value: ValueType,
  json: string,
  more: Partial<BodyFieldPlan> = {},
): { kept: SqlValue | undefined; failed: string[] } {
  const decode = compileFields(fields([field('f', { schema: {}, value, ...more })]) as never, SHAPES);
  const findings: Findings = { bindings: {}, failures: [], held: [] };
  const { value: parsed, exact } = parseJson(`{"f":${json}}`);
  decode(parsed, exact, findings);
  return {
    kept: findings.bindings['body.f'],
    failed: findings.failures.map(({ cause, path }) => `${path?.join('.')}: ${cause}`),
  };
}

describe('nested shapes', () => {
  test('are kept in stated order, with all digits, instants as UTC, defaults, and nothing hidden', () => {
    const sent =
      '{"secret":"s","kind":null,"since":"2026-01-01T01:00:00+01:00","fee":1e1,"geo":{"lat":1.5},"street":"x"}';
    expect(keep(SHAPE, sent)).toEqual({
      kept: '{"street":"x","fee":10.00,"since":"2026-01-01T00:00:00.000Z","geo":{"lat":1.5}}',
      failed: [],
    });
    expect(keep(SHAPE, '{"street":"x"}').kept).toBe('{"street":"x","since":null,"geo":{},"kind":"home"}');
  });
  test('tell each failure by its own place', () => {
    expect(keep(SHAPE, '{"fee":1.234,"geo":{"lat":"x","z":1},"since":"soon","more":1}').failed).toEqual([
      'f.street: street missing',
      'f.fee: fee invalid',
      'f.since: since invalid',
      'f.geo.lat: geo.lat invalid',
      'f.geo.z: unknown field',
      'f.more: unknown field',
    ]);
    expect(keep(SHAPE, '{"street":" "}').failed).toEqual(['f.street: street blank']);
    expect(keep(SHAPE, '[]').failed).toEqual(['f: Todo.f invalid']);
  });
  test('stand in lists and maps', () => {
    const list: ValueType = { type: 'json', format: 'list', of: SHAPE };
    expect(keep(list, '[{"street":"a","geo":{}},{"fee":"x","street":"b"}]').failed).toEqual(['f.1.fee: fee invalid']);
    const map: ValueType = { type: 'json', format: 'map', of: { type: 'decimal', scale: 1 } };
    expect(keep(map, '{"__proto__":1,"a":2.5}')).toEqual({ kept: '{"__proto__":1.0,"a":2.5}', failed: [] });
    expect(keep(map, '{"a":2.55}').failed).toEqual(['f: Todo.f invalid']);
  });
  test('of a patch keep what is sent: no defaults, null deletes, lists as a whole', () => {
    const merge = { merge: true } as const;
    expect(keep(SHAPE, '{"fee":null,"geo":{"lat":2}}', merge)).toEqual({
      kept: '{"fee":null,"geo":{"lat":2}}',
      failed: [],
    });
    expect(keep(SHAPE, '{"street":null}', merge).failed).toEqual(['f.street: street invalid']);
    const list: ValueType = { type: 'json', format: 'list', of: SHAPE };
    expect(keep(list, '[{"fee":1}]', merge).failed).toEqual(['f.0.street: street missing']);
  });
});

describe('a field whose name every object knows', () => {
  const omitted = refuse('omitted');
  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s is omitted unless it is sent', (name) => {
    const decode = compileFields(fields([field(name, { omitted })]) as never, SHAPES);
    const read = (body: string): Findings => {
      const findings: Findings = { bindings: {}, failures: [], held: [] };
      decode(parseJson(body).value, undefined, findings);
      return findings;
    };
    expect(read('{}')).toMatchObject({ bindings: {}, failures: [{ cause: 'omitted' }] });
    expect(read(`{"${name}":"x"}`)).toMatchObject({ bindings: { [`body.${name}`]: 'x' }, failures: [] });
    const shape: ShapePlan = { unknown: refuse('unknown'), fields: [nested(name, { type: 'text' }, { omitted })] };
    const inside = compileFields(fields([field('f', { schema: {}, value: SHAPE })]) as never, { Address: shape });
    const findings: Findings = { bindings: {}, failures: [], held: [] };
    inside(parseJson('{"f":{}}').value, undefined, findings);
    expect(findings.failures.map(({ cause }) => cause)).toEqual(['omitted']);
  });
});

describe('an instant is kept as UTC with three digits', () => {
  test.each([
    ['2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.500Z'],
    ['2026-01-01T00:00:00.05Z', '2026-01-01T00:00:00.050Z'],
    ['2026-01-01T00:00:00.0019Z', '2026-01-01T00:00:00.001Z'],
    ['2026-01-01T00:00:00-05:30', '2026-01-01T05:30:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T18:59:60-05:00', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T12:30:60Z', undefined],
    ['2016-12-31T23:59:60-05:00', undefined],
  ])('%s', (sent, kept) => {
    const value: ValueType = { type: 'instant', format: 'date-time' };
    expect(keep(value, `"${sent}"`).kept).toBe(kept);
  });
});

const listOf = (format: 'list' | 'set' | 'sorted list', of: ValueType): ValueType => ({ type: 'json', format, of });

describe('lists', () => {
  test.each<[ValueType, string, string | undefined]>([
    [listOf('list', { type: 'integer' }), '[3, 9007199254740993, 1]', '[3,9007199254740993,1]'],
    [listOf('list', { type: 'integer' }), '[1.5]', undefined],
    [listOf('list', { type: 'text', nullable: true }), '["a",null]', '["a",null]'],
    [listOf('list', { type: 'text' }), '["a",null]', undefined],
    [listOf('sorted list', { type: 'text' }), '["b","\ud83d\ude00","\uff21","a"]', '["a","b","\uff21","\ud83d\ude00"]'],
    [listOf('sorted list', { type: 'integer' }), '[10,9,-1]', '[-1,9,10]'],
    [listOf('set', { type: 'text' }), '["a","b"]', '["a","b"]'],
    [listOf('set', { type: 'text' }), '["a","b","a"]', '["a","b"]'],
    [listOf('set', { type: 'decimal', scale: 1 }), '[1,1.0]', '[1.0]'],
    [listOf('list', { type: 'text' }), '{"0":"a","length":1}', undefined],
    [
      { type: 'json', format: 'object' },
      '{"b":12345678901234567890.10,"a":[]}',
      '{"b":12345678901234567890.10,"a":[]}',
    ],
    [{ type: 'json', format: 'object' }, '[]', undefined],
  ])('%j of %s', (value, sent, kept) => {
    expect(keep(value, sent).kept).toBe(kept);
  });
  test('of many equal members are refused in little time', () => {
    const many = JSON.stringify(Array.from({ length: 30_000 }, (_, i) => ({ i })));
    const began = processorTime();
    const value = listOf('set', { type: 'json', format: 'object' });
    expect(
      keep(value, many, { schema: { type: 'array', uniqueItems: true, items: { type: 'object' } } }).failed,
    ).toEqual([]);
    expect(processorTime() - began).toBeLessThan(1000);
  });
});

function read(
  list: readonly BodyFieldPlan[],
  json: string,
  more: object = {},
): { bound: Record<string, SqlValue>; failed: string[] } | undefined {
  const decode = compileFields(fields(list, more) as never, {});
  const findings: Findings = { bindings: {}, failures: [], held: [] };
  if (!decode(JSON.parse(json), undefined, findings)) return undefined;
  return {
    bound: findings.bindings,
    failed: findings.failures.map(({ cause, path }) => `${path?.join('.')}: ${cause}`),
  };
}

describe('fields', () => {
  test.each<[string, Partial<BodyFieldPlan>, string, Record<string, SqlValue> | string]>([
    ['left out, and kept', { omitted: { do: 'keep' } }, '{}', {}],
    ['left out, and cleared', { omitted: { do: 'as null' } }, '{}', { 'body.f': null, 'sent.body.f': 1 }],
    [
      'left out, and filled',
      { omitted: { do: 'fill', value: { bigint: '9007199254740993' } } },
      '{}',
      { 'body.f': 9007199254740993n, 'sent.body.f': 1 },
    ],
    ['left out, and refused', { omitted: refuse('missing') }, '{}', 'f: missing'],
    ['null, and taken', { nulls: ACCEPT }, '{"f":null}', { 'body.f': null, 'sent.body.f': 1 }],
    ['null, and kept', { nulls: { do: 'keep' }, omitted: refuse('missing') }, '{"f":null}', {}],
    ['null, as missing', { nulls: { do: 'as missing' }, omitted: refuse('missing') }, '{"f":null}', 'f: missing'],
    ['empty, and taken', {}, '{"f":""}', { 'body.f': '', 'sent.body.f': 1 }],
    ['empty, as null', { empty: { do: 'as null' } }, '{"f":""}', { 'body.f': null, 'sent.body.f': 1 }],
    ['empty, as missing', { empty: { do: 'as missing' }, omitted: refuse('missing') }, '{"f":""}', 'f: missing'],
    ['empty, and refused', { empty: refuse('empty') }, '{"f":""}', 'f: empty'],
    [
      'empty, and cleared, though not to be blank',
      { empty: { do: 'as null' }, blank: 'blank' },
      '{"f":""}',
      { 'body.f': null, 'sent.body.f': 1 },
    ],
    ['blank', { blank: 'blank' }, '{"f":"\\u2003\\t"}', 'f: blank'],
    ['null, but not to be blank', { nulls: refuse('blank'), blank: 'blank' }, '{"f":null}', 'f: blank'],
    [
      'null, and cleared, though not to be blank',
      { nulls: { do: 'as null' }, blank: 'blank' },
      '{"f":null}',
      { 'body.f': null, 'sent.body.f': 1 },
    ],
    ['left out, though not to be blank', { blank: 'blank' }, '{}', {}],
    ['of another type', {}, '{"f":1}', 'f: Todo.f invalid'],
    ['read-only, and refused', { sent: refuse('read-only field') }, '{"f":"x"}', 'f: read-only field'],
    ['read-only, and ignored', { sent: IGNORE }, '{"f":5}', {}],
    ['read-only, and left out', { sent: refuse('read-only field') }, '{}', {}],
  ])('%s', (_what, more, json, expected) => {
    const result = read([field('f', more)], json)!;
    if (typeof expected === 'string') expect(result.failed).toEqual([expected]);
    else expect(result).toEqual({ bound: expected, failed: [] });
  });
  test('a field is required when a rule over the others says so', () => {
    const when = {
      kind: 'compare',
      operator: '=',
      left: { kind: 'parameter', name: 'body.kind', type: 'text' },
      right: { kind: 'literal', value: 'post', type: 'text' },
    } as const;
    const list = [field('address', { requiredIf: { when, cause: 'missing' } }), field('kind')];
    const bound = (json: string): string[] => read(list, json)!.failed;
    expect(bound('{"kind":"post","address":"x"}')).toEqual([]);
    expect(bound('{"kind":"post"}')).toEqual(['address: missing']);
    expect(bound('{"kind":"post","address":5}')).toEqual(['address: Todo.address invalid']);
  });
  test('a wrapper must be an object; left out, its fields are omitted; null is as stated', () => {
    const list = [field('user.name', { path: ['user', 'name'], nulls: ACCEPT, omitted: refuse('missing') })];
    const wrapper = { path: ['user'], required: true };
    expect(read(list, '{"user":"x"}', { wrappers: [wrapper] })).toBeUndefined();
    expect(read(list, '{}', { wrappers: [wrapper] })!.failed).toEqual(['user.name: missing']);
    expect(read(list, '{"user":[]}', { wrappers: [{ ...wrapper, invalid: refuse('user invalid') }] })!.failed).toEqual([
      'user: user invalid',
    ]);
    expect(read(list, '{"user":null}', { wrappers: [{ ...wrapper, nulls: { do: 'as null' } }] })!.bound).toMatchObject({
      'body.user.name': null,
    });
    expect(read(list, '{"user":null}', { wrappers: [{ ...wrapper, nulls: refuse('no') }] })!.failed).toEqual([
      'user: no',
    ]);
    expect(read(list, '{"user":null}', { wrappers: [wrapper] })).toBeUndefined();
  });
  test('unknown names are told where they stand, and known ones of another level are not', () => {
    const list = [field('a.b', { path: ['a', 'b'] })];
    const unknown = { unknown: refuse('unknown field'), wrappers: [{ path: ['a'], required: false }] };
    expect(read(list, '{"a":{"a":1,"b":"x"},"b":2,"__proto__":3}', unknown)!.failed).toEqual([
      'b: unknown field',
      '__proto__: unknown field',
      'a.a: unknown field',
    ]);
  });
});

function bind(
  list: readonly Parameters<typeof query>[1][],
  text: string,
): { bound: Record<string, SqlValue>; failed: string[] } {
  const run = { query: list.map((more, i) => query(`q${i}`, more)), unknownQuery: { refuse: 'unknown field' } };
  const findings: Findings = { bindings: {}, failures: [], held: [] };
  compileQuery(run as never)!(text, findings);
  return { bound: findings.bindings, failed: findings.failures.map(({ cause, field }) => `${field}: ${cause}`) };
}

describe('query and path', () => {
  const list = {
    schema: { type: 'array', items: { type: 'integer' } },
    value: { type: 'json', format: 'list', of: { type: 'integer' } },
  } as const;
  test.each<[object, string, SqlValue | undefined]>([
    [{ ...list, list: 'by commas' }, 'q0=1,2,3', '[1,2,3]'],
    [{ ...list, list: 'by commas' }, 'q0=', '[]'],
    [{ ...list, list: 'by commas' }, 'q0=1,,2', undefined],
    [{ ...list, list: 'repeated' }, 'q0=1&q0=2', '[1,2]'],
    [{ ...list, list: 'repeated' }, 'q0=1,2', undefined],
    [{ ...list, list: 'brackets' }, 'q0[]=1&q0%5B%5D=2', '[1,2]'],
    [{ ...list, list: 'repeated' }, 'q0=9007199254740993', '[9007199254740993]'],
    [
      { schema: { type: 'array' }, value: { type: 'json', format: 'list', of: { type: 'text' } }, list: 'by commas' },
      'q0=a%2Cb,c+d',
      '["a,b","c d"]',
    ],
    [{ schema: { type: 'boolean' }, value: { type: 'boolean' } }, 'q0=true', 1],
    [{ schema: { type: 'boolean' }, value: { type: 'boolean' } }, 'q0=1', undefined],
    [{ schema: { type: 'number' }, value: { type: 'decimal', scale: 2 } }, 'q0=1.5', 150],
    [{ schema: { type: 'number' }, value: { type: 'decimal', scale: 20 } }, 'q0=0.00000000000000000001', 1],
    [{ schema: { type: 'integer' }, value: { type: 'integer' } }, 'q0=9007199254740993', 9007199254740993n],
    [{ schema: { type: 'integer' }, value: { type: 'integer' } }, 'q0=%2B5', undefined],
    [{ value: { type: 'instant', format: 'date-time' } }, 'q0=2026-01-01T00:00:00%2B01:00', '2025-12-31T23:00:00.000Z'],
    [
      { schema: { type: 'integer' }, value: { type: 'instant', format: 'seconds' } },
      'q0=0',
      '1970-01-01T00:00:00.000Z',
    ],
    [{ quotesOptional: true }, 'q0="a%20b"', 'a b'],
    [{ quotesOptional: true }, 'q0=a%20b', 'a b'],
    [{}, 'q0=', ''],
    [{}, 'q0', ''],
    [{}, 'q%30=a%26b', 'a&b'],
    [{}, 'q0=%c3', undefined],
    [{ omitted: { do: 'fill', value: 'x' } }, '', 'x'],
  ])('%j and ?%s', (more, text, expected) => {
    const { bound, failed } = bind([more], text);
    if (expected === undefined) expect(failed).toEqual(['q0: invalid query']);
    else expect([bound['query.q0'], failed]).toEqual([expected, []]);
  });
  test('unknown names are refused once each, those with brackets only where brackets are stated', () => {
    expect(bind([{ ...list, list: 'brackets' }, {}], 'q0=1&q1[]=2&z=1&z=2&__proto__=3').failed).toEqual(
      ['q0', 'q1[]', 'z', '__proto__'].map((name) => `${name}: unknown field`),
    );
  });
  test('of the path the first value that selects nothing decides', () => {
    const integer = { schema: { type: 'integer' }, value: { type: 'integer' } } as const;
    const take = compilePath([
      { ...query('a', { ...integer, invalid: refuse('no such A') }), parameter: 'path.a' },
      { ...query('b', { ...integer, invalid: refuse('no such B') }), parameter: 'path.b' },
    ]);
    const findings: Findings = { bindings: {}, failures: [], held: [] };
    take(['x', '1'], [1, 0], findings);
    expect([findings.bindings, findings.failures]).toEqual([{ 'path.a': 1 }, [{ cause: 'no such B' }]]);
  });
});
