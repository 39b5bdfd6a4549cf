// A process under steady load keeps the size of its heap; without the bounds the same load lets it double.

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const module = new URL('../../src/cli/bounded-heap.ts', import.meta.url).href;

interface Most {
  /** Megabytes. */
  readonly young: number;
  readonly old: number;
}

/** Of a load that keeps the last 400,000 of many objects. */
function mostMegabytes(bounds?: 'USUAL' | 'SMALL'): Most {
  const source = `
    import { getHeapSpaceStatistics } from 'node:v8';
    ${bounds ? `import { boundHeap, SMALL } from ${JSON.stringify(module)};` : ''}
    ${bounds ? `boundHeap(${bounds === 'SMALL' ? 'SMALL' : ''});` : ''}
    const kept = [];
    const most = { young: 0, old: 0 };
    const size = (name) => getHeapSpaceStatistics().find((space) => space.space_name === name).space_size / 2 ** 20;
    for (let turn = 0; turn < 60; turn += 1) {
      for (let i = 0; i < 1e5; i += 1) kept[(turn * 1e5 + i) % 400_000] = { i, text: 'x' + i };
      most.young = Math.max(most.young, size('new_space'));
      most.old = Math.max(most.old, size('old_space'));
      await new Promise((next) => setTimeout(next, turn % 4 ? 0 : 60));
    }
    console.log(JSON.stringify(most));`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  return JSON.parse(run.stdout) as Most;
}

it('the young generation of a service is bounded', { timeout: 60_000 }, () => {
  expect(mostMegabytes().young).toBeGreaterThan(100);
  expect(mostMegabytes('USUAL').young).toBeLessThan(100);
});

it('where long texts are read it is a quarter of that of a service', { timeout: 60_000 }, () => {
  expect(mostMegabytes('SMALL').young).toBeLessThan(25);
});

it('old objects take at most some twice what lives', { timeout: 60_000 }, () => {
  const [free, bounded] = [mostMegabytes().old, mostMegabytes('USUAL').old];
  expect(bounded).toBeLessThan(0.8 * free);
});
