// Values made to hurt: they are read or refused, never a crash, and in time that grows with the
// text and no faster.

import { describe, expect, it } from 'vitest';

import { plainText } from '../../../src/notation/grammar/source-text.ts';
import { parsers } from '../../grammar/bindings.ts';

const parser = await parsers();

const HOSTILE: readonly (readonly [what: string, text: (n: number) => string])[] = [
  ['opening brackets', (n) => '('.repeat(n)],
  ['opening braces', (n) => '{"a":'.repeat(n)],
  ['opening lists', (n) => '['.repeat(n)],
  ['nots', (n) => 'not ('.repeat(n)],
  ['arrays of arrays', (n) => 'array of '.repeat(n)],
  ['ticks', (n) => '`'.repeat(n)],
  [
    'runs of ticks of growing length',
    (n) => Array.from({ length: Math.ceil(Math.sqrt(2 * n)) }, (_, i) => '`'.repeat(i + 1)).join(' '),
  ],
  ['quotes that never close', (n) => `"${'\\"'.repeat(n)}`],
  ['angle brackets in a text', (n) => `service: = \`${'<a '.repeat(n)}\``],
  ['braces in a text', (n) => `service: = \`${'{a'.repeat(n)}\``],
  ['angle brackets in quotes', (n) => `{"a": "${'<a '.repeat(n)}"}`],
  ['words', (n) => 'open orders '.repeat(n)],
  ['one long word', (n) => 'a'.repeat(n * 5)],
  ['dashes', (n) => 'a-'.repeat(n)],
  ['blanks', (n) => ' '.repeat(n * 5)],
  ['values without end', (n) => `\`f\` in ${'`a`, '.repeat(n)}`],
  ['terms', (n) => Array.from({ length: n }, () => '`a` = 1').join(' and ')],
  ['operators', (n) => `service: = ${'1 + '.repeat(n)}1`],
  ['names', (n) => '`a`, '.repeat(n)],
  ['effects', (n) => 'reads Order; '.repeat(n)],
  ['causes', (n) => 'no such Order, '.repeat(n)],
  ['media type parameters', (n) => `a/b${'; a=b'.repeat(n)} x`],
  ['steps of a path', (n) => `\`${'a.'.repeat(n)}\` = 1`],
  ['digits', (n) => '1'.repeat(n * 5)],
  ['a JSON default', (n) => `[${'{"a":[1]},'.repeat(n)}1]`],
];

describe('values made to hurt', () => {
  it.each(HOSTILE)('%s do not hurt any parser', (_what, text) => {
    const few = plainText(text(400));
    const many = plainText(text(4000));
    for (const [symbol, parse] of parser) {
      expect(typeof parse(few).ok, symbol).toBe('boolean');
      const before = process.threadCpuUsage();
      const parsed = parse(many);
      const { user, system } = process.threadCpuUsage(before);
      const spent = (user + system) / 1000;
      // 10,000 to 60,000 signs take some milliseconds; what is quadratic or worse takes seconds.
      expect(spent, symbol).toBeLessThan(500);
      if (parsed.ok) expect(() => JSON.stringify(parsed.value)).not.toThrow();
    }
  });
});
