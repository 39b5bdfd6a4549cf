// The checks of an operation, each as a question of its own. Input: its steps. Output: for each check of a step, read-only steps that are
// refused where it fails. They are asked when a request is sure to be refused, and only then: docs/lifecycle.md.

import type { RunPlan, Table } from '../plan/plan.ts';
import type { ColumnValue, Guard, Step } from '../plan/steps.ts';
import type { Expr, Select } from '../sql/expression.ts';
import { columnsOf, parametersOf } from '../sql/walk.ts';
import { comesBefore, type Check } from './phases/order.ts';
import { bound, namesIn, restOf, tablesIn } from './rests.ts';

export interface Probe {
  readonly check: Check;
  /** Where the effect judges it, among all checks of the steps. */
  readonly place: number;
  /** What has to be known of the request: of the path, of the query and the body, of secrets that are compared. */
  readonly needs: readonly string[];
  /** What it rests on, and last the question. */
  readonly steps: readonly Step[];
  /** The question finds a row that refuses, for this. */
  readonly found?: string;
  /** It is asked only where these find no row; what they need of the path and does not fit finds none. */
  readonly unless?: Pick<Probe, 'needs' | 'steps'>;
  /** In its place, where not all that it needs is known. */
  readonly parts?: readonly Probe[];
}

/** `judged`: where each check is judged by the effect, by its cause. */
export interface Checks {
  readonly probes: readonly Probe[];
  readonly judged: readonly { readonly check: Check; readonly cause: string; readonly place: number }[];
}

type Question = Pick<Probe, 'found'> & { readonly step: Step; readonly unless?: readonly Step[] };

/** Those of rows that the effect itself changes before it asks have no question: nobody can tell before. */
export function checksOf(run: RunPlan, storage: readonly Table[]): Checks {
  const probes: Probe[] = [];
  const judged: Checks['judged'][number][] = [];
  const rests = new Map<string, readonly Step[]>();
  const changed = new Set<string>();
  const made = new Set<string>();
  const meet = (check: Check, causes: readonly string[], question?: Question): void => {
    const place = judged.length;
    // A row that is found by its credentials is asked for once more where they are used up.
    const own = judged.find(({ cause }) => cause === causes[0])?.check ?? check;
    for (const cause of causes) judged.push({ check: own, cause, place });
    const asking = (one: Question): Probe | undefined => {
      const asked = withRest(one, rests, changed, made);
      return asked && { check: own, place, ...asked };
    };
    const whole = question && asking(question);
    if (whole) probes.push({ ...whole, ...partsOf(question, asking) });
  };
  for (const step of run.steps) {
    questionsOf(step, run.order, storage, meet);
    // What a write changes is not known to those behind it.
    bound(step, rests);
    for (const one of step.kind === 'put' ? [step.update, step.insert] : [step]) {
      if (one.kind === 'insert' || one.kind === 'update' || one.kind === 'delete') changed.add(one.table);
      if (one.kind === 'delete') for (const { table } of one.cascade) changed.add(table);
      if (one.kind === 'insert' && one.keyAs !== undefined) made.add(one.keyAs);
    }
  }
  return { probes, judged };
}

/** Guard by guard, and of each at last what is sure whatever is not known. */
function partsOf(
  { step, ...question }: Question,
  asking: (question: Question) => Probe | undefined,
): Pick<Probe, 'parts'> {
  if (step.kind !== 'find' && step.kind !== 'bind') return {};
  const parts = (step.guards ?? []).flatMap((guard): readonly Probe[] => {
    const [exact, sure] = [guard, { ...guard, where: atBest(guard.where, true) }].map((one) =>
      asking({ ...question, step: { ...step, guards: [one] } }),
    );
    return exact ? [{ ...exact, ...(sure && { parts: [sure] }) }] : [];
  });
  return parts.some(({ needs }) => !needs.every(isOfPath)) ? { parts } : {};
}

