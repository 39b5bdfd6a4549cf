// A database for a test, and a whole cluster of its own where the test stops and kills it. Input: TEST_DATABASE, the address of a database
// whose user may create others. Output: addresses, or the one line that says why there is none.

import { execFile, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort, ninefold } from '../examples/running.ts';

const SERVER = process.env['TEST_DATABASE'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Undefined: there is one that answers, and this runtime can use it. */
export async function whyNoDatabase(): Promise<string | undefined> {
  const { stdout } = await ninefold(['serve', '--help']);
  if (!stdout.includes('--database')) return 'serve has no --database yet';
  const client = new Client({ connectionString: SERVER, connectionTimeoutMillis: 3000 });
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    const why = `no database answers at ${new URL(SERVER).host}: ${String(error)}`;
    if (process.env['CI'] === 'true') throw new Error(why, { cause: error });
    return why;
  }
}

export interface Database {
  readonly url: string;
  /** Takes it away again. */
  drop(): Promise<void>;
}

export async function createDatabase(server: string = SERVER): Promise<Database> {
  const name = `ninefold_races_${process.pid}_${Date.now().toString(36)}`;
  const run = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

export interface Cluster {
  readonly url: string;
  /** `immediate`: as if the power went, what was not written to disk is gone. `fast`: connections are cut, all is written. */
  restart(how: 'fast' | 'immediate'): Promise<void>;
  drop(): Promise<void>;
}

const run = promisify(execFile);

/** Where PostgreSQL's own programs are, newest first. */
function programs(): string | undefined {
  const told = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [...versions.map((version) => join(debian, version, 'bin')), told].find(
    (folder) => folder !== undefined && existsSync(join(folder, 'initdb')),
  );
}

/** A cluster in a folder of its own on a port of its own. Undefined: initdb is not here. */
export async function createCluster(): Promise<Cluster | undefined> {
  const folder = programs();
  if (folder === undefined) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'ninefold-cluster-'));
  const port = await freePort();
  // initdb refuses to run as root; the user that the packages make is there where they are.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(directory, ...owner());
  const as = async (program: string, ...args: string[]): Promise<void> => {
    const command = [join(folder, program), ...args];
    if (isRoot) await run('runuser', ['-u', 'postgres', '--', ...command], { cwd: directory });
    else await run(command[0]!, args, { cwd: directory });
  };
  const data = join(directory, 'data');
  await as('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${directory} -c max_connections=200`;
  const control = (...args: string[]): Promise<void> =>
    as('pg_ctl', '-D', data, '-w', '-t', '30', '-o', options, '-l', join(directory, 'log'), ...args);
  await control('start');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: (how) => control('restart', '-m', how),
    drop: async () => {
      await control('stop', '-m', 'immediate');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const idOf = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);

function owner(): [number, number] {
  return [idOf('-u'), idOf('-g')];
}
