// Events, watched while the operations that cause them are called one after the other. Input: a run, what events come to. Output: its steps, and
// what was found in the events. Notation, part 6.

import { setTimeout as sleep } from 'node:timers/promises';

import type { LinkedOperation } from '../../model/model.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Row } from '../world/known.ts';
import { streamOf } from '../../analysis/document/streams.ts';
import { receiversOf, toldResources } from '../../analysis/requests/receivers.ts';
import type { Arrived, EventsJudged } from '../arrivals/happening.ts';
import { EventJudge } from '../arrivals/judged.ts';
import type { Listener } from '../arrivals/listener.ts';
import { firstWait, triesTake } from '../arrivals/tries.ts';
import type { ServiceClock } from '../clock/clock.ts';
import { openStream, type Stream } from '../arrivals/stream.ts';
import { callOf } from './draft.ts';
import { ITSELF } from './drafted.ts';
import { keyOf } from './found.ts';
import { heardValues } from './hearing.ts';
import { neededFor } from './needed.ts';
import { inGoodOrder, isReading } from './operations.ts';
import type { Reach } from './reach.ts';
import type { Session } from './session.ts';
import type { Step } from './step.ts';

export interface Watching {
  readonly url: URL;
  readonly listener: Listener | undefined;
  /** A clock of the service that is moved by hand. */
  readonly clock: ServiceClock | undefined;
}

/** Milliseconds that an event is waited for, and how often in vain. */
const WAIT = 2_500;
const MOST_VAIN = 3;
const ROUNDS = 2;
/** Rows of each resource, as different as chance makes them. */
const LIVES = 4;
/** Milliseconds. */
const QUIET = 300;
/** Milliseconds until the second try, or the last one, that are waited for by the clock of this machine. */
const LONGEST_WAIT = 8_000;
/** Milliseconds. */
const SURE = 1_000;

export async function watchEvents(session: Session, reach: Reach, watching: Watching): Promise<void> {
  const { url, listener } = watching;
  if (!isWatched(session.world)) return;
  session.extend(60 + 6 * session.model.operations.size, 30_000);
  const stream = listener ? undefined : await opened(session, reach, url);
  const arrived = listener?.arrived ?? stream?.arrived;
  if (!arrived) return;
  try {
    await new Watcher(session, reach, arrived, watching).run();
  } finally {
    stream?.close();
  }
}

async function opened(session: Session, reach: Reach, url: URL): Promise<Stream | undefined> {
  const linked = streamOf(session.model);
  if (!linked) return undefined;
  await reach.signUp();
  for (const { draft, score } of reach.candidates(linked, {})) {
    if (score === 0) continue;
    const stream = await openStream(url, callOf(draft, ITSELF));
    if (stream.status === 200) return stream;
    stream.close();
    return undefined;
  }
  return undefined;
}

class Watcher {
  readonly #session: Session;
  readonly #reach: Reach;
  readonly #arrived: readonly Arrived[];
  readonly #judge: EventJudge;
  readonly #watching: Watching;
  #taken = 0;
  #vain = 0;
  /** Something did not come in time. */
  #isLate = false;

  constructor(session: Session, reach: Reach, arrived: readonly Arrived[], watching: Watching) {
    const at = (path: string): string => `${watching.listener?.url ?? ''}${path}`;
    this.#watching = watching;
    this.#session = session;
    this.#reach = reach;
    this.#arrived = arrived;
    this.#judge = new EventJudge(session.world, at, (instant) => (session.now === Date.now ? instant : session.now()));
  }

  async run(): Promise<void> {
    const { world, model } = this.#session;
    const to = receiversOf(model);
    await this.#quiet();
    this.#judge.watchFrom(world.exchange + 1);
    this.#session.heard = heardValues(this.#session);
    if (to) await this.#reach.make(to.resource.name.text);
    const told = toldResources(model).filter(({ name }) => name.text !== to?.resource.name.text);
    for (const { name } of told) await this.#reach.make(name.text);
    const causing = inGoodOrder(model).filter((linked) => !isReading(linked) && this.#reach.may(linked));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const linked of causing) {
        if (this.#session.isOver) return;
        const since = world.exchange + 1;
        await this.#reach.reach(linked);
        await this.#settle(since);
      }
    // An event goes to each of its receivers.
    if (to) for (let nth = 0; nth < 2; nth += 1) await this.#reach.make(to.resource.name.text);
    for (let nth = 0; nth < LIVES; nth += 1)
      for (const { name } of told) await this.#life(name.text, causing, nth === 0);
    this.#session.heard = undefined;
  }

  /** Until nothing has come for a while of what was done before. */
  async #quiet(): Promise<void> {
    const end = Date.now() + WAIT;
    for (let last = -1; last !== this.#arrived.length && Date.now() < end;) {
      last = this.#arrived.length;
      await sleep(QUIET);
    }
    this.#take();
  }

