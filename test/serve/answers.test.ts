// Answers without a server: shapes and templates, types as they are shown, values that are made, paths, media ranges.

import { realClock } from '../../src/serve/clock.ts';
import { describe, expect, test } from 'vitest';
import type { ValueType } from '../../src/plan/input.ts';
import type { Output } from '../../src/plan/output.ts';
import { compileOutput } from '../../src/serve/answer.ts';
import {
  instantOf,
  isDate,
  isDuration,
  isEmail,
  isInstant,
  isKeptEmail,
  isTime,
  isUrl,
  isUuid,
} from '../../src/base/formats.ts';
import { listOfStrings } from '../../src/serve/held.ts';
import { compileMade } from '../../src/serve/generated-values.ts';
import { compileAccept } from '../../src/serve/negotiation.ts';
import { quote } from '../../src/serve/quote.ts';
import { decoder, encoder, texter } from '../../src/serve/resources.ts';
import { routes } from '../../src/serve/routes.ts';
import { compileSchema } from '../../src/serve/validate.ts';
import { compileHeaders, type Words } from '../../src/serve/words.ts';
import type { SqlValue } from '../../src/sql/expression.ts';
import { column, literal, object, path, word } from './plans.ts';

const words = (more: Partial<Words> = {}): Words => ({
  rows: [],
  total: undefined,
  bindings: {},
  request: { rawHeaders: [] } as unknown as Words['request'],
  failure: undefined,
  failures: [],
  ...more,
});

