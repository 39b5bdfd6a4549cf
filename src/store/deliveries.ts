// Deliveries of events, as a store keeps them: which receiver waits for which event, in which order, what was tried. Input: events that
// committed; what became of each try. Output: the types of it. An event is delivered at least once to every receiver, in the order of its
// lane; lanes are independent of each other. Decision 0068.

import type { OutboxEntry, OutboxQuery } from './outbox-entry.ts';

/** An event of the outbox, as it is sent. */
export interface OutboxEvent extends OutboxEntry {
  /** JSON array of texts and nulls: the columns of what it carries, as they were at its moment. Null: it carries nothing that is known. */
  readonly payload: string | null;
  /** Digest of what says how `payload` is read. */
  readonly shape: string | null;
}

/** With its number in visible order. */
export interface NumberedEvent extends OutboxEvent {
  readonly seq: number;
}

/** The first and the last event that is done and kept, by number; `done`: the instant when the last one was done. */
export interface Ends {
  readonly first: number;
  readonly last: number;
  readonly done: string;
}

/** Receivers that were found for an event; none: it is done. */
export interface Found {
  /** Of the event. */
  readonly id: number;
  readonly to: readonly {
    readonly receiver: string;
    /**
     * Deliveries of one lane follow each other. Any text; a long one comes back from `claim` shorter, and means the same. Lanes whose texts are
     * the same up to the first space count as those of one receiver where `claim` asks for few of each.
     */
    readonly lane: string;
  }[];
}

export interface Deliveries {
  /** Other processes that share the data look at once for what is due or new; many calls are one. Left out: there are no others. */
  tellOthers?(): void;
  /** Calls it where another process has told. Answers what ends that. */
  whenTold?(told: () => void): () => void;
  /** Events for which no receiver was looked for yet, in their order, at most `most`: of these kinds, and whose `shape` is not null. */
  undispatched(kinds: readonly string[], most: number): Promise<readonly OutboxEvent[]>;
  /**
   * Each event gets, in one transaction, its number in visible order and its deliveries, due at once. An event without receivers is done.
   * What was dispatched or dropped meanwhile is left alone.
   */
  dispatch(found: readonly Found[], now: string): Promise<void>;
  /**
   * This node lives for so many milliseconds from now on, by the clock of the data: not by the service's, which tests may move. Frees the
   * lanes of nodes that live no more. Before it, and after that time, `claim` takes nothing.
   */
  alive(milliseconds: number): Promise<void>;
  /** This node holds no lane any more; others need not wait until its time is over. */
  leave(): Promise<void>;
  /**
   * Takes lanes that are due and that no living node holds: the first deliveries of each, in order, at most `perLane` of one and `most`
   * in all; an engine may give fewer at a time. Receivers have their turn one after the other; of each, lanes that have waited longest come first.
   */
  claim(asked: Claiming): Promise<readonly Claimed[]>;
  /** When the first lane that nobody holds is due; undefined: none waits. */
  next(): Promise<string | undefined>;
  /**
   * What became of deliveries of lanes that this node holds, in one transaction; false for those whose lane another node has taken since,
   * and for those that were dropped: nothing is kept of them. `release`: lanes that are given back, each due when its next delivery is.
   */
  settle(fates: readonly Fate[], release: readonly string[]): Promise<readonly boolean[]>;
  /** Fates that are given to `settle` at once, at most; left out: as many as there are. */
  readonly mostSettled?: number;
  /** Deliveries behind that one, in the order in which they were made, at most `most`. */
  list(query: DeliveryQuery, after: number, most: number): Promise<readonly Delivery[]>;
  /** What was tried for an event, the first try first, at most `most`. */
  attempts(event: number, most: number): Promise<readonly EventAttempt[]>;
  /** Deliveries that are settled are due again, from their first try on, in their old place; how many. */
  replay(query: DeliveryQuery, now: string): Promise<number>;
  /** Events that are done, in the order of their numbers, from that one on, at most `most`. What is dispatched later has a higher number. */
  log(from: number, most: number): Promise<readonly NumberedEvent[]>;
  /** Undefined: none is done. */
  ends(): Promise<Ends | undefined>;
  /** Why the oldest events of the outbox are there, at most `most` of them. */
  standing(most: number): Promise<Standing>;
  /**
   * Takes out at most `most` events, with their deliveries, and as many older attempts; how many. Events go in the order of their numbers, up to
   * the first that was not done before that instant: what stays has no hole, also where a clock was set back.
   */
  sweep(before: string, most: number): Promise<number>;
}

export interface Claiming {
  readonly now: string;
  readonly most: number;
  readonly perLane: number;
  /** Lanes of each receiver; left out: any number. */
  readonly ofEach?: {
    readonly most: number;
    /** Of some of them another number. */
    readonly of: ReadonlyMap<string, number>;
  };
}

export interface Claimed {
  readonly delivery: number;
  readonly lane: string;
  readonly receiver: string;
  /** How often it was tried before. */
  readonly tries: number;
  /** When its receiver was found, or when it was made due again. */
  readonly since: string;
  readonly event: OutboxEvent;
  readonly seq: number;
}

export interface Attempt {
  readonly at: string;
  /** Null: there was no answer. */
  readonly status: number | null;
  readonly ms: number;
  /** The first bytes of the answer, or why there was none, as text. */
  readonly answer: string;
}

export interface Fate {
  readonly delivery: number;
  readonly attempt?: Attempt;
  readonly outcome: 'accepted' | 'dropped' | 'kept' | { readonly again: string };
}

/** `kept`: given up, for the operator to see; its lane goes on. */
export type DeliveryState = 'waiting' | 'accepted' | 'dropped' | 'kept';

/** Of which events, and to whom. */
export interface DeliveryQuery extends OutboxQuery {
  readonly receiver?: string | undefined;
  readonly state?: DeliveryState | undefined;
}

export interface Delivery {
  readonly delivery: number;
  /** Its number, of the event itself and in visible order. */
  readonly id: number;
  readonly seq: number;
  readonly event: string;
  readonly receiver: string;
  readonly lane: string;
  readonly state: DeliveryState;
  readonly tries: number;
  readonly since: string;
  /** When it is tried next. */
  readonly due: string;
}

export interface EventAttempt extends Attempt {
  readonly receiver: string;
}

/** Why events are in the outbox. */
export interface Standing {
  /** By kind and reason. */
  readonly events: readonly {
    readonly event: string;
    /**
     * `new`: no receiver was looked for yet. `without payload`: nor will one be, since nothing is kept that it carries. `on its way`: it is due, or
     * behind what is due. `not accepted`: a receiver did not accept it, or one before it, and it is tried again. `given up`: only for
     * the operator to see.
     */
    readonly why: 'new' | 'without payload' | 'on its way' | 'not accepted' | 'given up';
    readonly count: number;
    /** When the first of them happened. */
    readonly oldest: string;
  }[];
  /** Those that did not accept the first of what waits for them, the one for whom most waits first. */
  readonly receivers: readonly { readonly receiver: string; readonly waiting: number; readonly next: string }[];
}
