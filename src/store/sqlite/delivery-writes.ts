// What is written of deliveries in a file: receivers of events, who delivers what, what became of it. Input: an open database, inside of a
// transaction. Output: what each write answers. Decision 0068; plan/deliveries.ts says what the tables hold.

import type { DatabaseSync } from 'node:sqlite';
import type { Claimed, Claiming, Fate, Found } from '../deliveries.ts';
import { claimed, eachOf, laneOf, LOOKED, shared } from '../delivery-entries.ts';
import type { Schema } from '../relational/schema.ts';
import type { Counts } from './counts.ts';
import { rowsOf, statementsOf, type Statements } from './delivery-statements.ts';

/** Each inside of one transaction. */
export class DeliveryWrites {
  readonly #on: Statements;

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
        on.makeLane(lane, now);
      }
      if (to.length === 0) this.#done(id, now);
    }
  }

  claim(node: string, asked: Claiming): readonly Claimed[] {
    const on = this.#on;
    const { now, perLane, ofEach } = asked;
    const most = Math.max(1, asked.most);
    const due = rowsOf(on.due, now, ofEach ? LOOKED : most).map(([lane]) => String(lane));
    const { taken: lanes, others } = shared(due, { ...asked, most });
    // Else nothing behind them would be seen.
    if (ofEach && due.length === LOOKED) for (const lane of others) on.dueLane.run(ofEach.later, lane);
    const each = eachOf(lanes.length, most, perLane);
    return lanes.flatMap((lane) => {
      const found = rowsOf(on.firsts, lane, each).map(claimed);
      if (found.length > 0) on.hold.run(node, lane);
      else {
        on.forget(lane);
        this.#mend(lane);
      }
      return found;
    });
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
      const [event, lane] = row as [number, string];
      again++;
      if (on.putBack(event) > 0) on.notDelivered(event);
      on.makeLane(lane, now);
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
