// What a document lets the values of a column be: the same judgement as for a value that is sent, kept beside the column. Input:
// a field. Output: a KeptRule, by which a store checks whether the rows that are there fit a changed document. Notation, part 2,
// heads Type and Allowed values; part 3, State. Decision 0006.

import { refuse } from './refuse.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { machineViews } from '../analysis/document/moves.ts';
import { machinePath } from '../analysis/document/slot-ids.ts';
import { isSealed } from '../analysis/document/type-traits.ts';
import type { Context } from './context.ts';
import type { JsonSchema, NestedField, ShapePlan, ValueType } from './input.ts';
import { inputValue, type Shapes } from './nested.ts';
import type { KeptRule, KeptShapes } from './plan.ts';
import { columnOf } from './rows.ts';
import { schemaOf } from './schemas.ts';
import { unlessWrong } from './unless-wrong.ts';
import { referenceOf } from '../analysis/document/value-kinds.ts';

/** The rules of one table. */
export interface KeptRules {
  /** Undefined: the column's own type says it all. */
  rule(resource: Resource, field: Field): KeptRule | undefined;
  /** The nested shapes that were named so far; undefined: none. */
  shapes(): KeptShapes | undefined;
}

/** As serve/phases/secrets.ts writes it. */
const SECRET_HASH = '^[$]scrypt[$]ln=[0-9]+,r=[0-9]+,p=[0-9]+[$][A-Za-z0-9+/]+[$][A-Za-z0-9+/]+$';

export function keptRules(context: Context): KeptRules {
  const shapes: Shapes = new Map();
  // Gaps inside of a nested shape judge no row; the operations name them.
  const silent: Context = { ...context, held: (by) => ({ type: 'gap', by }) };
  return {
    rule(resource, field) {
      const type = valueOf(field.type);
      if (!type || referenceOf(context.model, type) || !columnOf(context.model, field)) return undefined;
      return unlessWrong(context.model, () => ruleOf(silent, shapes, resource, field, type));
    },
    shapes: () =>
      shapes.size === 0 ? undefined : Object.fromEntries([...shapes].map(([key, shape]) => [key, asKept(shape)])),
  };
}

function ruleOf(
  context: Context,
  shapes: Shapes,
  resource: Resource,
  field: Field,
  type: FieldType,
): KeptRule | undefined {
  // The rules of its text were judged when it was sent.
  if (isSealed(type)) return { value: { type: 'text' }, schema: { pattern: SECRET_HASH } };
  const allowed = valueOf(field.allowed) ?? [];
  const value = inputValue(context, shapes, type, refuse({ kind: 'unknown field' }));
  const notBlank = allowed.some(({ kind }) => kind === 'not-blank');
  const narrowing = allowed.filter(({ kind }) => kind !== 'not-blank');
  const isState = plain(type).kind === 'state';
  const states = isState ? declaredStates(context, `${resource.name.text}.${field.name.text}`) : undefined;
  const schema: JsonSchema = {
    ...schemaOf(context.model, [type], narrowing),
    ...(states !== undefined && { enum: states }),
  };
  if (!notBlank && saysNothing(value, schema)) return undefined;
  return { value, schema, ...(notBlank && { notBlank: true as const }) };
}

/** A default counts when a value is sent; one that is there may lack the member only where answers may leave it out. */
function asKept(shape: ShapePlan): ShapePlan {
  const fields = shape.fields.map((field): NestedField => {
    if (field.omitted.do !== 'fill') return field;
    const isMissed = field.present === 'always' && field.nulls.do !== 'accept';
    return { ...field, omitted: isMissed ? { do: 'refuse', cause: 'missing' } : { do: 'as null' } };
  });
  return { ...shape, fields };
}

function plain(type: FieldType): FieldType {
  return type.kind === 'nullable' ? plain(type.of) : type;
}

/** Every value of the column's type fits. */
function saysNothing({ type, format }: ValueType, schema: JsonSchema): boolean {
  if (type === 'json' || format === 'seconds' || (type === 'text' && format !== undefined)) return false;
  return Object.keys(schema).every((key) => key === 'type');
}

/** Undefined: nothing says that there are no others. */
function declaredStates(context: Context, name: string): readonly string[] | undefined {
  const view = machineViews(context.model).get(name);
  if (!view || context.gap(machinePath(name)) !== undefined) return undefined;
  const { states, moves } = view.machine;
  if (states.written) return context.gap(machinePath(name, 'states')) === undefined ? view.states : undefined;
  const isRead = moves.items.every(({ from, to }) => valueOf(from) !== undefined && valueOf(to) !== undefined);
  return isRead && context.gap(machinePath(name, 'moves')) === undefined ? view.states : undefined;
}
