// A plan that is served, with its store. Input: a plan, a store, a clock. Output: all that a request of it meets, compiled, and
// how many requests it is busy with.

import type { AddressOf } from './address.ts';
import type { Plan } from '../plan/plan.ts';
import type { Store } from '../store/store.ts';
import { auditGroups, TIME, toldBy } from './audit.ts';
import { compileCallerTokens, type CallerTokens } from './caller-tokens.ts';
import { instantText, type Clock } from './clock.ts';
import type { OperationContext } from './compiled.ts';
import { compileEndpoints, type Route } from './endpoints.ts';
import { compileRefusals } from './errors.ts';
import type { Refusals } from './findings.ts';
import { compileHolds } from './held.ts';
import type { Bounds } from './limits.ts';
import { sealerIn } from './cursors.ts';
import type { Counts } from './metrics/counts.ts';
import { compileOperation } from './operation.ts';
import { compileHistory, type History } from './history.ts';
import {
  compileCount,
  compileOutbox,
  compilePending,
  compileWaiting,
  type Pending,
  type ReadOutbox,
  type Waiting,
} from './outbox.ts';
import { compileHandOnEvents, type Hand, type HandOnEvents } from './hand-on-events.ts';
import { keptGroups } from './kept-answers.ts';
import { compileKeys, type Keys } from './keys.ts';
import { compileOutside, type Outside } from './outside.ts';
import { compileRows, type Rows } from './rows.ts';
import { fixedSegments, type FixedSegments } from './shown-path.ts';
import { timed as timedBy, type Rates } from './rates/due.ts';
import type { RelaySettings } from './relay/context.ts';
import { lackOf } from './relay/lack.ts';
import { bounded } from './relay/bounded.ts';
import { relayOf } from './relay/due.ts';
import { sentGroups } from './relay/kept.ts';
import { waking } from './relay/waking.ts';
import type { Streams } from './streams/context.ts';
import { compileStreams } from './streams/streams.ts';
import { startSweeper, type Sweeper } from './sweeper.ts';
import { signaturesOf } from './signed-requests.ts';
import { compileVerification } from './signed-tokens.ts';
import { takingOut } from './taking-out.ts';
import { compileTimed, type TimedRunner } from './timed.ts';
import { compileVersions } from './versions.ts';
import type { Trust } from './trust.ts';

export interface Running {
  readonly plan: Plan;
  readonly store: Store;
  readonly clock: Clock;
  readonly route: Route;
  readonly refusals: Refusals;
  readonly waiting: () => Promise<Waiting>;
  readonly pending: () => Promise<Pending | undefined>;
  readonly outbox: ReadOutbox;
  readonly handOnEvents: HandOnEvents;
  readonly history: History;
  readonly outside: Outside;
  readonly keys: Keys;
  readonly rows: Rows;
  readonly callers: CallerTokens;
  readonly fixed: FixedSegments;
  readonly sweeper: Restartable;
  readonly endStreams: () => void;
  busy: number;
  /** Those of them whose body still arrives: the store has not been used for them. */
  arriving: number;
  /** Its store cannot be used any more: a request whose body arrives now is handled by the current plan. */
  isOver: boolean;
  whenIdle: (() => void) | undefined;
}

/** What is the same for every plan of a service. */
export interface Settled {
  readonly url: string;
  readonly bounds: Bounds;
  readonly marks: boolean;
  readonly log: (line: string) => void;
  readonly trust: Trust;
  readonly counts: Counts;
  readonly relay: RelaySettings;
  readonly addressOf: AddressOf;
  readonly rates: Rates;
}

export interface Serving {
  readonly plan: Plan;
  readonly store: Store;
  readonly clock: Clock;
}

