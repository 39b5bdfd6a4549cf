// 32 connections against four services, operation by operation. Output: a table of requests per second and the ratios that the project has
// set itself.

import { freePort, load, median, serve, stop } from './processes.ts';
import type { Server } from './processes.ts';
import { CONNECTIONS, startAll, TARGETS } from './targets.ts';
import type { Measured, Operation, Target } from './targets.ts';

interface Cell {
  readonly rates: number[];
  readonly p99: number[];
  readonly busy: number[];
}

interface Goal {
  readonly says: string;
  readonly of: readonly [Target, Operation];
  readonly to: readonly [Target, Operation];
  readonly atLeast: number;
}

const GOALS: readonly Goal[] = [
  { says: 'durable writes / hand-written', of: ['ninefold', 'create'], to: ['hand-written', 'create'], atLeast: 3 },
  {
    says: 'durable writes / bare validated echo',
    of: ['ninefold', 'create'],
    to: ['bare fastify', 'create'],
    atLeast: 0.7,
  },
  {
    says: 'durable writes / hand-written, group commit',
    of: ['ninefold', 'create'],
    to: ['group commit', 'create'],
    atLeast: 0.9,
  },
  { says: 'single reads / hand-written', of: ['ninefold', 'read'], to: ['hand-written', 'read'], atLeast: 1 },
];

async function ceiling(cache: string): Promise<number> {
  const port = await freePort();
  const server = await serve('socket', port, ['bench/rivals/socket.ts', String(port)], {
    ...process.env,
    NODE_COMPILE_CACHE: cache,
  });
  try {
    const mix = [{ method: 'GET', path: '/todos/1', status: 200 }];
    return (await load({ port, connections: CONNECTIONS, seconds: 1.5, warm: 0.5, mix })).rate;
  } finally {
    await stop(server);
  }
}

async function rounds(measured: readonly Measured[], count: number, seconds: number): Promise<Map<string, Cell>> {
  const cells = new Map<string, Cell>();
  for (let round = 0; round < count; round += 1) {
    for (let i = 0; i < measured.length; i += 1) {
      const { target, operation, server, mix } = measured[(i + round * 3) % measured.length]!;
      const counted = await load({
        port: server.port,
        connections: CONNECTIONS,
        seconds,
        warm: round === 0 ? 1 : 0.3,
        mix,
      });
      const name = `${target}/${operation}`;
      const cell = cells.get(name) ?? { rates: [], p99: [], busy: [] };
      cells.set(name, cell);
      cell.rates.push(counted.rate);
      cell.p99.push(counted.p99);
      cell.busy.push(counted.busy);
    }
    process.stderr.write(`round ${round + 1} of ${count}\n`);
  }
  return cells;
}

function print(cells: ReadonlyMap<string, Cell>): void {
  console.log('\nrequests/s (median; p99 in ms; share of its core that the generator used)');
  const operations: readonly Operation[] = ['create', 'read', 'list'];
  console.log(`${''.padEnd(14)}${operations.map((o) => o.padStart(30)).join('')}`);
  for (const target of TARGETS) {
    const row = operations.map((operation) => {
      const cell = cells.get(`${target}/${operation}`);
      if (!cell) return ''.padStart(30);
      const busy = median(cell.busy);
      const text = `${Math.round(median(cell.rates))} (${median(cell.p99).toFixed(1)}; ${busy.toFixed(2)}${busy > 0.9 ? '!' : ''})`;
      return text.padStart(30);
    });
    console.log(`${target.padEnd(14)}${row.join('')}`);
  }
  console.log('\nratios');
  for (const { says, of, to, atLeast } of GOALS) {
    // The median of the rounds' own ratios: what disturbs a round disturbs both of its sides.
    const above = cells.get(of.join('/'))!.rates;
    const below = cells.get(to.join('/'))!.rates;
    const ratio = median(above.map((rate, i) => rate / below[i]!));
    console.log(`${says.padEnd(46)} ${ratio.toFixed(2)}  (goal ${atLeast}${ratio >= atLeast ? '' : ', MISSED'})`);
  }
}

export async function http(options: {
  directory: string;
  cache: string;
  rounds: number;
  seconds: number;
}): Promise<void> {
  console.log(`generator's ceiling against a bare socket: ${Math.round(await ceiling(options.cache))} requests/s`);
  const measured = await startAll(options.directory, options.cache);
  const servers = new Set<Server>(measured.map((m) => m.server));
  try {
    print(await rounds(measured, options.rounds, options.seconds));
  } finally {
    await Promise.all([...servers].map(stop));
  }
}
