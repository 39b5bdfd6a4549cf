// What a row may have for an operation, by the names that it may use. Input: the plan of an operation. Output: for each name
// where its value goes: into the path, the query or the body; or why it may not be given.

import { keysOf } from '../../calls/keys.ts';
import type { Key } from '../../calls/keys.ts';
import type { BodyFieldPlan } from '../../plan/body-plan.ts';
import type { FieldRule, ParameterPlan, ValueType } from '../../plan/input.ts';
import type { OperationPlan, RunPlan } from '../../plan/plan.ts';
import type { Step } from '../../plan/steps.ts';
import { parametersOf } from '../../sql/walk.ts';

export interface Slot {
  readonly in: 'path' | 'query' | 'body';
  /** How the document writes it: `list_id`, `address.street`. */
  readonly name: string;
  /** The binding: `path.list_id`. */
  readonly parameter: string;
  /** In the body. */
  readonly path: readonly string[];
  readonly list: ParameterPlan['list'];
  /** The row that it names, where it names one. */
  readonly key: Key | undefined;
  /** An object can be its value. */
  readonly hasObjects: boolean;
  readonly isNumber: boolean;
  /** The operation refuses a request without it. */
  readonly isNeeded: boolean;
}

/** What a name means; several slots: it is not clear which. */
export type Meaning = { readonly slots: readonly Slot[] } | { readonly closed: string };

export interface Names {
  readonly meanings: ReadonlyMap<string, Meaning>;
  /** Objects of the body, dotted. */
  readonly wrappers: ReadonlySet<string>;
  readonly needed: readonly Slot[];
}

export function namesOf(operation: OperationPlan, run: RunPlan): Names {
  const keys = keysOf(operation);
  const path = run.path.map((plan) => parameterSlot('path', plan, keys));
  const query = run.query.filter(({ sent }) => isOpen(sent)).map((plan) => parameterSlot('query', plan, keys));
  const fields = run.body.kind === 'fields' ? run.body.fields : [];
  const body = oncePerPlace(fields.filter(({ sent }) => isOpen(sent))).map((plan) => ({
    plan,
    slot: bodySlot(plan, keys),
  }));
  const meanings = new Map<string, Meaning>();
  // From the less to the more explicit: the later replaces the earlier.
  for (const { name, sent } of run.query) if (!isOpen(sent)) meanings.set(name, { closed: 'the document holds it' });
  for (const plan of fields) if (!isOpen(plan.sent)) meanings.set(fieldOf(plan), { closed: closedBy(plan.sent) });
  for (const { slot, column } of columnsOf(run, path)) give(meanings, column, [slot]);
  for (const [name, slots] of grouped(body.map(({ plan, slot }) => [fieldOf(plan), slot]))) give(meanings, name, slots);
  const outright = [...path, ...query, ...body.map(({ slot }) => slot)];
  for (const slot of outright) give(meanings, slot.parameter, [slot]);
  for (const [name, slots] of grouped(outright.map((slot) => [slot.name, slot]))) give(meanings, name, slots);
  return {
    meanings,
    wrappers: new Set(
      fields.flatMap(({ path: names }) => names.slice(1).map((_, i) => names.slice(0, i + 1).join('.'))),
    ),
    needed: outright.filter(({ isNeeded }) => isNeeded),
  };
}

/** Under a When several rows may have one name: the service knows which of them counts. */
function oncePerPlace(fields: readonly BodyFieldPlan[]): readonly BodyFieldPlan[] {
  return [...new Map(fields.toReversed().map((field) => [field.path.join('.'), field])).values()].toReversed();
}

function give(meanings: Map<string, Meaning>, name: string, slots: readonly Slot[]): void {
  meanings.set(name, { slots });
}

function grouped(pairs: readonly (readonly [string, Slot])[]): ReadonlyMap<string, readonly Slot[]> {
  const groups = new Map<string, Slot[]>();
  for (const [name, slot] of pairs) groups.set(name, [...(groups.get(name) ?? []), slot]);
  return groups;
}

function isOpen(sent: FieldRule | undefined): boolean {
  return sent === undefined || sent.do === 'accept';
}

function closedBy(sent: FieldRule): string {
  return sent.do === 'hold' ? 'the document does not say what becomes of it' : 'it is not the caller’s to send';
}

function parameterSlot(place: 'path' | 'query', plan: ParameterPlan, keys: ReadonlyMap<string, Key>): Slot {
  return {
    in: place,
    name: plan.name,
    parameter: plan.parameter,
    path: [],
    list: plan.list,
    key: keys.get(plan.parameter),
    hasObjects: hasObjects(plan.value),
    isNumber: ['integer', 'decimal', 'real'].includes(plan.value.type),
    isNeeded: place === 'path' || plan.omitted.do === 'refuse',
  };
}

function bodySlot(plan: BodyFieldPlan, keys: ReadonlyMap<string, Key>): Slot {
  return {
    in: 'body',
    name: plan.path.join('.'),
    parameter: plan.parameter,
    path: plan.path,
    list: undefined,
    key: keys.get(plan.parameter),
    hasObjects: hasObjects(plan.value),
    isNumber: ['integer', 'decimal', 'real'].includes(plan.value.type),
    isNeeded: plan.omitted.do === 'refuse' && plan.when === undefined,
  };
}

function hasObjects({ type, format, of }: ValueType): boolean {
  if (type !== 'json') return false;
  return format === 'list' || format === 'set' || format === 'sorted list' ? of === undefined || hasObjects(of) : true;
}

/** `Todo.title` → `title`: the field that it sets, without what is around it in the body. */
function fieldOf({ subject }: BodyFieldPlan): string {
  return subject.slice(subject.indexOf('.') + 1);
}

/** Fields that a parameter of the path alone sets: the row may name them instead. */
function columnsOf(run: RunPlan, path: readonly Slot[]): { slot: Slot; column: string }[] {
  return run.steps.flatMap(insertOf).flatMap((insert) =>
    insert.values.flatMap(({ column, value }) => {
      const [only, ...more] = parametersOf(value);
      const slot = path.find(({ parameter }) => parameter === only);
      const isItself = value.kind === 'parameter' || value.kind === 'lookup';
      return slot === undefined || more.length > 0 || !isItself ? [] : [{ slot, column }];
    }),
  );
}

export function insertOf(step: Step): readonly Extract<Step, { kind: 'insert' }>[] {
  if (step.kind === 'insert') return step.each ? [] : [step];
  return step.kind === 'put' ? [step.insert] : [];
}
