// Fields that are computed, and what must hold of the result: that there is one, and that it is what the field may hold. Input: a resource
// or an operation. Output: a condition for each, true of every row that may be kept, and the cause that refuses the others. Notation, part
// 2, "Who sets a field".

import { isCreation } from '../document/effect-traits.ts';
import { oncePer } from '../../base/once-per.ts';
import { fieldCause, type MetCause } from '../../notation/values/met-causes.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import type { Arithmetic, TextPart } from '../../notation/values/formulas.ts';
import { valueOf } from '../../notation/slot.ts';
import { allOperands } from '../document/condition-walk.ts';
import { isSearchRule, looksBeyondRows, pathsOf } from '../document/rule-paths.ts';
import { groupRules } from './field-groups.ts';
import { isOf, looksBeyond, rowRules, type RowRule } from './row-rules.ts';
import { madeAtCreate, ruleOf } from '../document/field-rules.ts';
import { ownConstraints } from '../document/allowed.ts';
import { mustBeThere } from './service-rules.ts';
import { followPath, type FieldAt } from '../document/paths.ts';
import { fitsAll, rangeOf } from './computed-range.ts';
import { ownSearched } from '../document/searched-fields.ts';
import { effectsOf } from '../document/targets.ts';
import { writtenFields } from '../document/changed-fields.ts';
import { bringsBack } from './gone-states.ts';

export interface Computed {
  /** Undefined: a rule over the row as it will be, of part 7 or of several fields. */
  readonly field: Field | undefined;
  /** The fields of the row that the result depends on. */
  readonly inputs: ReadonlySet<string>;
  /** It depends on rows that other requests change. */
  readonly elsewhere: boolean;
  readonly divides: boolean;
  readonly holds: Condition;
  /** It looks beyond the row that is written: it is judged when all effects are done. */
  readonly isLast: boolean;
  /** Beside being there, the result is held to bounds or values. */
  readonly bounded: boolean;
  readonly cause: MetCause;
}

/** Those of which something must hold. */
export function computedFields(model: Model, resource: Resource): readonly Computed[] {
  return computedIn(model)(resource);
}

/** A resource may be in two models, one with less stated. */
const computedIn = oncePer((model: Model) =>
  oncePer((resource: Resource): readonly Computed[] => {
    const found = [
      ...resource.fields.items.flatMap((field) => computedFact(model, resource, field) ?? []),
      ...groupRules(resource).map((rule): Computed => ({ ...OF_NO_FIELD, ...rule })),
      ...rowRules(model).flatMap((rule) => (rule.resource === resource ? [ruleFact(model, rule)] : [])),
    ];
    return found.length === 0 ? NONE : found;
  }),
);

const NONE: readonly Computed[] = [];

const OF_NO_FIELD = { field: undefined, elsewhere: false, divides: false, isLast: false, bounded: false } as const;

export function computedFact(model: Model, resource: Resource, field: Field): Computed | undefined {
  const setBy = valueOf(field.setBy);
  const type = valueOf(field.type);
  if (setBy?.kind !== 'service' || !type) return undefined;
  if (setBy.rule.kind === 'text') return textFact(model, resource, field, setBy.rule.parts);
  if (setBy.rule.kind !== 'arithmetic') return undefined;
  const holds = conditionOn(field, type);
  const range = rangeOf(model, resource, setBy.rule.expression);
  // It holds for all that is sent: there is nothing to ask about it.
  if (!holds || (range && fitsAll(range, type, constraintsOn(field, type)))) return undefined;
  const basis: Basis = { inputs: new Set(), elsewhere: false, divides: false };
  restsOn(model, resource, setBy.rule.expression, basis, new Set([field.name.text]));
  const bounded = constraintsOn(field, type).length > 0;
  const cause = fieldCause(resource.name.text, field.name.text, 'invalid');
  return { field, ...basis, holds, isLast: false, bounded, cause };
}

/** `after:` of part 7. */
function ruleFact(model: Model, { code, when, resource }: RowRule): Computed {
  const basis: Basis = { inputs: new Set(), elsewhere: false, divides: false };
  for (const operand of allOperands(model, when))
    if (isOf(resource, operand)) restsOnField(model, resource, operand.path, basis, new Set());
  const holds: Condition = { kind: 'not', item: when, at: when.at };
  const isLast = looksBeyond(model, resource, when);
  return { field: undefined, ...basis, holds, isLast, bounded: false, cause: { kind: 'refused', code } };
}

/** Those that a request may give a value that is not allowed. */
export function computedBy(model: Model, linked: LinkedOperation, resource: Resource): readonly Computed[] {
  const computed = computedFields(model, resource);
  if (computed.length === 0) return computed;
  const name = resource.name.text;
  const isNew = effectsOf(linked).some(
    (effect) => isCreation(effect) && 'target' in effect && effect.target.text === name,
  );
  const written = writtenFields(model, linked).get(name);
  // Other rows may have changed while it was absent.
  const isBack = bringsBack(model, linked, name);
  return computed.filter(({ field, inputs, isLast }) =>
    isNew || (field && madeAtCreate(field))
      ? isNew && (isLast || ![...inputs].some((input) => isOwnKey(model, resource, input)))
      : (isLast && isBack) ||
        (written !== undefined && [...inputs].some((one) => written.has(one) || isSetAnew(model, resource, one))),
  );
}

/** `now at change`, `caller at change`: by each change. */
function isSetAnew(model: Model, resource: Resource, name: string): boolean {
  const field = model.fields.get(`${resource.name.text}.${name}`);
  const rule = field && ruleOf(field);
  return (rule?.kind === 'now' || rule?.kind === 'caller') && rule.when === 'at change';
}

