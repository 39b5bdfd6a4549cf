// What is planted by faults.all.test.ts is there to be planted: a source that changes takes its faults along.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FAULTS } from './faults.ts';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

it('each fault has its place in the sources, and once', () => {
  const without = FAULTS.filter(
    ({ file, before }) => readFileSync(join(SOURCE, file), 'utf8').split(before).length !== 2,
  );
  expect(without.map(({ what }) => what)).toEqual([]);
});
