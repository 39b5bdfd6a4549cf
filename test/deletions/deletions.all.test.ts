// The whole deletion corpus: at least 98 % are missed with the id of the slot, at its place, and nothing else is said. Its
// figures are docs/deletions.md; UPDATE=1 writes them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { byPart, documents, judged, page, share } from './corpus.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'deletions.md');

it('misses what is taken away', { timeout: 1_200_000 }, () => {
  const all = documents().flatMap((whole) => whole.deletions.map((deletion) => judged(whole, deletion)));
  const written = page(all);
  if (process.env['UPDATE']) writeFileSync(PAGE, written);
  expect(all.length).toBeGreaterThanOrEqual(500);
  for (const [part, { deletions, found }] of byPart(all)) {
    expect(deletions, `part ${part}`).toBeGreaterThan(0);
    expect(found, `part ${part}`).toBeGreaterThan(0);
  }
  expect(share(all)).toBeGreaterThanOrEqual(0.98);
  expect(readFileSync(PAGE, 'utf8')).toBe(written);
});
