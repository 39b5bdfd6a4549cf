// Events, watched while the operations that cause them are called one after the other. Input: a run, what events come to. Output: its steps, and
// what was found in the events. Notation, part 6.

import { setTimeout as sleep } from 'node:timers/promises';

import { streamOf } from '../../analysis/document/streams.ts';
import { receiversOf, toldResources } from '../../analysis/requests/receivers.ts';
import type { Arrived } from '../arrivals/happening.ts';
import { EventJudge, isWatched, type EventsJudged } from '../arrivals/judged.ts';
import type { Listener } from '../arrivals/listener.ts';
import { openStream, type Stream } from '../arrivals/stream.ts';
import { callOf } from './draft.ts';
import { ITSELF } from './drafted.ts';
import { keyOf } from './found.ts';
import { heardValues } from './hearing.ts';
import { inGoodOrder, isReading } from './operations.ts';
import type { Reach } from './reach.ts';
import type { Session } from './session.ts';

export interface Watching {
  readonly url: URL;
  readonly listener: Listener | undefined;
}

/** Milliseconds that an event is waited for, and how often in vain. */
const WAIT = 2_500;
const MOST_VAIN = 3;
const ROUNDS = 2;

export async function watchEvents(session: Session, reach: Reach, { url, listener }: Watching): Promise<void> {
  if (!isWatched(session.world)) return;
  session.extend(60 + 6 * session.model.operations.size, 30_000);
  const stream = listener ? undefined : await opened(session, reach, url);
  const arrived = listener?.arrived ?? stream?.arrived;
  if (!arrived) return;
  try {
    await new Watcher(session, reach, arrived, (path) => `${listener?.url ?? ''}${path}`).run();
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
  #taken = 0;
  #vain = 0;

  constructor(session: Session, reach: Reach, arrived: readonly Arrived[], at: (path: string) => string) {
    this.#session = session;
    this.#reach = reach;
    this.#arrived = arrived;
    this.#judge = new EventJudge(session.world, at, (instant) => (session.now === Date.now ? instant : session.now()));
  }

  async run(): Promise<void> {
    const { world, model } = this.#session;
    const to = receiversOf(model);
    await this.#settle(0);
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
    this.#session.heard = undefined;
  }

  /** Until what is due since then has come. */
  async #settle(since: number): Promise<void> {
    const end = Date.now() + (this.#vain < MOST_VAIN ? WAIT : 0);
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
    const { found, steps } = this.#session;
    for (const { finding, exchange } of findings) {
      const key = keyOf(finding);
      const cause = exchange === undefined ? steps.at(-1) : this.#session.stepOf(exchange);
      if (!found.findings.has(key)) found.findings.set(key, { finding, steps: cause ? [cause] : [] });
    }
    for (const one of invented) {
      const key = JSON.stringify([one.what, one.name, one.at]);
      if (!found.invented.has(key)) found.invented.set(key, { invented: one, exchanges: [] });
    }
    for (const id of exercised) this.#session.exercised.add(id);
  }
}

/** Milliseconds. */
const PAUSE = 25;
