// How long requests are handled and bodies are read before the loop turns, so that a request that has just come never waits for
// all of those before it. Input: connections whose turn it is. Output: each runs, at once or in a later turn of the loop; last
// those that send many requests or long bodies at once.

export interface Paced {
  /** When a request of it was handled last, or it was opened. */
  at: number;
  /** No request of it has been handled. */
  isNew: boolean;
  /** A request of it is handled in a later turn. */
  isQueued: boolean;
  /** Requests of it that wait behind this one. */
  readonly waiting: number;
  /** Behind these is more that is not parsed yet. */
  readonly hasMore: boolean;
  /** Its other end is gone: asked of those that have waited. */
  isGone(): boolean;
}

/** Milliseconds of a turn of the loop in which requests are handled. */
const SLICE = 4;
/** Milliseconds after which the loop is asked to say when it turns. */
const NOTABLE = 1;
/** Milliseconds that one body is read before the next has its turn. */
const PART = 0.5;

/** More waiting bodies than well-behaved clients have. */
const MANY = 16;

type Run = () => void;

/** Connections that can wait for others, in the order in which they came: each once at most. */
interface Queue {
  readonly runs: Map<Paced, Run>;
  /** While connections are opened, turns are left to them until then. */
  pausing: number;
}

export class Pace {
  readonly #now: () => number;
  // Each connection waits once at most; a map keeps the order in which they came.
  readonly #single = new Map<Paced, Run>();
  readonly #piped: Queue = { runs: new Map(), pausing: 0 };
  readonly #bodies: Queue = { runs: new Map(), pausing: 0 };
  #spent = 0;
  /** Bodies are read until then; 0: none has been read in this turn. */
  #reading = 0;
  #isTurning = false;
  #isOpening = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A connection was taken. Node takes one in each turn, so there may be more. */
  opened(): void {
    this.#isOpening = true;
  }

  meet(paced: Paced, run: Run): void {
    // What is behind the first request of a connection is known when its packet has been parsed.
    const isFree = this.#spent < SLICE && this.#single.size === 0 && !paced.isNew;
    if (isFree && (this.#piped.runs.size === 0 || isAlone(paced))) return this.#go(paced, run);
    paced.isQueued = true;
    (isAlone(paced) ? this.#single : this.#piped.runs).set(paced, run);
    this.#turn();
  }

  /** A piece of a body was read. False: the rest of it has to wait. */
  mayRead(): boolean {
    const at = this.#now();
    if (this.#reading === 0) {
      this.#reading = this.#isPausing(this.#bodies) ? at : at + SLICE;
      this.#turn();
    }
    return at < this.#reading;
  }

  /** The rest of a body is read in its turn. */
  read(paced: Paced, run: Run): void {
    this.#bodies.runs.set(paced, run);
    this.#turn();
  }

  #go(paced: Paced, run: Run): void {
    paced.at = this.#now();
    paced.isNew = paced.isQueued = false;
    run();
    this.#spent += this.#now() - paced.at;
    if (this.#spent > NOTABLE) this.#turn();
  }

  #turn(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    setImmediate(this.#turned);
  }

  readonly #turned = (): void => {
    this.#isTurning = false;
    this.#spent = 0;
    this.#singles();
    this.#others(this.#piped);
    this.#others(this.#bodies);
    this.#spent = this.#reading = 0;
    this.#isOpening = false;
    if (this.#single.size + this.#piped.runs.size + this.#bodies.runs.size > 0) this.#turn();
  };

  #singles(): void {
    for (const [paced, run] of this.#single) {
      if (this.#spent >= SLICE) return;
      this.#single.delete(paced);
      if (!isAlone(paced)) this.#piped.runs.set(paced, run);
      else if (!paced.isGone()) this.#go(paced, run);
    }
  }

  #others(queue: Queue): void {
    if (queue.runs.size === 0 || this.#isPausing(queue)) return;
    this.#spent = 0;
    // Those that come back meanwhile wait for the next turn.
    let left = queue.runs.size;
    for (const [paced, run] of queue.runs) {
      if (left-- === 0 || this.#spent >= SLICE) break;
      queue.runs.delete(paced);
      this.#reading = this.#now() + PART;
      if (!paced.isGone()) this.#go(paced, run);
    }
    queue.pausing = this.#now() + 3 * this.#spent;
  }

  /** Until then turns are left to connections that are taken, and to requests. */
  #isPausing(queue: Queue): boolean {
    const isContended = this.#isOpening || (queue === this.#bodies && queue.runs.size > MANY);
    return isContended && this.#now() < queue.pausing;
  }
}

/** A client that has sent more than one request in a piece can wait for others. */
function isAlone({ waiting, hasMore }: Paced): boolean {
  return waiting === 0 && !hasMore;
}
