// The meaning of expressions, stated by example: what evaluate.ts answers. The differential test holds SQLite to it.

import { describe, expect, test } from 'vitest';
import { foldCase } from '../../src/base/fold-case.ts';
import { compareText, isBlank, WHITE_SPACE } from '../../src/base/text.ts';
import { compileCondition, compileValue } from '../../src/sql/evaluate.ts';
import type { Values } from '../../src/sql/evaluate.ts';
import { decimalText, compute, rescale, scaled } from '../../src/sql/exact.ts';
import type { Expr, SqlValue } from '../../src/sql/expression.ts';
import { shiftInstant } from '../../src/sql/instants.ts';
import { children, columnsOf, parametersOf, searches, typeOf } from '../../src/sql/walk.ts';
import { choice, column, literal } from './samples.ts';

const holds = (expr: Expr, row: Values = {}, bindings: Values = {}): boolean => compileCondition(expr)(row, bindings);
const value = (expr: Expr, row: Values = {}, bindings: Values = {}): SqlValue => compileValue(expr)(row, bindings);
const nothing = literal(null, 'text');
const compare = (left: Expr, operator: '=' | '!=' | '<' | '<=' | '>' | '>=', right: Expr): Expr => ({
  kind: 'compare',
  operator,
  left,
  right,
});

describe('a comparison with nothing', () => {
  const t = literal('t', 'text');
  test('is false, whatever the operator', () => {
    for (const operator of ['=', '!=', '<', '<=', '>', '>='] as const) {
      expect(holds(compare(nothing, operator, t))).toBe(false);
      expect(holds(compare(t, operator, nothing))).toBe(false);
      expect(holds(compare(nothing, operator, nothing))).toBe(false);
      expect(holds({ kind: 'not', item: compare(nothing, operator, t) })).toBe(true);
      expect(value(compare(nothing, operator, t))).toBe(0);
    }
  });

  test('is false for in, has and contains, too', () => {
    expect(holds({ kind: 'in', left: nothing, values: [nothing, t] })).toBe(false);
    expect(holds({ kind: 'not', item: { kind: 'in', left: nothing, values: [t] } })).toBe(true);
    expect(holds({ kind: 'has', left: literal('[null]', 'json'), right: nothing })).toBe(false);
    expect(holds({ kind: 'contains', left: nothing, right: literal('', 'text') })).toBe(false);
    expect(holds({ kind: 'contains', left: t, right: literal('', 'text') })).toBe(true);
  });

  test('leaves is blank and is set to tell nothing from something', () => {
    expect(holds({ kind: 'is-blank', operand: nothing })).toBe(true);
    expect(holds({ kind: 'is-blank', operand: literal('\u2003\n', 'text') })).toBe(true);
    expect(holds({ kind: 'is-blank', operand: literal(0, 'integer') })).toBe(false);
    expect(holds({ kind: 'is-set', operand: literal('', 'text') })).toBe(true);
    expect(holds({ kind: 'is-set', operand: nothing })).toBe(false);
  });
});

describe('text', () => {
  test('is ordered by code point, not by UTF-16 unit', () => {
    expect(['😀', '\uff5e'].toSorted()[0]).toBe('😀');
    expect(compareText('\uff5e', '😀')).toBeLessThan(0);
    expect(holds(compare(literal('😀', 'text'), '>', literal('\ue000', 'text')))).toBe(true);
    const order = ['', 'A', 'AB', 'a', '\ud7ff', '\ue000', '\uffff', '𐀀', '𐀀a', '😀'];
    expect(order.toReversed().toSorted(compareText)).toEqual(order);
  });

  test('is blank when it is nothing but white space', () => {
    for (const each of WHITE_SPACE) expect(isBlank(each), escape(each)).toBe(true);
    for (const each of ['\u0085', '\u200b', '\0', '.', '_']) expect(isBlank(each)).toBe(false);
    expect(new Set(WHITE_SPACE).size).toBe(WHITE_SPACE.length);
  });

  test('is the same ignoring case without regard to the language, at the end of a word too', () => {
    expect(foldCase('ÄÖÜ')).toBe(foldCase('äöü'));
    expect(foldCase('ΣΑΣ')).toBe(foldCase('σας'));
    expect(foldCase('ẞ')).toBe(foldCase('ß'));
    expect(foldCase('ß')).toBe(foldCase('SS'));
    expect(foldCase('I')).not.toBe(foldCase('ı'));
  });

  test('joins to nothing when a part is nothing, and shows other types as JSON does', () => {
    expect(value({ kind: 'concat', parts: [literal('a', 'text'), nothing] })).toBe(null);
    expect(value({ kind: 'concat', parts: [literal('n', 'text'), literal(5, 'integer'), literal(1, 'boolean')] })).toBe(
      'n5true',
    );
    expect(value({ kind: 'text', operand: literal(-5, 'decimal'), scale: 2 })).toBe('-0.05');
    expect(value({ kind: 'text', operand: literal('a b/ü', 'text'), encode: true })).toBe('a%20b%2F%C3%BC');
  });
});

