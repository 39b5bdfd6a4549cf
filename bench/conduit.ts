// A page of examples/conduit.md: 20 articles with their authors, what the caller has marked and whom it follows; signed in and not, with the
// total and without it. Beside a service written by hand whose bodies are the same, octet by octet. Rounds by turns; processors' time.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importJWK, SignJWT } from 'jose';
import type { JWK } from 'jose';
import { fill, idOf, LARGE, nameOf, USUAL } from './conduit-data.ts';
import type { Amount } from './conduit-data.ts';
import type { RequestText } from './generator.ts';
import { environment, freePort, load, median, output, root, serve, stop, used } from './processes.ts';
import type { Server } from './processes.ts';
import { CONNECTIONS } from './targets.ts';

const CALLERS = 50;

interface Options {
  readonly directory: string;
  readonly cache: string;
  readonly rounds: number;
  readonly seconds: number;
  /** A million articles in the place of 100,000. */
  readonly large: boolean;
}

/** One page, asked of both. `path`: in the rival the list without a total has an address of its own. */
interface Kind {
  readonly name: string;
  readonly total: boolean;
  readonly isSignedIn: boolean;
  readonly query: (place: number, amount: Amount) => string;
}

const pages: readonly Kind[] = [true, false].flatMap((total) =>
  [false, true].map((isSignedIn) => ({
    name: `newest, ${isSignedIn ? 'signed in' : 'anyone'}`,
    total,
    isSignedIn,
    query: () => '',
  })),
);
const filtered: readonly Kind[] = [true, false].flatMap((total) => [
  {
    name: 'of an author, signed in',
    total,
    isSignedIn: true,
    query: (place, { users }) => `?author=${nameOf(((place * 7919) % users) + 1)}`,
  },
  {
    name: 'marked by a user, signed in',
    total,
    isSignedIn: true,
    query: (place, { users }) => `?favorited=${nameOf(((place * 7919) % users) + 1)}`,
  },
]);
const KINDS: readonly Kind[] = [...pages, ...filtered];

interface Running {
  readonly ninefold: Server;
  readonly plain: Server;
  readonly rival: Server;
}

/** `plain`: the document, whose list answers no total. */
function documentIn(folder: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'conduit.md');
  writeFileSync(file, text);
  return file;
}

async function ninefold(options: Options, file: string, name: string): Promise<Server> {
  const [port, operator] = [await freePort(), await freePort()];
  const ports = ['--port', String(port), '--operator-port', String(operator)];
  const args = ['serve', file, ...ports, '--data', join(file, '..', 'data'), '--log', 'failures'];
  return serve(name, port, ['dist/cli/main.js', ...args], environment(options.cache));
}

async function started(options: Options, amount: Amount, servers: Server[], keys: string[]): Promise<Running> {
  const text = readFileSync(join(root, 'examples', 'conduit.md'), 'utf8');
  const file = documentIn(join(options.directory, 'conduit'), text);
  const withoutTotal = text.replaceAll(', "articlesCount": <total>}`', '}`');
  if (withoutTotal === text) throw new Error('the example answers no total');
  const other = documentIn(join(options.directory, 'conduit plain'), withoutTotal);
  await output('any', ['dist/cli/main.js', 'keys', 'create', file, 'main'], environment(options.cache));
  copyFileSync(file.replace(/md$/, 'keys.json'), other.replace(/md$/, 'keys.json'));
  const run = async (start: () => Promise<Server>): Promise<Server> => {
    const server = await start();
    servers.push(server);
    return server;
  };
  // They make the tables, and open them again with the rows.
  await stop(await run(() => ninefold(options, file, 'ninefold')));
  const data = join(options.directory, 'conduit', 'data', 'data.sqlite');
  fill(data, amount);
  mkdirSync(join(options.directory, 'conduit plain', 'data'));
  copyFileSync(data, join(options.directory, 'conduit plain', 'data', 'data.sqlite'));
  const kept = JSON.parse(readFileSync(file.replace(/md$/, 'keys.json'), 'utf8')) as { keys: { jwk: JWK }[] };
  const { jwk } = kept.keys[0]!;
  const { d: _, ...open } = jwk;
  const rivalData = join(options.directory, 'rival.sqlite');
  const rivalKeys = join(options.directory, 'rival keys.json');
  writeFileSync(rivalKeys, JSON.stringify({ keys: [open] }));
  await output('any', ['bench/rivals/conduit.ts', '0', rivalData]);
  fill(rivalData, amount);
  const port = await freePort();
  const args = ['bench/rivals/conduit.ts', String(port), rivalData, rivalKeys];
  keys.push(...(await tokens(jwk, amount)));
  return {
    ninefold: await run(() => ninefold(options, file, 'ninefold')),
    plain: await run(() => ninefold(options, other, 'ninefold, no total')),
    rival: await run(() => serve('hand-written', port, args, environment(options.cache))),
  };
}

