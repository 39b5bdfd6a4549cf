// What the request log costs: the processors' time of the serving process for each read of a row, without a line for it and
// with one, read from a pipe. Rounds by turns; the least of them, since whatever disturbs only adds.

import { join } from 'node:path';
import { CONNECTIONS, reads, seed, startNinefold } from './targets.ts';
import { load, stop, used } from './processes.ts';
import type { Server } from './processes.ts';

const ROWS = 10_000;
const REQUESTS = 50_000;
const GOAL = 5;

export async function requestLog(options: { directory: string; cache: string; rounds: number }): Promise<void> {
  const servers = new Map<'failures' | 'requests', Server>();
  const costs = { failures: [] as number[], requests: [] as number[] };
  try {
    for (const log of ['failures', 'requests'] as const) {
      const server = await startNinefold(join(options.directory, `log ${log}`), options.cache, log);
      servers.set(log, server);
      await seed(server, ROWS);
      await microseconds(server); // Warm, and not counted.
    }
    for (let round = 0; round < options.rounds; round += 1) {
      const turn = round % 2 === 0 ? [...servers] : [...servers].toReversed();
      for (const [log, server] of turn) costs[log].push(await microseconds(server));
    }
  } finally {
    await Promise.all([...servers.values()].map(stop));
  }
  const [without, having] = [Math.min(...costs.failures), Math.min(...costs.requests)];
  const percent = (having / without - 1) * 100;
  console.log(
    `\nrequest log, processor of a read: ${without.toFixed(1)} µs without, ${having.toFixed(1)} µs with a line each: ` +
      `${percent.toFixed(1)} % (goal ${GOAL} %${percent <= GOAL ? '' : ', MISSED'})`,
  );
}

async function microseconds(server: Server): Promise<number> {
  const before = used(server);
  const mix = reads(500, ROWS);
  await load({ port: server.port, connections: CONNECTIONS, seconds: 0, warm: 0, requests: REQUESTS, mix });
  return ((used(server) - before) * 1000) / REQUESTS;
}
