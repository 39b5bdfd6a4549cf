// Every value grammar by tables: what is read from a text, and where a text that no form explains goes wrong.

import { describe, expect, it } from 'vitest';

import { plainText } from '../../../src/notation/grammar/source-text.ts';
import { parsers } from '../../grammar/bindings.ts';
import { FAULTS } from './faults.ts';
import { simple } from './simple.ts';
import { TABLES } from './tables.ts';

const parser = await parsers();

describe.each(Object.entries(TABLES))('a value of kind %s', (symbol, rows) => {
  it.each(rows)('reads %s', (text, value) => {
    const parsed = parser.get(symbol)!(plainText(text));
    expect(parsed.ok ? simple(parsed.value) : parsed).toEqual(value);
  });

  const faults = FAULTS.filter((row) => row.symbol === symbol);
  it.each(faults)('does not read $text', ({ text, at, expected, code }) => {
    const parsed = parser.get(symbol)!(plainText(text));
    if (parsed.ok) throw new Error(`it reads ${JSON.stringify(simple(parsed.value))}`);
    expect(text.slice(parsed.at.start, parsed.at.end)).toBe(at);
    expect(parsed.expected).toContain(expected);
    expect(parsed.code).toBe(code);
  });

  it('has a fault in the table', () => {
    expect(faults.length).toBeGreaterThan(0);
  });

  it('points to the source wherever the value stands in it', () => {
    for (const [text] of rows) {
      const here = parser.get(symbol)!(plainText(text));
      const there = parser.get(symbol)!(plainText(text, 1000));
      expect(moved(there, -1000)).toEqual(here);
    }
  });
});

/** The same with every place moved. */
function moved(value: unknown, by: number): unknown {
  if (Array.isArray(value)) return value.map((item) => moved(item, by));
  if (typeof value !== 'object' || value === null) return value;
  const { start, end } = value as Record<string, unknown>;
  if (typeof start === 'number' && typeof end === 'number') return { start: start + by, end: end + by };
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, moved(part, by)]));
}
