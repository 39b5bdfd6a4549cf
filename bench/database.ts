// `node bench/database.ts`: services over PostgreSQL, Ninefold beside a rival written by hand, in one and in two processes.
// Rounds are interleaved, medians are taken. `--rounds N` (5), `--seconds S` (1.5), `--connections N` (32), `--database URL`
// (a server on which databases may be created), `--tune`: the rival alone, in all its ways, to find its best.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import type { RequestText } from './generator.ts';
import { environment, freePort, load, median, resident, root, serveAnywhere, stop } from './processes.ts';
import type { Server } from './processes.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1.5' },
    connections: { type: 'string', default: '32' },
    database: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
    tune: { type: 'boolean', default: false },
  },
});
const connections = Number(values.connections);

/** Rows that are read and moved. */
const ROWS = 10_000;
/** What `--tune` found best for the rival: reads over two connections that are pipelined, writes over a pool. */
const BEST = ['both', '8'] as const;

type Operation = 'read' | 'create' | 'move';
const OPERATIONS: readonly Operation[] = ['read', 'create', 'move'];
const TICKET: RequestText = {
  method: 'POST',
  path: '/tickets',
  body: JSON.stringify({ title: 'Two seats beside the aisle', seats: 2 }),
  status: 201,
};
const MIXES: Readonly<Record<Operation, readonly RequestText[]>> = {
  read: Array.from({ length: 500 }, (_, i) => ({
    method: 'GET',
    path: `/tickets/${((i * 7919) % ROWS) + 1}`,
    status: 200,
  })),
  create: [TICKET],
  // Each row is taken, and long afterwards given back: every move is made, and each looks at its guard.
  move: [
    { method: 'POST', path: '/tickets/{row}/take', rows: ROWS, status: 200 },
    { method: 'POST', path: '/tickets/{row}/give', rows: ROWS, status: 200 },
  ],
};

interface Target {
  readonly name: string;
  readonly servers: readonly Server[];
  moved: number;
  readonly rates: Record<Operation, number[]>;
  readonly p99: Record<Operation, number[]>;
}

const made: string[] = [];
const running: Server[] = [];
const directory = mkdtempSync(join(tmpdir(), 'ninefold-bench-'));
const cache = join(directory, 'compile cache');

async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: values.database });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function freshDatabase(): Promise<string> {
  const name = `ninefold_bench_${process.pid}_${made.length}`;
  await onServer(`CREATE DATABASE ${name}`);
  made.push(name);
  const url = new URL(values.database);
  url.pathname = `/${name}`;
  return url.href;
}

const none = (): Record<Operation, number[]> => ({ read: [], create: [], move: [] });

async function start(name: string, count: number, args: (port: number) => Promise<readonly string[]>): Promise<Target> {
  const servers: Server[] = [];
  for (let i = 0; i < count; i += 1) {
    const port = await freePort();
    servers.push(await serveAnywhere(name, port, await args(port), environment(cache)));
    running.push(servers[i]!);
  }
  const [first] = servers;
  await load({ port: first!.port, connections, seconds: 0, warm: 0, requests: ROWS, mix: [TICKET] }, 'any');
  return { name, servers, moved: 0, rates: none(), p99: none() };
}

async function rival(count: number, way: string, size: string, outbox: 'outbox' | 'bare'): Promise<Target> {
  const database = await freshDatabase();
  const name = `rival, ${way} ${size}${outbox === 'outbox' ? ', outbox' : ''}, ${count}`;
  return start(name, count, (port) =>
    Promise.resolve(['bench/rivals/tickets.ts', String(port), database, way, size, outbox]),
  );
}

/** bench/tickets.md, and the same with moves that leave nothing to be sent. */
function documentOf(outbox: 'outbox' | 'bare'): string {
  if (outbox === 'outbox') return 'bench/tickets.md';
  const text = readFileSync(join(root, 'bench/tickets.md'), 'utf8')
    .replaceAll('| `ticket_moved` |', '| none |')
    .replace('### ticket_moved\n\n- Payload: Ticket', 'none');
  const file = join(directory, 'tickets.md');
  writeFileSync(file, text);
  return file;
}