describe('answers', () => {
  const setting = {
    clock: realClock({}),
    columns: new Map([
      ['a', 0],
      ['b', 1],
    ]),
    constants: { base: 'http://h' },
  };
  const a: Output = { kind: 'column', column: 'a', value: { type: 'text' } };
  test.each<[string, Output, readonly SqlValue[], string | undefined]>([
    ['an object of values that are always there', object({ x: a, y: literal(1) }), ['t', null], '{"x":"t","y":1}'],
    ['an object without pairs', object({}), [], '{}'],
    [
      'a pair that is left out',
      object({}, [
        { key: 'b', value: { kind: 'column', column: 'b', value: { type: 'integer' } }, present: 'if set' },
        { key: 'a', value: a, present: 'if set' },
      ]),
      ['x', null],
      '{"a":"x"}',
    ],
    [
      'a pair by a condition',
      object({ a }, [{ key: 'b', value: literal(true), present: { kind: 'is-set', operand: column('b', 'integer') } }]),
      ['x', null],
      '{"a":"x"}',
    ],
    [
      'a value that is computed',
      { kind: 'computed', expr: { kind: 'text', operand: column('b', 'integer') }, value: { type: 'text' } },
      [null, 5],
      '"5"',
    ],
    [
      'a text with holes',
      { kind: 'text', parts: [{ word: 'base' }, '/', { column: 'a', value: { type: 'text' } }] },
      ['"', 1],
      '"http://h/\\""',
    ],
    ['a list', { kind: 'list', items: [literal(null), a] }, ['x', 1], '[null,"x"]'],
    ['a word that is not known, alone', word('total'), [], undefined],
    ['a word that is not known, in a pair', object({ t: word('total'), a }), ['x', 1], '{"a":"x"}'],
  ])('%s', (_what, output, row, text) => {
    expect(compileOutput(output, setting).build(row, words())).toBe(text);
  });
  test('rows, none, one and several', () => {
    const { build } = compileOutput({ kind: 'rows', of: object({ a }) }, setting);
    expect([[], [['x']], [['x'], ['y']]].map((rows) => build([], words({ rows })))).toEqual([
      '[]',
      '[{"a":"x"}]',
      '[{"a":"x"},{"a":"y"}]',
    ]);
  });
  test('what holds a word of a failure repeats, once for each, at the outermost place', () => {
    const failures = [
      { field: 'a', path: 'u.a', pointer: '#/u/a', message: 'is bad', code: 'bad' },
      { field: 'b', path: 'u.b', pointer: '#/u/b', message: undefined, code: 'worse' },
    ];
    const say = (output: Output, some = failures): string | undefined =>
      compileOutput(output, { ...setting, constants: { code: 'first' } }).build(
        [],
        words({ failure: some[0], failures: some }),
      );
    const list: Output = {
      kind: 'list',
      items: [object({ at: word('pointer'), why: word('message'), code: word('code') })],
    };
    expect(say(object({ code: word('code'), errors: list }))).toBe(
      '{"code":"first","errors":[{"at":"#/u/a","why":"is bad","code":"bad"},{"at":"#/u/b","code":"worse"}]}',
    );
    expect(say(object({ message: word('message') }))).toBe('{"message":"is bad"}');
    expect(say({ kind: 'list', items: [word('field'), literal('end')] })).toBe('["a","b","end"]');
    const none = [{ message: 'no such row' }] as never;
    expect(say(object({ errors: list }), none)).toBe('{"errors":[]}');
    const byField: Output = {
      kind: 'object',
      pairs: [
        { key: { word: 'field' }, value: { kind: 'list', items: [word('message')] }, present: 'always', repeats: true },
      ],
    };
    expect(say(byField)).toBe('{"a":["is bad"],"b":[]}');
    expect(say(byField, none)).toBe('{}');
    const beside: Output = {
      kind: 'object',
      pairs: [
        ...(object({ code: word('code') }) as Extract<Output, { kind: 'object' }>).pairs,
        ...byField.pairs,
        ...(object({ end: literal(1) }) as Extract<Output, { kind: 'object' }>).pairs,
      ],
    };
    expect(say(beside)).toBe('{"code":"first","a":["is bad"],"b":[],"end":1}');
    expect(say(beside, none)).toBe('{"code":"first","end":1}');
    expect(say({ kind: 'list', items: [word('message')] }, none)).toBe('["no such row"]');
  });
  test('header values hold only what a header can: addresses are percent-encoded', () => {
    const value = { kind: 'text', parts: ['/x/', { column: 'a', value: { type: 'text' } }] } as const;
    const send = (name: string, text: string): readonly string[] =>
      compileHeaders([{ name, value }], setting)([text], words());
    expect(send('Location', 'a b/ü?\r\n')).toEqual(['Location', '/x/a%20b%2F%C3%BC%3F%0D%0A']);
    const whole = { kind: 'text', parts: [{ column: 'a', value: { type: 'text' } }, '?x'] } as const;
    expect(compileHeaders([{ name: 'Location', value: whole }], setting)(['http://h/ü/%20'], words())).toEqual([
      'Location',
      'http://h/%C3%BC/%20?x',
    ]);
    expect(send('X-Name', 'a b/ü\r\nSet-Cookie: x')).toEqual(['X-Name', '/x/a b/%C3%BC%0D%0ASet-Cookie: x']);
  });
});

