// `seed` as a process of its own: killed in the middle and run again, stopped by a signal, and over a file
// of a hundred megabytes.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { discard, root, scratch, serve } from '../examples/running.ts';
import type { Running } from '../examples/running.ts';
import { bigFile, peakOf } from './big-seed.ts';
import { LIBRARY, listed } from './seeding.ts';

let directory: string;
let service: Running;
beforeEach(async () => {
  directory = scratch();
  writeFileSync(join(directory, 'service.md'), LIBRARY);
  service = await serve(join(directory, 'service.md'), { data: join(directory, 'rows') });
});
afterEach(async () => {
  await service.stop();
  discard(directory);
});

interface Ended {
  readonly status: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

function started(args: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [join(root, 'src', 'cli', 'main.ts'), ...args], { cwd: directory });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ status: code ?? signal!, stdout, stderr })),
  );
  return { child, ended };
}

const seed = (...flags: string[]): ReturnType<typeof started> =>
  started(['seed', 'service.md', 'data.json', '--url', service.url, ...flags]);
const days = async (): Promise<string[]> =>
  (await listed<{ day: string }>(service.url, '/visits')).map(({ day }) => day);
const reached = async (count: number): Promise<void> => {
  while ((await days()).length < count) await new Promise(setImmediate);
};

describe('a run that ends before its end', () => {
  it.each([['1'], ['6']])(
    'is killed three times at %s at once, and no row is there twice or missing',
    async (atOnce) => {
      const all = Array.from({ length: 1200 }, (_, i) => `day ${i}`);
      writeFileSync(join(directory, 'data.json'), JSON.stringify({ 'POST /visits': all.map((day) => ({ day })) }));
      for (const count of [100, 400, 800]) {
        const { child, ended } = seed('--at-once', atOnce);
        await reached(count);
        child.kill('SIGKILL');
        expect((await ended).status).toBe('SIGKILL');
      }
      const { status, stdout, stderr } = await seed('--at-once', atOnce).ended;
      const unknown = Number(/unknown (\d+)/.exec(stdout)?.[1]);
      const there = await days();
      expect(new Set(there).size).toBe(there.length);
      const missing = all.filter((day) => !there.includes(day));
      // What is missing was on its way when it was killed: all of that is told.
      expect(missing.length).toBeLessThanOrEqual(unknown);
      expect(unknown).toBeLessThanOrEqual(3 * Number(atOnce));
      expect(status).toBe(unknown === 0 ? 0 : 1);
      for (const day of missing) expect(stderr).toContain(`POST /visits row ${all.indexOf(day) + 1}: unknown`);
    },
  );

  it('ends what is on its way when it is asked to stop, and goes on', async () => {
    const all = Array.from({ length: 3000 }, (_, i) => ({ day: `day ${i}` }));
    writeFileSync(join(directory, 'data.json'), JSON.stringify({ 'POST /visits': all }));
    const { child, ended } = seed();
    await reached(50);
    child.kill('SIGTERM');
    const first = await ended;
    const made = Number(/made (\d+)/.exec(first.stdout)?.[1]);
    expect([first.status, first.stdout]).toEqual([1, `made ${made}, there already 0, failed 0, unknown 0\n`]);
    expect(await days()).toHaveLength(made);
    const second = await seed('--at-once', '8').ended;
    expect([second.status, second.stdout]).toEqual([
      0,
      `made ${3000 - made}, in before ${made}, there already 0, failed 0, unknown 0\n`,
    ]);
  });
});

describe('seed', () => {
  it('puts in a file of a hundred megabytes in little memory', async () => {
    const rows = bigFile(join(directory, 'data.json'), 100);
    const { child, ended } = seed('--at-once', '8');
    const peak = peakOf(child);
    const { status, stdout } = await ended;
    expect([status, stdout]).toEqual([0, `made ${rows}, there already 0, failed 0, unknown 0\n`]);
    expect(peak()).toBeLessThan(300);
  });
});
