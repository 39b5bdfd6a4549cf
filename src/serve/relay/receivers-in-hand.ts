// Which of the lanes that this node holds has its turn. Input: lanes of receivers, how one is run, and what to do when there is room again. Output: so many
// run at once; of a receiver the more, the more it accepts; one that accepts nothing has one turn at a time, and all of those have half of them. Decision 0068.

export interface InHand<T> {
  take(receiver: string, lane: readonly T[]): void;
  /** How many more can be taken. */
  room(): number;
  /** How many more lanes are wanted of those receivers of which some are in hand; of any other, HELD_OF_ONE. */
  left(): Readonly<Record<string, number>>;
  /** Resolves when nothing is in hand. */
  idle(): Promise<void>;
}

/** Lanes that run at once. */
const AT_ONCE = 256;
/** Of them, those of receivers that have accepted nothing yet, or not the last one: they may wait for as long as a Time-out is. */
const OF_UNPROVEN = AT_ONCE / 2;
/** Lanes of one receiver that run at once: one to begin with and while it does not accept what it gets, one more for each that it does. */
const AT_FIRST = 1;
const OF_ONE = 32;
/** Receivers that are remembered. */
const KNOWN = 10_000;
/** Lanes of one receiver that are in hand. */
export const HELD_OF_ONE = 64;
/** Deliveries that are in hand. */
const HELD = 16_384;

interface Receiver<T> {
  readonly name: string;
  running: number;
  /** How many may. */
  most: number;
  /** Whether it took the last one; undefined: it had none yet. */
  hasTaken: boolean | undefined;
  isReady: boolean;
  isPaused: boolean;
  readonly waiting: (readonly T[])[];
}

/** Milliseconds until what found no room is run again, where nothing else ends before. */
const NO_ROOM = 100;

/**
 * `run` is false where the receiver did not take something, undefined where nothing tells whether it does, and the rest of the lane where there is no room for it now: that is run again when another
 * lane has ended. It never rejects. `isDead`: it did not take the last one.
 */
export function receiversInHand<T>(
  run: (lane: readonly T[], isDead: boolean) => Promise<boolean | undefined | readonly T[]>,
  hasRoom: () => void,
): InHand<T> {
  const receivers = new Map<string, Receiver<T>>();
  const turns = turnsOf<T>();
  let [running, held] = [0, 0];
  let whenIdle: (() => void) | undefined;

  const pump = (): void => {
    while (running < AT_ONCE) {
      const one = turns.next();
      if (!one) return;
      const lane = one.waiting.shift()!;
      one.running += 1;
      running += 1;
      const end = turns.began(one);
      turns.offer(one);
      void run(lane, one.hasTaken === false).then((result) => {
        end();
        ended(one, lane.length, result);
      });
    }
  };
  const paused = pausesOf<T>((one) => (turns.offer(one), pump()));
  const ended = (one: Receiver<T>, count: number, result: boolean | undefined | readonly T[]): void => {
    one.running -= 1;
    running -= 1;
    if (typeof result === 'object') {
      held -= count - result.length;
      paused.pause(one, result);
    } else {
      held -= count;
      if (result !== undefined) took(one, result);
      turns.offer(one);
      paused.next();
    }
    forgetIdle(receivers);
    pump();
    if (held === 0) whenIdle?.();
    hasRoom();
  };
  return {
    take(name, lane) {
      const known = receivers.get(name) ?? freshOf<T>(name);
      receivers.set(name, known);
      known.waiting.push(lane);
      held += lane.length;
      turns.offer(known);
      pump();
    },
    room: () => HELD - held,
    left: () => leftOf(receivers),
    async idle() {
      paused.end();
      if (held > 0) await new Promise<void>((resolve) => void (whenIdle = resolve));
    },
  };
}

/** Receivers whose turn it is, in their order: of those that are unproven so many, and all others. */
function turnsOf<T>(): {
  readonly offer: (one: Receiver<T>) => void;
  readonly next: () => Receiver<T> | undefined;
  /** A lane of it runs; what is answered is called at its end. */
  readonly began: (one: Receiver<T>) => () => void;
} {
  const [proven, unproven]: readonly [Receiver<T>[], Receiver<T>[]] = [[], []];
  let running = 0;
  const queueOf = ({ hasTaken }: Receiver<T>): Receiver<T>[] => (hasTaken === true ? proven : unproven);
  const nextOf = (queue: Receiver<T>[]): Receiver<T> | undefined => {
    for (;;) {
      const one = queue.shift();
      if (!one) return undefined;
      // It may have gone to the other queue.
      if (!one.isReady || queueOf(one) !== queue) continue;
      one.isReady = false;
      return one;
    }
  };
  return {
    offer(one) {
      if (one.isReady || one.isPaused || one.waiting.length === 0 || one.running >= one.most) return;
      one.isReady = true;
      queueOf(one).push(one);
    },
    next: () => (running < OF_UNPROVEN ? nextOf(unproven) : undefined) ?? nextOf(proven),
    began(one) {
      if (one.hasTaken === true) return () => undefined;
      running += 1;
      return () => void (running -= 1);
    },
  };
}

function took<T>(one: Receiver<T>, isTaken: boolean): void {
  // It waits for its turn among others from now on.
  if ((one.hasTaken === true) !== isTaken) one.isReady = false;
  one.hasTaken = isTaken;
  one.most = isTaken ? Math.min(one.most + 1, OF_ONE) : AT_FIRST;
}

function freshOf<T>(name: string): Receiver<T> {
  return { name, running: 0, most: AT_FIRST, hasTaken: undefined, isReady: false, isPaused: false, waiting: [] };
}

function leftOf<T>(receivers: ReadonlyMap<string, Receiver<T>>): Readonly<Record<string, number>> {
  const some = [...receivers.values()].filter(({ waiting, running }) => waiting.length + running > 0);
  return Object.fromEntries(
    some.map(({ name, waiting, running }) => [name, Math.max(0, HELD_OF_ONE - waiting.length - running)]),
  );
}

/** Receivers whose lanes found no room, in their order; `again`: one has its turn. */
function pausesOf<T>(again: (one: Receiver<T>) => void): {
  readonly pause: (one: Receiver<T>, rest: readonly T[]) => void;
  readonly next: () => void;
  readonly end: () => void;
} {
  const paused: Receiver<T>[] = [];
  const next = (): void => {
    const one = paused.shift();
    if (!one) return;
    one.isPaused = false;
    again(one);
  };
  return {
    pause(one, rest) {
      one.waiting.unshift(rest);
      one.most = Math.max(AT_FIRST, one.running);
      if (one.isPaused) return;
      one.isPaused = true;
      paused.push(one);
      setTimeout(next, NO_ROOM).unref();
    },
    next,
    end() {
      while (paused.length > 0) next();
    },
  };
}

/** Where too many are remembered, those that were known first. */
function forgetIdle<T>(receivers: Map<string, Receiver<T>>): void {
  if (receivers.size <= KNOWN) return;
  for (const { name, running, waiting } of receivers.values()) {
    if (running === 0 && waiting.length === 0) receivers.delete(name);
    if (receivers.size <= KNOWN) return;
  }
}