async function tokens(jwk: JWK, { users }: Amount): Promise<string[]> {
  const key = await importJWK(jwk, 'ES256');
  const sign = (user: number): Promise<string> =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: jwk.kid! })
      .setSubject(idOf(user))
      .setIssuer('conduit')
      .setAudience('conduit')
      .setExpirationTime('2h')
      .sign(key);
  return Promise.all(Array.from({ length: CALLERS }, (_, at) => sign(((at * 104_729) % users) + 1)));
}

function mixOf(kind: Kind, isRival: boolean, signed: readonly string[], amount: Amount): RequestText[] {
  const path = isRival && !kind.total ? '/api/plain' : '/api/articles';
  return Array.from({ length: 200 }, (_, place) => ({
    method: 'GET',
    path: `${path}${kind.query(place, amount)}`,
    status: 200,
    ...(kind.isSignedIn && { headers: { authorization: `Token ${signed[place % signed.length]}` } }),
  }));
}

const bodyOf = async ({ port }: Server, { path, headers }: RequestText): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}${path}`, headers && { headers })).text();

/** What answers differently does something else. */
async function compare(
  ours: Server,
  rival: Server,
  kind: Kind,
  signed: readonly string[],
  amount: Amount,
): Promise<void> {
  const [mine, theirs] = [mixOf(kind, false, signed, amount), mixOf(kind, true, signed, amount)];
  for (let at = 0; at < CALLERS; at += 1) {
    const [one, other] = await Promise.all([bodyOf(ours, mine[at]!), bodyOf(rival, theirs[at]!)]);
    if (one !== other) throw new Error(`${mine[at]!.path}: the bodies differ\n${one}\n${other}`);
    if (!one.startsWith('{"articles":[{"slug"') && kind.query(0, amount) === '') throw new Error(`no page: ${one}`);
  }
}

interface Cell {
  readonly cost: number[];
  readonly rate: number[];
  readonly p50: number[];
}

export async function conduit(options: Options): Promise<void> {
  const amount = options.large ? LARGE : USUAL;
  const servers: Server[] = [];
  const signed: string[] = [];
  const cells = new Map<string, Cell>();
  try {
    const { ninefold: whole, plain, rival } = await started(options, amount, servers, signed);
    const turns = KINDS.flatMap((kind) => [
      { kind, of: 'ninefold', server: kind.total ? whole : plain },
      { kind, of: 'hand-written', server: rival },
    ]);
    for (const kind of KINDS) await compare(kind.total ? whole : plain, rival, kind, signed, amount);
    // The first round warms up.
    for (let round = 0; round <= options.rounds; round += 1) {
      for (let place = 0; place < turns.length; place += 1) {
        const { kind, of, server } = turns[(place + round * 5) % turns.length]!;
        const mix = mixOf(kind, of !== 'ninefold', signed, amount);
        const before = used(server);
        const order = { port: server.port, connections: CONNECTIONS, seconds: options.seconds, warm: 0.2, mix };
        const { sent, rate, p50 } = await load(order);
        if (round === 0) continue;
        const name = cellOf(of, kind);
        const cell = cells.get(name) ?? { cost: [], rate: [], p50: [] };
        cells.set(name, cell);
        cell.cost.push(((used(server) - before) * 1000) / sent);
        cell.rate.push(rate);
        cell.p50.push(p50);
      }
      process.stderr.write(`conduit: round ${round} of ${options.rounds}\n`);
    }
  } finally {
    await Promise.all(servers.map(stop));
  }
  console.log(
    `\n${amount.articles} articles of ${amount.users} users: processor of a page of 20, µs; requests/s (medians)`,
  );
  for (const kind of KINDS) {
    const [mine, theirs] = [cells.get(cellOf('ninefold', kind))!, cells.get(cellOf('hand-written', kind))!];
    const ratio = median(mine.cost.map((cost, at) => theirs.cost[at]! / cost));
    const said = [mine, theirs].map(({ cost, rate }) =>
      `${median(cost).toFixed(1).padStart(9)} (${Math.round(median(rate))}/s)`.padEnd(22),
    );
    console.log(`${label(kind).padEnd(40)}${said.join('')}${ratio.toFixed(2)}${ratio < 1 ? '  (goal 1, MISSED)' : ''}`);
  }
}

const label = (kind: Kind): string => `${kind.name}${kind.total ? '' : ', no total'}`;
const cellOf = (of: string, kind: Kind): string => `${of}/${label(kind)}`;
