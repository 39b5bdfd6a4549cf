// A plan that is served, with its store. Input: a plan, a store, a clock. Output: all that a request of it meets, compiled, and
// how many requests it is busy with.

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
import type { RelaySettings } from './relay/context.ts';
import { withoutBroker } from './relay/broker-address.ts';
import { bounded } from './relay/bounded.ts';
import { relayOf } from './relay/due.ts';
import { sentGroups } from './relay/kept.ts';
import { waking } from './relay/waking.ts';
import { compileStreams } from './streams/streams.ts';
import { startSweeper, type Sweeper } from './sweeper.ts';
import { signaturesOf } from './signed-requests.ts';
import { compileVerification } from './signed-tokens.ts';
import { compileTimed } from './timed.ts';
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
}

export interface Serving {
  readonly plan: Plan;
  readonly store: Store;
  readonly clock: Clock;
}

export function compile({ plan, store: kept, clock }: Serving, settled: Settled): Running {
  const { url, bounds, marks, log, trust, counts } = settled;
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
  const context = { plan, store, holds, bounds, marks, url, base, log, clock, timed, sealer, streams, ...verifying };
  const { floorRestsOn, floorAssumed, assumed } = plan;
  const headers = new Set(plan.headers);
  const told = { holds, marks, base, clock, headers, floorRestsOn, floorAssumed, assumed };
  const refusals = compileRefusals([plan.refusals], told);
  const route = compileEndpoints({
    plan,
    holds,
    refusals,
    counts,
    base,
    clock,
    compile: (operation) => compileOperation(operation, context),
  });
  const outside = compileOutside(context, counts);
  const keys = compileKeys({ plan, store, now: () => clock.now(), log });
  const rows = compileRows(context);
  const callers = compileCallerTokens(context, rows);
  const swept = [
    ...timed.values(),
    ...auditGroups(store, plan.audit),
    ...keptGroups(store),
    ...sentGroups(store, plan, settled.relay),
  ];
  const background = restartable(
    () => startSweeper(swept, clock, log),
    () => streams?.start() ?? relayOf(sending, settled.relay),
  );
  const handed = { store, now: () => instantText(clock.now()), log, replayed: () => background.wakeRelay() };
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

/** What the operator sees of events, and does with them. */
function eventsOf(
  plan: Plan,
  hand: Hand & Pick<Serving, 'store'>,
  relay: RelaySettings,
): Pick<Running, 'waiting' | 'pending' | 'outbox' | 'handOnEvents'> {
  const { store } = hand;
  return {
    waiting: compileWaiting(plan, store, withoutBroker(plan, relay) === undefined),
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
