// Checks that come before the body, when the body is already sure to be refused. In: the steps of an operation and its
// order of checks. Out: read-only steps that find the refusal which goes first. Design, section 6 "Order of a request".

import type { RunPlan } from '../plan/plan.ts';
import type { Guard, Step } from '../plan/steps.ts';
import type { Expr } from '../sql/expression.ts';
import { parametersOf } from '../sql/walk.ts';
import { comesBefore } from './lifecycle.ts';

/** Empty: nothing that a store knows goes before the body. */
export function probeSteps(run: RunPlan): readonly Step[] {
  const before = (check: Guard['check']): boolean => check !== 'body' && comesBefore(run.order, check, 'body');
  return run.steps.flatMap((step): Step[] => {
    switch (step.kind) {
      case 'find':
        return before('existence') ? probe(step.select.table, step.select.where, step.absent) : [];
      case 'update':
      case 'delete': {
        if (step.every || (step.kind === 'delete' && step.ifThere)) return [];
        const own = before('existence') ? probe(step.table, step.where, step.absent) : [];
        const guards = step.guards.filter((guard) => before(guard.check));
        return [...own, ...guards.flatMap((guard) => probe(step.table, both(step.where, guard.where), guard.cause))];
      }
      case 'insert':
      case 'list':
      case 'put':
        return [];
    }
  });
}

function both(where: Expr, guard: Expr): Expr {
  return { kind: 'and', items: [where, guard] };
}

/** A search that fails for `absent`; none when it would rest on the body that was refused. */
function probe(table: string, where: Expr | undefined, absent: string): Step[] {
  if (where !== undefined && !parametersOf(where).every(isKnown)) return [];
  const columns = [{ name: 'found', expr: { kind: 'literal', value: 1, type: 'integer' } as const }];
  return [{ kind: 'find', select: { table, columns, where, order: [] }, absent }];
}

function isKnown(name: string): boolean {
  return name.startsWith('path.') || name === 'now' || name === 'base';
}
