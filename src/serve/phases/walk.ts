// Takes a request through the phases of its operation, one after another. Input: the phases that the operation has.
// Output: a function that starts a request. What fails on the way is a fault of the runtime: 500, and a line for the operator.

import type { Compiled } from '../compiled.ts';
import { deadlineOf, type Deadline } from '../deadline.ts';
import type { Exchange } from '../respond.ts';
import { failed } from './failed.ts';
import { inTime, isLate, limitTime, timedOut } from './in-time.ts';
import { PHASES } from './index.ts';
import type { Ended, Request, Run } from './phase.ts';

export function compileWalk(compiled: Compiled): (exchange: Exchange, places: readonly number[]) => void {
  const phases = PHASES.flatMap((phase) => phase.compile(compiled) ?? []);
  const deadline = deadlineOf(compiled);
  const way = { phases, deadline };
  return (exchange, places) => {
    const findings = { bindings: { ...compiled.template }, failures: [], held: [] };
    const request = { exchange, compiled, places, findings };
    if (deadline) limitTime(request, deadline);
    walk(way, 0, request);
  };
}

interface Way {
  readonly phases: readonly Run[];
  readonly deadline: Deadline | undefined;
}

function walk(way: Way, from: number, request: Request): void {
  const { phases, deadline } = way;
  try {
    // Time goes by while something is waited for; what a phase takes by itself is judged with the effect.
    if (from > 0 && deadline !== undefined && isLate(request)) return void timedOut(request, deadline);
    for (let place = from; place < phases.length; place += 1) {
      const ended = phases[place]!(request);
      if (ended === 'answered') return;
      if (ended !== undefined) return behind(ended, way, place + 1, request);
    }
  } catch (error) {
    failed(request, error);
  }
}

function behind(ended: Promise<Ended>, way: Way, next: number, request: Request): void {
  (way.deadline === undefined ? ended : inTime(ended, request, way.deadline))
    .then((end) => (end === undefined ? walk(way, next, request) : undefined))
    .catch((error: unknown) => failed(request, error));
}
