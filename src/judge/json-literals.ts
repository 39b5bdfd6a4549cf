// Lists and objects in a Default or an assignment: what of them their type cannot hold. Input: JSON as written and its type.
// Output: what was expected, or nothing. Notation, part 2, heads Type and Default.

import { Digits, isObject, parseDigits } from '../base/json-digits.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Literal } from '../notation/values/literals.ts';
import type { Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { broken, constraintText, ownConstraints } from '../analysis/document/allowed.ts';
import { plainType } from '../analysis/document/value-kinds.ts';
import { misfit } from './misfit.ts';

/** Undefined: it is no JSON. */
export function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseDigits(text) };
  } catch {
    return undefined;
  }
}

export function jsonMisfit(model: Model, written: FieldType, value: unknown): string | undefined {
  if (value === null) return written.kind === 'nullable' ? undefined : 'a value that is not null';
  const type = plainType(model, written)?.type;
  if (!type) return undefined;
  switch (type.kind) {
    case 'array':
    case 'set':
      return Array.isArray(value) ? first(value, (each) => jsonMisfit(model, type.of, each)) : 'a list such as `[]`';
    case 'map':
      return isObject(value)
        ? first(Object.values(value), (each) => jsonMisfit(model, type.of, each))
        : 'an object such as `{}`';
    case 'any':
      return undefined;
    case 'object':
      return isObject(value) ? undefined : 'an object such as `{}`';
    case 'resource': {
      const shape = model.resources.get(type.resource.text);
      if (!shape) return undefined;
      return isObject(value) ? shapeMisfit(model, shape, value, '') : 'an object such as `{}`';
    }
    default:
      return scalarMisfit(type, value);
  }
}

function first<T>(items: readonly T[], of: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = of(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Dotted fields are in objects of their own. */
function shapeMisfit(model: Model, shape: Resource, value: object, above: string): string | undefined {
  const known = first(Object.entries(value), ([name, each]: [string, unknown]) => {
    const path = `${above}${name}`;
    const field = model.fields.get(`${shape.name.text}.${path}`);
    const type = field && valueOf(field.type);
    if (field) return type && jsonMisfit(model, type, each);
    const isGroup = shape.fields.items.some((one) => one.name.text.startsWith(`${path}.`));
    if (isGroup && isObject(each)) return shapeMisfit(model, shape, each, `${path}.`);
    return isGroup ? 'an object such as `{}`' : `fields of \`${shape.name.text}\`, and \`${path}\` is none`;
  });
  return known ?? lackingIn(shape, value, above);
}

/** A field whose Default is not stated may have one. */
function lackingIn(shape: Resource, value: object, above: string): string | undefined {
  const lacking = shape.fields.items.find(({ name, required, setBy, default: otherwise }) => {
    const { text } = name;
    const isAsked = valueOf(required)?.kind === 'yes' && valueOf(setBy)?.kind !== 'service';
    // What is in an object below is judged there, where there is one.
    const own = text.startsWith(above) && text.slice(above.length).split('.')[0];
    return isAsked && otherwise.status === 'none' && own !== false && !Object.hasOwn(value, own!);
  });
  return lacking && `\`${lacking.name.text}\`, which is required in \`${shape.name.text}\``;
}

const NUMBERS: ReadonlySet<FieldType['kind']> = new Set(['integer', 'number', 'decimal', 'seconds since 1970']);

function scalarMisfit(type: FieldType, value: unknown): string | undefined {
  const literal = literalOf(value);
  const fits =
    literal !== undefined &&
    (NUMBERS.has(type.kind)
      ? literal.kind === 'number'
      : literal.kind === (type.kind === 'boolean' ? 'boolean' : 'text'));
  if (!fits) return NUMBERS.has(type.kind) ? 'a number' : type.kind === 'boolean' ? '`true` or `false`' : 'text';
  const outside = broken(ownConstraints(type), literal);
  return misfit(type, literal, true) ?? (outside && constraintText(outside));
}

/** Undefined: null, a list or an object. */
export function literalOf(value: unknown): Exclude<Literal, { kind: 'null' | 'json' }> | undefined {
  if (typeof value === 'string') return { kind: 'text', value };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  // An exponent is one way to write a number; its digits are another.
  return value instanceof Digits ? { kind: 'number', value: plainDigits(value.text) } : undefined;
}

function plainDigits(text: string): string {
  return /e/i.test(text) ? Number(text).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : text;
}
