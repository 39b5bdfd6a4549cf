// The deletion corpus over documents by chance: several thousand statements that are taken away.

import { expect, it } from 'vitest';

import { byChance, judged, nameOf, share, type Judged } from './corpus.ts';

const DOCUMENTS = 30;

it('misses what is taken away from documents by chance', () => {
  const all: Judged[] = [];
  let documents = 0;
  for (let seed = 1; documents < DOCUMENTS; seed += 1) {
    const whole = byChance(seed);
    // One whose lists are complete only where marked leaves them open.
    if (/^- Lists: complete only/m.test(whole.source)) continue;
    documents += 1;
    expect(whole.checked.report.gaps, whole.name).toEqual([]);
    for (const deletion of whole.deletions) all.push(judged(whole, deletion));
  }
  const survivors = all.filter(({ faults }) => faults.length > 0);
  const told = survivors.slice(0, 20).map(({ deletion, faults }) => `${nameOf(deletion)}: ${faults[0]}`);
  expect(all.length).toBeGreaterThanOrEqual(3000);
  expect(share(all), told.join('\n')).toBeGreaterThanOrEqual(0.98);
});
