// Which of the lanes that this node holds has its turn. Input: lanes of receivers, how one is run, and what to do when there is room again. Output: so many
// run at once; one that accepts nothing has one turn at a time, and takes none from others. Decision 0068.

export interface InHand<T> {
  take(receiver: string, lane: readonly T[]): void;
  /** How many more can be taken. */
  room(): number;
  /** No more of it are wanted. */
  isFull(receiver: string): boolean;
  /** Resolves when nothing is in hand. */
  idle(): Promise<void>;
}

/** Lanes that run at once. */
const AT_ONCE = 256;
/** Lanes of one receiver that run at once, while it accepts what it gets, and while it does not. */
const OF_ONE = 32;
const OF_A_DEAD_ONE = 1;
/** Lanes of one receiver that are in hand. */
const HELD_OF_ONE = 64;
/** Deliveries that are in hand. */
const HELD = 16_384;

interface Receiver<T> {
  readonly name: string;
  running: number;
  isDead: boolean;
  isReady: boolean;
  readonly waiting: (readonly T[])[];
}

/** `run` is false where the receiver did not take something; it never rejects. */
export function receiversInHand<T>(run: (lane: readonly T[]) => Promise<boolean>, hasRoom: () => void): InHand<T> {
  const receivers = new Map<string, Receiver<T>>();
  // Those whose turn it is, in their order.
  const ready: Receiver<T>[] = [];
  const full = new Set<string>();
  let [running, held] = [0, 0];
  let whenIdle: (() => void) | undefined;

  const offer = (one: Receiver<T>): void => {
    const most = one.isDead ? OF_A_DEAD_ONE : OF_ONE;
    if (one.isReady || one.waiting.length === 0 || one.running >= most) return;
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
      void run(lane).then((isTaken) => ended(one, lane.length, isTaken));
    }
  };
  const ended = (one: Receiver<T>, count: number, isTaken: boolean): void => {
    one.running -= 1;
    running -= 1;
    held -= count;
    one.isDead = !isTaken;
    if (one.waiting.length + one.running < HELD_OF_ONE) full.delete(one.name);
    // Of one that is dead it is not forgotten.
    if (one.running === 0 && one.waiting.length === 0 && !one.isDead) receivers.delete(one.name);
    offer(one);
    pump();
    if (held === 0) whenIdle?.();
    hasRoom();
  };
  return {
    take(name, lane) {
      const known = receivers.get(name) ?? { name, running: 0, isDead: false, isReady: false, waiting: [] };
      receivers.set(name, known);
      known.waiting.push(lane);
      held += lane.length;
      if (known.waiting.length + known.running >= HELD_OF_ONE) full.add(name);
      offer(known);
      pump();
    },
    room: () => HELD - held,
    isFull: (name) => full.has(name),
    idle: () => (held === 0 ? Promise.resolve() : new Promise((resolve) => void (whenIdle = resolve))),
  };
}
