// Verify's own numbers, texts, formats and types.

import { expect, it } from 'vitest';
import { Digits } from '../../../src/base/json-digits.ts';
import { fits, isBlankIn, readText } from '../../../src/verify/values/fits.ts';
import { hasFormat, instantOf, type Format } from '../../../src/verify/values/formats.ts';
import { compareExact, exactOf } from '../../../src/verify/values/numbers.ts';
import { compareTexts, folded, isBlank, matches, slugOf } from '../../../src/verify/values/texts.ts';
import type { Json, Truth } from '../../../src/verify/world/known.ts';
import { parseFieldType } from '../../../src/notation/values/field-types.ts';
import { parseConstraints } from '../../../src/notation/values/constraints.ts';
import { plainText } from '../../../src/notation/grammar/source-text.ts';
import { documentOf, ID, modelOf, reads, resource } from '../document.ts';

it.each([
  ['1', '1.0', 0],
  ['9007199254740993', '9007199254740992', 1],
  ['-2', '-10', 1],
  ['1e400', '9e399', 1],
  ['1e-400', '0', 1],
  ['0.1', '0.10000000000000001', -1],
])('%s beside %s', (a, b, order) => {
  expect(Math.sign(compareExact(exactOf(a)!, exactOf(b)!))).toBe(order);
});

it('compares texts by code points, and folds them', () => {
  expect(compareTexts('\u{ff61}', '\u{1f600}')).toBeLessThan(0);
  expect(folded('Straße')).toBe(folded('STRASSE'));
  expect(folded('ΣΑΣ')).toBe(folded('σας'));
  expect(folded('é')).toBe(folded('É'));
  expect(folded('İ')).not.toBe('i');
  expect([isBlank(' \t'), isBlank('a'), isBlank('\u0085')]).toEqual([true, false, undefined]);
  expect([slugOf('Über uns!'), slugOf('?!')]).toEqual(['uber-uns', '-']);
});

it.each([
  ['[a-z]{3}', 'abc', true],
  ['[a-z]{3}', 'abcd', false],
  ['a|b', 'ab', false],
  ['[^-]', '-', false],
  ['[a-]', '-', true],
  [String.raw`\p{Lu}.`, 'Ä😀', true],
  ['a.', 'a\n', false],
  [String.raw`\.[$]/`, '.$/', true],
])('%s of %j: %j', (pattern, text, is) => {
  expect(matches(pattern, text)).toBe(is);
});

it.each<[Format, string, Truth]>([
  ['date', '2024-02-29', true],
  ['date', '2023-02-29', false],
  ['time', '23:59:60Z', true],
  ['time', '24:00', false],
  ['date-time', '2024-01-01T00:00:00+02:00', true],
  ['date-time', '2024-01-01T00:00:00', false],
  ['duration', 'P1DT2H', true],
  ['duration', 'PT', false],
  ['uuid', '0190A3F2-7c1e-7000-8000-000000270408', true],
  ['uuid', '0190a3f2', false],
  ['url', 'https://example.org/a', true],
  ['url', '/a', false],
  ['url', 'https://example.org/ä', undefined],
  ['email', 'ann@example.org', true],
  ['email', 'ann@example', false],
  ['email', 'ä@example.org', undefined],
])('%s %s: %j', (format, text, is) => {
  expect(hasFormat(format, text)).toBe(is);
});

it('names the same instant by another offset', () => {
  expect(instantOf('2024-01-01T02:00:00.1239+02:00')).toBe(Date.UTC(2024, 0, 1, 0, 0, 0, 123));
});

const model = modelOf(documentOf({ resources: resource('Thing', [ID]), operations: reads('Thing') }));

function stated(type: string, allowed?: string): Parameters<typeof fits>[1] {
  const read = parseFieldType(plainText(type));
  const narrowed = allowed === undefined ? undefined : parseConstraints(plainText(allowed));
  if (!read.ok || narrowed?.ok === false) throw new Error(`${type} ${allowed}`);
  return { types: [read.value], constraints: narrowed?.value ?? [] };
}

it.each<[string, string | undefined, Json, Truth]>([
  ['string(1..2)', undefined, '😀😀', true],
  ['string(1..2)', undefined, '', false],
  ['string', undefined, 1, false],
  ['string', undefined, '\0', undefined],
  ['integer', undefined, 1, true],
  ['integer', undefined, new Digits('9223372036854775808'), false],
  ['integer', undefined, new Digits('9223372036854775807'), true],
  ['integer', '1..3', 4, false],
  ['decimal(2)', undefined, 0.001, false],
  ['decimal(2)', undefined, 1.5, true],
  ['number', undefined, new Digits('1e400'), false],
  ['boolean', undefined, 'true', false],
  ['string or null', undefined, null, true],
  ['string', undefined, null, false],
  ['array of integer', 'at most 2 items', [1, 2, 3], false],
  ['array of integer', '1..3', [1, 9], false],
  ['set of integer', 'at most 2 items', [1, 1, 2], true],
  ['map of string', undefined, { a: 1 }, false],
  ['any', undefined, { a: null }, true],
  ['any', undefined, null, false],
  ['string', 'matches `[a-z]+`', 'a1', false],
  ['string', '`a`, `b`', 'b', true],
  ['string', 'not blank', ' ', false],
  ['state', undefined, 'open', undefined],
  ['file', undefined, 'x', undefined],
])('%s, %s, of %j: %j', (type, allowed, json, is) => {
  expect(fits(model, stated(type, allowed), json)).toBe(is);
});

it('reads numbers of an address as JSON has them', () => {
  const integer = stated('integer').types[0]!;
  expect(['1', '+1', '01', '1.0'].map((text) => readText(model, integer, text))).toEqual([
    1,
    undefined,
    undefined,
    undefined,
  ]);
  expect(isBlankIn(stated('array of string', 'not blank'), ['a', ' '])).toBe(true);
});
