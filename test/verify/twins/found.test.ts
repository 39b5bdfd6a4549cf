// The table of what a judge finds, with judges that are made up.

import { expect, it } from 'vitest';
import { all, foundBy, shown, subjectsOf, type Judge } from './found.ts';
import type { Fault, Running, Twin } from './twin.ts';

const FAULTS: readonly Fault[] = [
  { name: 'one', class: 'refusal', said: 'One.' },
  { name: 'two', class: 'refusal', said: 'Two.' },
  { name: 'three', class: 'page', said: 'Three.' },
];

class Double {
  running = 0;
  readonly twin: Twin = {
    name: 'double',
    document: 'double.md',
    faults: FAULTS,
    start: ({ fault } = {}): Promise<Running> => {
      this.running += 1;
      return Promise.resolve({ url: `http://double/${fault ?? ''}`, close: () => Promise.resolve(this.#closed()) });
    },
  };

  #closed(): void {
    this.running -= 1;
  }
}

/** Finds `one` always, `two` with even seeds, `three` never. */
const half: Judge = (document, url, seed) => {
  expect(document).toBe('double.md');
  const isFound = url.endsWith('/one') || (url.endsWith('/two') && seed % 2 === 0);
  return Promise.resolve(isFound ? { findings: 2, classes: ['wrong status'] } : { findings: 0, classes: [] });
};

it('counts what is found by classes, and names what is not', async () => {
  const { twin } = new Double();
  const found = await foundBy(half, subjectsOf(twin), [1, 2, 3, 4]);
  expect(found.rows).toEqual([
    { class: 'refusal', faults: 2, tries: 8, found: 6 },
    { class: 'page', faults: 1, tries: 4, found: 0 },
  ]);
  expect(all(found.rows)).toEqual({ faults: 3, tries: 12, found: 6 });
  expect(found.missed).toEqual([
    { name: 'double: two', class: 'refusal', seeds: [1, 3] },
    { name: 'double: three', class: 'page', seeds: [1, 2, 3, 4] },
  ]);
  expect(found.falseAlarms).toEqual([]);
  expect(shown(found)).toContain('| refusal | 2 | 8 | 6 | 75 % | wrong status |');
  expect(shown(found)).toContain('- not found: double: two (refusal), seeds 1, 3');
});

it('tells what is said of a correct service', async () => {
  const { twin } = new Double();
  const found = await foundBy(() => Promise.resolve({ findings: 1, classes: ['odd'] }), subjectsOf(twin), [7]);
  expect(found.falseAlarms).toEqual([{ name: 'double', seed: 7, verdict: { findings: 1, classes: ['odd'] } }]);
  expect(shown(found)).toContain('- false alarm: double, seed 7: odd');
});

it('leaves no service running, also where the judge fails', async () => {
  const double = new Double();
  await expect(foundBy(() => Promise.reject(new Error('gave up')), subjectsOf(double.twin), [1])).rejects.toThrow(
    'gave up',
  );
  expect(double.running).toBe(0);
});
