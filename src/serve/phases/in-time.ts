// Ends a request whose time is over. Input: a request, its deadline, what it waits for. Output: the answer, unless the effect has begun: the
// store ends that, or keeps it (`DEADLINE` in store/store.ts). Notation, part 8.

import { DEADLINE } from '../../store/store.ts';
import type { Deadline } from '../deadline.ts';
import type { Exchange } from '../respond.ts';
import type { Ended, Request } from './phase.ts';
import { refuse } from './refuse.ts';

/** From here on it is measured. */
export function limitTime(request: Request, { milliseconds }: Deadline): void {
  request.findings.bindings[DEADLINE] = request.exchange.at + milliseconds;
}

/** The time is over, and the effect has not begun. */
export function isLate({ isActing, findings: { bindings } }: Request): boolean {
  const deadline = bindings[DEADLINE];
  return isActing !== true && deadline !== undefined && performance.now() > deadline;
}

/**
 * Settles with the phase, or answers when the time is over: what the phase does from then on reaches nobody. It asks the store for nothing
 * that is kept.
 */
export function inTime(waited: Promise<Ended>, request: Request, deadline: Deadline): Promise<Ended> {
  if (request.isActing === true) return waited;
  return new Promise((resolve, reject) => {
    const over = (): void => {
      try {
        resolve(timedOut(request, deadline));
      } catch (error) {
        reject(error as Error);
      }
    };
    const clear = at(request.exchange.at + deadline.milliseconds, over);
    waited.then(
      (ended) => {
        clear();
        resolve(ended);
      },
      (error: unknown) => {
        clear();
        reject(error as Error);
      },
    );
  });
}

/** Milliseconds: what is farther away is looked at now and then, since a timer for each request costs more than most of them wait. */
const FAR = 10_000;
const LOOK = 1_000;

interface Waiting {
  readonly due: number;
  readonly over: () => void;
  /** Once it is near. */
  timer?: NodeJS.Timeout;
}

const far = new Set<Waiting>();
let looking: NodeJS.Timeout | undefined;

/** Calls it then; the answer takes that back. */
function at(due: number, over: () => void): () => void {
  const one: Waiting = { due, over };
  const now = performance.now();
  if (due - now < FAR) near(one, now);
  else {
    far.add(one);
    looking ??= setInterval(look, LOOK).unref();
  }
  return () => {
    far.delete(one);
    clearTimeout(one.timer);
  };
}

function near(one: Waiting, now: number): void {
  one.timer = setTimeout(one.over, Math.max(0, Math.ceil(one.due - now)));
}

function look(): void {
  const now = performance.now();
  for (const one of far) {
    if (one.due - now > 2 * LOOK) continue;
    far.delete(one);
    near(one, now);
  }
  if (far.size > 0) return;
  clearInterval(looking);
  looking = undefined;
}

export function timedOut(request: Request, { failure }: Deadline): Ended {
  request.stop?.();
  // Nothing was done for a call with a key: it may be made again.
  request.exchange = request.key?.exchange ?? request.exchange;
  if (request.exchange.response.destroyed) request.exchange.done();
  else refuse(request, failure);
  request.exchange = unheard(request.exchange);
  return 'answered';
}

/** For what still runs. */
function unheard(exchange: Exchange): Exchange {
  return { ...exchange, keeping: () => undefined, done: () => undefined, counted: undefined, noted: undefined };
}
