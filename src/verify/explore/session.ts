// One run: each call is written, sent, judged and noted. Input: what sends, what judges, a budget. Output: steps, and all that they
// showed. What is found is gathered in `found.ts`.

import { setTimeout as sleep } from 'node:timers/promises';

import type { Model } from '../../model/model.ts';
import { isReply, type Call, type Exchange } from '../exchange.ts';
import type { Sender } from '../http/client.ts';
import { askedOf } from '../judge/asked.ts';
import type { Expected } from '../judge/expected.ts';
import { routeOf } from '../judge/route.ts';
import type { Knowledge } from '../world/knowledge.ts';
import { Row } from '../world/known.ts';
import { Forecast } from './forecast.ts';
import type { Judging } from './judging.ts';
import { callOf, ownIn, type Draft, type Pair } from './draft.ts';
import { bound, ITSELF, Shown, type Binding, type Drafted } from './drafted.ts';
import type { Found } from './found.ts';
import { isReading } from './operations.ts';
import { OwnLast } from './own-rows.ts';
import { Random } from './random.ts';
import { cut, isHuge, type Step } from './step.ts';
import type { Ended } from './why-not.ts';

export interface Budget {
  readonly requests: number;
  /** Milliseconds. */
  readonly time: number;
}

export interface SessionOptions {
  readonly seed: number;
  readonly budget: Budget;
  readonly found: Found;
  /** Ids of obligations; those of other runs may be among them. */
  readonly exercised?: Set<string>;
  readonly onStep?: (session: Session) => void;
  /** Where events may be sent to. */
  readonly listener?: string | undefined;
  /** What time it is for the service, in milliseconds since 1970. */
  readonly now?: () => number;
}

export class Session {
  readonly model: Model;
  readonly listener: string | undefined;
  readonly now: () => number;
  heard: ReadonlyMap<string, Drafted> | undefined;
  readonly world: Knowledge;
  readonly random: Random;
  readonly steps: Step[] = [];
  readonly found: Found;
  readonly exercised: Set<string>;
  readonly judging: Judging;
  readonly #sender: Sender;
  #budget: Budget;
  readonly #begun = Date.now();
  readonly #tags = new Map<Row, ReadonlyMap<string, string>>();
  readonly #counts = new Map<string, number>();
  readonly #ownLast: OwnLast;
  readonly #resources: readonly string[];
  readonly #onStep: (session: Session) => void;
  #vary = 0;
  #forecast:
    | { readonly draft: Draft; readonly requests: number; readonly now: number; readonly forecast: Forecast }
    | undefined;
  /** Calls in a row that did not reach the service. */
  #unreached = 0;
  requests = 0;