  /** A row that is made, and all that can be done with it, one thing after the other. `isRefused`: its first event is not accepted the first time. */
  async #life(resource: string, causing: readonly LinkedOperation[], isRefused: boolean): Promise<void> {
    const { listener, clock } = this.#watching;
    const facts = this.#session.model.document.events.delivery?.facts;
    if (!listener || !facts) return;
    this.#session.extend(20 + causing.length, 20_000);
    const since = this.#session.world.exchange + 1;
    const row = await this.#reach.make(resource);
    if (!row || this.#session.isOver) return;
    await this.#settle(since);
    const again = isRefused ? firstWait(facts) : undefined;
    const before = this.#arrived.length;
    listener.refuseNext(again !== undefined && (clock !== undefined || again <= LONGEST_WAIT));
    for (const linked of causing)
      if (this.#reach.resourceOf(linked) === resource && !this.#session.isOver) await this.#do(linked, row);
    await sleep(PAUSE * 4);
    listener.refuseNext(false);
    if (again !== undefined && this.#arrived.slice(before).some(({ isRefused }) => isRefused)) {
      await clock?.advance(again + SURE);
      await sleep(clock ? SURE : again + SURE);
    }
    await this.#settle(since);
    const all = triesTake(facts);
    // Without a clock: where nothing ever came, the service may not be able to send here.
    const isSoon = all !== undefined && all > 0 && all <= LONGEST_WAIT && this.#arrived.length > 0 && !this.#isLate;
    if (all === undefined || !(clock || isSoon) || this.#judge.lacking(since).length === 0) return;
    await (clock ? clock.advance(all + SURE) : sleep(all + SURE));
    await this.#settle(since, WAIT);
    const late = this.#judge.overdue(since);
    this.#isLate ||= late.findings.length > 0;
    this.#note(late);
  }

  /** Where it surely succeeds. */
  async #do(linked: LinkedOperation, row: Row): Promise<void> {
    for (const { draft, outcomes } of this.#reach.candidates(linked, { row }))
      if (outcomes.every(({ kind }, nth) => kind === (nth === 0 ? 'success' : 'floor'))) {
        await this.#session.perform(draft);
        return;
      }
  }

  /** Until what is due since then has come. */
  async #settle(since: number, wait: number = this.#vain < MOST_VAIN ? WAIT : 0): Promise<void> {
    const end = Date.now() + wait;
    while (Date.now() < end && this.#judge.lacking(since).length > 0) {
      await sleep(PAUSE);
      this.#take();
    }
    // What comes a second time, or without a cause, comes at once.
    await sleep(PAUSE);
    this.#take();
    if (this.#judge.lacking(since).length > 0) this.#vain += 1;
  }

  #take(): void {
    const fresh = this.#arrived.slice(this.#taken);
    this.#taken += fresh.length;
    if (fresh.length > 0) this.#note(this.#judge.take(fresh));
  }

  #note({ findings, invented, exercised }: EventsJudged): void {
    const { found } = this.#session;
    for (const { finding, exchange } of findings) {
      const key = keyOf(finding);
      if (!found.findings.has(key)) found.findings.set(key, { finding, steps: this.#stepsTo(exchange) });
    }
    for (const { invented: one, exchange } of invented) {
      const key = JSON.stringify([one.what, one.name, one.at]);
      if (found.invented.has(key)) continue;
      const exchanges = neededFor(this.#stepsTo(exchange)).map((step) => step.exchange);
      found.invented.set(key, { invented: one, exchanges });
    }
    for (const id of exercised) this.#session.exercised.add(id);
  }

  /** Up to the call that caused it; where nobody knows which one, up to the last one. */
  #stepsTo(exchange: number | undefined): readonly Step[] {
    const { steps } = this.#session;
    const cause = exchange === undefined ? undefined : this.#session.stepOf(exchange);
    return cause ? steps.slice(0, steps.indexOf(cause) + 1) : steps.slice();
  }
}

/** Milliseconds. */
const PAUSE = 25;

/** Are events sent in a way that can be watched? */
export function isWatched(world: Pick<Knowledge, 'model'>): boolean {
  return receiversOf(world.model) !== undefined || streamOf(world.model) !== undefined;
}
