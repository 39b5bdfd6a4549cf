// How long requests are met before the loop turns, so that one that has just come never waits for all of those before it. In:
// connections whose turn it is. Out: each runs, at once or in a later turn of the loop; last those that send many at once.

export interface Paced {
  /** When a request of it was met last, or it was opened. */
  at: number;
  /** No request of it has been met. */
  isNew: boolean;
  /** A request of it is met in a later turn. */
  isQueued: boolean;
  /** Requests of it that wait behind this one. */
  readonly waiting: number;
  readonly rest: unknown;
  /** Nobody is at its other end any more: asked of those that have waited. */
  isGone(): boolean;
}

/** Milliseconds of a turn of the loop in which requests are met. */
const SLICE = 4;
/** Milliseconds after which the loop is asked to say when it turns. */
const NOTABLE = 1;

type Run = () => void;

export interface Pace {
  meet(paced: Paced, run: Run): void;
  /** A connection was taken. Node takes one in each turn, so there may be more. */
  opened(): void;
}

export function pace(now: () => number = () => performance.now()): Pace {
  // Each connection waits once at most; a map goes by the order in which they came.
  const single = new Map<Paced, Run>();
  const piped = new Map<Paced, Run>();
  let spent = 0;
  let isTurning = false;
  let isOpening = false;
  /** Until then turns are left to connections that are taken. */
  let pausing = 0;

  const go = (paced: Paced, run: Run): void => {
    paced.at = now();
    paced.isNew = paced.isQueued = false;
    run();
    spent += now() - paced.at;
    if (spent > NOTABLE) turn();
  };
  const turn = (): void => {
    if (isTurning) return;
    isTurning = true;
    setImmediate(turned);
  };
  const singles = (): void => {
    for (const [paced, run] of single) {
      if (spent >= SLICE) return;
      single.delete(paced);
      if (!isAlone(paced)) piped.set(paced, run);
      else if (!paced.isGone()) go(paced, run);
    }
  };
  const others = (): void => {
    if (piped.size === 0 || (isOpening && now() < pausing)) return;
    spent = 0;
    for (const [paced, run] of piped) {
      if (spent >= SLICE) break;
      piped.delete(paced);
      if (!paced.isGone()) go(paced, run);
    }
    pausing = now() + 3 * spent;
  };
  const turned = (): void => {
    isTurning = false;
    spent = 0;
    singles();
    others();
    spent = 0;
    isOpening = false;
    if (single.size + piped.size > 0) turn();
  };
  return {
    meet(paced, run) {
      // What stands behind the first request of a connection is known when its packet has been parsed.
      const isFree = spent < SLICE && single.size === 0 && !paced.isNew;
      if (isFree && (piped.size === 0 || isAlone(paced))) return go(paced, run);
      paced.isQueued = true;
      (isAlone(paced) ? single : piped).set(paced, run);
      turn();
    },
    opened() {
      isOpening = true;
    },
  };
}

/** Who has sent more than one request in a piece can wait for others. */
function isAlone({ waiting, rest }: Paced): boolean {
  return waiting === 0 && rest === undefined;
}
