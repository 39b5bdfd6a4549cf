// What the gate measures of two built programs, always in turn: one, the other, the other, one. Input: their folders. Output: figures in
// pairs. Processor time where that is what the work takes: on a machine shared with others the clock tells of them, too.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { documentOfBytes } from '../large-document.ts';
import type { RequestText } from '../generator.ts';
import { costIn, environment, freePort, load, median, resident, root, serve, stop, used } from '../processes.ts';
import type { Server } from '../processes.ts';
import { CONNECTIONS, create, reads } from '../targets.ts';
import type { Figure, Pair } from './verdict.ts';

export interface Programs {
  /** Built, each with a `dist`. */
  readonly candidate: string;
  readonly baseline: string;
  /** For data and documents. */
  readonly place: string;
  /** Added to the candidate's environment; only the canary has a use for it. */
  readonly slowed?: NodeJS.ProcessEnv;
}

type Side = 'candidate' | 'baseline';
const SIDES: readonly Side[] = ['candidate', 'baseline'];

/** So long no group of figures begins one more round: on a busy machine there are fewer. */
const SECONDS = { requests: 45, starts: 10, checks: 20 } as const;

function within(seconds: number): () => boolean {
  const until = performance.now() + seconds * 1000;
  return () => performance.now() < until;
}

/** The turn changes, so that neither is always the first. */
async function inTurn(
  times: number,
  one: (side: Side) => Promise<number> | number,
  hasTime: () => boolean = () => true,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let i = 0; i < times && (i === 0 || hasTime()); i += 1) {
    const measured = { candidate: Number.NaN, baseline: Number.NaN };
    for (const side of i % 2 === 0 ? SIDES : SIDES.toReversed()) measured[side] = await one(side);
    pairs.push(measured);
  }
  return pairs;
}

/** Of so many pairs one behind the other the least of each side: who waits for a disk or for others takes longer, never less. */
function least(pairs: readonly Pair[], of: number): Pair[] {
  const groups = Array.from({ length: Math.ceil(pairs.length / of) }, (_, i) => pairs.slice(i * of, (i + 1) * of));
  return groups.map((group) => ({
    candidate: Math.min(...group.map(({ candidate }) => candidate)),
    baseline: Math.min(...group.map(({ baseline }) => baseline)),
  }));
}

function environmentOf(programs: Programs, side: Side): NodeJS.ProcessEnv {
  return {
    ...environment(join(programs.place, `compile cache of the ${side}`)),
    ...(side === 'candidate' && programs.slowed),
  };
}

/** The baseline's document for both: what ran must run. */
async function started(programs: Programs, side: Side): Promise<Server> {
  const [port, operator] = [await freePort(), await freePort()];
  const data = mkdtempSync(join(programs.place, 'data-'));
  const document = join(programs.baseline, 'examples/todo-backend.md');
  const main = join(programs[side], 'dist/cli/main.js');
  const args = ['--port', String(port), '--operator-port', String(operator), '--data', data, '--log', 'failures'];
  return serve(side, port, [main, 'serve', document, ...args], environmentOf(programs, side));
}

const SEEDED = 2_000;
const READS = 6_000;
const CREATIONS = 2_500;

async function sent(server: Server, requests: number, mix: readonly RequestText[]): Promise<void> {
  await load({ port: server.port, connections: CONNECTIONS, seconds: 0, warm: 0, requests, mix });
}

interface Taken {
  /** Microseconds of the processors for one request. */
  readonly cpu: number;
  /** Requests in a second. */
  readonly rate: number;
}

async function taken(server: Server, requests: number, mix: readonly RequestText[]): Promise<Taken> {
  const before = used(server);
  const { rate } = await load({ port: server.port, connections: CONNECTIONS, seconds: 0, warm: 0, requests, mix });
  return { cpu: ((used(server) - before) * 1000) / requests, rate };
}

