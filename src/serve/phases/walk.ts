// Takes a request through the phases of its operation, one after another. Input: the phases that the operation has, in its order.
// Output: a function that starts a request. What fails on the way is a fault of the runtime: 500, and a line for the operator.

import type { Compiled } from '../compiled.ts';
import { reasonOf } from '../reason.ts';
import { named } from '../request-log.ts';
import type { Exchange } from '../respond.ts';
import { comesBefore, type Check } from './order.ts';
import { PHASES } from './index.ts';
import type { Ended, Phase, Request, Run } from './phase.ts';

export function compileWalk(compiled: Compiled): (exchange: Exchange, places: readonly number[]) => void {
  const phases = inOrder(PHASES, compiled).flatMap((phase) => phase.compile(compiled) ?? []);
  return (exchange, places) => {
    const findings = { bindings: { ...compiled.template }, failures: [], held: [] };
    walk(phases, 0, { exchange, compiled, places, findings });
  };
}

function walk(phases: readonly Run[], from: number, request: Request): void {
  try {
    for (let place = from; place < phases.length; place += 1) {
      const ended = phases[place]!(request);
      if (ended === 'answered') return;
      if (ended !== undefined) return behind(ended, phases, place + 1, request);
    }
  } catch (error) {
    failed(request, error);
  }
}

function behind(ended: Promise<Ended>, phases: readonly Run[], next: number, request: Request): void {
  ended
    .then((end) => (end === undefined ? walk(phases, next, request) : undefined))
    .catch((error: unknown) => failed(request, error));
}

function failed({ compiled, exchange }: Request, error: unknown): void {
  compiled.context.log(`${compiled.id} failed${named(exchange)}: ${reasonOf(error)}`);
  try {
    compiled.refusals.answer(exchange, [{ cause: 'internal', floor: 'internal' }], compiled.template);
  } catch {
    exchange.response.destroy();
    exchange.done();
  }
}

/** Adjacent checks run in the order of the operation's checks; every other phase stays where it is. */
function inOrder(phases: readonly Phase[], { run }: Compiled): readonly Phase[] {
  const ordered: Phase[] = [];
  for (const phase of phases) {
    const place = ordered.findLastIndex((before) => !goesBefore(run.order, phase, before));
    ordered.splice(place + 1, 0, phase);
  }
  return ordered;
}

function goesBefore(order: readonly Check[], phase: Phase, other: Phase): boolean {
  return phase.check !== undefined && other.check !== undefined && comesBefore(order, phase.check, other.check);
}
