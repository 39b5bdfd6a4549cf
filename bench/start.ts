// The first answer of a cold process: from spawning `node dist/cli/main.js serve …` to the first HTTP answer.

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { median, stop } from './processes.ts';
import { startNinefold } from './targets.ts';

const RUNS = 7;

export async function start(options: { directory: string; cache: string }): Promise<void> {
  const listening: number[] = [];
  const answered: number[] = [];
  for (let run = -2; run < RUNS; run += 1) {
    const data = mkdtempSync(join(options.directory, 'start-'));
    const began = performance.now();
    const server = await startNinefold(data, options.cache);
    const heard = performance.now() - began;
    const answer = await fetch(`http://127.0.0.1:${server.port}/todos`);
    await answer.text();
    const first = performance.now() - began;
    await stop(server);
    if (answer.status !== 200) throw new Error(`the first answer was ${answer.status}`);
    if (run < 0) continue; // The first two fill the compile cache.
    listening.push(heard);
    answered.push(first);
  }
  const first = median(answered);
  console.log(
    `\ncold start, compile cache warm: listening ${Math.round(median(listening))} ms, first answer ${Math.round(first)} ms  (goal 400${first < 400 ? '' : ', MISSED'})`,
  );
}
