// A page of examples/conduit.md: 20 articles with their authors, what the caller has marked and whom it follows; signed in and not, with the
// total and without it. Beside a service written by hand whose bodies are the same, octet by octet. Rounds by turns; over SQLite the
// processors' time of a page, over PostgreSQL, which works beside the service, requests a second.

import { nameOf, USUAL } from './conduit-data.ts';
import type { Amount } from './conduit-data.ts';
import { CALLERS, coreOf, withServices } from './conduit-services.ts';
import type { Options, Services } from './conduit-services.ts';
import type { RequestText } from './generator.ts';
import { load, median, used } from './processes.ts';
import type { Server } from './processes.ts';
import { CONNECTIONS } from './targets.ts';

/** One page, asked of both. */
interface Kind {
  readonly name: string;
  readonly total: boolean;
  readonly isSignedIn: boolean;
  readonly query: (place: number, amount: Amount) => string;
}

const userAt = (place: number, { users }: Amount): string => nameOf(((place * 7919) % users) + 1);

const QUERIES: readonly (readonly [name: string, query: Kind['query']])[] = [
  ['newest', () => ''],
  ['of an author', (place, amount) => `?author=${userAt(place, amount)}`],
  ['marked by a user', (place, amount) => `?favorited=${userAt(place, amount)}`],
];
const KINDS: readonly Kind[] = QUERIES.flatMap(([name, query]) =>
  [true, false].flatMap((total) =>
    [false, true].map((isSignedIn) => ({
      name: `${name}, ${isSignedIn ? 'signed in' : 'anyone'}`,
      total,
      isSignedIn,
      query,
    })),
  ),
);

type Callers = Services['callers'];

/** In the rival the list without a total has an address of its own. */
function mixOf(kind: Kind, isRival: boolean, callers: Callers, amount: Amount): RequestText[] {
  const path = isRival && !kind.total ? '/api/plain' : '/api/articles';
  return Array.from({ length: 200 }, (_, place) => ({
    method: 'GET',
    path: `${path}${kind.query(place, amount)}`,
    status: 200,
    ...(kind.isSignedIn && { headers: callers[place % callers.length]! }),
  }));
}

const bodyOf = async ({ port }: Server, { path, headers }: RequestText): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}${path}`, headers && { headers })).text();

/** What answers differently does something else. */
async function compare(ours: Server, rival: Server, kind: Kind, callers: Callers, amount: Amount): Promise<void> {
  const [mine, theirs] = [mixOf(kind, false, callers, amount), mixOf(kind, true, callers, amount)];
  for (let at = 0; at < CALLERS; at += 1) {
    const [one, other] = await Promise.all([bodyOf(ours, mine[at]!), bodyOf(rival, theirs[at]!)]);
    if (one !== other) throw new Error(`${mine[at]!.path}: the bodies differ\n${one}\n${other}`);
    if (!one.startsWith('{"articles":[{"slug"') && kind.query(0, amount) === '') throw new Error(`no page: ${one}`);
  }
}

interface Cell {
  readonly cost: number[];
  readonly rate: number[];
}

export async function conduit(options: Options): Promise<void> {
  const cells = new Map<string, Cell>();
  await withServices(options, USUAL, true, async ({ ninefold, plain, rival, callers }) => {
    const ours = (kind: Kind): Server => (kind.total ? ninefold : plain);
    const turns = KINDS.flatMap((kind) => [
      { kind, of: 'ninefold', server: ours(kind) },
      { kind, of: 'hand-written', server: rival! },
    ]);
    for (const kind of KINDS) await compare(ours(kind), rival!, kind, callers, USUAL);
    // The first round warms up.
    for (let round = 0; round <= options.rounds; round += 1) {
      for (let place = 0; place < turns.length; place += 1) {
        const { kind, of, server } = turns[(place + round * 5) % turns.length]!;
        const mix = mixOf(kind, of !== 'ninefold', callers, USUAL);
        const before = used(server);
        const order = { port: server.port, connections: CONNECTIONS, seconds: options.seconds, warm: 0.2, mix };
        const { sent, rate } = await load(order, options.engine === 'sqlite' ? 1 : coreOf(options));
        if (round === 0) continue;
        const name = cellOf(of, kind);
        const cell = cells.get(name) ?? { cost: [], rate: [] };
        cells.set(name, cell);
        cell.cost.push(((used(server) - before) * 1000) / sent);
        cell.rate.push(rate);
      }
      process.stderr.write(`conduit: round ${round} of ${options.rounds}\n`);
    }
  });
  print(options, cells);
}

function print({ engine }: Options, cells: ReadonlyMap<string, Cell>): void {
  const what = engine === 'sqlite' ? "processors' time" : 'requests a second';
  console.log(
    `\n${engine}, ${USUAL.articles} articles of ${USUAL.users} users: processors' time of the service for a page of 20, µs; requests/s (medians); ratio by ${what}, least to most`,
  );
  for (const kind of KINDS) {
    const [mine, theirs] = [cells.get(cellOf('ninefold', kind))!, cells.get(cellOf('hand-written', kind))!];
    const ratios =
      engine === 'sqlite'
        ? mine.cost.map((cost, at) => theirs.cost[at]! / cost)
        : mine.rate.map((rate, at) => rate / theirs.rate[at]!);
    const said = [mine, theirs].map(({ cost, rate }) =>
      `${median(cost).toFixed(1).padStart(9)} (${Math.round(median(rate))}/s)`.padEnd(22),
    );
    const ratio = median(ratios);
    const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    console.log(
      `${label(kind).padEnd(40)}${said.join('')}${ratio.toFixed(2)} (${spread})${ratio < 1 ? '  (goal 1, MISSED)' : ''}`,
    );
  }
}

const label = (kind: Kind): string => `${kind.name}${kind.total ? '' : ', no total'}`;
const cellOf = (of: string, kind: Kind): string => `${of}/${label(kind)}`;
