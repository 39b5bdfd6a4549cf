// Whether the type of a schema takes all that the type of a table holds, and what narrows both. Input: types and constraints. Output: yes
// or no; facts by name. A schema has no words for some types (`state`, `secret`, `User by id`): there it says less.

import { TEXT_FORMATS, type FieldType } from '../../notation/values/field-types.ts';
import type { Constraint } from '../../notation/values/constraints.ts';

/** Types whose values are text in JSON. */
const TEXTS: ReadonlySet<FieldType['kind']> = new Set(['string', 'secret', 'state', 'one-of', 'file', ...TEXT_FORMATS]);
const NUMBERS: ReadonlySet<FieldType['kind']> = new Set(['number', 'integer', 'decimal', 'seconds since 1970']);

export function takesAll(schema: FieldType, table: FieldType): boolean {
  if (schema.kind === 'nullable' || table.kind === 'nullable')
    return schema.kind === 'nullable' && table.kind === 'nullable' && takesAll(schema.of, table.of);
  if (schema.kind === 'any') return true;
  // What a reference is shown and sent as is the business of another field.
  if (table.kind === 'same-as' || (table.kind === 'resource' && table.by)) return schema.kind !== 'resource';
  if (schema.kind === 'array') return (table.kind === 'array' || table.kind === 'set') && takesAll(schema.of, table.of);
  if (schema.kind === 'set' || schema.kind === 'map')
    return table.kind === schema.kind && takesAll(schema.of, table.of);
  if (schema.kind === 'resource') return table.kind === 'resource' && schema.resource.text === table.resource.text;
  if (schema.kind === 'object') return ['object', 'map', 'resource'].includes(table.kind);
  if (schema.kind === 'string') return TEXTS.has(table.kind);
  if (schema.kind === 'number') return NUMBERS.has(table.kind);
  if (schema.kind === 'integer') return table.kind === 'integer' || table.kind === 'seconds since 1970';
  if (schema.kind === 'decimal' && table.kind === 'decimal') return schema.scale === table.scale;
  return schema.kind === table.kind;
}

/** Lengths, bounds, values and the like of a field or the members of its list, by what they narrow. */
export function narrowings(
  type: FieldType | undefined,
  allowed: readonly Constraint[] | undefined,
): Map<string, string> {
  const found = new Map<string, string>();
  const add = (what: string, value: string | number | undefined): void => {
    if (value !== undefined) found.set(what, String(value));
  };
  const own = type && innermost(type);
  if (own?.kind === 'string' || own?.kind === 'secret') {
    add('at least characters', own.min === 0 ? undefined : own.min);
    add('at most characters', own.max);
  } else if (own?.kind === 'integer' || own?.kind === 'number' || own?.kind === 'decimal') {
    add('least', own.min && number(own.min));
    add('most', own.max && number(own.max));
  } else if (own?.kind === 'one-of') add('values', listed(own.values.map(({ text }) => text)));
  for (const constraint of allowed ?? []) narrow(constraint, add);
  return found;
}

function narrow(constraint: Constraint, add: (what: string, value: string | number | undefined) => void): void {
  switch (constraint.kind) {
    case 'values':
      return add(
        'values',
        listed(constraint.values.map((literal) => ('value' in literal ? String(literal.value) : 'null'))),
      );
    case 'range':
      add('least', constraint.min && number(constraint.min));
      return add('most', constraint.max && number(constraint.max));
    case 'matches':
      return add('matches', constraint.pattern);
    case 'not-blank':
      return;
    default:
      add(`at least ${constraint.kind}`, constraint.min === 0 ? undefined : constraint.min);
      add(`at most ${constraint.kind}`, constraint.max);
  }
}

function innermost(type: FieldType): FieldType {
  return type.kind === 'array' || type.kind === 'set' || type.kind === 'map' || type.kind === 'nullable'
    ? innermost(type.of)
    : type;
}

/** `1.50` and `1.5` are one number. */
function number(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}

function listed(values: readonly string[]): string {
  return JSON.stringify([...values].toSorted());
}