describe('types', () => {
  test.each<[ValueType, unknown, SqlValue | undefined, string]>([
    [{ type: 'boolean' }, true, 1, 'true'],
    [{ type: 'integer' }, -0, 0, '0'],
    [{ type: 'integer' }, 1.5, undefined, ''],
    [{ type: 'real' }, 1e21, 1e21, '1e+21'],
    [{ type: 'real' }, Infinity, undefined, ''],
    [{ type: 'decimal', scale: 3 }, -0.5, -500, '-0.500'],
    [{ type: 'instant', format: 'seconds' }, -1, '1969-12-31T23:59:59.000Z', '-1'],
    [{ type: 'instant', format: 'seconds' }, 1e12, undefined, ''],
    [
      { type: 'text', format: 'date-time as sent' },
      '2026-01-01T00:00:00+05:00',
      '2026-01-01T00:00:00+05:00',
      '"2026-01-01T00:00:00+05:00"',
    ],
    [{ type: 'date', format: 'date' }, '2025-02-29', undefined, ''],
  ])('%j of %s', (value, json, stored, shown) => {
    expect(decoder(value)(json, undefined)).toBe(stored);
    if (stored !== undefined) expect(encoder(value)(stored)).toBe(shown);
  });
  test('nothing is null in JSON and the empty text in a text', () => {
    for (const type of ['text', 'integer', 'instant', 'json'] as const)
      expect([encoder({ type })(null), texter({ type })(null)]).toEqual(['null', '']);
  });
  test.each<[(text: string) => boolean, string[], string[]]>([
    [
      isDate,
      ['2024-02-29', '0000-01-01', '9999-12-31'],
      ['2023-02-29', '2023-13-01', '2023-04-31', '2023-1-1', '2023-00-10', ' 2023-01-01'],
    ],
    [
      isTime,
      ['00:00', '23:59:59', '12:00:00.5Z', '12:00:00+01:00', '23:59:60'],
      ['24:00', '12', '12:60', '12:00:61', '1:00'],
    ],
    [
      isInstant,
      ['2026-01-01T00:00:00Z', '2026-01-01t00:00:00.123456789z', '1990-12-31T15:59:60-08:00'],
      [
        '2026-01-01',
        '2026-01-01T00:00:00',
        '2026-01-01T24:00:00Z',
        '2026-01-01T12:00:60Z',
        '0000-01-01T00:00:00+10:00',
        '2026-02-30T00:00:00Z',
      ],
    ],
    [
      isUuid,
      ['00000000-0000-0000-0000-000000000000', 'ABCDEF01-2345-6789-abcd-ef0123456789'],
      ['00000000000000000000000000000000', '{00000000-0000-0000-0000-000000000000}', ''],
    ],
    [
      isUrl,
      ['https://example.org/a?b#c', 'mailto:a@b', 'http://[::1]:80/'],
      ['example.org', '//x', 'http://', 'https://a b', 'http://x\n'],
    ],
    [
      isEmail,
      ['a@b.c', 'a.b+c@x.example', 'ü@xn--exmple-cua.org', 'a@1.2.3.4'],
      // oxfmt-ignore
      [
        'a', '@b.c', 'a@', 'a@b@c.d', 'a..b@c.d', '.a@b.c', 'a@-b.c', 'a b@c.d', `${'a'.repeat(65)}@b.c`,
        'a@b', 'a@b.', 'a@.b', 'a@b..c', 'a@localhost', 'ü@exämple.org', 'a@example.рф', 'a@b.c\n',
      ],
    ],
    [
      isKeptEmail,
      ['a@b', 'a.b+c@x.example', 'ü@exämple.org'],
      ['a', '@b', 'a@', 'a@b@c', 'a..b@c', '.a@b', 'a@-b', 'a b@c', `${'a'.repeat(65)}@b`],
    ],
    [isDuration, ['P1D', 'PT1H', 'P1Y2M3DT4H5M6S', 'P4W'], ['P', 'PT', '1D', 'P1DT', 'PT1D', 'P1W1D', 'P-1D']],
  ])('%o takes its own forms only', (fits, good, bad) => {
    expect([good.filter((text) => !fits(text)), bad.filter(fits)]).toEqual([[], []]);
  });
  test('instants are UTC with three digits', () => {
    expect(instantOf('2026-06-30T23:59:59.98765-01:30')).toBe('2026-07-01T01:29:59.987Z');
    expect(instantOf('1990-12-31T23:59:60Z')).toBe('1991-01-01T00:00:00.000Z');
  });
  test('formats in a schema are judged as those of a field', () => {
    const fits = compileSchema({ type: 'array', items: { type: 'string', format: 'time' } });
    expect([fits(['12:00']), fits(['12'])]).toEqual([true, false]);
  });
  test('texts are quoted as JSON does', () => {
    for (const text of [
      '',
      'a',
      '"',
      '\\',
      '\u0000',
      '\u001f',
      '\u2028',
      'ü😀',
      '\ud800',
      'x'.repeat(100),
      `${'x'.repeat(100)}"`,
    ])
      expect(quote(text)).toBe(JSON.stringify(text));
  });
});

const make = (
  made: Parameters<typeof compileMade>[0],
  bindings: Record<string, SqlValue> = {},
): Record<string, SqlValue> => {
  compileMade(made)!(bindings, Date.now());
  return bindings;
};