/** An id that the store gives: it is not known before the row is there. */
export function isOwnKey(model: Model, resource: Resource, name: string): boolean {
  const setBy = valueOf(model.fields.get(`${resource.name.text}.${name}`)?.setBy ?? NOTHING);
  return setBy?.kind === 'service' && setBy.rule.kind === 'new id';
}

const NOTHING = { status: 'absent', at: { start: 0, end: 0 } } as const;

interface Basis {
  readonly inputs: Set<string>;
  elsewhere: boolean;
  divides: boolean;
}

function restsOn(model: Model, resource: Resource, formula: Arithmetic, basis: Basis, seen: Set<string>): void {
  if (formula.kind === 'operation') {
    basis.divides ||= formula.operator === '/';
    restsOn(model, resource, formula.left, basis, seen);
    restsOn(model, resource, formula.right, basis, seen);
    return;
  }
  if (formula.operand.kind === 'field') restsOnField(model, resource, formula.operand.path, basis, seen);
}

function restsOnField(
  model: Model,
  resource: Resource,
  path: readonly string[],
  basis: Basis,
  seen: Set<string>,
): void {
  const { fields } = followPath(model, resource, path);
  basis.elsewhere ||= fields.some((one) => one.resource !== resource);
  const first = fields[0]?.field;
  const setBy = first && valueOf(first.setBy);
  if (!first || seen.has(first.name.text)) return;
  seen.add(first.name.text);
  const rule = setBy?.kind === 'service' && setBy.rule.kind !== 'gap' ? setBy.rule : undefined;
  if (madeAtCreate(first)) basis.inputs.add(first.name.text);
  else if (rule?.kind === 'slug' && !rule.atCreate) restsOnField(model, resource, rule.of.text.split('.'), basis, seen);
  else if (rule?.kind === 'arithmetic') restsOn(model, resource, rule.expression, basis, seen);
  else if (rule && (rule.kind === 'text' || rule.kind === 'by the table below' || isSearchRule(rule))) {
    basis.elsewhere ||= rule.kind === 'by the table below' && (isSearchRule(rule) || looksBeyondRows(rule));
    const searched = ownSearched(model, resource, rule).map(({ field }) => field.name.text.split('.'));
    for (const inner of [...pathsOf(rule), ...searched]) restsOnField(model, resource, inner, basis, seen);
  } else basis.inputs.add(first.name.text);
}

/** A text that must be there: what fills its holes is. */
function textFact(model: Model, resource: Resource, field: Field, parts: readonly TextPart[]): Computed | undefined {
  if (!mustBeThere(field)) return undefined;
  const { at } = field.setBy;
  const basis: Basis = { inputs: new Set(), elsewhere: false, divides: false };
  const items = parts.flatMap((part): Condition[] => {
    if (part.kind !== 'field' || !followPath(model, resource, part.path).fields.some(mayBeNothing)) return [];
    restsOnField(model, resource, part.path, basis, new Set([field.name.text]));
    return [{ kind: 'is-set', operand: { kind: 'field', owner: 'this', path: part.path, at }, at }];
  });
  if (items.length === 0) return undefined;
  const holds: Condition = { kind: 'and', items, at };
  return {
    field,
    ...basis,
    holds,
    isLast: false,
    bounded: false,
    cause: fieldCause(resource.name.text, field.name.text, 'invalid'),
  };
}

/** These rules give every row a value. */
const ALWAYS: ReadonlySet<string> = new Set(['new id', 'now', 'state', 'address']);

function mayBeNothing({ field }: FieldAt): boolean {
  const setBy = valueOf(field.setBy);
  if (setBy?.kind === 'service' && ALWAYS.has(setBy.rule.kind)) return false;
  return !mustBeThere(field);
}

/** The result is there where it must be, and within what Type and Allowed values say. */
function conditionOn(field: Field, type: FieldType): Condition | undefined {
  const at = field.setBy.at;
  const result: Operand = { kind: 'field', owner: 'this', path: field.name.text.split('.'), at };
  const isSet: Condition = { kind: 'is-set', operand: result, at };
  const items = constraintsOn(field, type).flatMap((constraint) => within(result, constraint));
  if (valueOf(field.required)?.kind === 'yes' && type.kind !== 'nullable')
    return { kind: 'and', items: [isSet, ...items], at };
  if (items.length === 0) return undefined;
  return {
    kind: 'or',
    items: [
      { kind: 'not', item: isSet, at },
      { kind: 'and', items, at },
    ],
    at,
  };
}

function constraintsOn(field: Field, type: FieldType): readonly Constraint[] {
  const plain = type.kind === 'nullable' ? type.of : type;
  const stated = [...ownConstraints(plain), ...(valueOf(field.allowed) ?? [])];
  return stated.filter(({ kind }) => kind === 'range' || kind === 'values');
}

function within(result: Operand, constraint: Constraint): readonly Condition[] {
  const { at } = result;
  if (constraint.kind === 'values') {
    const values = constraint.values.flatMap((one): Operand[] =>
      one.kind === 'number' || one.kind === 'text' ? [{ kind: 'number', value: one.value, at }] : [],
    );
    return [{ kind: 'in', left: result, values, at }];
  }
  if (constraint.kind !== 'range') return [];
  const bounds = [['>=', constraint.min] as const, ['<=', constraint.max] as const];
  return bounds.flatMap(([operator, value]) =>
    value === undefined
      ? []
      : [{ kind: 'compare' as const, operator, left: result, right: { kind: 'number' as const, value, at }, at }],
  );
}
