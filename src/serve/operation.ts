// One operation. Input: its plan, compiled once. Output: a function that takes a request through the phases (phases/index.ts), or
// answers it with what holds the operation.

import type { OperationPlan } from '../plan/plan.ts';
import { compileRun, type OperationContext } from './compiled.ts';
import { compileWalk } from './phases/walk.ts';
import type { Exchange } from './respond.ts';

/** `places`: where each path parameter of the plan is among those of the path of the request. */
export type Handle = (exchange: Exchange, places: readonly number[]) => void;

export function compileOperation(operation: OperationPlan, context: OperationContext): Handle {
  const { run, held } = operation;
  if (run === undefined) {
    const by = held ?? { type: 'gap', by: operation.heldBy };
    return (exchange) => context.holds.answer(exchange, [by]);
  }
  return compileWalk(compileRun(operation, run, context));
}
