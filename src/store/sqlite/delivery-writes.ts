// What is written of deliveries in a file: receivers of events, who delivers what, what became of it. Input: an open database, inside of a
// transaction. Output: what each write answers. Decision 0068; plan/deliveries.ts says what the tables hold.

import type { DatabaseSync } from 'node:sqlite';
import type { Claimed, Claiming, Fate, Found } from '../deliveries.ts';
import { claimedTogether, eachOf, laneOf, shareOf } from '../delivery-entries.ts';
import type { Schema } from '../relational/schema.ts';
import type { Counts } from './counts.ts';
import { rowsOf, statementsOf, type Statements } from './delivery-statements.ts';

/** Receivers that are looked at for one claim. */
const LOOKED = 1_000;

/** Each inside of one transaction. */
export class DeliveryWrites {
  readonly #on: Statements;
  /** The receiver that had its turn last. */
  #turn: string | undefined;

  constructor(database: DatabaseSync, schema: Schema, counts: Pick<Counts, 'grow'>) {
    this.#on = statementsOf(database, schema, counts.grow);
  }

  dispatch(found: readonly Found[], now: string): void {
    const on = this.#on;
    let seq = on.numbers(found.length);
    for (const { id, to } of found) {
      const number = seq++;
      if (on.number.run(number, id).changes === 0) continue;
      for (const { receiver, lane: given } of to) {
        const lane = laneOf(given);
        on.deliverTo(id, number, receiver, lane, now, now);
        on.makeLane(lane, laneOf(receiver), now);
      }
      if (to.length === 0) this.#done(id, now);
    }
  }

  claim(node: string, asked: Claiming): readonly Claimed[] {
    const on = this.#on;
    on.nameLanes.run();
    const lanes = [...this.#taken(node, asked)];
    const each = eachOf(lanes.length, Math.max(1, asked.most), asked.perLane);
    const claimed = claimedTogether();
    return lanes.flatMap((lane) => {
      const found = rowsOf(on.firsts, lane, each).map(claimed);
      if (found.length === 0) {
        on.forget(lane);
        this.#free(lane, node);
      }
      return found;
    });
  }

  /** Lanes that the node holds from now on: a few of each receiver, from the one on whose turn it is. */
  *#taken(node: string, { now, most, ofEach }: Claiming): Generator<string> {
    const on = this.#on;
    const wanted = Math.max(1, most);
    const ofReceiver = new Map<string, number>();
    let [count, gave, wasAtFront] = [0, false, false];
    for (let looked = 0; looked < LOOKED && count < wanted; looked++) {
      const [row] = this.#turn === undefined ? rowsOf(on.firstReceiver) : rowsOf(on.nextReceiver, this.#turn);
      if (!row) {
        if (wasAtFront && !gave) break;
        this.#turn = undefined;
        [wasAtFront, gave] = [true, false];
        continue;
      }
      const receiver = (this.#turn = String(row[0]));
      const had = ofReceiver.get(receiver) ?? 0;
      const left = (ofEach?.of.get(receiver) ?? ofEach?.most ?? wanted) - had;
      const more = Math.min(left, wanted - count, shareOf(wanted));
      if (more <= 0) continue;
      const due = rowsOf(on.due, receiver, now, more);
      gave ||= due.length > 0;
      count += due.length;
      ofReceiver.set(receiver, had + due.length);
      for (const [lane] of due) {
        on.hold.run(node, String(lane));
        yield String(lane);
      }
    }
  }

  settle(node: string, fates: readonly Fate[], release: readonly string[]): readonly boolean[] {
    const on = this.#on;
    const events = new Map<number, string>();
    const kept = fates.map(({ delivery, attempt, outcome }) => {
      const [row] = rowsOf(on.held, delivery, node);
      if (!row) return false;
      const [event, receiver] = row as [number, string];
      if (attempt) on.attempt(event, receiver, attempt.at, attempt.status, attempt.ms, attempt.answer);
      const again = typeof outcome === 'object' ? outcome.again : null;
      on.settle.run(typeof outcome === 'object' ? 'waiting' : outcome, attempt ? 1 : 0, again, delivery);
      if (outcome === 'accepted' || outcome === 'dropped') events.set(event, attempt?.at ?? new Date().toISOString());
      return true;
    });
    for (const [event, now] of events) this.#done(event, now);
    for (const lane of release) this.#free(laneOf(lane), node);
    return kept;
  }

  leave(node: string): void {
    for (const [lane] of rowsOf(this.#on.lanesOf, node)) this.#free(String(lane), node);
  }

  /** Settled ones; how many. */
  again(deliveries: readonly number[], now: string): number {
    const on = this.#on;
    let again = 0;
    for (const id of deliveries) {
      const [row] = rowsOf(on.again, now, now, id);
      if (!row) continue;
      const [event, lane, receiver] = row as [number, string, string];
      again++;
      if (on.putBack(event) > 0) on.notDelivered(event);
      on.makeLane(lane, laneOf(receiver), now);
      this.#mend(lane);
    }
    return again;
  }

  /** Events that are taken out of the outbox. */
  dropped(events: readonly number[]): void {
    const lanes = new Set(events.flatMap((event) => this.#on.dropDeliveries(event)));
    for (const event of events) this.#on.dropAttempts(event);
    for (const lane of lanes) this.#mend(lane);
  }

  /** Events that are done, of which nothing is kept but that they happened. */
  erased(events: readonly number[]): void {
    this.dropped(events);
    for (const event of events) this.#on.erase.run(event);
  }

  /** Is there something to sweep? */
  isAnyOld(before: string, most: number): boolean {
    const { old, oldAttempt } = this.#on;
    return [old, oldAttempt].some((one) => rowsOf(one, most, before).length > 0);
  }

  sweep(before: string, most: number): number {
    const on = this.#on;
    const old = rowsOf(on.old, most, before).map(([seq, event]) => [Number(seq), Number(event)] as const);
    for (const [seq, event] of old) {
      on.dropDeliveries(event);
      on.dropAttempts(event);
      on.sweep(seq);
    }
    return old.length + on.oldAttempts(most, before);
  }

  /** Out of the outbox, where nobody waits for it any more. */
  #done(event: number, now: string): void {
    if (rowsOf(this.#on.open, event).length === 0 && this.#on.deliver(now, event) > 0) this.#on.takeOut(event);
  }

  /** A lane in which nothing waits is gone; else it is due when its first delivery is. */
  #mend(lane: string): void {
    const due = rowsOf(this.#on.first, lane)[0]?.[0] ?? null;
    if (due === null) this.#on.endLane(lane);
    else this.#on.dueLane.run(String(due), lane);
  }

  #free(lane: string, node: string): void {
    if (this.#on.freeLane.run(lane, node).changes > 0) this.#mend(lane);
  }
}
