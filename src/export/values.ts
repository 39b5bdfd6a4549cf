// Types and Allowed values as JSON Schema. Input: types as read, and whether a value is shown or sent. Output: schemas; what is not
// known of a type stays open. Notation, part 2, heads Type and Allowed values.

import { isChainTooLong, plainType } from '../analysis/document/value-kinds.ts';
import { innermost, isNested } from '../analysis/document/paths.ts';
import { declaredStates } from '../analysis/machines/sent-states.ts';
import { ANY_VALUE, bounds, constraintOf, joined, numeral } from '../analysis/values/value-schemas.ts';
import type { Model } from '../model/model.ts';
import type { Constraint } from '../notation/values/constraints.ts';
import { TEXT_FORMATS, type FieldType } from '../notation/values/field-types.ts';
import { valueOf } from '../notation/slot.ts';
import { orNull, type Schema } from './schema.ts';

export type ResourceType = Extract<FieldType, { readonly kind: 'resource' }>;

/** What holds for values at a place. */
export interface Place {
  readonly model: Model;
  /** A resource in the place of a value: its fields. */
  readonly resource: (type: ResourceType, isPatch: boolean) => Schema;
  /** `Order.status`, for the states of a field of type `state`. */
  readonly machine?: string | undefined;
  /** A row is to get it. */
  readonly isSent?: boolean;
  /** By RFC 7396: what is null is taken away, a list is replaced as a whole. */
  readonly isPatch?: boolean;
  /** A member of a map that is null is left out. */
  readonly mayClear?: boolean;
  /** So is one that is an empty text. */
  readonly mayBeEmpty?: boolean;
}

/** A value of all of these types under all of these constraints. It may be null where each of the types says so. */
export function valueSchema(place: Place, types: readonly FieldType[], allowed: readonly Constraint[]): Schema {
  const inner = types.map((type) => (type.kind === 'nullable' ? type.of : type));
  const schema = joined([
    ...inner.map((type) => typeSchema(place, type)),
    ...allowed.filter((one) => !isSpelled(one, inner)).map((one) => orEmptyMembers(place, constraintOf(one, inner))),
  ]);
  const isNullable = types.length > 0 && types.every((type) => type.kind === 'nullable');
  return isNullable ? orNull(schema) : schema;
}

/** Values that may be written in several ways: a list of texts would refuse the others. */
function isSpelled({ kind }: Constraint, types: readonly FieldType[]): boolean {
  return kind === 'values' && types.some((type) => SPELLED.has(innermost(type).kind));
}

const SPELLED: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>(['uuid', 'date-time']);

/** What the format leaves open: the domain has a dot, and is ASCII. */
const SENT_EMAIL: Schema = { pattern: '@[0-9A-Za-z-]+([.][0-9A-Za-z-]+)+$' };

/** As `json schema` calls it; a time of the day needs no offset here. */
function formatOf(kind: FieldType['kind']): Schema {
  if (kind === 'time' || !TEXT_FORMATS.has(kind)) return {};
  return { format: kind === 'url' ? 'uri' : kind };
}

function typeSchema(place: Place, type: FieldType): Schema {
  switch (type.kind) {
    case 'string':
      return { type: 'string', ...bounds('minLength', type.min, 'maxLength', type.max) };
    case 'secret':
      return { type: 'string', format: 'password', ...bounds('minLength', type.min, 'maxLength', type.max) };
    case 'integer':
    case 'number':
      return { type: type.kind, ...bounds('minimum', numeral(type.min), 'maximum', numeral(type.max)) };
    case 'decimal':
      return {
        type: 'number',
        ...bounds('minimum', numeral(type.min), 'maximum', numeral(type.max)),
        'x-ninefold-decimals': type.scale,
      };
    case 'boolean':
    case 'object':
      return { type: type.kind };
    case 'any':
      return ANY_VALUE;
    case 'seconds since 1970':
      return { type: 'integer', 'x-ninefold-unit': type.kind };
    case 'one-of':
      return { type: 'string', enum: type.values.map(({ text }) => text) };
    case 'array':
      return { type: 'array', items: valueSchema({ ...place, isPatch: false, ...NOT_CLEARED }, [type.of], []) };
    case 'set':
      return {
        type: 'array',
        items: valueSchema({ ...place, isPatch: false, ...NOT_CLEARED }, [type.of], []),
        'x-ninefold-set': true,
      };
    case 'map':
      return orEmptyMembers(place, {
        type: 'object',
        additionalProperties: mapped(place, valueSchema(place, [type.of], [])),
      });
    case 'nullable':
      return valueSchema(place, [type], []);
    case 'state':
      return stateSchema(place);
    case 'file':
      return {};
    case 'resource':
    case 'same-as':
      return namedSchema(place, type);
    default:
      return { type: 'string', ...formatOf(type.kind), ...(place.isSent && type.kind === 'email' && SENT_EMAIL) };
  }
}

/** Rules for members do not reach into lists. */
const NOT_CLEARED = { mayClear: false, mayBeEmpty: false };

function orEmptyMembers({ mayClear, mayBeEmpty }: Place, schema: Schema): Schema {
  const { maxProperties: _, ...uncounted } = schema;
  // Those that are taken away are not counted.
  const own = mayClear === true || mayBeEmpty === true ? uncounted : schema;
  const members = own['additionalProperties'];
  return mayBeEmpty === true && typeof members === 'object'
    ? { ...own, additionalProperties: { anyOf: [members, { const: '' }] } }
    : own;
}

/** A patch takes an entry away by null. */
function mapped({ isPatch, mayClear }: Place, schema: Schema): Schema {
  return isPatch === true || mayClear === true ? orNull(schema) : schema;
}

function stateSchema({ model, machine }: Place): Schema {
  const states = machine === undefined ? undefined : declaredStates(model, machine);
  return { type: 'string', ...(states && states.length > 0 && { enum: states }) };
}

/** A field of another row, or the row itself. */
function namedSchema(place: Place, type: FieldType): Schema {
  const { model } = place;
  if (type.kind === 'resource' && type.by === undefined) {
    const resource = model.resources.get(type.resource.text);
    const isShown = type.view ?? type.only ?? type.without ?? (resource && isNested(resource));
    return isShown ? place.resource(type, place.isPatch === true) : {};
  }
  if (isChainTooLong(model, type)) return {};
  const found = plainType(model, type)?.type;
  if (!found || found.kind === 'same-as') return {};
  const name =
    type.kind === 'resource'
      ? `${type.resource.text}.${type.by!.text}`
      : type.kind === 'same-as'
        ? `${type.owner ?? ''}.${type.path.join('.')}`
        : '';
  const allowed = valueOf(model.fields.get(name)?.allowed ?? { status: 'absent', at: { start: 0, end: 0 } }) ?? [];
  return joined([
    typeSchema({ ...place, machine: name, isSent: place.isSent === true && type.kind !== 'resource' }, found),
    ...(type.kind === 'resource' ? allowed : []).map((one) => constraintOf(one, [found])),
  ]);
}
