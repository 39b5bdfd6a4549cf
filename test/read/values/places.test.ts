// Where what was read stands: spans of names, operands and parts, in text that links and escapes have changed too.

import { describe, expect, it } from 'vitest';

import { readInline } from '../../../src/read/inline.ts';
import { plainText } from '../../../src/notation/grammar/source-text.ts';
import { parsers } from '../../grammar/bindings.ts';

const parser = await parsers();

/** The pieces of `source` that the places in a value stand for, in the order of the value. */
function places(symbol: string, source: string, text = plainText(source)): string[] {
  const parsed = parser.get(symbol)!(text);
  if (!parsed.ok) throw new Error(`a fault: ${parsed.expected}`);
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { start, end } = value as Record<string, unknown>;
    if (typeof start === 'number' && typeof end === 'number') found.push(source.slice(start, end));
    else for (const part of Object.values(value)) walk(part);
  };
  walk(parsed.value);
  return found;
}

describe('the places in a value', () => {
  it.each([
    ['field_type', 'one of `a`, `` b`c ``', ['a', 'b`c']],
    ['field_type', 'User as `Profile`', ['User', 'Profile']],
    ['names', '`a`, b and `c d`', ['a', 'b', 'c d']],
    ['condition', 'not (`a.b` = `c`)', ['a.b', 'c', '`a.b` = `c`', 'not (`a.b` = `c`)']],
    ['condition', '`a` = now - 1 day', ['a', 'now - 1 day', '`a` = now - 1 day']],
    ['condition', '{id} = body `n`', ['{id}', 'body `n`', '{id} = body `n`']],
    ['condition', 'there is Order (`a` = 1)', ['Order', 'a', '1', '`a` = 1', 'there is Order (`a` = 1)']],
    ['effects', 'ends token; moves `Order.status`', ['ends token', 'Order', 'status', 'moves `Order.status`']],
    ['effects', 'sets f = -2', ['f', '-2', 'sets f = -2']],
    ['set_by', 'service: not shown, ask', ['not shown']],
    ['who', '`a` or owner by `Order.by`', ['a', 'owner by `Order.by`']],
    ['who', 'signed-in; which items: not shown', ['not shown']],
    ['pages', 'page and size; at most: not shown', ['not shown']],
    ['order', '`a` descending then newest first', ['`a` descending', 'newest first']],
    ['header_values', 'Link, `X-Total: <total>`', ['Link', 'X-Total']],
    ['shape', '`{"a": Todo}`', ['Todo', 'Todo', '"a": Todo', '{"a": Todo}']],
    ['shape', '{"a": <total>, "b": c.d}', ['<total>', '"a": <total>', 'c.d', '"b": c.d', '{"a": <total>, "b": c.d}']],
    [
      'causes',
      'illegal move of `Order.status`, timed out',
      ['Order.status', 'illegal move of `Order.status`', 'timed out'],
    ],
    [
      'causes',
      '`Todo.title` blank, Open orders reached',
      ['Todo', '`Todo.title` blank', 'Open orders', 'Open orders reached'],
    ],
  ])('of kind %s: %s', (symbol, text, expected) => {
    expect(places(symbol, text)).toEqual(expected);
  });

  it('lead through links and escapes to what is written', () => {
    const source = 'array of [Person](#person) by `id`';
    expect(places('field_type', source, readInline(source, 0, source.length, true))).toEqual(['Person', 'id']);
    const escaped = 'there is Order (`a` = 1 and `b` \\> 2)';
    expect(places('condition', escaped, readInline(escaped, 0, escaped.length, true))).toContain('`b` \\> 2');
  });

  it('of a fault is the text that nothing explains, and the end where something is missing', () => {
    const source = 'xx `a` = [Paid](#paid) xx';
    const parsed = parser.get('condition')!(readInline(source, 3, source.length - 3, true));
    if (parsed.ok) throw new Error('it was read');
    expect(source.slice(parsed.at.start, parsed.at.end)).toBe('Paid');
    expect(parser.get('condition')!(plainText('`a` =', 7))).toMatchObject({ at: { start: 12, end: 12 } });
  });
});