/** Several starts of each: how a process lies in memory makes some percent for as long as it lives. */
export async function requests(programs: Programs, sessions = 6, slices = 2): Promise<readonly Figure[]> {
  const ofReads: Pair[] = [];
  const ofCreations: Pair[] = [];
  const ofRates: Pair[] = [];
  const ofMemory: Pair[] = [];
  const mix = reads(500, SEEDED);
  const hasTime = within(SECONDS.requests);
  for (let session = 0; session < sessions && (session === 0 || hasTime()); session += 1) {
    const servers: Record<string, Server> = {};
    // How a process lies in memory, and beside which others, makes some percent: neither is always the first.
    for (const side of session % 2 === 0 ? SIDES : SIDES.toReversed()) servers[side] = await started(programs, side);
    try {
      for (const side of SIDES) {
        await sent(servers[side]!, SEEDED, [create]);
        await sent(servers[side]!, READS, mix);
      }
      ofReads.push(...(await inTurn(slices, async (side) => (await taken(servers[side]!, READS, mix)).cpu)));
      const rates: Record<Side, number[]> = { candidate: [], baseline: [] };
      const sizes: Record<Side, number[]> = { candidate: [], baseline: [] };
      ofCreations.push(
        ...(await inTurn(slices, async (side) => {
          const { cpu, rate } = await taken(servers[side]!, CREATIONS, [create]);
          rates[side].push(1e6 / rate);
          sizes[side].push(resident(servers[side]!));
          return cpu;
        })),
      );
      ofRates.push(...rates.candidate.map((candidate, i) => ({ candidate, baseline: rates.baseline[i]! })));
      ofMemory.push({ candidate: median(sizes.candidate), baseline: median(sizes.baseline) });
    } finally {
      await Promise.all(SIDES.map((side) => stop(servers[side]!)));
    }
  }
  return [
    { name: 'reads, processors', unit: 'µs', pairs: ofReads },
    { name: 'creations, processors', unit: 'µs', pairs: ofCreations },
    { name: 'creations, time', unit: 'µs', pairs: least(ofRates, slices) },
    { name: 'resident memory after load', unit: 'MB', pairs: ofMemory },
  ];
}

const BYTES = 3_000_000;

/** `check` of 3 MB beside the baseline's, and beside that of half as much: twice the time is what growing allows. */
export async function checks(programs: Programs, times = 3): Promise<readonly Figure[]> {
  const [whole, half] = [BYTES, BYTES / 2].map((bytes) => {
    const file = join(programs.place, `of ${bytes} bytes.md`);
    writeFileSync(file, documentOfBytes(bytes));
    return file;
  });
  const halves: number[] = [];
  const one = (side: Side): number => {
    if (side === 'candidate') halves.push(checked(programs, side, half!));
    return checked(programs, side, whole!);
  };
  const pairs = await inTurn(times, one, within(SECONDS.checks));
  const grown = pairs.map(({ candidate }, i) => ({ candidate, baseline: 2 * halves[i]! }));
  return [
    { name: 'check of 3 MB', unit: 's', pairs },
    { name: 'check of 3 MB beside 1.5 MB twice', unit: 's', pairs: grown },
  ];
}

/** Milliseconds; some twenty times what it takes. */
const LONGEST_CHECK = 60_000;

function checked(programs: Programs, side: Side, file: string): number {
  const args = [
    join(root, 'bench/cost-of.ts'),
    join(programs[side], 'dist/cli/main.js'),
    'check',
    '--format',
    'json',
    file,
  ];
  const { status, signal, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: environmentOf(programs, side),
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    // Nothing else can end a test that waits here.
    timeout: LONGEST_CHECK,
    killSignal: 'SIGKILL',
  });
  if (status !== 0 && status !== 3)
    throw new Error(`check of ${file} by the ${side} ended with ${status ?? signal}: ${stderr}`);
  return costIn(stderr).cpu;
}

/** From its start until it answers; the compile caches are warm. */
export async function starts(programs: Programs, times = 9): Promise<readonly Figure[]> {
  const waited: Record<Side, number[]> = { candidate: [], baseline: [] };
  const once = async (side: Side): Promise<number> => {
    const began = performance.now();
    const server = await started(programs, side);
    try {
      const answer = await fetch(`http://127.0.0.1:${server.port}/todos`);
      await answer.text();
      if (answer.status !== 200) throw new Error(`the first answer of the ${side} was ${answer.status}`);
      waited[side].push(performance.now() - began);
      return used(server);
    } finally {
      await stop(server);
    }
  };
  await inTurn(2, once);
  const processors = await inTurn(times, once, within(SECONDS.starts));
  const time = { candidate: Math.min(...waited.candidate), baseline: Math.min(...waited.baseline) };
  return [
    { name: 'cold start, processors', unit: 'ms', pairs: processors },
    { name: 'cold start until the first answer', unit: 'ms', pairs: [time] },
  ];
}