describe('numbers', () => {
  const most = 2n ** 63n - 1n;
  test('are exact as far as 64 bits go, and nothing beyond', () => {
    expect(compute('+', 9_007_199_254_740_991, 2, false, 0)).toBe(9_007_199_254_740_993n);
    expect(compute('-', 9_007_199_254_740_993n, 2, false, 0)).toBe(9_007_199_254_740_991);
    expect(compute('*', 3_037_000_500, 3_037_000_500, false, 0)).toBe(null);
    expect(compute('+', most, 1, false, 0)).toBe(null);
    expect(compute('-', -most, 1, false, 0)).toBe(-most - 1n);
    expect(Object.is(compute('*', 0, -5, false, 0), 0)).toBe(true);
    expect(compute('+', null, 1, false, 0)).toBe(null);
  });

  test('divide rounding half away from zero, by zero to nothing', () => {
    expect([5, -5, 7, -7, 1].map((each) => compute('/', each, 2, false, 0))).toEqual([3, -3, 4, -4, 1]);
    expect(compute('/', 1, 3, false, 4)).toBe(3_333);
    expect(compute('/', 2, -3, false, 2)).toBe(-67);
    expect(compute('/', 1, 0, false, 2)).toBe(null);
    expect(compute('/', 1, 0, true, 0)).toBe(null);
    expect(compute('*', 1e308, 10, true, 0)).toBe(null);
    expect(compute('/', most, 1, false, 1)).toBe(null);
  });

  test('change their scale rounding half away from zero', () => {
    expect([1_250, 1_249, -1_250, 49, -50].map((each) => rescale(each, 3, 1))).toEqual([13, 12, -13, 0, -1]);
    expect(rescale(7, 0, 2)).toBe(700);
    expect(rescale(most, 0, 1)).toBe(null);
    expect(rescale(null, 2, 0)).toBe(null);
  });

  test('compare by what they are worth, big or not, whole or not', () => {
    expect(holds(compare(literal(2n ** 53n + 1n, 'integer'), '>', literal(2 ** 53, 'real')))).toBe(true);
    expect(holds(compare(literal(2n ** 53n, 'integer'), '=', literal(2 ** 53, 'real')))).toBe(true);
    expect(holds({ kind: 'in', left: literal(5, 'integer'), values: [literal(5n, 'integer')] })).toBe(true);
  });

  test('are read from their digits and written with them', () => {
    expect(
      ['12.5', '-0.05', '1e2', '1.250', '1.255', '0', '-0', '92233720368547758.08', '1e999', 'x'].map((text) =>
        scaled(text, 2),
      ),
    ).toEqual([1_250, -5, 10_000, 125, null, 0, 0, null, null, null]);
    expect(scaled('92233720368547758.07', 2)).toBe(most);
    const zeros = '0'.repeat(100_000);
    expect(
      [
        '0e10000',
        '-0.0E-99999999999999999999',
        `1.${zeros}`,
        `${zeros}1`,
        `1${zeros}e-100000`,
        `0.${zeros}1e100001`,
      ].map((text) => scaled(text, 0)),
    ).toEqual([0, 0, 1, 1, 1, 1]);
    expect(
      [
        `1.${zeros}1`,
        `1${zeros}`,
        '1e99999999999999999999',
        '1e-99999999999999999999',
        '1e19',
        '9223372036854775808',
      ].map((text) => scaled(text, 0)),
    ).toEqual([null, null, null, null, null, null]);
    expect([1_250, -5, 0, 100].map((each) => decimalText(each, 2))).toEqual(['12.50', '-0.05', '0.00', '1.00']);
    expect(decimalText(-7n, 0)).toBe('-7');
  });
});

