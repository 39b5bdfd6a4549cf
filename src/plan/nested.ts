// Nested shapes in what callers send: how each of their fields is judged and kept. Input: a type and what is done with unknown
// members. Output: its ValueType with keys of `Plan.shapes`, and those shapes. Notation, part 2, `Identified by: none`.

import { fault } from '../base/fault.ts';
import { causeKey } from '../notation/values/cause-kinds.ts';
import type { FieldFailure } from '../notation/values/causes.ts';
import { fieldCause, type FieldCause } from '../notation/values/met-causes.ts';
import { refuse } from './refuse.ts';
import type { Constraint } from '../notation/values/constraints.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { memberRule, type InputMode, type InputRule } from '../analysis/values/input-rules.ts';
import { isNotBlankField, nestedIn, nestedRules } from '../analysis/values/nested-rules.ts';
import { operationPath, resourcePath } from '../analysis/document/slot-ids.ts';
import { headingOf } from '../analysis/document/targets.ts';
import type { Context } from './context.ts';
import type { FieldRule, NestedField, ShapePlan, ValueType } from './input.ts';
import { memberPresence } from './member-presence.ts';
import { nestedRequired } from './nested-required.ts';
import { fieldProblems, objectProblem } from './problems.ts';
import { columnOf } from './rows.ts';
import { patchSchema, schemaOf } from './schemas.ts';
import { referenceOf } from '../analysis/document/value-kinds.ts';
import { plainType, sentType, storedLiteral, valueType } from './values.ts';

export type Shapes = Map<string, ShapePlan>;

/** The rules for members of a nested shape that the shape itself does not decide. */
interface Around {
  readonly unknown: FieldRule;
  readonly sent: Sent | undefined;
  /** Shapes whose fields are still to be compiled: one in another, as deep as they are. */
  readonly pending: (() => void)[];
}

/** Who sends a value, and what is done to the field that holds it. */
export interface Sent {
  readonly linked: LinkedOperation;
  readonly mode: InputMode;
  /** It finds a row that is there, as credentials do. */
  readonly finds?: boolean;
}

/** The type of a value that is sent, its shapes included; without `sent`: of one that is kept. */
export function inputValue(
  context: Context,
  shapes: Shapes,
  type: FieldType,
  unknown: FieldRule,
  sent?: Sent,
): ValueType {
  const pending: (() => void)[] = [];
  const value = valueAround(context, shapes, type, { unknown, sent, pending });
  for (const compile of pending) compile();
  return value;
}

function valueAround(context: Context, shapes: Shapes, type: FieldType, around: Around): ValueType {
  const nested = nestedIn(context.model, type);
  const kept = valueType(context.model, type);
  const value = around.sent && around.sent.finds !== true ? sentType(context.model, type, kept) : kept;
  if (!nested) return value;
  const open = context.gap(resourcePath(nested.name.text, 'fields'));
  const unknown: FieldRule = open === undefined ? around.unknown : alsoHeld(context, around.unknown, open);
  const inside: Around = { ...around, unknown };
  const key = keyOf(context, nested, inside);
  if (!shapes.has(key)) {
    // Known before its fields are: a shape may hold itself.
    const fields: NestedField[] = [];
    shapes.set(key, { fields, unknown });
    around.pending.push(() => {
      for (const field of nested.fields.items) {
        const isSent = valueOf(field.setBy)?.kind === 'caller';
        const plan = isSent ? nestedField(context, shapes, nested, field, inside) : undefined;
        if (plan) fields.push(plan);
      }
    });
  }
  return withKey(value, key);
}

/** The list of fields is open: what it does not name may be one of them. */
function alsoHeld(context: Context, unknown: FieldRule, open: string): FieldRule {
  const others = unknown.do === 'hold' ? unknown.held.by.filter((id) => id !== open) : [];
  return { do: 'hold', held: context.held([open, ...others]) };
}

