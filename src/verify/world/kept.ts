// The form in which a service keeps and shows what it was sent: spellings of one value are one. Input: a type, a value. Output: the value as
// it is shown. Notation, part 2, "Types".

import { instantOf, isUuid } from '../../base/formats.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import { valueOf } from '../../notation/slot.ts';
import { plainType } from '../../analysis/document/value-kinds.ts';
import { literalJson } from '../values/parameters.ts';
import { Digits, isMembers, isNumber, printed, sameJson } from './json.ts';

/** A value that does not fit its type is left as it is. `isFilled`: a nested shape has the Defaults of what it leaves out. */
export function keptAs(model: Model, type: FieldType | undefined, value: unknown, isFilled = true): unknown {
  if (value === null || value === undefined || type === undefined) return value ?? null;
  const kept = (of: FieldType | undefined, one: unknown): unknown => keptAs(model, of, one, isFilled);
  switch (type.kind) {
    case 'nullable':
      return kept(type.of, value);
    case 'uuid':
      return typeof value === 'string' && isUuid(value) ? value.toLowerCase() : value;
    case 'date-time':
      return typeof value === 'string' && !type.asSent ? (instantOf(value) ?? value) : value;
    case 'number':
      return value instanceof Digits ? Number(value.text) : value;
    case 'array':
      return Array.isArray(value) ? value.map((one) => kept(type.of, one)) : value;
    case 'set':
      return Array.isArray(value) ? each(value.map((one) => kept(type.of, one))) : value;
    case 'map':
      return isMembers(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, kept(type.of, one)]))
        : value;
    case 'resource':
      return type.by ? kept(plainType(model, type)?.type, value) : nested(model, type.resource.text, value, isFilled);
    case 'same-as':
      return kept(plainType(model, type)?.type, value);
    default:
      return value;
  }
}

/** Each once. */
function each(values: readonly unknown[]): readonly unknown[] {
  return values.filter((one, index) => values.findIndex((other) => sameJson(one, other)) === index);
}

/** A nested shape: what it leaves out has its own Default. */
function nested(model: Model, name: string, value: unknown, isFilled: boolean): unknown {
  const resource = model.resources.get(name);
  if (resource?.identifiedBy.status !== 'none' || !isMembers(value)) return value;
  const kept = inShape(model, resource, value, '', isFilled);
  for (const field of isFilled ? resource.fields.items : []) {
    const literal = valueOf(field.default);
    if (!literal || literal.kind === 'field') continue;
    const given = literalJson(literal, valueOf(field.type));
    if (given !== null) fill(kept, field.name.text.split('.'), () => keptAs(model, valueOf(field.type), given));
  }
  return kept;
}

/** `before`: of the objects around dotted fields. What has no value is left out. */
function inShape(
  model: Model,
  resource: Resource,
  value: Readonly<Record<string, unknown>>,
  before: string,
  isFilled: boolean,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [member, one] of Object.entries(value)) {
    const name = `${before}${member}`;
    const field = resource.fields.items.find((known) => known.name.text === name);
    const type = field && valueOf(field.type);
    if (field && (one !== null || type?.kind === 'nullable')) kept[member] = keptAs(model, type, one, isFilled);
    else if (!field && one !== null)
      kept[member] = isMembers(one) ? inShape(model, resource, one, `${name}.`, isFilled) : one;
  }
  return kept;
}

/** Null is a value where it is kept. */
function fill(kept: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: () => unknown): void {
  if (rest.length > 0) {
    const below = (kept[name] ??= {});
    if (isMembers(below)) fill(below as Record<string, unknown>, rest, value);
  } else if (!Object.hasOwn(kept, name)) kept[name] = value();
}

const ABSENT = { status: 'absent', at: { start: 0, end: 0 } } as const;

/** One text for equal values of a field, whether they come from JSON or from an address. */
export function shownKey(model: Model, resource: string, field: string, value: unknown): string {
  const type = valueOf(model.fields.get(`${resource}.${field}`)?.type ?? ABSENT);
  const plain = type && plainType(model, type)?.type;
  const kept = keptAs(model, plain, value);
  if (isNumber(kept)) return kept instanceof Digits ? kept.text : String(kept);
  return typeof kept === 'string' ? kept : printed(kept, Infinity);
}
