// A plan that is served, with its store. Input: a plan, a store, a clock. Output: all that a request of it meets, compiled, and
// how many requests it is busy with.

import type { Plan } from '../plan/plan.ts';
import type { Store } from '../store/store.ts';
import { auditGroups, TIME, toldBy } from './audit.ts';
import { compileCallerTokens, type CallerTokens } from './caller-tokens.ts';
import type { Clock } from './clock.ts';
import { compileEndpoints, type Route } from './endpoints.ts';
import { compileRefusals } from './errors.ts';
import type { Refusals } from './findings.ts';
import { compileHolds } from './held.ts';
import type { Bounds } from './limits.ts';
import type { Counts } from './metrics/counts.ts';
import { compileOperation } from './operation.ts';
import { compileHistory, type History } from './history.ts';
import {
  compileOutbox,
  compilePending,
  compileWaiting,
  type Pending,
  type ReadOutbox,
  type Waiting,
} from './outbox.ts';
import { compileKeys, type Keys } from './keys.ts';
import { compileOutside, type Outside } from './outside.ts';
import { compileRows, type Rows } from './rows.ts';
import { fixedSegments, type FixedSegments } from './shown-path.ts';
import { startSweeper, type Sweeper } from './sweeper.ts';
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
  readonly history: History;
  readonly outside: Outside;
  readonly keys: Keys;
  readonly rows: Rows;
  readonly callers: CallerTokens;
  readonly fixed: FixedSegments;
  readonly sweeper: Restartable;
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
}

export interface Serving {
  readonly plan: Plan;
  readonly store: Store;
  readonly clock: Clock;
}

export function compile({ plan, store, clock }: Serving, { url, bounds, marks, log, trust, counts }: Settled): Running {
  const base = url + plan.base.replace(/\/+$/, '');
  const holds = compileHolds(plan.gaps);
  const byTime = toldBy(store, plan, clock, TIME);
  const timed = new Map((plan.timed ?? []).map((group) => [group.tables[0]!, compileTimed(group, byTime, base)]));
  const tokens = new Map(
    (plan.schemes ?? []).flatMap((scheme) =>
      scheme.signed ? [[scheme, compileVerification(scheme.signed, trust.keysOf(scheme.signed))] as const] : [],
    ),
  );
  const { signingKeys } = trust;
  const context = { plan, store, holds, bounds, marks, base, log, clock, timed, tokens, signingKeys };
  const { floorRestsOn, floorAssumed, assumed } = plan;
  const told = { holds, marks, base, clock, floorRestsOn, floorAssumed, assumed };
  const refusals = compileRefusals([plan.refusals], told);
  const route = compileEndpoints({
    plan,
    holds,
    refusals,
    counts,
    compile: (operation) => compileOperation(operation, context),
  });
  const waiting = compileWaiting(plan, store);
  const pending = compilePending(plan, store);
  const outbox = compileOutbox(plan, store);
  const history = compileHistory(store, plan);
  const outside = compileOutside(context, counts);
  const keys = compileKeys({ plan, store, now: () => clock.now(), log });
  const rows = compileRows(context);
  const callers = compileCallerTokens(context, rows);
  const sweeper = restartable(() => startSweeper([...timed.values(), ...auditGroups(store, plan.audit)], clock, log));
  const fixed = fixedSegments(plan);
  const state = { busy: 0, arriving: 0, isOver: false, whenIdle: undefined };
  return {
    plan,
    store,
    clock,
    route,
    refusals,
    waiting,
    pending,
    outbox,
    history,
    outside,
    keys,
    rows,
    callers,
    fixed,
    sweeper,
    ...state,
  };
}

interface Restartable extends Sweeper {
  /** Resumes after it was stopped for a change that did not happen. */
  resume(): void;
}

function restartable(start: () => Sweeper): Restartable {
  let sweeper = start();
  return {
    wake: () => sweeper.wake(),
    stop: () => sweeper.stop(),
    resume: () => void (sweeper = start()),
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
