// `verify` against services of this project and against ones with a planted fault: calls that are made and judged, one connection's worth; the
// processors' time of both sides; peak memory; the time to the first failure. Nothing is pinned: they take turns, as for a user.

import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';

import { TICKET_SHOP } from '../test/verify/twins/ticket-shop/service.ts';
import { TODO_BACKEND } from '../test/verify/twins/todo-backend/service.ts';
import {
  costIn,
  environment,
  freePort,
  median,
  output,
  root,
  serveAnywhere,
  stop,
  used,
  type Server,
} from './processes.ts';

interface Run {
  readonly calls: number;
  readonly seconds: number;
  /** Calls/s, of each quarter. */
  readonly rates: readonly number[];
  /** With those for events and times, and what removes rows. */
  readonly all: number;
  /** Seconds of these, most of which is waiting. */
  readonly rest: number;
  readonly cpu: number;
  readonly megabytes: number;
  readonly found: number | null;
}

/** No password is hashed in these: where one is, nearly all time is that. */
const DOCUMENTS = ['examples/todo-backend.md', 'examples/price-list.md', 'examples/repair-shop.md'];
const CALLS = 5_000;

export async function verify(options: { directory: string; cache: string; rounds: number }): Promise<void> {
  console.log(`\nverify, ${CALLS} calls, one after the other, median of ${options.rounds} rounds`);
  for (const document of DOCUMENTS) {
    const runs: (Run & { readonly service: number })[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      const server = await served(document, mkdtempSync(join(options.directory, 'verify-')), options.cache);
      const before = used(server);
      const run = await held(document, `http://127.0.0.1:${server.port}`, CALLS, 'end');
      const service = used(server) - before;
      runs.push({ ...run, service, megabytes: peak(document, server, options.cache) });
      await stop(server);
    }
    const of = (figure: (run: Run & { readonly service: number }) => number): number => median(runs.map(figure));
    const rate = of(({ calls, seconds }) => calls / seconds);
    const megabytes = of((run) => run.megabytes);
    console.log(
      `${document}: ${Math.round(rate)} calls/s  (goal 1000${rate < 1000 ? ', MISSED' : ''}), in each quarter ` +
        `${[0, 1, 2, 3].map((nth) => Math.round(of(({ rates }) => rates[nth]!))).join(', ')}; ` +
        `a call takes ${of(({ all, cpu }) => (cpu * 1000) / all).toFixed(2)} ms of the verifier's processor and ` +
        `${of(({ all, service }) => service / all).toFixed(2)} ms of the service's; ` +
        `events, times and cleaning up ${of(({ rest }) => rest).toFixed(1)} s; ` +
        `peak ${Math.round(megabytes)} MB  (goal 300${megabytes < 300 ? '' : ', MISSED'}); load ${loadavg()[0]!.toFixed(1)}`,
    );
  }
  await largeLists(options);
  await faults();
}

/** Megabytes; what is longer than 10 is not read. */
const LISTS = [1, 7, 50];

async function largeLists(options: { directory: string; cache: string }): Promise<void> {
  for (const size of LISTS) {
    const port = await freePort();
    const args = ['bench/large-list.ts', String(port), String(size)];
    const server = await serveAnywhere('large list', port, args, environment(options.cache));
    const megabytes = peak('examples/todo-backend.md', server, options.cache, 300);
    await stop(server);
    console.log(
      `a list of ${size} MB: peak ${Math.round(megabytes)} MB  (goal 300${megabytes < 300 ? '' : ', MISSED'}); load ${loadavg()[0]!.toFixed(1)}`,
    );
  }
}

async function served(document: string, data: string, cache: string): Promise<Server> {
  const port = await freePort();
  const operator = await freePort();
  const ports = ['--port', String(port), '--operator-port', String(operator)];
  // Events reach the listener of `verify`: it would wait for them in vain.
  const rest = ['--data', data, '--log', 'failures', '--allow-addresses', '127.0.0.0/8'];
  const args = ['dist/cli/main.js', 'serve', document, ...ports, ...rest];
  return serveAnywhere(document, port, args, environment(cache));
}

async function held(document: string, url: string, calls: number, until: 'end' | 'found'): Promise<Run> {
  return JSON.parse(await output('any', ['bench/verify-run.ts', document, url, String(calls), until])) as Run;
}

/** Of the command, as a whole process. */
function peak(document: string, { port }: Server, cache: string, calls: number = CALLS): number {
  const url = `http://127.0.0.1:${port}`;
  const command = ['dist/cli/main.js', 'verify', document, '--url', url, '--requests', String(calls), '--allow-gaps'];
  const { stderr } = spawnSync(process.execPath, ['bench/cost-of.ts', ...command], {
    cwd: root,
    env: environment(cache),
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  return costIn(stderr).megabytes;
}

/** Each fault of the services that are written by hand, once. */
async function faults(): Promise<void> {
  const found: number[] = [];
  let missed = 0;
  for (const twin of [TODO_BACKEND, TICKET_SHOP])
    for (const { name } of twin.faults) {
      const running = await twin.start({ fault: name });
      const run = await held(twin.document, running.url, 2000, 'found');
      if (run.found === null) missed += 1;
      else found.push(run.found);
      await running.close();
    }
  const first = median(found);
  console.log(
    `first failure of ${found.length} planted faults: ${first.toFixed(2)} s at the median, ${Math.max(...found).toFixed(1)} s at most  ` +
      `(goal 5${first < 5 ? '' : ', MISSED'}); ${missed} not found without limits, events and time; load ${loadavg()[0]!.toFixed(1)}`,
  );
}
