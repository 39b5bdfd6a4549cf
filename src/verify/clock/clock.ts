// The clock of a service that is moved by hand, as `serve --clock manual` has it on the operator's port. Input: the address of that port. Output: its
// time, and a way to move it on. docs/operate.md, "The clock".

import type { Exchange } from '../exchange.ts';
import type { Sender } from '../http/client.ts';

export interface ServiceClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds. Rejects where it is not moved. */
  advance(by: number): Promise<void>;
}

/** Milliseconds. */
const PATIENCE = 10_000;

/** Rejects with a sentence where there is no such clock. */
export async function clockAt(operator: URL): Promise<ServiceClock> {
  const url = new URL('clock', operator.href.endsWith('/') ? operator : `${operator.href}/`);
  let standing = await said(url, undefined);
  return {
    now: () => standing,
    advance: async (by) => {
      standing = await said(url, { now: new Date(standing + Math.ceil(by)).toISOString() });
    },
  };
}

async function said(url: URL, body: unknown): Promise<number> {
  const sent = body !== undefined && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(url, { ...sent, redirect: 'error', signal: AbortSignal.timeout(PATIENCE) });
  const { now, clock, message } = (await answer.json()) as Readonly<Record<string, unknown>>;
  if (!answer.ok) throw new Error(typeof message === 'string' ? message : `${url.href} answers ${answer.status}`);
  const instant = typeof now === 'string' ? Date.parse(now) : NaN;
  if (Number.isNaN(instant)) throw new Error(`${url.href} does not say what time it is`);
  if (clock !== 'manual')
    throw new Error('the clock of the service is not moved by hand: start it with --clock manual');
  return instant;
}

/** Calls happen when the clock of the service says so. */
export function byClock(sender: Sender, clock: ServiceClock): Sender {
  return {
    send: async (call): Promise<Exchange> => {
      const from = clock.now();
      return { ...(await sender.send(call)), from, to: clock.now() };
    },
  };
}
