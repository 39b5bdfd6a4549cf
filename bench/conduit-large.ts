// How long pages of examples/conduit.md take over a million articles of 100,000 users, each kind alone and beside writes: one request of ten
// then creates an article or marks one. Requests are sent at fixed times, so that a dear page does not lower the load of those behind it.

import { COMMON, LARGE, nameOf, RARE, slugOf } from './conduit-data.ts';
import { withServices } from './conduit-services.ts';
import type { Options, Services } from './conduit-services.ts';
import type { RequestText } from './generator.ts';
import { load, median } from './processes.ts';

/** Requests a second of all; a kind that cannot keep up is asked for at its own pace. */
const RATE = 50;
const CONNECTIONS = 16;

interface Kind {
  readonly name: string;
  readonly query: (place: number) => string;
  /** At p99, milliseconds; left out: twice the newest page. */
  readonly goal?: number;
  /** On one connection, one after the other, a page of so many requests; the total of all may take long. */
  readonly slow?: true;
}

const userAt = (place: number): string => nameOf(((place * 7919) % LARGE.users) + 1);
/** Of those with a total: the first three. */
const KINDS: readonly Kind[] = [
  { name: 'newest', query: () => '' },
  { name: 'of an author', query: (place) => `?author=${userAt(place)}` },
  { name: 'marked by a user', query: (place) => `?favorited=${userAt(place)}` },
  { name: 'page 1,000', query: () => '?offset=20000', goal: 20 },
  { name: `tag ${COMMON}, of every sixth`, query: () => `?tag=${COMMON}` },
  { name: `tag ${RARE}, of 50 in all`, query: () => `?tag=${RARE}`, slow: true },
];

function mixOf(kind: Kind, callers: Services['callers'], writes: boolean, run: number): RequestText[] {
  return Array.from({ length: 5000 }, (_, place): RequestText => {
    const headers = callers[place % callers.length]!;
    if (!writes || place % 10 !== 5)
      return { method: 'GET', path: `/api/articles${kind.query(place)}`, status: 200, headers };
    if (place % 20 === 5) {
      const article = { title: `Written in run ${run} at ${place}`, description: 'Beside others.', body: 'All of it.' };
      return {
        method: 'POST',
        path: '/api/articles',
        status: 201,
        headers,
        body: JSON.stringify({ article }),
        beside: true,
      };
    }
    const slug = slugOf(((place * 104_729 + run * 7919) % LARGE.articles) + 1);
    return { method: 'POST', path: `/api/articles/${slug}/favorite`, status: 200, headers, beside: true };
  });
}

interface Cell {
  readonly p50: number[];
  readonly p99: number[];
}

export async function conduitLarge(options: Options): Promise<void> {
  const cells = new Map<string, Cell>();
  await withServices(options, LARGE, false, async ({ ninefold, plain, callers }) => {
    const turns = [plain, ninefold].flatMap((server) =>
      [false, true].flatMap((writes) =>
        kindsOf(server === ninefold).map((kind) => ({
          server,
          writes,
          kind,
          name: cellOf(kind, server === ninefold, writes),
        })),
      ),
    );
    let run = 0;
    for (let round = 0; round <= options.rounds; round += 1) {
      for (const { server, writes, kind, name } of turns) {
        const isSlow = kind.slow === true || server === ninefold;
        const pace = isSlow ? { connections: writes ? 2 : 1 } : { connections: CONNECTIONS, rate: RATE };
        const mix = mixOf(kind, callers, writes, (run += 1));
        const seconds = round === 0 ? 0.5 : options.seconds;
        const { p50, p99 } = await load({ port: server.port, ...pace, seconds, warm: 0.3, mix }, 'any');
        if (round === 0) continue;
        const cell = cells.get(name) ?? { p50: [], p99: [] };
        cells.set(name, cell);
        cell.p50.push(p50);
        cell.p99.push(p99);
      }
      process.stderr.write(`conduit: round ${round} of ${options.rounds}\n`);
    }
  });
  print(options, cells);
}

function print({ engine }: Options, cells: ReadonlyMap<string, Cell>): void {
  console.log(
    `\n${engine}, ${LARGE.articles} articles: p50 and p99 of a page in ms, signed in (medians of rounds; least to most)`,
  );
  for (const total of [false, true])
    for (const writes of [false, true])
      for (const kind of kindsOf(total)) {
        const { p50, p99 } = cells.get(cellOf(kind, total, writes))!;
        const newest = cells.get(cellOf(KINDS[0]!, total, writes))!;
        const ratio = median(p99.map((one, at) => one / newest.p99[at]!));
        const goal = kind.goal ?? 2 * median(newest.p99);
        const spread = `${Math.min(...p99).toFixed(1)}–${Math.max(...p99).toFixed(1)}`;
        const missed = !total && median(p99) > goal ? '  MISSED' : '';
        console.log(
          `${cellOf(kind, total, writes).padEnd(60)}${median(p50).toFixed(2).padStart(9)}${median(p99).toFixed(2).padStart(9)} (${spread}), ${ratio.toFixed(2)} of the newest${missed}`,
        );
      }
}

const kindsOf = (total: boolean): readonly Kind[] => (total ? KINDS.slice(0, 3) : KINDS);
const cellOf = ({ name }: Kind, total: boolean, writes: boolean): string =>
  `${name}${total ? ', total' : ', no total'}${writes ? ', beside writes' : ''}`;
