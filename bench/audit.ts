// What an audit costs: the processors' time of the serving process for each creation and each change of a row, without an audit and with
// one. Rounds by turns; the median of pairs, and the least, since whatever disturbs only adds. With PostgreSQL its processes are not counted.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import type { RequestText } from './generator.ts';
import { load, median, stop, used } from './processes.ts';
import type { Server } from './processes.ts';
import { CONNECTIONS, create, seed, startNinefold } from './targets.ts';

const ROWS = 2_000;
const REQUESTS = 6_000;

interface Options {
  readonly directory: string;
  readonly cache: string;
  readonly rounds: number;
  readonly database: string | undefined;
}

export async function audit(options: Options): Promise<void> {
  await measured('SQLite', options, (name) => ['--data', join(options.directory, name)]);
  const { database } = options;
  if (database === undefined) return;
  const schemas: string[] = [];
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    const own = async (): Promise<string> => {
      const name = `ninefold_audit_${randomBytes(4).toString('hex')}`;
      await client.query(`CREATE SCHEMA ${name}`);
      schemas.push(name);
      return `${database}?options=${encodeURIComponent(`-c search_path=${name}`)}`;
    };
    const urls = new Map([
      ['audit off', await own()],
      ['audit on', await own()],
    ]);
    await measured('PostgreSQL', options, (name) => ['--database', urls.get(name)!]);
  } finally {
    for (const name of schemas) await client.query(`DROP SCHEMA ${name} CASCADE`);
    await client.end();
  }
}

async function measured(engine: string, options: Options, place: (name: string) => readonly string[]): Promise<void> {
  const { directory, cache, rounds } = options;
  const kinds = { create: [create], change: changes() };
  const servers = new Map<'off' | 'on', Server>();
  try {
    for (const how of ['off', 'on'] as const) {
      const more = [...place(`audit ${how}`), ...(how === 'on' ? ['--audit'] : [])];
      const server = await startNinefold(join(directory, `audit ${how}`), cache, 'failures', more);
      servers.set(how, server);
      await seed(server, ROWS);
      for (const mix of Object.values(kinds)) await microseconds(server, mix); // Warm, and not counted.
    }
    for (const [kind, mix] of Object.entries(kinds)) {
      const costs = { off: [] as number[], on: [] as number[] };
      for (let round = 0; round < rounds; round += 1) {
        const turn = round % 2 === 0 ? [...servers] : [...servers].toReversed();
        for (const [how, server] of turn) costs[how].push(await microseconds(server, mix));
      }
      const pairs = median(costs.on.map((cost, round) => cost / costs.off[round]!));
      const [off, on] = [Math.min(...costs.off), Math.min(...costs.on)];
      console.log(
        `audit on ${engine}, processor of a ${kind}: ${off.toFixed(0)} µs without, ${on.toFixed(0)} µs with it; ` +
          `paired median ${((pairs - 1) * 100).toFixed(0)} %`,
      );
    }
  } finally {
    await Promise.all([...servers.values()].map(stop));
  }
}

function changes(): readonly RequestText[] {
  return Array.from({ length: 500 }, (_, i) => ({
    method: 'PATCH',
    path: `/todos/${((i * 7919) % ROWS) + 1}`,
    body: JSON.stringify({ order: i + 1 }),
    status: 200,
  }));
}

async function microseconds(server: Server, mix: readonly RequestText[]): Promise<number> {
  const before = used(server);
  await load({ port: server.port, connections: CONNECTIONS, seconds: 0, warm: 0, requests: REQUESTS, mix });
  return ((used(server) - before) * 1000) / REQUESTS;
}
