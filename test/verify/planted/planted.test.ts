// What is planted is there to be planted: a source that changes takes its faults along.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PLANTED } from './plants.ts';
import { SCENARIOS } from './scenarios.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');

it('each fault has its place in the sources, and once', () => {
  const without = PLANTED.filter(
    ({ file, before }) => readFileSync(join(PROJECT, 'src', file), 'utf8').split(before).length !== 2,
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});

it('there are more than 60, in analysis, plan and serve, each with a name of its own', () => {
  expect(PLANTED.length).toBeGreaterThan(60);
  expect(new Set(PLANTED.map(({ name }) => name)).size).toBe(PLANTED.length);
  expect([...new Set(PLANTED.map(({ file }) => file.split('/')[0]))].toSorted()).toEqual(['analysis', 'plan', 'serve']);
});

it('each document has calls that show what its service does', () => {
  expect(PLANTED.filter(({ document }) => !SCENARIOS.has(document))).toEqual([]);
});
