// What a key costs: creations a second of one server, with a key that is new each time and without one, and the same call again with its key.
// Rounds by turns; the median of pairs. On SQLite, and with `--engine postgres` on PostgreSQL, too.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import type { RequestText } from './generator.ts';
import { environment, freePort, load, median, serve, stop, used } from './processes.ts';
import { CONNECTIONS } from './targets.ts';

const KEYS = 50_000;

interface Options {
  readonly directory: string;
  readonly cache: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly database: string | undefined;
}

export async function keys(options: Options): Promise<void> {
  await measured('SQLite', 0.7, options, ['--data', join(options.directory, 'keys')]);
  const { database } = options;
  if (database === undefined) return;
  const client = new Client({ connectionString: database });
  await client.connect();
  const name = `ninefold_keys_${randomBytes(4).toString('hex')}`;
  try {
    await client.query(`CREATE SCHEMA ${name}`);
    const url = `${database}?options=${encodeURIComponent(`-c search_path=${name}`)}`;
    await measured('PostgreSQL', 0.6, options, ['--database', url]);
  } finally {
    await client.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
    await client.end();
  }
}

function made(path: string, more: Partial<RequestText> = {}): RequestText {
  return { method: 'POST', path, body: '{"label":"a box"}', status: 201, ...more };
}

async function measured(engine: string, atLeast: number, options: Options, place: readonly string[]): Promise<void> {
  const { cache, rounds, seconds } = options;
  const [port, operator] = [await freePort(), await freePort()];
  const ports = ['--port', String(port), '--operator-port', String(operator), '--log', 'failures'];
  const server = await serve(
    'keys',
    port,
    ['dist/cli/main.js', 'serve', 'bench/keys.md', ...ports, ...place],
    environment(cache),
  );
  let prefix = 0;
  const kinds = {
    'without a key': () => made('/again'),
    'with a key': () => made('/boxes', { headers: { 'Idempotency-Key': `${(prefix += 1)}-{row}` }, rows: KEYS }),
    'again with its key': () => made('/boxes', { headers: { 'Idempotency-Key': 'again' } }),
  };
  type Kind = keyof typeof kinds;
  const rates = new Map<Kind, number[]>();
  const costs = new Map<Kind, number[]>();
  try {
    // While it runs for the first time, others with its key are refused.
    const first = { method: 'POST', headers: { 'content-type': 'application/json', 'Idempotency-Key': 'again' } };
    await fetch(`http://127.0.0.1:${port}/boxes`, { ...first, body: '{"label":"a box"}' });
    for (let round = -1; round < rounds; round += 1)
      for (const kind of Object.keys(kinds) as Kind[]) {
        const before = used(server);
        const { rate, sent } = await load({ port, connections: CONNECTIONS, seconds, warm: 0.2, mix: [kinds[kind]()] });
        if (round < 0) continue; // Warm, and not counted.
        rates.set(kind, [...(rates.get(kind) ?? []), rate]);
        costs.set(kind, [...(costs.get(kind) ?? []), ((used(server) - before) * 1000) / sent]);
      }
  } finally {
    await stop(server);
  }
  for (const kind of Object.keys(kinds) as Kind[]) {
    const pairs = rates.get(kind)!.map((rate, round) => rate / rates.get('without a key')![round]!);
    const goal = kind === 'with a key' ? ` (at least ${atLeast})` : '';
    console.log(
      `${engine}: a creation ${kind}: ${median(rates.get(kind)!).toFixed(0)}/s, paired median ${median(pairs).toFixed(2)}${goal}; ` +
        `processor of the service ${median(costs.get(kind)!).toFixed(0)} µs`,
    );
  }
}