/** One for all operations that treat its members alike. */
function keyOf(context: Context, nested: Resource, { unknown, sent }: Around): string {
  const words = [
    `unknown ${unknown.do === 'refuse' ? 'refused' : unknown.do === 'hold' ? unknown.held.by.join(' ') : 'ignored'}`,
  ];
  if (sent) {
    const heading = headingOf(sent.linked);
    const { emptyText, nullFields } = sent.linked.facts;
    const empty = valueOf(emptyText)?.general ?? context.gap(operationPath(heading, 'empty-text'), emptyText);
    if (empty !== undefined) words.push(`empty ${empty}`);
    const isFixed = sent.mode === 'merge' || sent.mode === 'replace';
    const nulls = valueOf(nullFields)?.general ?? context.gap(operationPath(heading, 'null-fields'), nullFields);
    if (nulls !== undefined && !isFixed) words.push(`null ${nulls}`);
    if (sent.mode === 'merge') words.push('patched');
  }
  return `${nested.name.text}, ${words.join(', ')}`;
}

function withKey(value: ValueType, key: string): ValueType {
  if (value.of) return { ...value, of: withKey(value.of, key) };
  return value.shape === undefined ? value : { ...value, shape: key };
}

function nestedField(
  context: Context,
  shapes: Shapes,
  resource: Resource,
  field: Field,
  around: Around,
): NestedField | undefined {
  const type = valueOf(field.type);
  if (!type || !columnOf(context.model, field)) return undefined;
  const allowed = valueOf(field.allowed) ?? [];
  const blank = isNotBlankField(field);
  const fails = (failure: FieldFailure): FieldCause => fieldCause(resource.name.text, field.name.text, failure);
  const { sent } = around;
  const rules = nestedRules(sent?.linked, sent?.mode ?? 'replace', resource, field);
  const compiled = (rule: InputRule): FieldRule => compiledRule(context, fails, type, rule);
  const empty = rules.empty && compiled(rules.empty);
  const members = sent && memberRule(sent.linked, sent.mode, plainType(context.model, type));
  const schema = schemaOf(
    context.model,
    [type],
    allowed.filter((constraint) => constraint.kind !== 'not-blank'),
  );
  return {
    path: field.name.text.split('.'),
    schema: sent?.mode === 'merge' ? patchSchema(schema) : schema,
    value: inside(context, valueAround(context, shapes, type, around), type),
    omitted: compiled(rules.omitted),
    nulls: compiled(rules.nulls),
    ...(sent && nestedRequired(context.model, resource, field)),
    ...(rules.patched && { patched: compiled(rules.patched) }),
    ...(empty && empty.do !== 'accept' && { empty }),
    ...(members && { members }),
    invalid: refuse(fails('invalid')),
    ...(sent && nestedProblems(context.model, type, allowed, field)),
    ...(blank && { blank: causeKey(fails('blank')) }),
    present: memberPresence(context.model, resource, field),
  };
}

function nestedProblems(
  model: Model,
  type: FieldType,
  allowed: readonly Constraint[],
  { name }: Field,
): Pick<NestedField, 'problems' | 'blankProblem' | 'above'> {
  const above = name.text.includes('.') ? objectProblem(model) : undefined;
  return { ...fieldProblems(model, [type], allowed), ...(above !== undefined && { above }) };
}

function inside(context: Context, value: ValueType, type: FieldType): ValueType {
  return referenceOf(context.model, type) ? { ...value, names: true } : value;
}

/** A rule of the views as data: what is a gap holds. */
export function compiledRule(
  context: Context,
  fails: (failure: FieldFailure) => FieldCause,
  type: FieldType,
  rule: InputRule,
): FieldRule {
  switch (rule.do) {
    case 'null':
      return { do: 'as null' };
    case 'fill':
      return { do: 'fill', value: storedLiteral(context.model, rule.default, type) };
    case 'copy':
      return fault(`a Default that is ${rule.from} is read with the fields of a body`);
    case 'refuse':
      return refuse(fails(rule.failure));
    case 'ask': {
      const open = rule.facts.flatMap(({ slot, path }) => context.gap(path, slot) ?? []);
      if (open.length > 0) return { do: 'hold', held: context.held(open) };
      return compiledRule(context, fails, type, rule.otherwise);
    }
    default:
      return rule;
  }
}
