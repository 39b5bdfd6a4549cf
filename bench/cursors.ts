// How long page 10,000 of a million rows takes beside page 1, where pages go by cursors (bench/cursors.md): newest first, by an instant,
// by a price that a thousand rows share, by a rank that every tenth row lacks. Rounds by turns; medians. `--engine postgres`: on a new database.

import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { Client } from 'pg';
import type { RequestText } from './generator.ts';
import { environment, freePort, load, median, root, serve, stop } from './processes.ts';
import type { Server } from './processes.ts';

const ROWS = 1_000_000;
const SIZE = 20;
const PAGE = 10_000;
/** Pages about that one, so that not one row is read again and again. */
const ABOUT = 50;
const CONNECTIONS = 4;
const GOAL = 1.3;

const LISTS = ['newest', 'by-id', 'made', 'cheapest', 'dearest', 'ranked'];

interface Options {
  readonly directory: string;
  readonly cache: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly database: string | undefined;
}

export async function cursors(options: Options): Promise<void> {
  const name = `ninefold_cursors_${process.pid}`;
  const onServer = async (sql: string, database = options.database!): Promise<void> => {
    const client = new Client({ connectionString: database });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  let place = join(options.directory, 'cursors');
  if (options.database !== undefined) {
    await onServer(`CREATE DATABASE ${name}`);
    place = Object.assign(new URL(options.database), { pathname: `/${name}` }).href;
  }
  try {
    // It makes the tables, and opens them again with the rows.
    await stop(await started(options, place));
    const begun = performance.now();
    if (options.database === undefined) fill(join(place, 'data.sqlite'));
    else for (const sql of [FILL_POSTGRES, 'VACUUM ANALYZE']) await onServer(sql, place);
    process.stderr.write(`filled ${ROWS} rows in ${Math.round((performance.now() - begun) / 1000)} s\n`);
    const server = await started(options, place);
    try {
      await measured(options, server);
    } finally {
      await stop(server);
    }
  } finally {
    if (options.database !== undefined) await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

async function started({ cache, database }: Options, place: string): Promise<Server> {
  const [port, operator] = [await freePort(), await freePort()];
  const ports = ['--port', String(port), '--operator-port', String(operator)];
  const data = [database === undefined ? '--data' : '--database', place];
  const args = ['serve', join(root, 'bench', 'cursors.md'), ...ports, ...data, '--log', 'failures'];
  const core = database === undefined ? 0 : 'any';
  return serve('ninefold', port, ['dist/cli/main.js', ...args], environment(cache), core);
}

const FILL_POSTGRES = `INSERT INTO "Thing" (name, made, price, rank)
  SELECT 'Thing number ' || n, timestamptz '2024-01-01' + (n * 7919 % ${ROWS}) * interval '1 second',
    (n * 104729 % 1000) / 100.0, CASE WHEN n % 10 <> 0 THEN n * 31 % 5000 END
  FROM generate_series(1, ${ROWS}) AS n`;

function fill(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`INSERT INTO "Thing" (name, made, price, rank)
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${ROWS})
    SELECT 'Thing number ' || n, strftime('%Y-%m-%dT%H:%M:%S.000Z', '2024-01-01', '+' || (n * 7919 % ${ROWS}) || ' seconds'),
      n * 104729 % 1000, CASE WHEN n % 10 <> 0 THEN n * 31 % 5000 END
    FROM n`);
  database.exec('ANALYZE');
  database.close();
}

interface Kind {
  readonly name: string;
  readonly pages: readonly [first: RequestText[], far: RequestText[], back: RequestText[]];
}

const get = (path: string): RequestText => ({ method: 'GET', path, status: 200 });

async function kindOf(port: number, list: string): Promise<Kind> {
  const next = async (after: string | undefined, limit: number): Promise<string> => {
    const sent = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
    const answer = await fetch(`http://127.0.0.1:${port}/${list}?limit=${limit}${sent}`);
    return String(((await answer.json()) as { next: string | number }).next);
  };
  // A cursor says nothing of the size of a page.
  let cursor: string | undefined;
  for (let rows = 0; rows < PAGE * SIZE; rows += 1000) cursor = await next(cursor, 1000);
  const far: string[] = [];
  for (let at = 0; at < ABOUT; at += 1) far.push((cursor = await next(cursor, SIZE)));
  const paths = (by: string): RequestText[] => far.map((one) => get(`/${list}?${by}=${encodeURIComponent(one)}`));
  return { name: list, pages: [[get(`/${list}`)], paths('after'), paths('before')] };
}

async function measured({ rounds, seconds, database }: Options, server: Server): Promise<void> {
  const kinds: Kind[] = [];
  for (const list of LISTS) kinds.push(await kindOf(server.port, list));
  const cells = new Map<string, { readonly p50: number[]; readonly p99: number[] }>();
  for (let round = 0; round <= rounds; round += 1)
    for (const { name, pages } of kinds)
      for (const [place, mix] of pages.entries()) {
        const took = round === 0 ? 0.3 : seconds;
        const { p50, p99, wrong, firstWrong } = await load(
          { port: server.port, connections: CONNECTIONS, seconds: took, warm: 0.2, mix },
          database === undefined ? 1 : 'any',
        );
        if (wrong > 0) throw new Error(`${name}: ${firstWrong}`);
        if (round === 0) continue;
        const cell = cells.get(`${name} ${place}`) ?? { p50: [], p99: [] };
        cells.set(`${name} ${place}`, cell);
        cell.p50.push(p50);
        cell.p99.push(p99);
      }
  console.log(
    `\n${database === undefined ? 'SQLite' : 'PostgreSQL'}, ${ROWS} rows, pages of ${SIZE}: p50 and p99 in ms, medians of rounds`,
  );
  for (const { name } of kinds) {
    const [first, far, back] = [0, 1, 2].map((place) => cells.get(`${name} ${place}`)!);
    const shown = ({ p50, p99 }: typeof first & object): string =>
      `${median(p50).toFixed(2)} ${median(p99).toFixed(2)}`;
    const ratio = median(far!.p99.map((one, at) => one / first!.p99[at]!));
    const ratioBack = median(back!.p99.map((one, at) => one / first!.p99[at]!));
    const missed = ratio > GOAL ? '  MISSED' : '';
    console.log(
      `${name.padEnd(10)} page 1 ${shown(first!)}; page ${PAGE} ${shown(far!)}, ${ratio.toFixed(2)} of page 1 at p99; backwards from it ${shown(back!)}, ${ratioBack.toFixed(2)}${missed}`,
    );
  }
}
