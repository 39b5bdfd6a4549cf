// Which descriptions of the tables live processes serve from one database. Input: sessions, each of which has the mark of its
// process as its name from its first moment to its last. Output: CannotOpen, with one sentence, for a start whose document is
// narrower than one that another process serves. Decision 0011.

import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Table } from '../../plan/plan.ts';
import { narrower } from '../relational/narrower.ts';
import type { Wanting } from '../relational/narrower.ts';
import { keptOf } from '../relational/undecided.ts';
import { OthersServe } from '../store.ts';
import { placeOf } from './address.ts';
import type { Session } from './session.ts';

/** A description that is served, or was when the list was last made anew. */
export interface Served {
  readonly mark: string;
  readonly tables: readonly Table[];
}

const NAME = 'ninefold';
/** Milliseconds: the sessions of a process that has just ended may outlive it. */
const SETTLED = 500;
const PATIENCE = 2_000;
const AGAIN = 100;

/** The same for all processes with one document in one place; two schemas of a database are two places. */
export function markOf(url: string, wanted: readonly Table[]): string {
  const { tables } = keptOf({ tables: wanted });
  const hash = createHash('sha256').update(JSON.stringify([placeOf(url), tables]));
  return `${NAME} ${hash.digest('hex').slice(0, 16)}`;
}

/** Those of processes other than the one that asks. */
export async function live(session: Session, served: readonly Served[]): Promise<readonly Served[]> {
  // Every role sees the names of all sessions.
  const rows = await session.query(
    `SELECT DISTINCT application_name FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND starts_with(application_name, $1)`,
    [`${NAME} `],
  );
  const marks = new Set(rows.map(([name]) => String(name).split(' ').slice(0, 2).join(' ')));
  return served.filter(({ mark }) => marks.has(mark));
}

/** Is the mark known, and does no process serve anything else? */
export async function isAmongItsOwn(session: Session, mark: string, served: readonly Served[] = []): Promise<boolean> {
  const others = await live(session, served);
  return served.some((each) => each.mark === mark) && others.every((each) => each.mark === mark);
}

/**
 * Under the lock of a start. Answers what is served from then on. A process that starts beside others with the same document
 * changes nothing: they were let in.
 */
export async function joined(
  session: Session,
  mark: string,
  known: { readonly served?: readonly Served[]; readonly renames?: readonly string[] } | undefined,
  { patience = PATIENCE, ...wanting }: Wanting & { readonly shown: string; readonly patience?: number | undefined },
): Promise<readonly Served[]> {
  const own = JSON.stringify(wanting.tables);
  for (const begun = performance.now(); ;) {
    const others = await live(session, known?.served ?? []);
    const what = others.flatMap(({ tables }) => narrower(tables, wanting, known?.renames ?? []));
    const isLetIn = others.some(({ tables }) => JSON.stringify(tables) === own);
    const waited = performance.now() - begun;
    if (what.length === 0 || (isLetIn && waited >= Math.min(SETTLED, patience)))
      return [...others.filter((each) => each.mark !== mark), { mark, tables: wanting.tables }];
    if (waited >= patience)
      throw new OthersServe(
        `The document allows less than one that another process serves from the database ${wanting.shown} (${[...new Set(what)].join('; ')}): stop the processes with the other document first; \`ninefold migrate\` tells whether rows are at stake.`,
      );
    await setTimeout(Math.min(AGAIN, patience / 3));
    // A transaction sees the sessions as they were when it first looked.
    await session.query('SELECT pg_stat_clear_snapshot()');
  }
}