/** As true as it can be, whatever the query and the body say; with `isTrue` false: as untrue. */
function atBest(where: Expr, isTrue: boolean): Expr {
  switch (where.kind) {
    case 'and':
    case 'or':
      return { ...where, items: where.items.map((item) => atBest(item, isTrue)) };
    case 'not':
      return { ...where, item: atBest(where.item, !isTrue) };
    default:
      return parametersOf(where).some((name) => isNeeded(name) && !isOfPath(name))
        ? { kind: isTrue ? 'true' : 'false' }
        : where;
  }
}

export function isOfPath(name: string): boolean {
  return name.startsWith('path.');
}

type Meet = (check: Check, causes: readonly string[], question?: Question) => void;

function questionsOf(step: Step, order: RunPlan['order'], storage: readonly Table[], meet: Meet): void {
  const values = (
    table: string,
    all: readonly ColumnValue[],
    own: Expr | undefined,
    unless?: readonly Step[],
  ): void => {
    for (const { cause, columns } of storage.find(({ name }) => name === table)?.unique ?? []) {
      const given = all.filter(({ column }) => columns.includes(column));
      const free: Step = { kind: 'free', table, values: given, own, indexes: [cause] };
      meet('uniqueness', [cause], given.length === 0 ? undefined : { step: free, ...(unless && { unless }) });
    }
  };
  switch (step.kind) {
    case 'find': {
      const { select, or, absent, guards = [] } = step;
      meet('existence', [absent], {
        step: { kind: 'find', select: rows(select.table, select.where), ...(or && { or }), absent },
      });
      return ofRow({ table: select.table, where: select.where, guards, moves: step.moves }, order, meet);
    }
    case 'bind':
      if (step.last) return meet('body', causesOf(step.guards));
      for (const [check, guards] of byCheck(step.guards)) meet(check, causesOf(guards), { step: { ...step, guards } });
      return;
    case 'update':
    case 'delete': {
      const { table, where, absent } = step;
      if (step.every) ofEvery(step, meet);
      else {
        const isSure = step.kind === 'delete' && step.ifThere;
        if (!isSure) meet('existence', [absent], { step: { kind: 'find', select: rows(table, where), absent } });
        ofRow(step, isSure ? undefined : order, meet);
        if (step.kind === 'update') values(table, step.set, seenBy(step));
      }
      return;
    }
    case 'insert':
      if (step.each) return ofEach(step, storage, meet);
      rowless(step.checks, meet);
      return values(step.table, step.values, undefined);
    case 'put': {
      const { update, insert } = step;
      const unless: readonly Step[] = [{ kind: 'find', select: rows(update.table, update.where), absent: '' }];
      // Another one is made where it is not there.
      ofRow(update, undefined, meet);
      rowless(insert.checks, meet, unless);
      values(update.table, update.set, seenBy(update));
      return values(insert.table, insert.values, undefined, unless);
    }
    case 'list':
    case 'free':
    case 'again':
    // Judged of what the effect leaves behind: last in every order.
    case 'limit':
      return;
  }
}

/**
 * Of one row. Where it is not there, or not for this caller, only what can fail of no row does, where the order puts it before
 * existence; without an order, nothing.
 */
function ofRow(row: OfRow, order: RunPlan['order'] | undefined, meet: Meet): void {
  const { table, where, guards, moves } = row;
  for (const [check, own] of byCheck(guards)) {
    const select = rows(table, check === 'existence' ? where : seenBy(row));
    const causes = causesOf(own);
    meet(check, causes, {
      step: { kind: 'find', select, absent: '', ifThere: true, guards: own, ...(moves && { moves }) },
    });
    const ofNone = own.flatMap((guard) => asOfNone(guard));
    if (ofNone.length === 0 || order === undefined || comesBefore(order, 'existence', check)) continue;
    const unless: readonly Step[] = [{ kind: 'find', select, absent: '' }];
    meet(check, causes, { step: { kind: 'bind', values: [], guards: ofNone }, unless });
  }
}

/** Finds the row, if the caller sees it. */
function seenBy({ where, guards }: Pick<OfRow, 'where' | 'guards'>): Expr | undefined {
  const hiding = guards.filter(({ check }) => check === 'existence').map((guard) => guard.where);
  return hiding.length === 0 ? where : { kind: 'and', items: [...(where ? [where] : []), ...hiding] };
}

