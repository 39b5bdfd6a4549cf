// What is recorded of a change where every change is written down: who makes it, when, by what. Input: a plan with an audit; a request, or what
// else writes. Output: bindings that the store writes beside each row; and a group of the sweeper that takes out what is old. Without
// an audit nothing of it runs. docs/audit.md, decision 0044.

import { AUDITED } from '../base/audited.ts';
import type { Program, Store } from '../store/store.ts';
import { instantText, type Clock } from './clock.ts';
import type { Compiled } from './compiled.ts';
import type { Request, Run } from './phases/phase.ts';
import { sentNames } from './request-id.ts';
import { takingOut } from './taking-out.ts';
import type { TimedRunner } from './timed.ts';

/** The phase that writes, behind what is recorded of the request; the phase itself where nothing is written down. */
export function telling({ id, context: { plan, clock }, program }: Compiled, run: Run): Run {
  if (!plan.audit || program.reads) return run;
  return (request) => {
    tell(request, id, clock);
    return run(request);
  };
}

function tell({ exchange, findings }: Request, operation: string, clock: Clock): void {
  const { bindings, at } = findings;
  const { id, traceparent } = sentNames(exchange.request);
  bindings[AUDITED.at] = instantText(at ?? clock.now());
  // Who it is, the first step finds out.
  bindings[AUDITED.who] = null;
  bindings[AUDITED.operation] = operation;
  bindings[AUDITED.request] = exchange.noted?.id ?? id ?? null;
  bindings[AUDITED.trace] = traceparent ?? null;
}

/** The store for what writes without a request: `time`, and the operator's hand. */
export function toldBy(store: Store, { audit }: { readonly audit?: unknown }, clock: Clock, told: Teller): Store {
  if (audit === undefined) return store;
  const { who, operation } = told;
  const fixed = { [AUDITED.who]: who, [AUDITED.operation]: operation };
  return {
    ...store,
    prepare(steps, turn) {
      const program = store.prepare(steps, turn);
      if (program.reads) return program;
      const run: Program['run'] = (bindings, judge) =>
        program.run({ ...bindings, ...fixed, [AUDITED.at]: bindings['now'] ?? instantText(clock.now()) }, judge);
      return { ...program, run };
    },
  };
}

export interface Teller {
  readonly who: 'operator' | 'time';
  readonly operation: string;
}

export const TIME: Teller = { who: 'time', operation: 'time' };

const DAY = 86_400_000;

/** A group of the sweeper; none where nothing is written down. */
export function auditGroups(
  { audit: age }: Store,
  audit: { readonly days: number } | undefined,
): readonly TimedRunner[] {
  return age && audit ? [takingOut((now, most) => age.sweep(instantText(now - audit.days * DAY), most))] : [];
}
