// The references of a body as questions of their own. Input: the steps of an operation. Output: read-only steps, each refused where one
// reference leads nowhere. They are asked where other fields of the body are refused: docs/lifecycle.md.

import type { RunPlan } from '../plan/plan.ts';
import type { Guard, Step } from '../plan/steps.ts';
import type { Expr } from '../sql/expression.ts';
import { walk } from '../sql/walk.ts';
import { bound, namesIn, restOf, tablesIn } from './rests.ts';

export interface ReferenceProbe {
  readonly cause: string;
  /** The bindings that it rests on: those of one field. */
  readonly needs: readonly string[];
  readonly steps: readonly Step[];
}

/** The references of a body, each on its own: where other fields are refused, they are judged with them. */
export function referenceProbes(run: RunPlan): readonly ReferenceProbe[] {
  // A row that the call itself makes is not there yet.
  const made = new Set<string>();
  const rests = new Map<string, readonly Step[]>();
  return run.steps.flatMap((step) => {
    // One of the rows that the body has may refer to one before it.
    if (step.kind === 'insert' && step.each) made.add(step.table);
    const probes = guardsOf(step).flatMap((guard) => referenceProbe(guard, made, rests));
    bound(step, rests);
    if (step.kind === 'insert') made.add(step.table);
    if (step.kind === 'put') made.add(step.insert.table);
    return probes;
  });
}

function guardsOf(step: Step): readonly Guard[] {
  switch (step.kind) {
    case 'insert':
      return step.checks;
    case 'update':
      return step.guards;
    case 'put':
      return step.insert.checks;
    default:
      return [];
  }
}

function referenceProbe(
  { where, refers, cause }: Guard,
  made: ReadonlySet<string>,
  rests: ReadonlyMap<string, readonly Step[]>,
): readonly ReferenceProbe[] {
  const sought = refers ? [...walk(where)].find((one) => isSearch(one) || isInside(one)) : undefined;
  if (!sought) return [];
  // Who calls may decide which rows are seen.
  const rest = restOf(sought, rests);
  const names = namesIn([rest, sought]).filter((name) => !rests.has(name) && !isOfCaller(name));
  const needs = names.filter(isSent);
  const isMade = tablesIn([rest, sought]).some((table) => made.has(table));
  if (needs.length === 0 || needs.length < names.length || isMade) return [];
  return [{ cause, needs, steps: [...rest, asked(sought, cause)] }];
}

function asked(sought: Search | Inside, cause: string): Step {
  return isSearch(sought)
    ? { kind: 'find', select: { table: sought.table, columns: [], where: sought, order: [] }, absent: cause }
    : { kind: 'bind', values: [], guards: [{ where: sought, cause, check: 'body' }] };
}

/** Known of each call, where it is not bound by steps. */
function isOfCaller(name: string): boolean {
  return name === 'now' || name.startsWith('caller.');
}

function isSent(name: string): boolean {
  return name.startsWith('body.') || isOfRow(name);
}

/** Bound for each of the rows that the body has. */
export function isOfRow(name: string): boolean {
  return /^(?:sent[.])?each[.]/.test(name);
}

/** Of references inside of a value. */
type Inside = Extract<Expr, { kind: 'compare' }>;
type Search = Extract<Expr, { kind: 'exists' }>;

function isInside(expr: Expr): expr is Inside {
  return expr.kind === 'compare' && expr.left.kind === 'astray';
}

function isSearch(expr: Expr): expr is Search {
  return expr.kind === 'exists';
}
