// The second lock of answers: whatever stands in a column, nothing but a value of its type is sent as JSON.

import { describe, expect, test } from 'vitest';
import type { ValueType } from '../../src/plan/input.ts';
import { compileOutput } from '../../src/serve/answer.ts';
import { encoder } from '../../src/serve/resources.ts';

const TEXT = '1,"admin":true';

describe('a text in a column of another type is not sent', () => {
  const types: readonly ValueType[] = [
    { type: 'integer' },
    { type: 'real' },
    { type: 'decimal', scale: 2 },
    { type: 'instant', format: 'date-time' },
    { type: 'instant', format: 'seconds' },
    { type: 'date', format: 'date' },
  ];
  test.each(types)('%j', (type) => {
    expect(() => encoder(type)(TEXT)).toThrow();
    expect(encoder(type)(null)).toBe('null');
  });
});

function piece(value: string): () => string | undefined {
  const output = {
    kind: 'computed',
    expr: { kind: 'literal', value, type: 'json' },
    value: { type: 'json', format: 'list' },
  } as const;
  const { build } = compileOutput(output, { columns: new Map() } as never);
  return () => build([], { bindings: {} } as never);
}

test('what an expression makes is sent as JSON only where it is all of one value', () => {
  expect(piece('["a",1]')()).toBe('["a",1]');
  for (const text of [TEXT, '[1],"b":2', '']) expect(piece(text)).toThrow();
});
