// Processes of a benchmark: started pinned to a core, told when they listen, measured, stopped by their own id.
// Servers get core 0, the generator core 1; without `taskset` nothing is pinned and the report says so.

import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Counted, Order } from './generator.ts';

export const root: string = fileURLToPath(new URL('..', import.meta.url));
export const pinned: boolean = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

export interface Server {
  readonly name: string;
  readonly port: number;
  readonly process: ChildProcess;
}

/** `any`: nothing else runs beside it, so it may have all cores, as it would for a user. */
type Core = 0 | 1 | 'any';

function start(core: Core, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const command = pinned && core !== 'any' ? ['taskset', '-c', String(core), process.execPath] : [process.execPath];
  return spawn(command[0]!, [...command.slice(1), ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

export function environment(cache: string): NodeJS.ProcessEnv {
  return { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', NODE_COMPILE_CACHE: cache };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Resolves when the process has printed `listening on`. */
export async function serve(
  name: string,
  port: number,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  core: Core = 0,
): Promise<Server> {
  const child = start(core, args, env);
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('listening on')) resolve();
    });
    child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
    child.on('exit', (code) => reject(new Error(`${name} ended with ${code}: ${said}`)));
  });
  return { name, port, process: child };
}

/** The same beside a database, which may run on any core: so may all others. */
export function serveAnywhere(
  name: string,
  port: number,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Server> {
  return serve(name, port, args, env, 'any');
}

export async function stop(server: Server): Promise<void> {
  if (server.process.exitCode !== null) return;
  const ended = new Promise((resolve) => server.process.once('exit', resolve));
  server.process.kill('SIGTERM');
  const late = setTimeout(() => server.process.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(late);
}

/** Resident memory in megabytes; from the kernel where it tells, else NaN. */
export function resident(server: Server): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Milliseconds of the processors that the threads of a process have used so far; from the kernel where it tells, else NaN. */
export function used(server: Pick<Server, 'process'>): number {
  const folder = `/proc/${server.process.pid}`;
  try {
    const threads = readdirSync(`${folder}/task`);
    const nanoseconds = threads.map((one) =>
      Number(readFileSync(`${folder}/task/${one}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
  } catch {
    return roughlyUsed(folder);
  }
}

function roughlyUsed(folder: string): number {
  try {
    const stat = readFileSync(`${folder}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(stat[11]) + Number(stat[12])) * 10; // utime and stime, in hundredths of a second
  } catch {
    return Number.NaN;
  }
}

/** One run of the generator. Answers other than the expected ones end the benchmark: it would measure something else. */
export async function load(order: Order, core: Core = 1): Promise<Counted> {
  // An argument has bounds.
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-load-'));
  const file = join(folder, 'order.json');
  writeFileSync(file, JSON.stringify(order));
  const text = await output(core, ['bench/generator.ts', file]);
  rmSync(folder, { recursive: true });
  const counted = JSON.parse(text) as Counted;
  if (counted.wrong > 0)
    throw new Error(`${counted.wrong} answers were not as expected, the first: ${counted.firstWrong}`);
  return counted;
}

/** Runs to its end and answers what it printed. */
export async function output(
  core: Core,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const child = start(core, args, env);
  let text = '';
  let complaint = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0 && text === '') throw new Error(`${args.join(' ')} ended with ${String(code)}: ${complaint}`);
  return text;
}

export interface Cost {
  /** Seconds of the processors. */
  readonly cpu: number;
  readonly megabytes: number;
}

/** What cost-of.ts says last on stderr; a command that takes long has said so before. */
export function costIn(stderr: string): Cost {
  return JSON.parse(stderr.trimEnd().split('\n').at(-1)!) as Cost;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
