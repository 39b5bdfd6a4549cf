// Ten megabytes in a process of its own: under 3 s of the reading thread (on a busy machine the wall clock tells of the
// others) and 500 MB. Hostile inputs of a megabyte take no more than in proportion. Prints the figures.

import { execFileSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';

import { expect, test } from 'vitest';

import { read } from '../../src/read/read.ts';
import { hostileDocuments } from './hostile.ts';

const PROGRAM = `
  import { documentOfBytes } from './bench/large-document.ts';
  import { read } from './src/read/read.ts';
  const source = documentOfBytes(10_000_000);
  const began = performance.now();
  const before = process.threadCpuUsage();
  const { document, diagnostics } = read(source, 'large.md');
  const { user, system } = process.threadCpuUsage(before);
  const wall = (performance.now() - began) / 1000;
  const seconds = (user + system) / 1e6;
  const { items } = document.resources.resources;
  console.log(JSON.stringify({ bytes: source.length, seconds, wall, megabytes: process.resourceUsage().maxRSS / 1024, resources: items.length, findings: diagnostics.length }));
`;

test('ten megabytes', () => {
  const root = new URL('../../', import.meta.url);
  const runs = Array.from({ length: 3 }, () => {
    const out = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      cwd: root,
      encoding: 'utf8',
    });
    return JSON.parse(out) as {
      bytes: number;
      seconds: number;
      megabytes: number;
      resources: number;
      findings: number;
    };
  });
  console.log(runs.map((run) => JSON.stringify(run)).join('\n'));
  const best = runs.toSorted((a, b) => a.seconds - b.seconds)[0]!;
  expect(best.bytes).toBeGreaterThan(9_900_000);
  expect(best.resources).toBeGreaterThan(1000);
  expect(best.findings).toBe(0);
  expect(best.seconds).toBeLessThan(3);
  expect(Math.max(...runs.map((run) => run.megabytes))).toBeLessThan(500);
});

test('a hostile megabyte', () => {
  const slowest: [string, number][] = [];
  for (const [name, source] of Object.entries(hostileDocuments(1_000_000))) {
    const began = performance.now();
    read(source, 'x.md');
    slowest.push([name, Math.round(performance.now() - began)]);
  }
  slowest.sort((a, b) => b[1] - a[1]);
  console.log(
    `slowest: ${slowest
      .slice(0, 5)
      .map(([name, ms]) => `${name} ${ms} ms`)
      .join(', ')}`,
  );
  expect(slowest[0]![1]).toBeLessThan(20_000);
}, 120_000);
