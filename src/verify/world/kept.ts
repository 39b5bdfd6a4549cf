// The form in which a service keeps and shows what it was sent: spellings of one value are one. Input: a type, a value. Output: the value as
// it is shown. Notation, part 2, "Types".

import { instantOf, isUuid } from '../../base/formats.ts';
import type { Model } from '../../model/model.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import { valueOf } from '../../notation/slot.ts';
import { plainType } from '../../analysis/document/value-kinds.ts';
import { literalJson } from '../values/parameters.ts';
import { Digits, isMembers, isNumber, printed, sameJson } from './json.ts';

/** A value that does not fit its type is left as it is. */
export function keptAs(model: Model, type: FieldType | undefined, value: unknown): unknown {
  if (value === null || value === undefined || type === undefined) return value ?? null;
  switch (type.kind) {
    case 'nullable':
      return keptAs(model, type.of, value);
    case 'uuid':
      return typeof value === 'string' && isUuid(value) ? value.toLowerCase() : value;
    case 'date-time':
      return typeof value === 'string' && !type.asSent ? (instantOf(value) ?? value) : value;
    case 'number':
      return value instanceof Digits ? Number(value.text) : value;
    case 'array':
      return Array.isArray(value) ? value.map((one) => keptAs(model, type.of, one)) : value;
    case 'set':
      return Array.isArray(value) ? each(value.map((one) => keptAs(model, type.of, one))) : value;
    case 'map':
      return isMembers(value) ? mapped(value, (_name, one) => keptAs(model, type.of, one)) : value;
    case 'resource':
      return type.by ? keptAs(model, plainType(model, type)?.type, value) : nested(model, type.resource.text, value);
    case 'same-as':
      return keptAs(model, plainType(model, type)?.type, value);
    default:
      return value;
  }
}

function mapped(
  value: Readonly<Record<string, unknown>>,
  change: (name: string, one: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(name, one)]));
}

/** Each once. */
function each(values: readonly unknown[]): readonly unknown[] {
  return values.filter((one, index) => values.findIndex((other) => sameJson(one, other)) === index);
}

/** A nested shape: what it leaves out has its own Default. */
function nested(model: Model, name: string, value: unknown): unknown {
  const resource = model.resources.get(name);
  if (!resource || !isMembers(value)) return value;
  const kept: Record<string, unknown> = {};
  const known = new Map(resource.fields.items.map((field) => [field.name.text, field]));
  for (const [member, one] of Object.entries(value)) {
    const field = known.get(member);
    if (one !== null || valueOf(field?.type ?? ABSENT)?.kind === 'nullable')
      kept[member] = field ? keptAs(model, valueOf(field.type), one) : one;
  }
  for (const [member, field] of known) {
    const literal = valueOf(field.default);
    if (member in kept || !literal || literal.kind === 'field') continue;
    const given = literalJson(literal, valueOf(field.type));
    if (given !== null) kept[member] = keptAs(model, valueOf(field.type), given);
  }
  return kept;
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
