// `seed` over a file of a gigabyte, into a real service: all of it arrives, in little memory, and a second run sends nothing.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { discard, root, scratch, serve } from '../examples/running.ts';
import { bigFile, peakOf } from './big-seed.ts';
import { LIBRARY } from './seeding.ts';

it('a gigabyte goes in', async () => {
  const directory = scratch();
  writeFileSync(join(directory, 'service.md'), LIBRARY);
  const rows = bigFile(join(directory, 'data.json'), 1000);
  const service = await serve(join(directory, 'service.md'), { data: join(directory, 'rows') });
  const seed = async (): Promise<{ said: string; peak: number; seconds: number }> => {
    const begun = performance.now();
    const args = ['seed', 'service.md', 'data.json', '--url', service.url, '--at-once', '8'];
    const child = spawn(process.execPath, [join(root, 'src', 'cli', 'main.ts'), ...args], {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const peak = peakOf(child);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await new Promise((resolve) => child.once('close', resolve));
    return { said, peak: peak(), seconds: (performance.now() - begun) / 1000 };
  };
  const first = await seed();
  const second = await seed();
  console.log(first, second);
  expect(first.said).toBe(`made ${rows}, there already 0, failed 0, unknown 0\n`);
  expect(second.said).toBe(`made 0, in before ${rows}, there already 0, failed 0, unknown 0\n`);
  expect(Math.max(first.peak, second.peak)).toBeLessThan(300);
  await service.stop();
  discard(directory);
});
