// Most SQL code serves both engines: a second text of the same rules would be a second chance to get them wrong.

import { expect, test } from 'vitest';
import { counted, share } from '../../scripts/sql-share.ts';

test('less than a quarter of the SQL code serves one engine only', () => {
  const files = counted();
  const engines = files.filter(({ engine }) => engine).map(({ file }) => file);
  expect(engines).toEqual(
    expect.arrayContaining([
      'store/sqlite/dialect.ts',
      'store/sqlite/functions.ts',
      'store/postgres/dialect.ts',
      'store/postgres/functions.ts',
    ]),
  );
  expect(files.every(({ lines }) => lines > 0)).toBe(true);
  expect(share(files)).toBeLessThan(0.25);
});

test('the share is that of lines, not of files', () => {
  const one = { file: 'a', lines: 30, engine: true };
  const both = { file: 'b', lines: 70, engine: false };
  expect(share([one, both])).toBeCloseTo(0.3);
});
