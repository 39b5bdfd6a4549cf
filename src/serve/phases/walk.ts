// Takes a request through the phases of its operation, one after another. Input: the phases that the operation has.
// Output: a function that starts a request. What fails on the way is a fault of the runtime: 500, and a line for the operator.

import type { Compiled } from '../compiled.ts';
import type { Exchange } from '../respond.ts';
import { failed } from './failed.ts';
import { PHASES } from './index.ts';
import type { Ended, Request, Run } from './phase.ts';

export function compileWalk(compiled: Compiled): (exchange: Exchange, places: readonly number[]) => void {
  const phases = PHASES.flatMap((phase) => phase.compile(compiled) ?? []);
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
