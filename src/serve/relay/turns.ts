// Whose turn it is among receivers that have something to send. Input: receivers, lanes that begin and end. Output: the next receiver; those that are new
// and those that are dead never have more than half of all lanes. Decision 0068.

/** Lanes that run at once. */
export const AT_ONCE = 256;
/** Of them, those of receivers that have had nothing yet, and of those that did not accept the last one: they may wait for as long as a Time-out is. */
const OF_NEW = 64;
const OF_DEAD = 64;
/** Milliseconds after which a new one that has not answered counts as a dead one. */
export const SLOW = 2_000;

/** Nothing is known of a new one; a dead one did not take the last one. */
export type Standing = 'new' | 'proven' | 'dead';

export interface Receiver<T> {
  readonly name: string;
  running: number;
  /** How many may. */
  most: number;
  /** Whether it took the last one; undefined: it had none yet. */
  hasTaken: boolean | undefined;
  isReady: boolean;
  isParked: boolean;
  where: string | undefined;
  readonly waiting: (readonly T[])[];
}

export function standingOf({ hasTaken }: Receiver<unknown>): Standing {
  if (hasTaken === undefined) return 'new';
  return hasTaken ? 'proven' : 'dead';
}

interface Queue<T> {
  readonly waiting: Receiver<T>[];
  running: number;
  readonly most: number;
}

export interface Turns<T> {
  /** Whether it gets a turn by this. */
  readonly offer: (one: Receiver<T>) => boolean;
  readonly next: () => Receiver<T> | undefined;
  /** A lane of one runs; what is answered is called at its end. */
  readonly began: (standing: Standing) => () => void;
}

function queueOfMost<T>(most: number): Queue<T> {
  return { waiting: [], running: 0, most };
}

/** Receivers whose turn it is, in their order: of new and of dead ones so many, and all others. `slow`: there may be a turn. */
export function turnsOf<T>(slow: () => void): Turns<T> {
  const [fresh, dead, proven] = [queueOfMost<T>(OF_NEW), queueOfMost<T>(OF_DEAD), queueOfMost<T>(AT_ONCE)];
  const queues = { new: fresh, dead, proven };
  const queueOf = (one: Receiver<T>): Queue<T> => queues[standingOf(one)];
  const nextOf = (of: Queue<T>): Receiver<T> | undefined => {
    while (of.running < of.most) {
      const one = of.waiting.shift();
      if (!one) return undefined;
      // It may have gone to another queue.
      if (!one.isReady || queueOf(one) !== of) continue;
      one.isReady = false;
      // What it had may have been given back.
      if (one.waiting.length > 0) return one;
    }
    return undefined;
  };
  return {
    offer(one) {
      if (one.isReady || one.isParked || one.waiting.length === 0 || one.running >= one.most) return false;
      one.isReady = true;
      queueOf(one).waiting.push(one);
      return true;
    },
    // Half of all are always there for those that take what they get.
    next: () =>
      (fresh.running + dead.running < OF_NEW + OF_DEAD ? nextOf(fresh) : undefined) ?? nextOf(dead) ?? nextOf(proven),
    began(standing) {
      let of = queues[standing];
      of.running += 1;
      const move = (): void => {
        of.running -= 1;
        of = dead;
        of.running += 1;
        slow();
      };
      const timer = standing === 'new' ? setTimeout(move, SLOW).unref() : undefined;
      return () => {
        clearTimeout(timer);
        of.running -= 1;
      };
    },
  };
}
