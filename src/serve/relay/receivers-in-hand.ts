// Which of the lanes that this node holds has its turn. Input: lanes of receivers, how one is run, and what to do when there is room again. Output: so many
// run at once; of a receiver the more, the more it accepts; one that accepts nothing has one turn at a time, and takes none from others. Decision 0068.

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
  isDead: boolean;
  isReady: boolean;
  readonly waiting: (readonly T[])[];
}

/** `run` is false where the receiver did not take something; it never rejects. `isDead`: it did not take the last one. */
export function receiversInHand<T>(
  run: (lane: readonly T[], isDead: boolean) => Promise<boolean>,
  hasRoom: () => void,
): InHand<T> {
  const receivers = new Map<string, Receiver<T>>();
  // Those whose turn it is, in their order.
  const ready: Receiver<T>[] = [];
  let [running, held] = [0, 0];
  let whenIdle: (() => void) | undefined;

  const offer = (one: Receiver<T>): void => {
    if (one.isReady || one.waiting.length === 0 || one.running >= one.most) return;
    one.isReady = true;
    ready.push(one);
  };
  const pump = (): void => {
    while (running < AT_ONCE) {
      const one = ready.shift();
      if (!one) return;
      one.isReady = false;
      const lane = one.waiting.shift()!;
      one.running += 1;
      running += 1;
      offer(one);
      void run(lane, one.isDead).then((isTaken) => ended(one, lane.length, isTaken));
    }
  };
  const ended = (one: Receiver<T>, count: number, isTaken: boolean): void => {
    one.running -= 1;
    running -= 1;
    held -= count;
    one.isDead = !isTaken;
    one.most = isTaken ? Math.min(one.most + 1, OF_ONE) : AT_FIRST;
    offer(one);
    forgetIdle(receivers);
    pump();
    if (held === 0) whenIdle?.();
    hasRoom();
  };
  return {
    take(name, lane) {
      const fresh = { name, running: 0, most: AT_FIRST, isDead: false, isReady: false, waiting: [] };
      const known = receivers.get(name) ?? fresh;
      receivers.set(name, known);
      known.waiting.push(lane);
      held += lane.length;
      offer(known);
      pump();
    },
    room: () => HELD - held,
    left: () =>
      Object.fromEntries(
        [...receivers.values()].flatMap(({ name, waiting, running: now }) =>
          waiting.length + now === 0 ? [] : [[name, Math.max(0, HELD_OF_ONE - waiting.length - now)]],
        ),
      ),
    idle: () => (held === 0 ? Promise.resolve() : new Promise((resolve) => void (whenIdle = resolve))),
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
