// Forms can be read where they are offered: more documents, and an example with statements taken away.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { trial } from '../laws/laws.ts';
import { misjudgedForms, opened, unreadableForms, type WrittenForm } from './forms-written.ts';

const ROOT = join(import.meta.dirname, '..', '..');

it('forms can be read where they are offered, in many documents', { timeout: 600_000 }, () => {
  const written: WrittenForm[] = [];
  for (let seed = 100; seed < 125; seed += 1)
    expect(unreadableForms(trial(seed).source, written), `seed ${seed}`).toEqual([]);
  for (const name of ['examples/repair-shop.md', 'examples/price-list.md', 'test/plan/everything.md']) {
    const source = readFileSync(join(ROOT, name), 'utf8');
    for (let seed = 0; seed < 5; seed += 1)
      expect(unreadableForms(opened(source, seed * 3, 12), written), `${name} ${seed}`).toEqual([]);
  }
  expect(written.length).toBeGreaterThan(1000);
  expect(new Set(written.map(({ kind }) => kind)).size).toBeGreaterThan(25);
});

it('what this runtime does not support of them is said, in many documents', { timeout: 600_000 }, () => {
  const judged: WrittenForm[] = [];
  for (let seed = 200; seed < 210; seed += 1)
    expect(misjudgedForms(trial(seed).source, judged), `seed ${seed}`).toEqual([]);
  for (const name of ['examples/repair-shop.md', 'test/plan/everything.md']) {
    const source = readFileSync(join(ROOT, name), 'utf8');
    for (let seed = 0; seed < 3; seed += 1)
      expect(misjudgedForms(opened(source, seed * 3, 12), judged), `${name} ${seed}`).toEqual([]);
  }
  expect(judged.length).toBeGreaterThan(500);
});
