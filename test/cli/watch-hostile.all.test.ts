// Documents that take too long, too much memory or too many words, saved while a service is watched: it goes on answering, says
// in one line what was wrong with them, and serves the next good one.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';

import { root } from '../examples/running.ts';
import { hostileDocuments } from '../read/hostile.ts';
import { watched, type Watched } from './watched.ts';

const ORDERS = readFileSync(join(root, 'docs/orders.md'), 'utf8');
const BETTER = ORDERS.replace('# Orders', '# Better orders');
const { resources, 'a wide table': wide } = hostileDocuments(950_000);
const large = `${ORDERS}\n${Array.from({ length: 3000 }, (_, at) => `- a remark of no meaning, number ${at}`).join('\n')}\n`;

let service: Watched;
afterEach(async () => {
  await service.stop('SIGKILL');
  service.discard();
});

/** Calls one after the other until it is stopped; how long each took. */
function calling(url: string): { stop(): Promise<{ readonly times: readonly number[]; readonly failed: number }> } {
  const times: number[] = [];
  let failed = 0;
  const over = new AbortController();
  const run = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const since = performance.now();
      const status = await fetch(`${url}/orders/1`).then(
        async (answer) => {
          await answer.text();
          return answer.status;
        },
        () => 0,
      );
      if (status !== 404) failed += 1;
      times.push(performance.now() - since);
      await sleep(5);
    }
  };
  const running = run();
  return {
    async stop() {
      over.abort();
      await running;
      return { times: times.toSorted((one, other) => one - other), failed };
    },
  };
}

const SAVES: readonly (readonly [string, string, RegExp])[] = [
  [
    'resources',
    resources!,
    /service\.md (?:took more than \d+ MB of memory|took longer than \d+ s) to read; what was read before is served on\n/,
  ],
  ['a wide table', wide!.slice(0, 1_000_000), /service\.md .*served/],
  ['a long one', large, /service\.md.* \(\d+ ms\)/],
];

test.each(SAVES)('%s', { timeout: 120_000 }, async (_, text, words) => {
  service = await watched(ORDERS);
  const calls = calling(service.url);
  service.write(text);
  await service.saying(words, 60_000);
  service.write(BETTER);
  await service.saying(/service\.md.*(?:served|change in what runs).*\(\d+ ms\)/, 60_000);
  const { times, failed } = await calls.stop();
  expect(failed).toBe(0);
  expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(250);
  expect(await (await fetch(service.operator)).text()).toContain('Better orders');
});

test('what reads a document ends with the service, however busy it is', { timeout: 60_000 }, async () => {
  service = await watched(ORDERS);
  const reader = execFileSync('ps', ['-o', 'pid=', '--ppid', String(service.pid)], { encoding: 'utf8' }).trim();
  service.write(resources!);
  await sleep(1000);
  await service.stop('SIGKILL');
  const isThere = (): boolean => {
    try {
      process.kill(Number(reader), 0);
      return true;
    } catch {
      return false;
    }
  };
  await expect.poll(isThere, { timeout: 10_000 }).toBe(false);
});