export function compile({ plan, store: kept, clock }: Serving, settled: Settled): Running {
  const { url, bounds, marks, log, trust, counts, addressOf } = settled;
  const woken = waking(kept, () => background.wakeRelay());
  // What time and the relay write is not refused: it has happened.
  const store = bounded(woken, settled.relay.outboxLimit, compileCount(plan, woken));
  const base = url + plan.base.replace(/\/+$/, '');
  const holds = compileHolds(plan.gaps);
  const byTime = toldBy(woken, plan, clock, TIME);
  const timed = new Map((plan.timed ?? []).map((group) => [group.tables[0]!, compileTimed(group, byTime, base)]));
  const sealer = sealerIn(store.notes);
  const verifying = verifyingBy(plan, trust);
  const sending = { plan, store: woken, clock, url, base, timed, log, counts };
  const streams = compileStreams(sending);
  const counted = settled.rates.of({ plan, store: kept, clock });
  const sent = { rates: counted?.judging, clock, timed, sealer, streams, addressOf, ...verifying };
  const context = { plan, store, holds, bounds, marks, url, base, log, ...sent };
  const refusals = refusalsOf(plan, { holds, marks, base, clock });
  const route = compileVersions(plan, clock, ({ prefix, version }) => {
    const own = { ...context, base: url + prefix.replace(/\/+$/, ''), version };
    return compileEndpoints({ ...own, refusals, counts, prefix, compile: (one) => compileOperation(one, own) });
  });
  const outside = compileOutside(context, counts);
  const keys = compileKeys({ plan, store, now: () => clock.now(), log });
  const rows = compileRows(context);
  const callers = compileCallerTokens(context, rows);
  const swept = [
    ...timed.values(),
    ...auditGroups(store, plan.audit),
    ...keptGroups(store),
    ...rateGroups(store, clock),
    ...sentGroups(store, plan, settled.relay),
  ];
  const background = restartable(
    ...(counted ? [() => counted.keep()] : []),
    () => startSweeper(swept, clock, log),
    () => streams?.start() ?? relayOf(sending, settled.relay),
  );
  const handed = { store, now: () => instantText(clock.now()), log, ...toldOf(background, streams) };
  const state = { busy: 0, arriving: 0, isOver: false, whenIdle: undefined };
  return {
    plan,
    store: kept,
    clock,
    route,
    refusals,
    ...eventsOf(plan, handed, settled.relay),
    history: compileHistory(store, plan),
    outside,
    keys,
    rows,
    callers,
    fixed: fixedSegments(plan),
    sweeper: background,
    endStreams: () => streams?.end(),
    ...state,
  };
}

/** Of what belongs to no operation. */
function refusalsOf(
  { refusals, floorRestsOn, floorAssumed, assumed, headers }: Plan,
  told: Pick<OperationContext, 'holds' | 'marks' | 'base' | 'clock'>,
): Refusals {
  return compileRefusals([refusals], { ...told, headers: new Set(headers), floorRestsOn, floorAssumed, assumed });
}

/** What the operator sees of events, and does with them. */
/** What the operator did to events. */
function toldOf(background: { wakeRelay(): void }, streams: Streams | undefined): Pick<Hand, 'replayed' | 'erased'> {
  return { replayed: () => background.wakeRelay(), erased: () => streams?.forget() };
}

function eventsOf(
  plan: Plan,
  hand: Hand & Pick<Serving, 'store'>,
  relay: RelaySettings,
): Pick<Running, 'waiting' | 'pending' | 'outbox' | 'handOnEvents'> {
  const { store } = hand;
  return {
    waiting: compileWaiting(plan, store, lackOf(plan, relay)),
    pending: compilePending(plan, store),
    outbox: compileOutbox(plan, store),
    handOnEvents: compileHandOnEvents(hand),
  };
}

/** By what the credentials of each scheme are verified. */
function verifyingBy(
  plan: Plan,
  { keysOf, signingKeys }: Trust,
): Pick<OperationContext, 'tokens' | 'signatures' | 'signingKeys'> {
  const tokens = (plan.schemes ?? []).flatMap((scheme) =>
    scheme.signed ? [[scheme, compileVerification(scheme.signed, keysOf(scheme.signed))] as const] : [],
  );
  return { tokens: new Map(tokens), signatures: signaturesOf(plan, signingKeys), signingKeys };
}

/** Counters of calls of which nothing counts any more. */
function rateGroups({ rates }: Store, clock: Clock): readonly TimedRunner[] {
  const counters = rates && timedBy(rates, clock);
  return counters ? [takingOut((_, most) => counters.sweep(most))] : [];
}

interface Restartable extends Sweeper {
  /** Resumes after it was stopped for a change that did not happen. */
  resume(): void;
}

/** What is done without requests. */
function restartable(...starts: readonly (() => Sweeper)[]): Restartable & { readonly wakeRelay: () => void } {
  let running = starts.map((start) => start());
  return {
    wake: () => running.forEach((one) => one.wake()),
    wakeRelay: () => running.at(-1)?.wake(),
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
    resume: () => void (running = starts.map((start) => start())),
  };
}

/** One request of it is done. */
export function less(running: Running): void {
  if (--running.busy === 0 && running.whenIdle !== undefined) running.whenIdle();
}

export function idle(running: Running): Promise<void> {
  if (running.busy === 0) return Promise.resolve();
  return new Promise((resolve) => {
    running.whenIdle = resolve;
  });
}
