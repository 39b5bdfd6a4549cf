// What a value has to be, from each statement about it: types and allowed values, narrowed to one. Input: types and rules of a field or a
// parameter. Output: its plain type, its bounds. Notation, part 2, Type and Allowed values.

import type { Model } from '../../model/model.ts';
import { oncePer } from '../../base/once-per.ts';
import { isOpen, valueOf, type Slot } from '../../notation/slot.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import { plainType, type RowReference } from '../../analysis/document/value-kinds.ts';
import { literalJson } from '../values/parameters.ts';

export interface Wanted {
  readonly type: FieldType;
  readonly isNullable: boolean;
  /** The value names a row. */
  readonly refers: RowReference | undefined;
  /** Characters of a text, items of a list. */
  readonly least: number;
  readonly most: number;
  readonly min: number;
  readonly max: number;
  /** Undefined: no list of values. */
  readonly values: readonly unknown[] | undefined;
  readonly patterns: readonly string[];
  readonly isNotBlank: boolean;
  /** Which of its values a service takes is not shown. */
  readonly isOpen: boolean;
}

export interface Ruled {
  readonly types: readonly Slot<FieldType>[];
  readonly allowed: readonly Slot<readonly Constraint[]>[];
}

/** What a field or a parameter says of its values. */
export const ruledBy: (stated: Stated) => Ruled = oncePer(({ type, allowed }: Stated): Ruled => ({
  types: [type],
  allowed: [allowed],
}));

/** The same without what narrows its type. */
export const typedBy: (stated: Stated) => Ruled = oncePer(({ type }: Stated): Ruled => ({
  types: [type],
  allowed: [],
}));

interface Stated {
  readonly type: Slot<FieldType>;
  readonly allowed: Slot<readonly Constraint[]>;
}

/** Undefined: its type is not known, or nothing is sent. */
export const wantedOf: (model: Model, ruled: Ruled) => Wanted | undefined = oncePer(wantedBy);

function wantedBy(model: Model, { types, allowed }: Ruled): Wanted | undefined {
  const stated = types.flatMap((slot) => valueOf(slot) ?? []);
  const [first] = stated;
  const plain = stated.flatMap((type) => plainType(model, type) ?? []);
  const [main] = plain;
  if (!first || !main) return undefined;
  const bounds = plain.map(({ type }) => boundsOf(type));
  const rules = allowed.flatMap((slot) => valueOf(slot) ?? []).map((rule) => boundsOfRule(rule, main.type));
  const all = [...bounds, ...rules];
  const values = all.flatMap((one) => (one.values ? [one.values] : []));
  return {
    type: main.type,
    isNullable: stated.every(({ kind }) => kind === 'nullable'),
    refers: plain.find(({ refers }) => refers)?.refers,
    least: Math.max(0, ...all.map(({ least = 0 }) => least)),
    most: Math.min(Infinity, ...all.map(({ most = Infinity }) => most)),
    min: Math.max(-Infinity, ...all.map(({ min = -Infinity }) => min)),
    max: Math.min(Infinity, ...all.map(({ max = Infinity }) => max)),
    values: values.length === 0 ? undefined : values.reduce((one, other) => one.filter((v) => other.includes(v))),
    patterns: all.flatMap(({ pattern }) => pattern ?? []),
    isNotBlank: all.some(({ isNotBlank }) => isNotBlank),
    isOpen: allowed.some(isOpen),
  };
}

interface Bounds {
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly values?: readonly unknown[];
  readonly pattern?: string;
  readonly isNotBlank?: true;
}

function boundsOf(type: FieldType): Bounds {
  switch (type.kind) {
    case 'string':
    case 'secret':
      return { least: type.min, most: type.max };
    case 'integer':
    case 'number':
    case 'decimal':
      return { min: numberOf(type.min), max: numberOf(type.max) };
    case 'one-of':
      return { values: type.values.map(({ text }) => text) };
    default:
      return {};
  }
}

function boundsOfRule(rule: Constraint, type: FieldType): Bounds {
  switch (rule.kind) {
    case 'values':
      return { values: rule.values.map((literal) => literalJson(literal, type)) };
    case 'range':
      return { min: numberOf(rule.min), max: numberOf(rule.max) };
    case 'matches':
      return { pattern: rule.pattern };
    case 'not-blank':
      return { isNotBlank: true };
    case 'items':
    case 'characters':
      return { least: rule.min, most: rule.max };
  }
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}
