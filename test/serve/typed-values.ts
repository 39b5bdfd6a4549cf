// Values of every type as callers spell them, and how each is shown; undefined: it is no value of the type. Written by hand
// from the notation, part 2 "Types", and from nothing that the program says.

export interface Spelled {
  readonly type: string;
  /** JSON as sent → JSON as shown. */
  readonly values: readonly (readonly [string, string | undefined])[];
}

/** Shown as sent. */
const same = (...texts: readonly string[]): readonly (readonly [string, string])[] => texts.map((text) => [text, text]);
const none = (...texts: readonly string[]): readonly (readonly [string, undefined])[] =>
  texts.map((text) => [text, undefined]);

export const SPELLED: readonly Spelled[] = [
  {
    type: 'string',
    values: [
      ...same('"\\u0000x"', '"a\\"b"', '"a"', '" b "', '"😀"', '"null"'),
      ['"\\u00e9\\u2028"', '"é\u2028"'],
      ...none('5', 'true', '[]', '{}'),
    ],
  },
  { type: 'string(1..3)', values: [...same('"abc"', '"😀😀😀"'), ...none('"abcd"', '7')] },
  {
    type: 'integer',
    values: [
      ...same('5', '-7', '9007199254740993', '9223372036854775807', '-9223372036854775808'),
      ['1.0', '1'],
      ['-0', '0'],
      ['1e2', '100'],
      ['120e-1', '12'],
      ...none('1.5', '9223372036854775808', '"5"', '1e400', '1e-400', 'true', '[1]'),
    ],
  },
  { type: 'integer 1..100', values: [...same('1', '100'), ['1e2', '100'], ...none('0', '101', '100.5', '-1')] },
  {
    type: 'integer >= 9007199254740993',
    values: [...same('9007199254740993', '9223372036854775807'), ...none('9007199254740992', '1')],
  },
  {
    type: 'decimal(2) ..92233720368547758.05',
    values: [...same('92233720368547758.05'), ...none('92233720368547758.06')],
  },
  {
    type: 'decimal(2)',
    values: [
      ...same('1.10', '-0.05', '92233720368547758.07'),
      ['1', '1.00'],
      ['1.100', '1.10'],
      ['1e1', '10.00'],
      ['0.0', '0.00'],
      ...none('1.105', '92233720368547758.08', '"1.10"', '1e-3'),
    ],
  },
  { type: 'decimal(2) <= 0.3', values: [['0.3', '0.30'], ...same('-5.00'), ...none('0.31', '0.301')] },
  {
    type: 'number',
    values: [
      ...same('1.5', '0.1', '-3', '5e-324', '1.7976931348623157e+308'),
      ['0e-400', '0'],
      ['-0.000', '0'],
      ['123456789.123456789123456789', '123456789.12345679'],
      ['9007199254740993', '9007199254740992'],
      ...none('"1"', '1e400', '-1e309', '1e-400', '-2e-400', `0.${'0'.repeat(330)}1`, 'false'),
    ],
  },
  { type: 'boolean', values: [...same('true', 'false'), ...none('"true"', '1', '0')] },
  { type: 'date', values: [...same('"2024-02-29"', '"2026-12-31"'), ...none('"2026-02-30"', '"2026-1-1"', '5')] },
  {
    type: 'date-time',
    values: [
      ['"2026-01-01T00:00:00Z"', '"2026-01-01T00:00:00.000Z"'],
      ['"2026-01-01T02:00:00.5+02:00"', '"2026-01-01T00:00:00.500Z"'],
      ...none('"2026-01-01"', '"2026-02-30T00:00:00Z"', '"2026-01-01T00:00:00"', '0'),
    ],
  },
  { type: 'date-time, as sent', values: [...same('"2026-01-01T02:00:00.5+02:00"'), ...none('"2026-01-01"', '"x"')] },
  { type: 'time', values: [...same('"10:30:00"'), ...none('"25:00:00"', '"x"', '1')] },
  { type: 'duration', values: [...same('"P1D"', '"PT15M"'), ...none('"P"', '"1 day"')] },
  {
    type: 'seconds since 1970',
    values: [...same('0', '-1', '253402300799'), ['1.0', '1'], ...none('0.5', '253402300800', '"0"')],
  },
  {
    type: 'uuid',
    values: [
      ['"0190A3F2-7C1E-7000-8000-00000000000A"', '"0190a3f2-7c1e-7000-8000-00000000000a"'],
      ...none('"0190a3f2"', '1'),
    ],
  },
  { type: 'url', values: [...same('"https://example.org/a?b=c"'), ...none('"/a"', '5')] },
  { type: 'email', values: [...same('"a@example.org"'), ...none('"a"', '"a@"')] },
  { type: 'one of `a`, `b`', values: [...same('"a"', '"b"'), ...none('"c"', '"A"', '0')] },
  {
    type: 'object',
    values: [...same('{"b":1,"a":[2,{"c":null}]}', '{}', '{"n":12345678901234567890}'), ...none('[]', '"x"', '1')],
  },
  {
    type: 'array of integer',
    values: [
      ...same('[]', '[2,1,2]', '[9007199254740993]'),
      ['[1.0,1e1]', '[1,10]'],
      ...none('[1,"a"]', '[null]', '{}', '1', '[1.5]'),
    ],
  },
  { type: 'array of (integer or null)', values: [...same('[null,1]'), ...none('["x"]', '[[1]]')] },
  {
    type: 'array of string, sorted',
    values: [['["b","a","b"]', '["a","b","b"]'], ['["😀","\\uffee"]', '["\uffee","😀"]'], ...none('["a",1]')],
  },
  { type: 'set of integer', values: [['[2,1,2]', '[2,1]'], ['[1,1.0]', '[1]'], ...none('[true]')] },
  { type: 'set of number', values: [['[0.1,0.10000000000000000555]', '[0.1]'], ...none('[1e-400]')] },
  { type: 'set of decimal(1)', values: [['[1,1.0,1.5]', '[1.0,1.5]'], ...none('[1.55]')] },
  {
    type: 'array of date-time',
    values: [['["2026-01-01T00:00:00Z"]', '["2026-01-01T00:00:00.000Z"]'], ...none('["x"]')],
  },
  {
    type: 'array of uuid',
    values: [['["0190A3F2-7C1E-7000-8000-00000000000A"]', '["0190a3f2-7c1e-7000-8000-00000000000a"]'], ...none('[""]')],
  },
  { type: 'array of array of integer', values: [...same('[[1],[]]'), ...none('[1]', '[["a"]]')] },
  {
    type: 'map of integer',
    values: [
      ...same('{"b":1,"a":2}', '{}', '{"__proto__":1,"constructor":2}'),
      ...none('{"a":"x"}', '[]', '{"a":1.5}'),
    ],
  },
  { type: 'map of decimal(2)', values: [['{"a":1}', '{"a":1.00}'], ...none('{"a":1.001}')] },
];
