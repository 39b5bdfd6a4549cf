// The last values that a field accepts. Input: its type and its rules. Output: bounds, each with what tells that a value is just there. Notation,
// part 2, Type and Allowed values.

import type { Constraint } from '../notation/values/constraints.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Field } from '../notation/resources.ts';
import { valueOf, type Slot } from '../notation/slot.ts';

export interface Bound {
  /** `at most 40 characters`, `the value open`. */
  readonly what: string;
  readonly slot: Slot<unknown>;
  /** Is the value just there? */
  readonly isAt: (value: unknown) => boolean;
}

/** The last values that a field accepts. */
export function boundsOf({ type, allowed }: Pick<Field, 'type' | 'allowed'>): readonly Bound[] {
  const stated = valueOf(type);
  const plain = stated?.kind === 'nullable' ? stated.of : stated;
  const ofType = plain ? boundsOfType(plain, type) : [];
  return [...ofType, ...(valueOf(allowed) ?? []).flatMap((one) => boundsOfRule(one, allowed))];
}

function boundsOfType(type: FieldType, slot: Slot<unknown>): readonly Bound[] {
  switch (type.kind) {
    case 'string':
    case 'secret':
      return lengths(type, 'characters', slot);
    case 'integer':
    case 'number':
    case 'decimal':
      return range(type, slot);
    case 'one-of':
      return type.values.map(({ text }) => ({ what: `the value ${text}`, slot, isAt: (value) => value === text }));
    default:
      return [];
  }
}

function boundsOfRule(rule: Constraint, slot: Slot<unknown>): readonly Bound[] {
  switch (rule.kind) {
    case 'values':
      return rule.values.map((literal) => {
        const text = 'value' in literal ? String(literal.value) : 'null';
        return { what: `the value ${text}`, slot, isAt: (value) => String(value) === text };
      });
    case 'range':
      return range(rule, slot);
    case 'items':
    case 'characters':
      return lengths(rule, rule.kind, slot);
    case 'matches':
    case 'not-blank':
      return [];
  }
}

function range({ min, max }: { readonly min?: string; readonly max?: string }, slot: Slot<unknown>): readonly Bound[] {
  const bound = (word: string, digits: string): Bound => ({
    what: `${word} ${digits}`,
    slot,
    isAt: (value) => typeof value === 'number' && value === Number(digits),
  });
  return [
    ...(min === undefined ? [] : [bound('at least', min)]),
    ...(max === undefined ? [] : [bound('at most', max)]),
  ];
}

function lengths(
  { min, max }: { readonly min?: number; readonly max?: number },
  of: 'characters' | 'items',
  slot: Slot<unknown>,
): readonly Bound[] {
  const sizeOf = (value: unknown): number | undefined =>
    of === 'items'
      ? Array.isArray(value)
        ? value.length
        : undefined
      : typeof value === 'string'
        ? [...value].length
        : undefined;
  const bound = (word: string, size: number): Bound => ({
    what: `${word} ${size} ${of}`,
    slot,
    isAt: (value) => sizeOf(value) === size,
  });
  return [
    ...(min === undefined ? [] : [bound('at least', min)]),
    ...(max === undefined ? [] : [bound('at most', max)]),
  ];
}
