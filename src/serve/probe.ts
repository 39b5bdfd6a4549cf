// Checks that come before the body, when the body is already sure to be refused. Input: the steps of an operation and its order
// of checks. Output: read-only steps that find the refusal which goes first. docs/lifecycle.md.

import type { RunPlan, Table } from '../plan/plan.ts';
import type { ColumnValue, Guard, Step } from '../plan/steps.ts';
import type { Expr } from '../sql/expression.ts';
import { columnsOf, parametersOf, walk } from '../sql/walk.ts';
import { comesBefore } from './phases/order.ts';

/** Empty: nothing that a store knows goes before the body. */
export function probeSteps(run: RunPlan): readonly Step[] {
  const before = (check: Guard['check']): boolean => check !== 'body' && comesBefore(run.order, check, 'body');
  // Of those that look at no row, such as the role of the caller.
  const rowless = (all: readonly Guard[]): Step[] => {
    const guards = all.filter(
      ({ check, where }) =>
        before(check) && columnsOf(where, undefined).length === 0 && parametersOf(where).every(isKnown),
    );
    return guards.length === 0 ? [] : [{ kind: 'bind', values: [], guards }];
  };
  return run.steps.flatMap((step): Step[] => {
    switch (step.kind) {
      case 'find': {
        const { table, where = { kind: 'true' } } = step.select;
        const guards = (step.guards ?? []).filter((guard) => before(guard.check));
        const own = before('existence') ? probe(table, where, step.absent) : [];
        return [...own, ...guards.flatMap((guard) => probe(table, both(where, guard.where), guard.cause))];
      }
      case 'bind': {
        const guards = step.guards.filter((guard) => before(guard.check) && parametersOf(guard.where).every(isKnown));
        const values = step.values.filter(({ expr }) => parametersOf(expr).every(isKnown));
        if (step.from && !parametersOf(step.from.where).every(isKnown)) return [];
        return guards.length + values.length === 0 ? [] : [{ ...step, values, guards }];
      }
      case 'update':
      case 'delete': {
        if (step.every || (step.kind === 'delete' && step.ifThere)) return rowless(step.guards);
        const own = before('existence') ? probe(step.table, step.where, step.absent) : [];
        const guards = step.guards.filter((guard) => before(guard.check));
        return [...own, ...guards.flatMap((guard) => probe(step.table, both(step.where, guard.where), guard.cause))];
      }
      case 'insert':
        return rowless(step.checks);
      case 'put':
        return rowless(step.insert.checks);
      case 'list':
      case 'again':
        return [];
    }
  });
}

function both(where: Expr, guard: Expr): Expr {
  return { kind: 'and', items: [where, guard] };
}

const FOUND = [{ name: 'found', expr: { kind: 'literal', value: 1, type: 'integer' } as const }];

/** A search that fails for `absent`; none when it would rest on the body that was refused. */
function probe(table: string, where: Expr | undefined, absent: string): Step[] {
  if (where !== undefined && !parametersOf(where).every(isKnown)) return [];
  return [{ kind: 'find', select: { table, columns: FOUND, where, order: [] }, absent }];
}

function isKnown(name: string): boolean {
  return /^(?:path|caller)[.]/.test(name) || name === 'now' || name === 'base';
}

/** For each parameter of the path: the rows that the parameters left of it select, which go first when it does not fit. */
export function pathProbes(run: RunPlan): readonly (readonly Step[])[] {
  return run.path.map((_, index) => {
    const left = new Set(run.path.slice(0, index).map(({ parameter }) => parameter));
    return run.steps.filter((step) => {
      if (step.kind === 'bind') return step.guards.some(({ check }) => check === 'authentication');
      const where = step.kind === 'find' ? step.select.where : undefined;
      const names = where === undefined ? [] : parametersOf(where);
      return names.length > 0 && names.every((name) => left.has(name));
    });
  });
}

export interface ReferenceProbe {
  /** The bindings that it rests on: those of one field. */
  readonly needs: readonly string[];
  readonly steps: readonly Step[];
}