function asOfNone(guard: Guard): readonly Guard[] {
  if (guard.ofNone) return [{ ...guard, where: guard.ofNone }];
  return isRowless(guard) ? [guard] : [];
}

interface OfRow {
  readonly moves?: Extract<Step, { kind: 'find' }>['moves'] | undefined;
  readonly table: string;
  readonly where: Expr | undefined;
  readonly guards: readonly Guard[];
}

function isRowless({ where }: Guard): boolean {
  return columnsOf(where, undefined).length === 0;
}

/** Of every row: one that fails refuses all. What looks at no row is asked once, whether there is one or not. */
function ofEvery({ table, where, guards }: Extract<Step, { kind: 'update' | 'delete' }>, meet: Meet): void {
  const limit = { kind: 'literal', value: 1, type: 'integer' } as const;
  for (const guard of guards) {
    const failing: Expr = { kind: 'and', items: [where, { kind: 'not', item: guard.where }] };
    const select = { ...rows(table, failing), limit };
    meet(guard.check, [guard.cause], { step: { kind: 'list', select, total: false }, found: guard.cause });
  }
}

/** Of a row that is not there yet. */
function rowless(guards: readonly Guard[], meet: Meet, unless?: readonly Step[]): void {
  for (const [check, own] of byCheck(guards)) {
    const step: Step = { kind: 'bind', values: [], guards: own };
    meet(check, causesOf(own), own.every(isRowless) ? { step, ...(unless && { unless }) } : undefined);
  }
}

/** Of the rows that a body has nothing is asked before they are made. */
function ofEach({ table, checks, each = [] }: Insert, storage: readonly Table[], meet: Meet): void {
  const own = new Set(each);
  const [ofRow, others] = [true, false].map((is) =>
    checks.filter(({ where }) => parametersOf(where).some((name) => own.has(name)) === is),
  );
  rowless(others!, meet);
  for (const { check, cause } of ofRow!) meet(check, [cause]);
  for (const { cause } of storage.find(({ name }) => name === table)?.unique ?? []) meet('uniqueness', [cause]);
}

type Insert = Extract<Step, { kind: 'insert' }>;

/** Guards of one check are judged together, so that those about the body go with each other. */
function byCheck(guards: readonly Guard[]): ReadonlyMap<Check, readonly Guard[]> {
  return Map.groupBy(guards, ({ check }) => check);
}

function causesOf(guards: readonly Guard[]): readonly string[] {
  return guards.map(({ cause }) => cause);
}

function rows(table: string, where: Expr | undefined): Select {
  return { table, columns: [], where, order: [] };
}

/** Undefined: it rests on what the effect does before it. */
function withRest(
  { step, found, unless }: Question,
  rests: ReadonlyMap<string, readonly Step[]>,
  changed: ReadonlySet<string>,
  made: ReadonlySet<string>,
): Omit<Probe, 'check' | 'place'> | undefined {
  const before = restOf([step, unless], rests);
  const all = [...before, step, ...(unless ?? [])];
  const names = namesIn(all);
  if (tablesIn(all).some((table) => changed.has(table)) || names.some((name) => made.has(name))) return undefined;
  const needs = namesIn([before, step]).filter(isNeeded);
  return {
    needs,
    steps: [...before, step],
    ...(found !== undefined && { found }),
    ...(unless && { unless: { needs: namesIn(unless).filter(isNeeded), steps: [...before, ...unless] } }),
  };
}

/** What a request says, or what is made of it before the steps. */
function isNeeded(name: string): boolean {
  return /^(?:sent[.]|given[.]|hash[.]|verified[.])?(?:path|query|header|body)[.]/.test(name);
}

/** Those that the order puts before a check, first first. */
export function before(order: RunPlan['order'], check: Check, probes: readonly Probe[]): readonly Probe[] {
  return probes
    .filter((probe) => comesBefore(order, probe.check, check))
    .toSorted((one, other) => order.indexOf(one.check) - order.indexOf(other.check) || one.place - other.place);
}
