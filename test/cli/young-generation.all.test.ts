// A process under steady load keeps the size of its young generation; without the bound the same load lets it double.

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const module = new URL('../../src/cli/young-generation.ts', import.meta.url).href;

/** Megabytes of the space for young objects after a load that keeps the last 400,000 of them. */
function mostMegabytes(bound: boolean): number {
  const source = `
    import { getHeapSpaceStatistics } from 'node:v8';
    ${bound ? `import { boundYoungGeneration } from ${JSON.stringify(module)}; boundYoungGeneration();` : ''}
    const kept = [];
    let most = 0;
    for (let turn = 0; turn < 60; turn += 1) {
      for (let i = 0; i < 1e5; i += 1) kept[(turn * 1e5 + i) % 400_000] = { i, text: 'x' + i };
      most = Math.max(most, getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);
      await new Promise((next) => setTimeout(next, turn % 4 ? 0 : 60));
    }
    console.log(most / 2 ** 20);`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  return Number(run.stdout);
}

it('the young generation of a service is bounded', { timeout: 60_000 }, () => {
  expect(mostMegabytes(false)).toBeGreaterThan(100);
  expect(mostMegabytes(true)).toBeLessThan(100);
});
