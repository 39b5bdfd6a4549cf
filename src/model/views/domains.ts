// The values of a field that a comparison can tell apart. Comes in: an operand of a condition. Goes out: how its values
// are spelled, compared and tried. Only types whose values are plain: text, numbers, states, choices, true and false.
// Notation, part 2, "Types" and "Conditions".

import type { CompareOperator, Operand } from '../conditions.ts';
import type { FieldType } from '../field-types.ts';
import type { Model } from '../model.ts';
import type { Field, Resource } from '../resources.ts';
import { valueOf } from '../status.ts';
import { baseOf, type Ground } from './condition-walk.ts';
import { machineViews } from './moves.ts';

/** A value in one spelling; null: there is none. */
export type Value = string | null;

export interface Domain {
  /** `Order.total`. */
  readonly name: string;
  readonly resource: Resource;
  readonly field: Field;
  readonly isOrdered: boolean;
  /** A literal as it is spelled here; undefined: it may be equal to another spelling. */
  literal(written: string): string | undefined;
  compare(operator: CompareOperator, left: string, right: string): boolean;
  /** One value for each case that these literals can tell apart. */
  values(literals: readonly string[]): readonly string[];
}

/** A field of the row at hand whose type has plain values. */
export function domainOf(model: Model, operand: Operand, ground: Ground): Domain | undefined {
  if (operand.kind !== 'field') return undefined;
  const resource = baseOf(model, operand, ground);
  // A row named by its resource is the row at hand only where that is of it.
  if (!resource || (resource !== ground.row && resource !== ground.self)) return undefined;
  const field = model.fields.get(`${resource.name.text}.${operand.path.join('.')}`);
  const type = field && valueOf(field.type);
  if (!field || !type) return undefined;
  const name = `${resource.name.text}.${field.name.text}`;
  const values = valuesOf(model, type.kind === 'nullable' ? type.of : type, name);
  return values && { name, resource, field, ...values };
}

export function isKnown(domain: Domain, operator: CompareOperator): boolean {
  return domain.isOrdered || operator === '=' || operator === '!=';
}

type Values = Pick<Domain, 'isOrdered' | 'literal' | 'compare' | 'values'>;

function valuesOf(model: Model, type: FieldType, name: string): Values | undefined {
  switch (type.kind) {
    case 'boolean':
      return choices(['true', 'false']);
    case 'one-of':
      return choices(type.values.map((value) => value.text));
    case 'state': {
      const view = machineViews(model).get(name);
      if (!view) return undefined;
      return view.machine.states.written && view.machine.states.mark !== 'open' ? choices(view.states) : TEXT;
    }
    case 'string':
      return TEXT;
    case 'integer':
      return numbers(true);
    case 'number':
    case 'decimal':
      return numbers(false);
    default:
      return undefined;
  }
}

function equality(operator: CompareOperator, left: string, right: string): boolean {
  return (operator === '=') === (left === right);
}

function choices(all: readonly string[]): Values {
  return { isOrdered: false, literal: (written) => written, compare: equality, values: () => all };
}

/** Beside the literals one text that is none of them, and one of nothing but white space. */
const TEXT: Values = {
  isOrdered: false,
  literal: (written) => written,
  compare: equality,
  values: (literals) => [...literals, `${literals.join('')}x`, ' '.repeat(literals.join('').length + 1)],
};

/** Numbers as JavaScript spells them; one whose digits it cannot keep is told apart from nothing. */
function numbers(whole: boolean): Values {
  return {
    isOrdered: true,
    literal: (written) => {
      const digits = written
        .replace(/^\+/, '')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
        .replace(/^(-?)0+(?=\d)/, '$1');
      return String(Number(digits)) === digits && Math.abs(Number(digits)) < 2 ** 40 ? digits : undefined;
    },
    compare: (operator, left, right) => ordered(operator, Number(left), Number(right)),
    values: (literals) => {
      const at = [...new Set(literals.map(Number))].sort((a, b) => a - b);
      const cuts = whole
        ? at.flatMap((one) => [Math.ceil(one) - 1, Math.floor(one), Math.ceil(one), Math.floor(one) + 1])
        : [(at[0] ?? 0) - 1, ...at.flatMap((one, index) => [one, (one + (at[index + 1] ?? one + 2)) / 2])];
      return [...new Set(cuts.length > 0 ? cuts : [0])].map(String);
    },
  };
}

export function ordered(operator: CompareOperator, left: number, right: number): boolean {
  switch (operator) {
    case '=':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}