describe('lists and instants', () => {
  test('a list has an element of the type asked for only', () => {
    const list = literal('["5",5,true,5.25,null,[7],9007199254740993]', 'json');
    const has = (right: Expr, scale?: number): boolean =>
      holds({ kind: 'has', left: list, right, ...(scale === undefined ? {} : { scale }) });
    expect(has(literal('5', 'text'))).toBe(true);
    expect(has(literal('7', 'text'))).toBe(false);
    expect(has(literal(1, 'boolean'))).toBe(true);
    expect(has(literal(1, 'integer'))).toBe(false);
    expect(has(literal(525, 'decimal'), 2)).toBe(true);
    expect(has(literal(52, 'decimal'), 1)).toBe(false);
    expect(has(literal(9_007_199_254_740_993n, 'integer'))).toBe(true);
    expect(has(literal(9_007_199_254_740_992n, 'integer'))).toBe(false);
  });

  test('an instant moves within the years that its text can hold', () => {
    expect(shiftInstant('2024-02-29T23:59:59.999Z', 1)).toBe('2024-03-01T00:00:00.000Z');
    expect(shiftInstant('9999-12-31T23:59:59.999Z', 1)).toBe(null);
    expect(shiftInstant('0000-01-01T00:00:00.000Z', -1)).toBe(null);
    const later: Expr = { kind: 'later', column: 'at', now: { kind: 'parameter', name: 'now', type: 'instant' } };
    const now = '2026-01-01T00:00:00.000Z';
    expect(value(later, { at: now }, { now })).toBe('2026-01-01T00:00:00.001Z');
    expect(value(later, { at: null }, { now })).toBe(now);
  });

  test('a case takes the first branch that is true', () => {
    const expr = choice(
      'integer',
      [
        [compare(nothing, '=', nothing), literal(1, 'integer')],
        [{ kind: 'true' }, literal(2, 'integer')],
      ],
      literal(3, 'integer'),
    );
    expect(value(expr)).toBe(2);
  });
});

describe('what is not there', () => {
  test('is an error of the program, never nothing', () => {
    expect(() => value(column('gone', 'text'), { other: 1 })).toThrow('the row has no column gone');
    expect(() => value({ kind: 'parameter', name: 'gone', type: 'text' })).toThrow('the parameter gone is not bound');
    expect(() => compileCondition({ kind: 'exists', table: 'T', alias: 't', where: { kind: 'true' } })).toThrow(
      'cannot be judged outside of the store',
    );
    expect(value(column('there', 'text'), { there: null })).toBe(null);
  });
});

test('walking finds parameters, columns, types and searches', () => {
  const inner = compare(column('a', 'integer', 'x'), '=', column('b', 'integer'));
  const expr: Expr = {
    kind: 'and',
    items: [
      { kind: 'exists', table: 'T', alias: 'x', where: inner },
      compare({ kind: 'parameter', name: 'p', type: 'text' }, '=', { kind: 'parameter', name: 'p', type: 'text' }),
    ],
  };
  expect(parametersOf(expr)).toEqual(['p']);
  expect(columnsOf(expr, undefined).map((each) => each.column)).toEqual(['b']);
  expect(columnsOf(expr, 'x').map((each) => each.column)).toEqual(['a']);
  expect(searches(expr)).toBe(true);
  expect(searches(inner)).toBe(false);
  expect(children(inner)).toHaveLength(2);
  expect(typeOf(expr)).toBe('boolean');
});

test('the start of a text is whole where it has no more octets, and never half a character', () => {
  const start = (text: string | null, most: number): SqlValue =>
    value({ kind: 'start', operand: literal(text, 'text'), most });
  expect(start('abc', 3)).toBe('abc');
  expect(start('abcd', 3)).toBe('abc');
  expect(start('a😀b', 2)).toBe('a😀');
  expect(start(null, 2)).toBeNull();
  expect(value({ kind: 'octets', operand: literal('a😀é', 'text') })).toBe(7);
  expect(value({ kind: 'octets', operand: nothing })).toBeNull();
});