  constructor(
    world: Knowledge,
    sender: Sender,
    judging: Judging,
    { seed, budget, found, exercised = new Set(), onStep = () => undefined, listener, now = Date.now }: SessionOptions,
  ) {
    this.model = world.model;
    this.listener = listener;
    this.now = now;
    this.world = world;
    this.#ownLast = new OwnLast(world);
    this.judging = judging;
    this.found = found;
    this.exercised = exercised;
    this.random = new Random(seed);
    // Each seed has values of its own from the first call on.
    this.#vary = this.random.below(FARTHEST);
    this.#sender = sender;
    this.#budget = budget;
    this.#resources = [...world.model.resources.keys()];
    this.#onStep = onStep;
    for (const resource of this.#resources) this.#counts.set(resource, world.rows(resource).length);
  }

  get isOver(): boolean {
    return this.isDown || this.requests >= this.#budget.requests || this.spent >= 1;
  }

  /** By what the budget has ended; undefined: it has not, or the service is gone. */
  get ended(): Ended | undefined {
    if (!this.isOver || this.isDown) return undefined;
    return this.requests >= this.#budget.requests ? 'requests' : 'seconds';
  }

  /** The service is gone, and did not come back. */
  get isDown(): boolean {
    return this.#unreached >= MOST_UNREACHED;
  }

  /** So many more calls, and milliseconds from now on, for what the budget is not meant for. */
  extend(requests: number, time: number): void {
    this.#budget = {
      requests: Math.max(this.#budget.requests, this.requests + requests),
      time: Math.max(this.#budget.time, Date.now() - this.#begun + time),
    };
  }

  /** The part of the time that is over. */
  get spent(): number {
    return (Date.now() - this.#begun) / this.#budget.time;
  }

  next(): number {
    return (this.#vary += 1);
  }

  /** What was made anew was there already: the next values are far from those. */
  leap(): void {
    this.#vary += LEAP;
  }

  isOneIn(count: number): boolean {
    return this.random.isOneIn(count);
  }

  /** Those that the run made are the last ones, as what is sent is about the last ones. */
  rows(resource: string): readonly Row[] {
    return this.#ownLast.of(resource);
  }

  headerOf(row: Row, header: string): string | undefined {
    return this.#tags.get(row)?.get(header.toLowerCase());
  }

  /** What the document makes of the call, by what is known now. Throws `Unbound`. */
  forecast(draft: Draft): Forecast {
    const last = this.#forecast;
    const now = this.now();
    if (last?.draft === draft && last.requests === this.requests && Math.abs(now - last.now) < SOON)
      return last.forecast;
    const call = this.#written(draft, ITSELF);
    const routed = routeOf(this.model, call);
    const asked =
      routed.kind === 'operation'
        ? askedOf(this.world, { call, reply: UNANSWERED, from: now, to: now }, routed)
        : undefined;
    const forecast = new Forecast(this.judging, asked);
    this.#forecast = { draft, requests: this.requests, now, forecast };
    return forecast;
  }

  /** Undefined: it reaches no operation. Throws `Unbound`. */
  predict(draft: Draft): Expected | undefined {
    return this.forecast(draft).expected;
  }

  async perform(draft: Draft, binding: Binding = ITSELF): Promise<Step> {
    const call = this.#written(draft, binding);
    const last = this.steps.at(-1);
    if (last && isHuge(last)) cut(last);
    const exchange = await this.#sender.send(call);
    this.requests += 1;
    await this.#waitFor(exchange);
    const judgement = this.judging.judge(this.world, exchange);
    const step: Step = { draft, exchange, judgement, rows: this.#newRows() };
    this.steps.push(step);
    const old = this.steps.at(-NEAR);
    if (old) cut(old);
    if (this.steps.length > 2 * MOST_STEPS) this.steps.splice(0, MOST_STEPS);
    for (const id of judgement.exercised) this.exercised.add(id);
    this.#noteHeaders(step, binding);
    this.found.add(step, this.steps);
    this.#onStep(this);
    return step;
  }

  #written(draft: Draft, binding: Binding): Call {
    for (const own of ownIn(draft)) this.world.madeUp.add(String(bound(own, binding)), this.world.exchange);
    return callOf(draft, binding);
  }

  /** Something may start it again. */
  async #waitFor({ reply }: Exchange): Promise<void> {
    this.#unreached = !isReply(reply) && reply.kind === 'unreachable' ? this.#unreached + 1 : 0;
    if (this.#unreached > 0 && !this.isDown) await sleep(this.#unreached * RESTART);
  }

  /** The step of an exchange, by its place among all. */
  stepOf(exchange: number): Step | undefined {
    return this.steps[exchange - 1 - (this.world.exchange - this.steps.length)];
  }

  #newRows(): readonly Row[] {
    return this.#resources.flatMap((resource) => {
      const rows = this.world.rows(resource);
      const before = this.#counts.get(resource) ?? 0;
      if (rows.length === before) return [];
      this.#counts.set(resource, rows.length);
      return rows.slice(before);
    });
  }

  /** Tags and instants of the row that the reply is about; those are forgotten that may be old by now. */
  #noteHeaders({ draft, exchange: { reply }, rows }: Step, binding: Binding): void {
    const about = draft.rows.at(-1);
    const row = rows.length === 1 ? rows[0] : about && binding.row(about);
    if (!row || !isReply(reply)) return;
    // https://www.rfc-editor.org/rfc/rfc9110#section-15.5.13
    const isOld = ([, value]: Pair): boolean => value instanceof Shown && value.text === this.headerOf(row, 'ETag');
    if (reply.status === 412 && draft.headers.some(isOld)) this.#tags.delete(row);
    if (reply.status >= 300) return;
    // What is computed of a row may be shown in those that it names, and in those that its path names.
    if (draft.linked && !isReading(draft.linked))
      for (const one of [...draft.rows.flatMap((other) => binding.row(other) ?? []), ...row.values.values()])
        if (one instanceof Row) this.#tags.delete(one);
    const noted = reply.headers.filter(([name]) => NOTED.has(name));
    if (noted.length > 0) this.#tags.set(row, new Map(noted));
    else this.#tags.delete(row);
  }
}

/** Milliseconds in which time changes nothing of what a call comes to. */
const SOON = 20;
/** So many calls in a row do not reach a service that is gone; between them so many milliseconds more each time. */
const MOST_UNREACHED = 6;
const RESTART = 200;
/** Calls are varied by small numbers; another run is this far away. */
const LEAP = 1_000;
/** The first of them is below this. */
const FARTHEST = 9_000;
/** So many are kept for shrinking. */
const MOST_STEPS = 4_000;
/** Of so many of the last the whole reply is at hand. */
const NEAR = 4;
const NOTED: ReadonlySet<string> = new Set(['etag', 'last-modified']);
const UNANSWERED = { kind: 'unreachable', said: 'it was not sent' } as const;
