// The When of rows of a Body table: which of them exclude each other, and whether they are all that a request may be. Input: conditions over
// what is sent. Output: yes, where it follows from equalities with fixed values; else no. Notation, part 4, "Bodies of several forms".

import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Operand } from '../../notation/values/operands.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import { baseOf } from '../document/condition-walk.ts';
import { bodyOf } from '../document/inputs.ts';
import { fieldsByPath, type InputField } from '../document/input-fields.ts';
import { withoutNull } from '../document/paths.ts';
import { headerKey, sentParameter } from '../document/request-headers.ts';
import { firstTarget } from '../document/targets.ts';
import { inputRules, isNullableInput, type InputRule } from './input-rules.ts';

/** What is sent, and which values of it a condition asks for. */
interface Asked {
  /** `body.kind`. */
  readonly of: string;
  readonly values: ReadonlySet<string>;
  /** Of the body. */
  readonly field: InputField | undefined;
}

/** No request is one of which both hold. */
export function exclude(model: Model, linked: LinkedOperation, one: Condition, other: Condition): boolean {
  const others = askedBy(model, linked, other);
  return askedBy(model, linked, one).some(({ of, values }) =>
    others.some((each) => each.of === of && [...values].every((value) => !each.values.has(value))),
  );
}

/** One of them holds of every request that is not refused: together they name each value of one field that is always there. */
export function coverAll(model: Model, linked: LinkedOperation, conditions: readonly Condition[]): boolean {
  const asked = conditions.map((one) => (one.kind === 'and' ? [] : askedBy(model, linked, one)));
  const [first] = asked[0] ?? [];
  if (!first?.field || !isAlwaysThere(model, linked, first.field)) return false;
  const own = asked.flatMap((all) => all.filter(({ of }) => of === first.of));
  const values = valuesOf(first.field);
  return values !== undefined && own.length === asked.length && values.every((value) => has(own, value));
}

function has(asked: readonly Asked[], value: string): boolean {
  return asked.some(({ values }) => values.has(value));
}

/** Fields that set the same: does each request that is not refused bring one of them? */
export function isAlwaysBrought(model: Model, linked: LinkedOperation, fields: readonly InputField[]): boolean {
  if (fields.length === 0) return false;
  const whens = fields.flatMap(({ when }) => when ?? []);
  return whens.length < fields.length || coverAll(model, linked, whens);
}

/** The field that decides among the rows, with the values that each asks for; undefined: something else decides. */
export function decidedBy(
  model: Model,
  linked: LinkedOperation,
  fields: readonly InputField[],
): { readonly field: InputField; readonly values: (when: Condition) => ReadonlySet<string> } | undefined {
  const whens = fields.flatMap(({ when }) => when ?? []);
  const asked = whens.map((one) => (one.kind === 'and' ? undefined : askedBy(model, linked, one)[0]));
  const field = asked[0]?.field;
  if (!field || asked.some((one) => one?.field !== field)) return undefined;
  return { field, values: (when) => askedBy(model, linked, when)[0]!.values };
}

/** The values that a field can have, where they are listed. */
export function valuesOf({ types, allowed }: InputField): readonly string[] | undefined {
  const lists = [...types.flatMap(listedIn), ...allowed.flatMap(listedAmong)];
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((other) => other.includes(value)));
}

function listedIn(slot: Slot<FieldType>): readonly (readonly string[])[] {
  const type = withoutNull(slot);
  if (type?.kind === 'boolean') return [['true', 'false']];
  return type?.kind === 'one-of' ? [type.values.map(({ text }) => text)] : [];
}

function listedAmong(slot: InputField['allowed'][number]): readonly (readonly string[])[] {
  return (valueOf(slot) ?? []).flatMap((one) =>
    one.kind === 'values'
      ? [one.values.flatMap((value) => ('value' in value && value.value !== null ? [String(value.value)] : []))]
      : [],
  );
}

/** What is left out, null or empty is refused, or filled. */
function isAlwaysThere(model: Model, linked: LinkedOperation, field: InputField): boolean {
  if (field.when || isNullableInput(field)) return false;
  const { omitted, nulls, empty, conditional } = inputRules(model, linked, field);
  return !conditional && [omitted, nulls, empty].every(isSettled);
}

function isSettled(rule: InputRule): boolean {
  if (rule.do === 'ask') return isSettled(rule.otherwise);
  return rule.do !== 'null' && rule.do !== 'keep' && rule.do !== 'copy';
}

/** Each of them must hold; a condition of another kind asks for no fixed value. */
function askedBy(model: Model, linked: LinkedOperation, condition: Condition): readonly Asked[] {
  switch (condition.kind) {
    case 'and':
      return condition.items.flatMap((item) => askedBy(model, linked, item));
    case 'compare':
      return condition.operator === '=' ? asks(model, linked, condition.left, [condition.right]) : [];
    case 'in':
      return asks(model, linked, condition.left, condition.values);
    default:
      return [];
  }
}

function asks(model: Model, linked: LinkedOperation, operand: Operand, values: readonly Operand[]): readonly Asked[] {
  const sent = operand.kind === 'field' ? sentBy(model, linked, operand) : undefined;
  const fixed = values.flatMap((value) =>
    value.kind === 'text' || value.kind === 'boolean' ? [String(value.value)] : [],
  );
  // Two texts are two values only where the type says so: `1` and `1.0` are one number.
  if (!sent || !sent.types.some(isPlain) || fixed.length < values.length) return [];
  return [{ of: sent.of, field: sent.field, values: new Set(fixed) }];
}

function isPlain(slot: Slot<FieldType>): boolean {
  const kind = withoutNull(slot)?.kind;
  return kind === 'string' || kind === 'one-of' || kind === 'boolean';
}

function sentBy(
  model: Model,
  linked: LinkedOperation,
  operand: Extract<Operand, { kind: 'field' }>,
):
  | { readonly of: string; readonly field: InputField | undefined; readonly types: readonly Slot<FieldType>[] }
  | undefined {
  const { owner, path } = operand;
  const name = path.join('.');
  if (owner === 'query' || owner === 'header') {
    const row = sentParameter(model, linked, owner, name);
    return (
      row && { of: `${owner}.${owner === 'header' ? headerKey(name) : name}`, field: undefined, types: [row.type] }
    );
  }
  const field = bodyFieldOf(model, linked, operand);
  return field && { of: `body.${field.path.join('.')}`, field, types: field.types };
}

/** `` body `kind` ``, or the field of the row that the body sets. */
export function bodyFieldOf(
  model: Model,
  linked: LinkedOperation,
  operand: Extract<Operand, { kind: 'field' }>,
): InputField | undefined {
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields') return undefined;
  const name = operand.path.join('.');
  if (operand.owner === 'body') return fieldsByPath(body.fields).get(name);
  const row = firstTarget(model, linked);
  const base = row && baseOf(model, operand, { row, self: row });
  const resource = base === row ? row?.name.text : undefined;
  return body.fields.find(({ sets }) => sets?.resource === resource && sets?.field.name.text === name);
}

/** The first field of each type. */
export function ofEachType(fields: readonly InputField[]): readonly InputField[] {
  if (fields.length < 2) return fields;
  return [...new Map(fields.toReversed().map((field) => [kindOf(field), field])).values()];
}

/** By the first type: that of the row itself, else that of the field. */
function kindOf({ types }: InputField): string {
  const type = types.map(withoutNull).find((one) => one && one.kind !== 'same-as');
  return type === undefined ? '' : type.kind === 'decimal' ? `decimal ${type.scale}` : type.kind;
}