/** The references of a body, each on its own: where other fields are refused, they are judged with them. */
export function referenceProbes(run: RunPlan): readonly ReferenceProbe[] {
  // A row that the call itself makes is not there yet.
  const made = new Set<string>();
  return run.steps.flatMap((step) => {
    const probes = checksOf(step).flatMap((guard) => referenceProbe(guard, made));
    if (step.kind === 'insert') made.add(step.table);
    if (step.kind === 'put') made.add(step.insert.table);
    return probes;
  });
}

function checksOf(step: Step): readonly Guard[] {
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

function referenceProbe({ where, refers, cause }: Guard, made: ReadonlySet<string>): readonly ReferenceProbe[] {
  const there = refers ? [...walk(where)].find(isSearch) : undefined;
  const inside = refers ? [...walk(where)].find(isInside) : undefined;
  if (inside) {
    const needs = parametersOf(inside.left);
    if (made.has(inside.left.table) || needs.length === 0 || !needs.every((name) => name.startsWith('body.')))
      return [];
    return [{ needs, steps: [{ kind: 'bind', values: [], guards: [{ where: inside, cause, check: 'body' }] }] }];
  }
  const needs = there ? parametersOf(there.where) : [];
  if (!there || made.has(there.table) || needs.length === 0) return [];
  if (!needs.every((name) => name.startsWith('body.'))) return [];
  const select = { table: there.table, columns: FOUND, where: there, order: [] };
  return [{ needs, steps: [{ kind: 'find', select, absent: cause }] }];
}

/** Of references inside of a value. */
function isInside(expr: Expr): expr is Extract<Expr, { kind: 'compare' }> & { readonly left: Inside } {
  return expr.kind === 'compare' && expr.left.kind === 'astray';
}

type Inside = Extract<Expr, { kind: 'astray' }>;

function isSearch(expr: Expr): expr is Extract<Expr, { kind: 'exists' }> {
  return expr.kind === 'exists';
}

export interface UniqueProbe {
  readonly cause: string;
  /** Finds a row that is in the way. */
  readonly steps: readonly Step[];
}

/** Empty unless the document puts uniqueness before the body. What did not fit its type is unlike every value. */
export function uniqueProbes(run: RunPlan, storage: readonly Table[]): readonly UniqueProbe[] {
  if (!comesBefore(run.order, 'uniqueness', 'body')) return [];
  return run.steps.flatMap((step): UniqueProbe[] => {
    switch (step.kind) {
      case 'insert':
        return probesOf(storage, step.table, step.values, undefined);
      case 'update':
        return step.every ? [] : probesOf(storage, step.table, step.set, step.where);
      case 'put':
        return probesOf(storage, step.insert.table, step.insert.values, step.update.where);
      default:
        return [];
    }
  });
}

/** `own` finds the row that may keep its values. */
function probesOf(
  storage: readonly Table[],
  table: string,
  values: readonly ColumnValue[],
  own: Expr | undefined,
): UniqueProbe[] {
  const types = new Map(
    storage.find((each) => each.name === table)?.columns.map((column) => [column.name, column.type]),
  );
  const unique = storage.find((each) => each.name === table)?.unique ?? [];
  return unique.flatMap(({ columns, ignoringCase, cause }) => {
    const items = columns.flatMap((column): Expr[] => {
      const value = values.find((each) => each.column === column);
      if (value === undefined || value.slug === true || columnsOf(value.value, undefined).length > 0) return [];
      return [
        {
          kind: 'compare',
          operator: '=',
          left: { kind: 'column', column, type: types.get(column)! },
          right: value.value,
        },
      ];
    });
    if (ignoringCase || items.length < columns.length) return [];
    const where: Expr = { kind: 'and', items: own === undefined ? items : [...items, { kind: 'not', item: own }] };
    const limit = { kind: 'literal', value: 1, type: 'integer' } as const;
    return [
      { cause, steps: [{ kind: 'list', select: { table, columns: FOUND, where, order: [], limit }, total: false }] },
    ];
  });
}
