// What `GET /metrics` on the operator's port answers. Input: what was counted, the store's own figures, the outbox. Output: text. It
// waits for nothing but the outbox, and for that only so long.

import type { Plan } from '../../plan/plan.ts';
import type { StoreFigures } from '../../store/figures.ts';
import type { Pending } from '../outbox.ts';
import type { Counts } from './counts.ts';
import { exposed, type Family } from './exposition.ts';
import { processFamilies, type LoopWatch } from './process.ts';

export interface Measured {
  readonly counts: Counts;
  readonly loop: LoopWatch;
  readonly plan: Plan;
  readonly figures: StoreFigures | undefined;
  readonly pending: () => Promise<Pending | undefined>;
  /** Milliseconds since 1970, by the clock of the service. */
  readonly now: number;
}

/** Milliseconds to wait for the outbox: then it is left out. */
const PATIENCE = 2000;

export async function metricsText({ counts, loop, plan, figures, pending, now }: Measured): Promise<string> {
  const sends = (plan.events ?? []).length > 0;
  const outbox = sends ? await soon(pending()) : undefined;
  return exposed([
    ...counts.families(),
    ...storeFamilies(figures),
    ...outboxFamilies(outbox, now),
    ...processFamilies(loop),
  ]);
}

async function soon<T>(asked: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, undefined);
  });
  return Promise.race([asked.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}

function outboxFamilies(outbox: Pending | undefined, now: number): readonly Family[] {
  if (outbox === undefined) return [];
  const { waiting, kinds, oldest } = outbox;
  const known = kinds.map(({ event, waiting: count }) => [{ event }, count ?? 0] as const);
  const others = waiting - known.reduce((sum, [, count]) => sum + count, 0);
  return [
    {
      name: 'ninefold_outbox_events',
      type: 'gauge',
      help: 'Events in the outbox: those that wait, and those that were given up and are kept. Without a kind: of documents before this one.',
      samples: others > 0 ? [...known, [{}, others]] : known,
    },
    {
      name: 'ninefold_outbox_oldest_age_seconds',
      type: 'gauge',
      help: 'Since the oldest event in the outbox happened that was not given up. Left out while there is none.',
      samples: oldest === undefined ? [] : [[{}, (now - oldest) / 1000]],
    },
  ];
}

function storeFamilies(figures: StoreFigures | undefined): readonly Family[] {
  if (figures === undefined) return [];
  const { commits, together, pools } = figures;
  const known = pools?.() ?? [];
  return [
    {
      name: 'ninefold_commit_duration_seconds',
      type: 'histogram',
      help: 'COMMITs: of a group of requests, of the transaction of one, or of a statement that is one by itself.',
      samples: Object.entries(commits).flatMap(([of, seconds]) => (seconds ? [[{ of }, seconds]] : [])),
    },
    {
      name: 'ninefold_commit_requests',
      type: 'histogram',
      help: 'Requests that one COMMIT decided together.',
      samples: together === undefined ? [] : [[{}, together]],
    },
    {
      name: 'db_client_connection_count',
      type: 'gauge',
      help: 'Connections to the database.',
      samples: known.flatMap(({ name, used, idle }) => [
        [{ ...poolNamed(name), db_client_connection_state: 'idle' }, idle],
        [{ ...poolNamed(name), db_client_connection_state: 'used' }, used],
      ]),
    },
    {
      name: 'db_client_connection_max',
      type: 'gauge',
      help: 'How many connections there may be.',
      samples: known.map(({ name, most }) => [poolNamed(name), most]),
    },
    {
      name: 'db_client_connection_pending_requests',
      type: 'gauge',
      help: 'What waits for a connection of its own, or for its turn on a shared one.',
      samples: known.map(({ name, waiting }) => [poolNamed(name), waiting]),
    },
  ];
}

function poolNamed(name: string): { readonly db_client_connection_pool_name: string } {
  return { db_client_connection_pool_name: name };
}
