// The operator's hand on events: `POST /outbox` on the operator's port, and `ninefold events drop|replay` without a service. Input: the store; `{"drop": …}`
// takes events out of the outbox, `{"replay": …}` sends again what was delivered or given up, `{"erase": …}` keeps nothing of what events about a row carried. Behind it is what is asked for, of which what is
// left out is not asked, or "all". Output: a status and how many there were. docs/operate.md.

import type { DeliveryQuery, DeliveryState } from '../store/deliveries.ts';
import { STATES } from '../store/event-entry.ts';
import type { OutboxQuery } from '../store/outbox-entry.ts';
import type { Store } from '../store/store.ts';
import { isObject } from './json-values.ts';
import { tookOut } from './relay/in-doubt.ts';
import { names, said, UNREACHABLE, type Said } from './operators-row.ts';

export type HandOnEvents = (body: unknown) => Promise<Said>;

export interface Hand {
  readonly store: Pick<Store, 'outbox' | 'deliveries'>;
  /** The instant, by the clock of the service. */
  readonly now: () => string;
  readonly log: (line: string) => void;
  /** Something may be due now. */
  readonly replayed?: () => void;
  /** What is kept of them in memory is not sent. */
  readonly erased?: () => void;
}

/** Events that go in one transaction, so that requests can run between two. */
const AT_ONCE = 500;

type Act = 'drop' | 'replay';

export function compileHandOnEvents(hand: Hand): HandOnEvents {
  return async (body) => {
    const [act, wanted] = isObject(body) && Object.keys(body).length === 1 ? Object.entries(body)[0]! : [];
    if (act === 'erase') return erase(hand, wanted);
    if (act !== 'drop' && act !== 'replay')
      return said(400, 'Unexpected body, expected {"drop": {"id": 1}} or {"replay": {"id": 1}}.');
    const sent = askedOf(act, wanted);
    if (!('asked' in sent)) return sent;
    return act === 'drop' ? drop(hand, sent.asked) : replay(hand, sent.asked);
  };
}

/** What went before a store that cannot be asked any more stays gone. */
async function drop({ store: { outbox, deliveries }, log }: Hand, asked: OutboxQuery): Promise<Said> {
  let dropped = 0;
  try {
    for (let gone = outbox ? AT_ONCE : 0; gone === AT_ONCE; dropped += gone) gone = await outbox!.drop(asked, AT_ONCE);
  } catch {
    return said(503, dropped === 0 ? UNREACHABLE : `The data cannot be reached now; ${dropped} events were dropped.`);
  } finally {
    tookOut(deliveries);
  }
  log(`${dropped} events dropped`);
  return { status: 200, json: { dropped } };
}

/** What went before a store that cannot be asked any more stays gone. */
async function erase({ store: { outbox, deliveries }, log, erased: told }: Hand, wanted: unknown): Promise<Said> {
  const { resource, row, ...more } = isObject(wanted) ? wanted : {};
  if (typeof resource !== 'string' || !Number.isSafeInteger(row) || Object.keys(more).length > 0)
    return said(400, 'Unexpected body, expected {"erase": {"resource": "Order", "row": 3}}.');
  let erased = 0;
  try {
    for (let last: number | undefined = outbox ? 0 : undefined; last !== undefined;) {
      const done = await outbox!.erase({ resource, row: row as number }, last);
      erased += done.events;
      last = done.last;
    }
  } catch {
    return said(503, `The data cannot be reached now; ${erased} events were erased.`);
  } finally {
    tookOut(deliveries);
    told?.();
  }
  log(`${erased} events about a row of ${resource} are erased`);
  return { status: 200, json: { erased } };
}

/** What is due again before a store that cannot be asked any more stays so. */
async function replay({ store: { deliveries }, now, log, replayed: told }: Hand, asked: DeliveryQuery): Promise<Said> {
  try {
    const replayed = (await deliveries?.replay(asked, now())) ?? 0;
    log(`${replayed} deliveries are sent again`);
    told?.();
    if (replayed > 0) deliveries!.tellOthers?.();
    return { status: 200, json: { replayed } };
  } catch {
    return said(503, 'The data cannot be reached now; some deliveries may be sent again.');
  }
}

type Kind = 'number' | 'text' | 'instant' | 'state';

const OF_EVENTS: Readonly<Record<keyof OutboxQuery, Kind>> = {
  id: 'number',
  event: 'text',
  resource: 'text',
  since: 'instant',
  before: 'instant',
};

const ASKED: Readonly<Record<Act, Readonly<Record<string, Kind>>>> = {
  drop: OF_EVENTS,
  replay: { ...OF_EVENTS, receiver: 'text', state: 'state' },
};

function askedOf(act: Act, sent: unknown): { readonly asked: DeliveryQuery } | Said {
  if (sent === 'all') return { asked: {} };
  if (!isObject(sent) || Object.keys(sent).length === 0)
    return said(400, `Unexpected body, expected {"${act}": {"id": 1}}, or "all" in the place of the object.`);
  const asked: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(sent)) {
    const known = ASKED[act];
    if (!Object.hasOwn(known, key)) return said(400, `Unexpected \`${key}\`, expected ${names(Object.keys(known))}.`);
    const read = valueOf(known[key]!, value);
    if (read === undefined) return said(400, `Unexpected \`${key}\`, expected ${EXPECTED[known[key]!]}.`);
    asked[key] = read;
  }
  return { asked };
}

/** What waits is not sent again. */
const SETTLED = Object.entries(STATES).filter(([state]) => state !== 'waiting') as readonly [DeliveryState, string][];

const EXPECTED: Readonly<Record<Kind, string>> = {
  number: 'the number of an event',
  text: 'a text',
  instant: 'an instant: 2026-01-31T08:00:00Z',
  state: `one of ${names(SETTLED.map(([, state]) => state))}`,
};

function valueOf(kind: Kind, value: unknown): string | number | undefined {
  if (kind === 'number') return Number.isSafeInteger(value) ? (value as number) : undefined;
  if (kind === 'state') return SETTLED.find(([, said]) => said === value)?.[0];
  if (typeof value !== 'string' || kind === 'text') return typeof value === 'string' ? value : undefined;
  const instant = /^\d{4}-/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
}
