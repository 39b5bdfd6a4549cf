// The events of a stream in visible order. Input: numbered events of the store; a way to show one. Output: what is behind a number, the newest out of memory,
// where all readers share it. What was swept meanwhile is never left out silently. Decision 0069.

import type { Deliveries, NumberedEvent } from '../../store/deliveries.ts';

/** As it is sent. */
export interface Shown {
  readonly seq: number;
  readonly event: NumberedEvent;
  /** Undefined: it cannot be shown. */
  readonly text: string | undefined;
}

export interface Slice {
  readonly events: readonly Shown[];
  /** When the last of them had been read, by performance.now(). */
  readonly at: number;
}

export interface EventLog {
  /** The number of the newest event. */
  newest(): Promise<number>;
  /** Is it that of an event that is kept, with all that came behind it? */
  isKept(seq: number): Promise<boolean>;
  /** Behind that number; empty: nothing yet. `lost`: something behind it is not kept any more. */
  behind(seq: number): Promise<Slice | 'lost'>;
  /** Reads what is new; is there something? From then on it is kept for all readers. */
  look(): Promise<boolean>;
  /** What is kept is read again: nobody reads, or events were erased. */
  forget(): void;
}

/** Events that are read at once, and that are kept for all readers: so many, or so many characters. */
const PAGE = 100;
const MOST = 1_000;
const LONGEST = 4 * 1024 * 1024;
/** Milliseconds after which it is read again: another process may have erased some of them. */
const OLD = 10_000;
/** Pages that are read at the same time for readers that are behind. */
const PAGES_AT_ONCE = 4;

const NOTHING: Slice = { events: [], at: 0 };

export function eventLog(
  { log, ends }: Pick<Deliveries, 'log' | 'ends'>,
  show: (event: NumberedEvent) => Promise<string | undefined>,
): EventLog {
  const recent = new Recent();
  const shown = async (events: readonly NumberedEvent[]): Promise<readonly Shown[]> =>
    Promise.all(events.map(async (event) => ({ seq: event.seq, event, text: await show(event) })));
  const newest = async (): Promise<number> => (await ends())?.last ?? 0;
  const isKept = async (seq: number): Promise<boolean> => {
    if (seq > 0) return (await log(seq, 1))[0]?.seq === seq;
    return ((await ends())?.first ?? 1) === 1;
  };
  const page = async (seq: number): Promise<Slice | 'lost'> => {
    const [own, ...behind] = await log(Math.max(1, seq), PAGE + 1);
    const found = seq === 0 && own ? [own, ...behind] : behind;
    if (seq > 0 && own?.seq !== seq) return 'lost';
    return { events: await shown(found), at: performance.now() };
  };
  const pages = sharedPages(page);
  return {
    newest,
    isKept,
    behind: async (seq) => recent.behind(seq) ?? pages(seq),
    async look() {
      if (recent.age > OLD) recent.forget();
      const before = recent.head;
      const head = before ?? (await newest());
      recent.begin(head);
      const found = await log(head + 1, PAGE);
      recent.add(await shown(found), performance.now());
      // What came before the first look is behind some reader, too.
      return before === undefined || found.length > 0;
    },
    forget: () => recent.forget(),
  };
}

/** The newest events, without a gap. */
class Recent {
  #events: Shown[] = [];
  #from: number | undefined;
  #head = 0;
  #at = 0;
  #since = 0;
  #length = 0;

  get head(): number | undefined {
    return this.#from === undefined ? undefined : this.#head;
  }

  /** Milliseconds since it began; 0: it has not. */
  get age(): number {
    return this.#from === undefined ? 0 : performance.now() - this.#since;
  }

  begin(head: number): void {
    if (this.#from === undefined) [this.#from, this.#head, this.#since] = [head, head, performance.now()];
  }

  add(events: readonly Shown[], at: number): void {
    if (events.length === 0 || this.#from === undefined) return;
    for (const one of events) this.#length += one.text?.length ?? 0;
    this.#events.push(...events);
    this.#head = events.at(-1)!.seq;
    this.#at = at;
    let gone = 0;
    while (this.#events.length - gone > MOST || (this.#length > LONGEST && gone < this.#events.length - 1))
      this.#length -= this.#events[gone++]!.text?.length ?? 0;
    if (gone > 0) this.#from = this.#events.splice(0, gone).at(-1)!.seq;
  }

  /** Undefined: it does not go back as far as that. */
  behind(seq: number): Slice | undefined {
    if (this.#from === undefined || seq < this.#from) return undefined;
    if (seq >= this.#head) return NOTHING;
    const start = this.#place(seq);
    return { events: this.#events.slice(start, start + PAGE), at: this.#at };
  }

  forget(): void {
    [this.#events, this.#from, this.#length] = [[], undefined, 0];
  }

  /** Of the first one behind it. */
  #place(seq: number): number {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#events[middle]!.seq > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Readers that are at the same place read it together, and few places are read at a time. */
function sharedPages(page: (seq: number) => Promise<Slice | 'lost'>): (seq: number) => Promise<Slice | 'lost'> {
  const reading = new Map<number, Promise<Slice | 'lost'>>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  const inTurn = async (seq: number): Promise<Slice | 'lost'> => {
    if (busy >= PAGES_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy++;
    try {
      return await page(seq);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
  return (seq) => {
    const known = reading.get(seq);
    if (known) return known;
    const found = inTurn(seq).finally(() => reading.delete(seq));
    reading.set(seq, found);
    return found;
  };
}
