import { describe, expect, it } from 'vitest';
import { headerLines, listMembers, oneHeader } from '../../src/serve/request-headers.ts';
import { processorTime } from '../processor-time.ts';

const sent = (...rawHeaders: string[]): { readonly rawHeaders: string[] } => ({ rawHeaders });

describe('headers of a request', () => {
  it('are found in any case, each line of them', () => {
    expect(headerLines(sent('X-A', '1', 'Host', 'h', 'x-a', '2', 'X-AB', '3'), 'x-a')).toEqual(['1', '2']);
    expect(headerLines(sent('Host', 'h'), 'constructor')).toEqual([]);
  });

  it('have one value where they are sent once, as ASCII', () => {
    expect(oneHeader(sent('X-A', 'one, two'), 'x-a')).toEqual({ text: 'one, two' });
    expect(oneHeader(sent('X-A', ''), 'x-a')).toEqual({ text: '' });
    expect(oneHeader(sent('X-B', '1'), 'x-a')).toBeUndefined();
    expect(oneHeader(sent('X-A', '1', 'x-a', '1'), 'x-a')).toBe('invalid');
    expect(oneHeader(sent('X-A', 'Jos\u00e9'), 'x-a')).toBe('invalid');
  });

  it.each([
    ['a, b', ['a', 'b']],
    [', a,, ,b,', ['a', 'b']],
    ['"a, b", c', ['"a, b"', 'c']],
    ['"a \\", b", c', ['"a \\", b"', 'c']],
    ['"never ends, c', ['"never ends, c']],
    ['', []],
  ])('as lists: %s', (line, members) => {
    expect(listMembers([line])).toEqual(members);
  });

  it('are divided in a time that grows with their length', () => {
    const begin = processorTime();
    listMembers(['"'.repeat(30_000), '\\"'.repeat(15_000), 'a"'.repeat(15_000)]);
    expect(processorTime() - begin).toBeLessThan(500);
  });
});