async function ninefold(count: number, outbox: 'outbox' | 'bare'): Promise<Target> {
  const database = await freshDatabase();
  const serve = ['dist/cli/main.js', 'serve', documentOf(outbox), '--database', database, '--log', 'failures'];
  return start(`ninefold${outbox === 'outbox' ? ', outbox' : ''}, ${count}`, count, async (port) => {
    const operator = await freePort();
    return [...serve, '--port', String(port), '--operator-port', String(operator)];
  });
}

async function measure(target: Target, operation: Operation, seconds: number, warm: number): Promise<void> {
  const [port, ...ports] = target.servers.map((server) => server.port);
  const mix = MIXES[operation];
  const from = operation === 'move' ? target.moved : 0;
  const counted = await load({ port: port!, ports, connections, seconds, warm, from, mix }, 'any');
  if (operation === 'move') target.moved += counted.sent;
  target.rates[operation].push(counted.rate);
  target.p99[operation].push(counted.p99);
}

async function measureAll(targets: readonly Target[]): Promise<void> {
  const jobs = targets.flatMap((target) => OPERATIONS.map((operation) => ({ target, operation })));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (let i = 0; i < jobs.length; i += 1) {
      const { target, operation } = jobs[(i + round * 3) % jobs.length]!;
      await measure(target, operation, Number(values.seconds), round === 0 ? 1 : 0.3);
    }
    process.stderr.write(`round ${round + 1} of ${values.rounds}\n`);
  }
}

function print(targets: readonly Target[]): void {
  console.log(`\nrequests/s over ${connections} connections (median; p99 in ms), resident memory of each process`);
  console.log(`${''.padEnd(30)}${OPERATIONS.map((operation) => operation.padStart(18)).join('')}${'MB'.padStart(12)}`);
  for (const { name, rates, p99, servers } of targets) {
    const cells = OPERATIONS.map((o) => `${Math.round(median(rates[o]))} (${median(p99[o]).toFixed(1)})`.padStart(18));
    const memory = servers.map((server) => Math.round(resident(server))).join(', ');
    console.log(`${name.padEnd(30)}${cells.join('')}${memory.padStart(12)}`);
  }
}

/** The median of the rounds' own ratios: what disturbs a round disturbs both of its sides. */
function ratios(of: Target, to: Target, outbox: 'outbox' | 'bare'): void {
  const names = {
    read: 'reads',
    create: 'creates',
    move: outbox === 'outbox' ? 'guarded moves with outbox row' : 'guarded moves without',
  };
  const cells = OPERATIONS.map(
    (o) => `${names[o]} ${median(of.rates[o].map((rate, i) => rate / to.rates[o][i]!)).toFixed(2)}`,
  );
  console.log(`${of.name} / ${to.name}: ${cells.join(', ')}`);
}

async function tune(): Promise<void> {
  const targets: Target[] = [];
  for (const size of ['4', '8', '16']) targets.push(await rival(1, 'pool', size, 'outbox'));
  for (const size of ['2', '8']) targets.push(await rival(1, 'pipeline', size, 'outbox'));
  for (const size of ['8', '16']) targets.push(await rival(1, 'both', size, 'outbox'));
  await measureAll(targets);
  print(targets);
}

async function compare(): Promise<void> {
  execFileSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'inherit' });
  const help = execFileSync(process.execPath, ['dist/cli/main.js', 'serve', '--help'], { cwd: root, encoding: 'utf8' });
  const hasDatabase = help.includes('--database');
  if (!hasDatabase) console.log('serve has no --database yet: the rival runs alone');
  const [way, size] = BEST;
  const targets: Target[] = [];
  const pairs: [Target, Target, 'outbox' | 'bare'][] = [];
  // What a move costs when it also leaves a row to be sent, and without it.
  for (const [count, outbox] of [
    [1, 'bare'],
    [1, 'outbox'],
    [2, 'outbox'],
  ] as const) {
    const own = hasDatabase ? await ninefold(count, outbox) : undefined;
    const other = await rival(count, way, size, outbox);
    targets.push(...(own ? [own] : []), other);
    if (own) pairs.push([own, other, outbox]);
  }
  await measureAll(targets);
  print(targets);
  console.log('\nratios');
  for (const pair of pairs) ratios(...pair);
}

try {
  console.log(`Node ${process.version}; services, generator and database share the cores`);
  await (values.tune ? tune() : compare());
} finally {
  await Promise.all(running.map(stop));
  for (const name of made) await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  rmSync(directory, { recursive: true, force: true });
}