const matches = (t: SqlValue): SqlValue | undefined =>
  make([{ name: 'm', kind: 'matches', of: 't', pattern: 'a|b+' }], { t })['m'];

describe('made values', () => {
  test('uuids are of version 7, different, and in the order in which they were made', () => {
    const ids = Array.from({ length: 10_000 }, () => make([{ name: 'id', kind: 'uuid' }])['id'] as string);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
    expect(Math.abs(Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(5000);
  });
  test('opaque ids have their prefix and do not repeat', () => {
    const ids = Array.from({ length: 1000 }, () => make([{ name: 'id', kind: 'opaque id', prefix: 'pi_' }])['id']);
    expect(ids[0]).toMatch(/^pi_[0-9a-z]{24}$/);
    expect(new Set(ids).size).toBe(1000);
  });
  test.each([
    ['Hello, World!', 'hello-world'],
    ['  Ünïcödé  ', 'unicode'],
    ['日本 語', '日本-語'],
    ['--', '-'],
    ['', '-'],
    ['a/b?c#d', 'a-b-c-d'],
  ])('the slug of %j is %s', (text, expected) => {
    expect(make([{ name: 's', kind: 'slug', of: 't' }], { t: text })['s']).toBe(expected);
  });
  test('matches as a whole', () => {
    expect([matches('bbb'), matches('ab'), matches(null)]).toEqual([1, 0, 0]);
  });
});

test('a list of strings can hold every id', () => {
  expect(listOfStrings(['a', 'b "c" \\', 'ü'])).toBe('"a", "b \\"c\\" \\\\", "%C3%BC"');
});

test('fixed segments win over parameters, from left to right, and a parameter is never empty', () => {
  const table = routes<string>();
  const patterns = [
    '/a/b',
    '/a/{x}',
    '/{x}/b',
    '/{x}.json',
    '/{x}',
    '/a/{x}.{y}'.replace('.{y}', '.json'),
    '/a/{x}/c',
    '/a/b/d',
    '/@{x}',
    '/',
    '/{x}/',
  ];
  for (const text of patterns) table.at(path(text), () => text);
  const find = (text: string): unknown => {
    const found = table.find(text.slice(1).split('/'));
    return found && [found.end, ...found.values];
  };
  expect(find('/a/b')).toEqual(['/a/b']);
  expect(find('/a/x')).toEqual(['/a/{x}', 'x']);
  expect(find('/x/b')).toEqual(['/{x}/b', 'x']);
  expect(find('/x.json')).toEqual(['/{x}.json', 'x']);
  expect(find('/.json')).toEqual(['/{x}', '.json']);
  expect(find('/a/x.json')).toEqual(['/a/{x}.json', 'x']);
  expect(find('/a/b/c')).toEqual(['/a/{x}/c', 'b']);
  expect(find('/a/b/d')).toEqual(['/a/b/d']);
  expect(find('/@me')).toEqual(['/@{x}', 'me']);
  expect(find('/@')).toEqual(['/{x}', '@']);
  expect(find('/')).toEqual(['/']);
  expect(find('/a/')).toEqual(['/{x}/', 'a']);
  expect(find('/x/y')).toBeUndefined();
  table.at(path('/caf%C3%A9/{x}'), () => 'encoded');
  expect(find('/café/1')).toEqual(['encoded', '1']);
});

test('the media range that is most specific decides', () => {
  const accepts = compileAccept(['application/json; charset=utf-8']);
  const cases: [string | undefined, boolean][] = [
    [undefined, true],
    ['', true],
    ['*/*', true],
    ['application/*', true],
    ['application/json;q=0, */*', false],
    ['*/*;q=0, application/json', true],
    ['text/*, application/xml', false],
    ['application/json;charset=utf-8', true],
    ['garbage', false],
  ];
  for (const [accept, expected] of cases) expect([accept, accepts(accept)]).toEqual([accept, expected]);
  expect(compileAccept([])('text/html')).toBe(true);
});
