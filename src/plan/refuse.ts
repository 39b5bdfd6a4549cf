// A cause in the plan, which is data: its key. Input: a cause. Output: a rule for a value, or a condition over a row, that
// refuses with it.

import { causeKey, kindOfCause } from '../notation/values/cause-kinds.ts';
import type { CauseOrigin, MetCause } from '../notation/values/met-causes.ts';
import type { Expr } from '../sql/expression.ts';
import type { FieldRule } from './input.ts';
import type { Guard, Step } from './steps.ts';

/** `problem`: what is wrong, where the cause alone does not say it. */
export function refuse(cause: MetCause, problem?: string): Extract<FieldRule, { readonly do: 'refuse' }> {
  return { do: 'refuse', cause: causeKey(cause), ...(problem !== undefined && { problem }) };
}

/** The request is refused unless `where` is true of the row. `check`: its place in the order, where it is not that of its kind. */
export function guardOf(where: Expr, cause: MetCause, check?: Guard['check']): Guard {
  const own = STATE.has(kindOfCause(cause).of) ? 'state' : 'body';
  const refers = cause.kind === 'no such in' && ({ refers: true, of: cause.field } as const);
  return { where, cause: causeKey(cause), check: check ?? own, ...refers };
}

const STATE: ReadonlySet<CauseOrigin> = new Set<CauseOrigin>(['machine', 'rule']);

/** Another value for a field that is not the caller's to set once the row is there. */
export function fixedKey(subject: string): string {
  return `${causeKey({ kind: 'read-only field' })} ${subject}`;
}

/** A row that must be there, and of which nothing is read. */
export function mustFind(table: string, where: Expr, absent: MetCause): Extract<Step, { kind: 'find' }> {
  return { kind: 'find', select: { table, columns: [], where, order: [] }, absent: causeKey(absent) };
}

export function guardsIn(steps: readonly Step[]): readonly Guard[] {
  return steps.flatMap((step) => {
    switch (step.kind) {
      case 'insert':
        return step.checks;
      case 'put':
        return [...step.update.guards, ...step.insert.checks];
      case 'update':
      case 'delete':
        return step.guards;
      case 'bind':
        return step.last ? step.guards : [];
      default:
        return [];
    }
  });
}
