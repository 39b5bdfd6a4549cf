// Start, requests a second, memory, and what an install weighs. Rounds are interleaved: each tool once in every round, in
// turning order. The peers run their plainest form, without checks; Ninefold the whole document, each write flushed. Ratios are medians of the rounds' own ratios: what disturbs a round disturbs both of its sides.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { load, median, pinned, resident, root, used } from '../processes.ts';
import type { RequestText } from '../generator.ts';
import { ask, kill, startTool } from './tools.ts';
import type { Running, Tool } from './tools.ts';

const CONNECTIONS = 16;
const ROWS = 1000;
const STARTS = 7;
const ROW = JSON.stringify({ guest: 'Ada', seats: 3 });
const create: RequestText = { method: 'POST', path: '/bookings', body: ROW, status: 201 };
const reads: readonly RequestText[] = Array.from({ length: 500 }, (_, i) => ({
  method: 'GET',
  path: `/bookings/${((i * 271) % ROWS) + 1}`,
  status: 200,
}));

interface Options {
  readonly directory: string;
  readonly peers: string;
  readonly tools: readonly Tool[];
  readonly rounds: number;
  readonly seconds: number;
}

/** Bytes of all files below a folder. */
function weigh(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + weigh(path);
    return entry.isFile() ? sum + statSync(path).size : sum;
  }, 0);
}

/** Ninefold as others would have it: its package, installed in an empty folder. */
function installed(directory: string): string {
  const folder = join(directory, 'installed');
  mkdirSync(folder);
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  const tarball = join(folder, packed.trim().split('\n').at(-1)!);
  const quiet = ['--silent', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...quiet, '--prefix', folder, tarball], { stdio: 'inherit' });
  return join(folder, 'node_modules');
}

interface Started {
  readonly clock: number;
  readonly processors: number;
}

async function starts(options: Options): Promise<Map<string, Started[]>> {
  const times = new Map<string, Started[]>(options.tools.map(({ name }) => [name, []]));
  for (let round = -1; round < STARTS; round += 1)
    for (const [i] of options.tools.entries()) {
      const tool = options.tools[(i + Math.max(round, 0)) % options.tools.length]!;
      const directory = join(options.directory, `start ${tool.name} ${round}`);
      const server = await startTool(tool, { directory, peers: options.peers, whole: false, rows: 1, core: 'any' });
      const processors = used(server);
      await kill(server);
      if (round >= 0) times.get(tool.name)!.push({ clock: server.firstAnswer, processors }); // The first only warms the disk's cache.
    }
  return times;
}

async function running(options: Options): Promise<Map<string, Running>> {
  const servers = new Map<string, Running>();
  for (const tool of options.tools) {
    const directory = join(options.directory, `speed ${tool.name}`);
    const server = await startTool(tool, { directory, peers: options.peers, whole: false, rows: ROWS, core: 0 });
    servers.set(tool.name, server);
    const first = await ask(server.port, { method: 'GET', path: `/bookings/${ROWS}` });
    if (first.status !== 200)
      await load({ port: server.port, connections: CONNECTIONS, seconds: 0, warm: 0, requests: ROWS, mix: [create] });
  }
  return servers;
}

interface Rate {
  readonly rate: number;
  /** Microseconds of the processors for each answer, the ones before the measured time included. */
  readonly cost: number;
}

type What = 'read' | 'create';
type Rates = Record<What, Map<string, Rate[]>>;

async function round(tool: Tool, server: Running, options: Options, rates: Rates): Promise<void> {
  for (const [what, mix] of [
    ['read', reads],
    ['create', [create]],
  ] as const) {
    const before = used(server);
    const counted = await load({
      port: server.port,
      connections: CONNECTIONS,
      seconds: options.seconds,
      warm: 0.5,
      mix,
    });
    const cost = ((used(server) - before) * 1000) / counted.sent;
    rates[what].set(tool.name, [...(rates[what].get(tool.name) ?? []), { rate: counted.rate, cost }]);
  }
}

/** How many times Ninefold's is theirs, or theirs is Ninefold's. */
const ratio = (above: readonly number[], below: readonly number[]): string =>
  median(above.map((one, i) => one / below[i]!)).toPrecision(2);

export async function speed(options: Options): Promise<void> {
  const { tools } = options;
  const began = await starts(options);
  const rates: Rates = { read: new Map(), create: new Map() };
  const servers = await running(options);
  const memory = new Map<string, readonly [number, number]>();
  try {
    const fresh = new Map([...servers].map(([name, server]) => [name, resident(server)]));
    for (let i = 0; i < options.rounds; i += 1)
      for (const [at] of tools.entries()) {
        const tool = tools[(at + i) % tools.length]!;
        await round(tool, servers.get(tool.name)!, options, rates);
      }
    for (const [name, server] of servers) memory.set(name, [fresh.get(name)!, resident(server)]);
  } finally {
    await Promise.all([...servers.values()].map(kill));
  }
  const weight = (tool: Tool): number =>
    weigh(tool.folder === '' ? installed(options.directory) : join(options.peers, tool.folder, 'node_modules'));
  const of = (what: What, name: string, fact: keyof Rate): number[] => rates[what].get(name)!.map((one) => one[fact]);
  const line = (says: string, cell: (name: string, tool: Tool) => string | number): void =>
    console.log(`| ${says} | ${tools.map((tool) => cell(tool.name, tool)).join(' | ')} |`);
  console.log(`\n${pinned ? 'servers on core 0, generator on core 1' : 'not pinned'}`);
  line('what', (name) => name);
  console.log(`|---|${'---|'.repeat(tools.length)}`);
  line('first answer, ms', (name) => Math.round(median(began.get(name)!.map(({ clock }) => clock))));
  line('first answer, ms of processor', (name) => median(began.get(name)!.map(({ processors }) => processors)));
  for (const [what, says] of [
    ['read', 'reads of one row'],
    ['create', 'creations'],
  ] as const) {
    line(`${says} a second`, (name) => Math.round(median(of(what, name, 'rate'))));
    line(`${says}: Ninefold's rate / its rate`, (name) => ratio(of(what, 'ninefold', 'rate'), of(what, name, 'rate')));
    line(`${says}: processor, µs each`, (name) => Math.round(median(of(what, name, 'cost'))));
    line(`${says}: its µs / Ninefold's`, (name) => ratio(of(what, name, 'cost'), of(what, 'ninefold', 'cost')));
  }
  line('resident, fresh and after load, MB', (name) => memory.get(name)!.map(Math.round).join(', '));
  line('install, MB', (_, tool) => Math.round(weight(tool) / 1e6));
}
