// The table of what a judge finds, with judges that are made up.

import { expect, it } from 'vitest';
import { all, foundBy, shown, subjectsOf, type Judge } from './found.ts';
import type { Fault, Running, Twin } from './twin.ts';

const FAULTS: readonly Fault[] = [
  { name: 'one', class: 'refusal', said: 'One.', shows: /one/ },
  { name: 'two', class: 'refusal', said: 'Two.', shows: /two/ },
  { name: 'three', class: 'page', said: 'Three.', shows: /three/ },
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

/** Finds `one` always, `two` with even seeds, and of `three` something that it has nothing to do with. */
const half: Judge = ({ document, running: { url }, seed }) => {
  expect(document).toBe('double.md');
  if (url.endsWith('/one')) return Promise.resolve({ said: ['wrong status, one', 'odd, else'], seconds: seed });
  if (url.endsWith('/two')) return Promise.resolve({ said: seed % 2 === 0 ? ['wrong body, two'] : [] });
  return Promise.resolve({ said: url.endsWith('/three') ? ['wrong status, one'] : [] });
};

it('counts what is found by classes, and names what is not', async () => {
  const { twin } = new Double();
  const found = await foundBy(half, subjectsOf(twin), [1, 2, 3, 4]);
  expect(found.rows).toEqual([
    { class: 'refusal', faults: 2, tries: 8, found: 6, seconds: 3 },
    { class: 'page', faults: 1, tries: 4, found: 0, seconds: undefined },
  ]);
  expect(all(found.rows)).toEqual({ faults: 3, tries: 12, found: 6 });
  expect(found.missed).toEqual([
    { name: 'double: two', class: 'refusal', seeds: [1, 3], said: [] },
    { name: 'double: three', class: 'page', seeds: [1, 2, 3, 4], said: ['wrong status, one'] },
  ]);
  expect(found.falseAlarms).toEqual([]);
  expect(shown(found)).toContain('| refusal | 2 | 6/8 | 75 % | 3.0 | wrong body, wrong status |');
  expect(shown(found)).toContain('- not found: double: two (refusal), seeds 1, 3');
});

it('tells what is said of a correct service', async () => {
  const { twin } = new Double();
  const found = await foundBy(() => Promise.resolve({ said: ['odd, one'] }), subjectsOf(twin), [7]);
  expect(found.falseAlarms).toEqual([{ name: 'double', seed: 7, verdict: { said: ['odd, one'] } }]);
  expect(shown(found)).toContain('- false alarm: double, seed 7: odd, one');
});

it('leaves no service running, also where the judge fails', async () => {
  const double = new Double();
  await expect(foundBy(() => Promise.reject(new Error('gave up')), subjectsOf(double.twin), [1])).rejects.toThrow(
    'gave up',
  );
  expect(double.running).toBe(0);
});
