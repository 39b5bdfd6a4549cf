// Nested shapes in what callers send: how each of their fields is judged and kept. Comes in: a type and what is done with
// unknown members. Goes out: its ValueType with keys of `Plan.shapes`, and those shapes. Notation, part 2, `Identified by: none`.

import type { FieldType } from '../model/field-types.ts';
import type { Field, Resource } from '../model/resources.ts';
import { valueOf, type Slot } from '../model/status.ts';
import { nestedIn } from '../model/views/causes.ts';
import { isHidden } from '../model/views/shape-fields.ts';
import { fieldId, resourceId } from '../model/views/slots-ids.ts';
import type { Context } from './context.ts';
import type { FieldRule, NestedField, ShapePlan, ValueType } from './input.ts';
import { schemaOf } from './schemas.ts';
import { isNullable, storedLiteral, valueType } from './values.ts';

export type Shapes = Map<string, ShapePlan>;

/** The type of a value that is sent, its shapes included. */
export function inputValue(context: Context, shapes: Shapes, type: FieldType, around: FieldRule): ValueType {
  const nested = nestedIn(context.model, type);
  const value = valueType(context.model, type);
  if (!nested) return value;
  const open = context.gap(resourceId(nested.name.text, 'fields'));
  const unknown: FieldRule = open === undefined ? around : { do: 'hold', held: context.held([open]) };
  const key = `${nested.name.text}, unknown ${unknown.do === 'refuse' ? 'refused' : unknown.do === 'hold' ? unknown.held.by.join(' ') : 'ignored'}`;
  if (!shapes.has(key)) {
    // Known before its fields are: a shape may hold itself.
    const fields: NestedField[] = [];
    shapes.set(key, { fields, unknown });
    for (const field of nested.fields.items) {
      const plan =
        valueOf(field.setBy)?.kind === 'caller' ? nestedField(context, shapes, nested, field, unknown) : undefined;
      if (plan) fields.push(plan);
    }
  }
  return withKey(value, key);
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
  unknown: FieldRule,
): NestedField | undefined {
  const type = valueOf(field.type);
  if (!type) return undefined;
  const allowed = valueOf(field.allowed) ?? [];
  const subject = `${resource.name.text}.${field.name.text}`;
  const blank = allowed.some((constraint) => constraint.kind === 'not-blank');
  const invalid: FieldRule = { do: 'refuse', cause: `${subject} invalid` };
  return {
    path: field.name.text.split('.'),
    schema: schemaOf(
      context.model,
      [type],
      allowed.filter((constraint) => constraint.kind !== 'not-blank'),
    ),
    value: inputValue(context, shapes, type, unknown),
    omitted: omitted(context, resource, field, type, subject),
    nulls: isNullable(type) ? { do: 'accept' } : blank ? { do: 'refuse', cause: `${subject} blank` } : invalid,
    invalid,
    ...(blank && { blank: `${subject} blank` }),
    present: presence(field),
  };
}

function omitted(context: Context, resource: Resource, field: Field, type: FieldType, subject: string): FieldRule {
  const given = valueOf(field.default);
  if (given)
    return given.kind === 'null' ? { do: 'as null' } : { do: 'fill', value: storedLiteral(context.model, given, type) };
  const id = (fact: string): string => fieldId(resource.name.text, field.name.text, fact);
  const open = [
    openFact(context, field.default, id('default')),
    openFact(context, field.required, id('required')),
  ].filter((one) => one !== undefined);
  if (open.length > 0) return { do: 'hold', held: context.held(open) };
  return valueOf(field.required)?.kind === 'yes' ? { do: 'refuse', cause: `${subject} missing` } : { do: 'as null' };
}

function openFact(context: Context, slot: Slot<unknown>, id: string): string | undefined {
  return slot.status === 'none' || valueOf(slot) !== undefined ? undefined : context.gap(id, slot);
}

function presence(field: Field): NestedField['present'] {
  if (isHidden(field)) return 'never';
  const stated = valueOf(field.present);
  if (stated?.kind === 'always' || stated?.kind === 'if set') return stated.kind;
  return valueOf(field.required)?.kind === 'yes' ? 'always' : 'if set';
}
