// The kinds of values, across all types. Input: a field type as read. Output: the type that counts, its kind, its name
// in messages. Notation, part 2 "Types" and "Conditions": what compares with what.

import type { FieldType } from '../../notation/values/field-types.ts';
import type { Model } from '../../model/model.ts';
import type { Field } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';

/** Values of one kind compare with each other. `other`: not kept, or held for a reason of its own. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'instant' | 'date' | 'as sent' | 'list' | 'object' | 'other';

export interface PlainType {
  readonly type: FieldType;
  /** It is a reference to a row, shown by a field of this type. */
  readonly refers: RowReference | undefined;
}

export interface RowReference {
  readonly resource: string;
  /** The field by which it is shown and sent; undefined: the row itself is shown, and nothing is sent. */
  readonly by: string | undefined;
}

/** A type may lead through so many fields to what a value of it is. Each is a row to look up, or a rule to join. */
const MOST_STEPS = 20;

/** Does it lead through more of them, in lists too? Such a type is held. */
export function isChainTooLong(model: Model, written: FieldType): boolean {
  let type: FieldType | undefined = written;
  for (let steps = 0; steps <= MOST_STEPS; steps += 1) {
    while ('of' in type) type = type.of;
    const field: Field | undefined = model.fields.get(nameOf(type) ?? '');
    type = field && valueOf(field.type);
    if (!type) return false;
  }
  return true;
}

/** The type without `or null`, a reference as the field it is shown by, `as R.f` as that field's type. */
export function plainType(model: Model, written: FieldType): PlainType | undefined {
  let type = written;
  let refers: RowReference | undefined;
  for (let steps = 0; steps <= MOST_STEPS; steps += 1) {
    while (type.kind === 'nullable') type = type.of;
    const name = nameOf(type);
    if (type.kind === 'resource' && isEmbedded(model, type))
      return { type, refers: refers ?? { resource: type.resource.text, by: undefined } };
    if (name === undefined) return isOpen(model, type) ? undefined : { type, refers };
    if (type.kind === 'resource') refers ??= { resource: type.resource.text, by: type.by!.text };
    const field = model.fields.get(name);
    const next = field && valueOf(field.type);
    if (!next) return undefined;
    type = next;
  }
  return undefined;
}

/** The field that the type refers to. */
function nameOf(type: FieldType): string | undefined {
  if (type.kind === 'resource' && type.by) return `${type.resource.text}.${type.by.text}`;
  return type.kind === 'same-as' ? `${type.owner ?? ''}.${type.path.join('.')}` : undefined;
}

type ResourceType = Extract<FieldType, { kind: 'resource' }>;

/** A reference that shows fields of its row: `` User as `Profile` ``, `` Todo only `a` ``, `` Todo without `a` ``. */
export function isEmbedded(model: Model, type: ResourceType): boolean {
  const { identifiedBy } = model.resources.get(type.resource.text) ?? {};
  if (type.by || !identifiedBy || identifiedBy.status === 'none') return false;
  return type.view !== undefined || type.only !== undefined || type.without !== undefined;
}

export function isNullable(type: FieldType): boolean {
  return type.kind === 'nullable';
}

/** The resource that a value refers to, also behind `or null`. */
export function referenceOf(model: Model, type: FieldType): RowReference | undefined {
  if (type.kind === 'nullable') return referenceOf(model, type.of);
  if (type.kind !== 'resource' || (!type.by && !isEmbedded(model, type))) return undefined;
  return { resource: type.resource.text, by: type.by?.text };
}

/** A bare reference does not say how it is shown; other forms of a resource are held. */
function isOpen(model: Model, type: FieldType): boolean {
  if (type.kind !== 'resource') return false;
  return model.resources.get(type.resource.text)?.identifiedBy.status !== 'none' || type.view !== undefined;
}

export function kindOf(type: FieldType): ValueKind {
  switch (type.kind) {
    case 'string':
    case 'one-of':
    case 'state':
    case 'uuid':
    case 'url':
    case 'email':
    case 'time':
    case 'duration':
      return 'text';
    case 'integer':
    case 'number':
    case 'decimal':
      return 'number';
    case 'boolean':
    case 'date':
      return type.kind;
    case 'date-time':
      return type.asSent ? 'as sent' : 'instant';
    case 'seconds since 1970':
      return 'instant';
    case 'array':
    case 'set':
      return 'list';
    case 'map':
    case 'object':
    case 'any':
    case 'resource':
      return 'object';
    case 'nullable':
      return kindOf(type.of);
    case 'same-as':
    case 'file':
    case 'secret':
      return 'other';
  }
}

/** The type of a member; of a list of lists, the inner list. */
export function memberType(model: Model, type: FieldType): FieldType | undefined {
  if (type.kind !== 'array' && type.kind !== 'set') return undefined;
  return plainType(model, type.of)?.type;
}

/** `` `decimal(2)` ``, as messages show it. */
export function typeName(type: FieldType): string {
  switch (type.kind) {
    case 'decimal':
      return `decimal(${type.scale})`;
    case 'date-time':
      return type.asSent ? 'date-time, as sent' : 'date-time';
    case 'one-of':
      return `one of ${type.values.map((value) => value.text).join(', ')}`;
    case 'array':
    case 'set':
    case 'map':
      return `${type.kind} of ${typeName(type.of)}`;
    case 'nullable':
      return typeName(type.of);
    case 'resource':
      return type.by ? `${type.resource.text} by ${type.by.text}` : type.resource.text;
    case 'same-as':
      return `as ${type.owner ?? ''}.${type.path.join('.')}`;
    default:
      return type.kind;
  }
}
