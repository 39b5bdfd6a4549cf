// Events that the operator takes out of the outbox: `POST /outbox` on the operator's port, and `ninefold events drop` without a service.
// Input: the plan and its store; `{"drop": {"id", "event", "resource", "since", "before"}}`, of which what is left out is not asked;
// `{"drop": "all"}` takes them all. Output: a status and how many there were. docs/operate.md.

import type { OutboxQuery } from '../store/outbox-entry.ts';
import type { Store } from '../store/store.ts';
import { isObject } from './json-values.ts';
import { names, said, UNREACHABLE, type Said } from './operators-row.ts';

export type DropEvents = (body: unknown) => Promise<Said>;

/** Events that go in one transaction, so that requests can run between two. */
const AT_ONCE = 500;

/** What went before a store that cannot be asked any more stays gone. */
export function compileDropEvents({ outbox }: Pick<Store, 'outbox'>, log: (line: string) => void): DropEvents {
  return async (body) => {
    const sent = askedOf(body);
    if (!('asked' in sent)) return sent;
    let dropped = 0;
    try {
      for (let gone = outbox ? AT_ONCE : 0; gone === AT_ONCE; dropped += gone)
        gone = await outbox!.drop(sent.asked, AT_ONCE);
    } catch {
      return said(503, dropped === 0 ? UNREACHABLE : `The data cannot be reached now; ${dropped} events were dropped.`);
    }
    log(`${dropped} events dropped`);
    return { status: 200, json: { dropped } };
  };
}

type Kind = 'number' | 'text' | 'instant';

const ASKED: Readonly<Record<keyof OutboxQuery, Kind>> = {
  id: 'number',
  event: 'text',
  resource: 'text',
  since: 'instant',
  before: 'instant',
};

function askedOf(body: unknown): { readonly asked: OutboxQuery } | Said {
  const sent = isObject(body) && Object.keys(body).length === 1 ? body['drop'] : undefined;
  if (sent === 'all') return { asked: {} };
  if (!isObject(sent) || Object.keys(sent).length === 0)
    return said(400, 'Unexpected body, expected {"drop": {"id": 1}}, or "all" in the place of the object.');
  const asked: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(sent)) {
    if (!Object.hasOwn(ASKED, key)) return said(400, `Unexpected \`${key}\`, expected ${names(Object.keys(ASKED))}.`);
    const kind = ASKED[key as keyof OutboxQuery];
    const read = valueOf(kind, value);
    if (read === undefined) return said(400, `Unexpected \`${key}\`, expected ${EXPECTED[kind]}.`);
    asked[key] = read;
  }
  return { asked };
}

const EXPECTED: Readonly<Record<Kind, string>> = {
  number: 'the number of an event',
  text: 'a text',
  instant: 'an instant: 2026-01-31T08:00:00Z',
};

function valueOf(kind: Kind, value: unknown): string | number | undefined {
  if (kind === 'number') return Number.isSafeInteger(value) ? (value as number) : undefined;
  if (typeof value !== 'string' || kind === 'text') return typeof value === 'string' ? value : undefined;
  const instant = /^\d{4}-/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
}
