// Resident memory: after 100,000 todos were created over HTTP and load on top, and over time with `--soak MINUTES`.

import { join } from 'node:path';
import type { RequestText } from './generator.ts';
import { load, resident, stop } from './processes.ts';
import { CONNECTIONS, create, reads, seed, startNinefold } from './targets.ts';

const ROWS = 100_000;
const POINTS = 20;

function patch(i: number): RequestText {
  return {
    method: 'PATCH',
    path: `/todos/${((i * 104_729) % ROWS) + 1}`,
    body: JSON.stringify({ completed: i % 2 === 0, title: `Changed for the ${i}th time` }),
    status: 200,
  };
}

/** Twelve reads, six changes, one creation and one body that is refused. */
function mix(): RequestText[] {
  const refused: RequestText = { method: 'POST', path: '/todos', body: '{"title":"  ","order":"first"}', status: 422 };
  return Array.from({ length: 25 }, (_, i) => [
    ...reads(12 * 25, ROWS).slice(i * 12, i * 12 + 12),
    ...Array.from({ length: 6 }, (_, j) => patch(i * 6 + j)),
    create,
    refused,
  ]).flat();
}

export async function memory(options: { directory: string; cache: string; soak: number }): Promise<void> {
  const server = await startNinefold(join(options.directory, 'memory'), options.cache);
  try {
    const fresh = resident(server);
    await seed(server, ROWS);
    const seeded = resident(server);
    const order = { port: server.port, connections: CONNECTIONS, warm: 0, mix: mix() };
    await load({ ...order, seconds: 8 });
    const after = resident(server);
    console.log(
      `\nresident: ${Math.round(fresh)} MB at start, ${Math.round(seeded)} MB with ${ROWS} rows just created, ${Math.round(after)} MB after load  (goal 200${after < 200 ? '' : ', MISSED'})`,
    );
    if (options.soak > 0) await soak(server, order, options.soak);
  } finally {
    await stop(server);
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

async function soak(
  server: Parameters<typeof resident>[0],
  order: Omit<Parameters<typeof load>[0], 'seconds'>,
  minutes: number,
): Promise<void> {
  const seconds = (minutes * 60) / POINTS;
  const curve: number[] = [];
  for (let point = 1; point <= POINTS; point += 1) {
    const { rate } = await load({ ...order, seconds });
    const now = resident(server);
    curve.push(now);
    console.log(
      `${((point * seconds) / 60).toFixed(1).padStart(6)} min ${Math.round(now).toString().padStart(5)} MB ${Math.round(rate).toString().padStart(7)} requests/s ${'#'.repeat(Math.round(now / 4))}`,
    );
  }
  const half = curve.length / 2;
  console.log(
    `first half ${Math.round(mean(curve.slice(0, half)))} MB, second half ${Math.round(mean(curve.slice(half)))} MB`,
  );
}
