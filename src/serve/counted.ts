// What the operator's port reads from the store. Input: the plan that is current at that moment. Output: the same answers; the
// store stays open meanwhile, and no other plan takes its place in between.

import type { PlanSwitch } from './plan-switch.ts';
import type { CallerTokens } from './caller-tokens.ts';
import type { Counts } from './metrics/counts.ts';
import { metricsText } from './metrics/metrics.ts';
import type { LoopWatch } from './metrics/process.ts';
import type { History } from './history.ts';
import type { ReadOutbox, Waiting } from './outbox.ts';
import type { HandOnEvents } from './hand-on-events.ts';
import type { Keys } from './keys.ts';
import type { Outside } from './outside.ts';
import type { Read, Rows } from './rows.ts';
import { less, type Running } from './running.ts';

function busyWith<T>(planSwitch: PlanSwitch, work: (running: Running) => Promise<T>): Promise<T> {
  return new Promise((resolve) => {
    // In one turn: which plan is current, and that it is busy.
    planSwitch.through(() => {
      const running = planSwitch.current();
      running.busy++;
      resolve(work(running).finally(() => less(running)));
    });
  });
}

export function countedMoves(planSwitch: PlanSwitch): Outside {
  return {
    list: () => planSwitch.current().outside.list(),
    move: (body) => busyWith(planSwitch, ({ outside }) => outside.move(body)),
    set: (body) => busyWith(planSwitch, ({ outside }) => outside.set(body)),
  };
}

export function countedKeys(planSwitch: PlanSwitch): Keys {
  return {
    list: () => busyWith(planSwitch, ({ keys }) => keys.list()),
    change: (body) => busyWith(planSwitch, ({ keys }) => keys.change(body)),
  };
}

export function countedCallers(planSwitch: PlanSwitch): CallerTokens {
  return {
    list: () => busyWith(planSwitch, ({ callers }) => callers.list()),
    issue: (body) => busyWith(planSwitch, ({ callers }) => callers.issue(body)),
  };
}

export function countedWaiting(planSwitch: PlanSwitch): Promise<Waiting> {
  return busyWith(planSwitch, ({ waiting }) => waiting());
}

export function countedOutbox(planSwitch: PlanSwitch): ReadOutbox {
  return (most) => busyWith(planSwitch, ({ outbox }) => outbox(most));
}

export function countedHandOnEvents(planSwitch: PlanSwitch): HandOnEvents {
  return (body) => busyWith(planSwitch, ({ handOnEvents }) => handOnEvents(body));
}

export function countedHistory(planSwitch: PlanSwitch): History {
  return {
    named: (resource) => planSwitch.current().history.named(resource),
    read: (resource, row) => busyWith(planSwitch, ({ history }) => history.read(resource, row)),
  };
}

export function countedMetrics(planSwitch: PlanSwitch, counts: Counts, loop: LoopWatch): Promise<string> {
  const { plan, store, clock } = planSwitch.current();
  return metricsText({
    counts,
    loop,
    plan,
    figures: store.figures,
    pending: () => busyWith(planSwitch, ({ pending }) => pending()),
    now: clock.now(),
  });
}

/** `serving` undefined: the service stops, or has not begun. */
export function countedRows(serving: () => PlanSwitch | undefined): Rows {
  const read = async <T>(work: (rows: Rows) => Promise<Read<T>>): Promise<Read<T>> => {
    const planSwitch = serving();
    return planSwitch ? busyWith(planSwitch, ({ rows }) => work(rows)) : { kind: 'unavailable' };
  };
  return {
    resources: () => serving()?.current().rows.resources() ?? [],
    found: (resource) => serving()?.current().rows.found(resource) ?? [],
    page: (resource, asked) => read((rows) => rows.page(resource, asked)),
    row: (resource, key) => read((rows) => rows.row(resource, key)),
    count: (resource) => read((rows) => rows.count(resource)),
    kept: async (resource, most) => {
      const planSwitch = serving();
      return planSwitch && busyWith(planSwitch, ({ rows }) => rows.kept(resource, most));
    },
  };
}
