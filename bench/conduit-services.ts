// The services whose lists of articles are measured: examples/conduit.md, the same without a total, and the rival written by hand, all with
// the same rows. Input: an engine and how many rows. Output: servers that run, and headers of callers. Databases are made and taken away.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importJWK, SignJWT } from 'jose';
import type { JWK } from 'jose';
import { Client } from 'pg';
import { fill, fillDatabase, idOf } from './conduit-data.ts';
import type { Amount } from './conduit-data.ts';
import { environment, freePort, output, root, serve, stop } from './processes.ts';
import type { Server } from './processes.ts';

export type Engine = 'sqlite' | 'postgres';

export interface Options {
  readonly directory: string;
  readonly cache: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly engine: Engine;
  /** A PostgreSQL on which databases may be made. */
  readonly database: string;
}

export interface Services {
  readonly ninefold: Server;
  /** The document whose list answers no total. */
  readonly plain: Server;
  /** Undefined: it was not asked for. */
  readonly rival: Server | undefined;
  /** Signed in. */
  readonly callers: readonly Readonly<Record<string, string>>[];
}

export const CALLERS = 50;

/** Runs `use` and ends all that it needed. */
export async function withServices(
  options: Options,
  amount: Amount,
  wantsRival: boolean,
  use: (services: Services) => Promise<void>,
): Promise<void> {
  const running: Server[] = [];
  const made: string[] = [];
  const run = async (start: Promise<Server>): Promise<Server> => {
    const server = await start;
    running.push(server);
    return server;
  };
  try {
    const { whole, plain, jwk, keyFile } = await documents(options);
    const ours = await placeOf(options, 'ninefold', made);
    const ninefold = (file: string): Promise<Server> => run(started(options, file, ours));
    // It makes the tables, and opens them again with the rows.
    await stop(await ninefold(whole));
    await filled(options, ours, amount);
    let rival: Server | undefined;
    if (wantsRival) {
      const theirs = await placeOf(options, 'rival', made);
      const script = options.engine === 'sqlite' ? 'bench/rivals/conduit.ts' : 'bench/rivals/conduit-postgres.ts';
      await output('any', [script, '0', theirs]);
      await filled(options, theirs, amount);
      const port = await freePort();
      const args = [script, String(port), theirs, keyFile];
      rival = await run(serve('hand-written', port, args, environment(options.cache), coreOf(options)));
    }
    const plainData = options.engine === 'sqlite' ? `${ours} plain` : ours;
    if (plainData !== ours) {
      mkdirSync(plainData);
      copyFileSync(join(ours, 'data.sqlite'), join(plainData, 'data.sqlite'));
    }
    await use({
      ninefold: await ninefold(whole),
      plain: await run(started(options, plain, plainData)),
      rival,
      callers: await callersOf(jwk, amount),
    });
  } finally {
    await Promise.all(running.map(stop));
    for (const name of made) await onServer(options, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

/** The database shares the cores with all. */
export const coreOf = ({ engine }: Options): 0 | 'any' => (engine === 'sqlite' ? 0 : 'any');

interface Documents {
  readonly whole: string;
  readonly plain: string;
  readonly jwk: JWK;
  readonly keyFile: string;
}

async function documents({ directory, cache }: Options): Promise<Documents> {
  const text = readFileSync(join(root, 'examples', 'conduit.md'), 'utf8');
  const withoutTotal = text.replaceAll(', "articlesCount": <total>}`', '}`');
  if (withoutTotal === text) throw new Error('the example answers no total');
  const [whole, plain] = [join(directory, 'conduit.md'), join(directory, 'plain.md')];
  writeFileSync(whole, text);
  writeFileSync(plain, withoutTotal);
  await output('any', ['dist/cli/main.js', 'keys', 'create', whole, 'main'], environment(cache));
  copyFileSync(whole.replace(/md$/, 'keys.json'), plain.replace(/md$/, 'keys.json'));
  const kept = JSON.parse(readFileSync(whole.replace(/md$/, 'keys.json'), 'utf8')) as { keys: { jwk: JWK }[] };
  const { jwk } = kept.keys[0]!;
  const { d: _, ...open } = jwk;
  const keyFile = join(directory, 'rival keys.json');
  writeFileSync(keyFile, JSON.stringify({ keys: [open] }));
  return { whole, plain, jwk, keyFile };
}

/** A folder or a file, or the address of a new database. */
async function placeOf(options: Options, name: string, made: string[]): Promise<string> {
  if (options.engine === 'sqlite') return join(options.directory, name);
  const called = `ninefold_bench_${process.pid}_${name}`;
  await onServer(options, `CREATE DATABASE ${called}`);
  made.push(called);
  const url = new URL(options.database);
  url.pathname = `/${called}`;
  return url.href;
}

async function onServer({ database }: Options, sql: string): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Ninefold keeps its file in a folder, the rival is the file. */
async function filled({ engine, directory }: Options, place: string, amount: Amount): Promise<void> {
  const begun = performance.now();
  if (engine === 'sqlite') fill(place === join(directory, 'ninefold') ? join(place, 'data.sqlite') : place, amount);
  else await fillDatabase(place, amount);
  process.stderr.write(`filled ${amount.articles} articles in ${Math.round((performance.now() - begun) / 1000)} s\n`);
}

async function started(options: Options, file: string, place: string): Promise<Server> {
  const [port, operator] = [await freePort(), await freePort()];
  const ports = ['--port', String(port), '--operator-port', String(operator)];
  const data = [options.engine === 'sqlite' ? '--data' : '--database', place];
  const args = ['serve', file, ...ports, ...data, '--log', 'failures'];
  return serve('ninefold', port, ['dist/cli/main.js', ...args], environment(options.cache), coreOf(options));
}

async function callersOf(jwk: JWK, { users }: Amount): Promise<Readonly<Record<string, string>>[]> {
  const key = await importJWK(jwk, 'ES256');
  const sign = async (user: number): Promise<string> =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: jwk.kid! })
      .setSubject(idOf(user))
      .setIssuer('conduit')
      .setAudience('conduit')
      .setExpirationTime('2h')
      .sign(key);
  return Promise.all(
    Array.from({ length: CALLERS }, async (_, at) => ({
      authorization: `Token ${await sign(((at * 104_729) % users) + 1)}`,
    })),
  );
}
