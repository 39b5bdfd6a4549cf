// The values on which something of the document depends: what its conditions compare a field, a header or a parameter with. Input: a model, the
// names of such a place. Output: values on either side of what is compared, patterns, and fields of rows. Notation, part 2, "Conditions".

import { walkCondition, baseOf, type Ground } from '../../analysis/document/condition-walk.ts';
import { eachCondition } from '../../analysis/requests/stated-conditions.ts';
import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import { isOfRequest, type Operand } from '../../notation/values/operands.ts';
import { Row, UNKNOWN, type Value } from '../world/known.ts';
import { Fresh, OfRow, type Drafted } from './drafted.ts';
import { fitting, mixed, type Ground as ValueGround } from './values.ts';
import type { Wanted } from './wanted.ts';

export interface Decisive {
  readonly values: readonly unknown[];
  readonly patterns: readonly string[];
  /** Fields of who calls, or of the row that the call is about. */
  readonly fields: readonly RowField[];
}

/** `owner`: `caller`, `this`, or the resource of the row. */
interface RowField {
  readonly owner: string;
  readonly field: string;
}

const NONE: Decisive = { values: [], patterns: [], fields: [] };

interface Gathered {
  readonly values: Set<unknown>;
  readonly patterns: Set<string>;
  readonly fields: Map<string, RowField>;
}

/** `header x-version`, `query size`, `body kind`, `Order.status`. */
export function decisive(model: Model, names: readonly string[]): Decisive {
  const all = gathered(model);
  const found = names.flatMap((name) => all.get(name) ?? []);
  if (found.length === 0) return NONE;
  return {
    values: [...new Set(found.flatMap(({ values }) => [...values]))],
    patterns: [...new Set(found.flatMap(({ patterns }) => [...patterns]))],
    fields: [...new Map(found.flatMap(({ fields }) => [...fields])).values()],
  };
}

/** Does something depend on it? */
export function isDecisive(model: Model, name: string): boolean {
  return gathered(model).has(name);
}

/** A value that fits, and in every other call one on which something depends. `rows`: who calls, and the row that the call is about. */
export function fittingOrDecisive(
  ground: ValueGround,
  wanted: Wanted,
  name: string,
  { values, patterns, fields }: Decisive,
  rows: readonly (Row | undefined)[] = [],
): Drafted {
  const isFree = wanted.refers === undefined && wanted.values === undefined && wanted.type.kind !== 'boolean';
  if (!isFree) return fitting(ground, wanted, name);
  const kept = fields.flatMap(({ owner, field }) => {
    const row = owner === 'caller' ? rows[0] : rows.find((one) => one && [one.resource, 'this'].includes(owner));
    return row && isSendable(row.get(field)) ? [new OfRow(row, field)] : [];
  });
  const nth = kept.length === 0 ? 0 : mixed(ground.next());
  if (nth % 2 === 1) return kept[(nth >>> 1) % kept.length];
  const [pattern] = patterns;
  const isText = wanted.type.kind === 'string' && wanted.patterns.length === 0;
  const plain = fitting(ground, pattern !== undefined && isText ? { ...wanted, patterns: [pattern] } : wanted, name);
  if (values.length === 0 || !(plain instanceof Fresh)) return plain;
  return new Fresh(ground.next(), (vary) => {
    const nth = mixed(vary);
    return nth % 2 === 0 ? values[(nth >>> 1) % values.length] : plain.make(vary);
  });
}

const gathered: (model: Model) => ReadonlyMap<string, Gathered> = oncePer(
  (model: Model): ReadonlyMap<string, Gathered> => {
    const all = new Map<string, Gathered>();
    const of = (operand: Operand, ground: Ground): Gathered | undefined => {
      const name = nameOf(model, operand, ground);
      if (name === undefined) return undefined;
      if (!all.has(name)) all.set(name, { values: new Set(), patterns: new Set(), fields: new Map() });
      return all.get(name);
    };
    eachCondition(model, (condition, place) =>
      walkCondition(model, condition, place, {
        compared: (left, right, ground) => {
          const [one, other] = [of(left, ground), of(right, ground)];
          for (const value of besides(right)) one?.values.add(value);
          for (const value of besides(left)) other?.values.add(value);
          if (isSent(left)) addField(one, right);
          if (isSent(right)) addField(other, left);
        },
        word: (_word, one, ground) => {
          if (one.kind === 'matches') of(one.left, ground)?.patterns.add(one.pattern);
        },
      }),
    );
    return all;
  },
);

/** Undefined: no call sends it as one value. */
function nameOf(model: Model, operand: Operand, ground: Ground): string | undefined {
  if (operand.kind !== 'field') return undefined;
  const path = operand.path.join('.');
  switch (operand.owner) {
    case 'header':
      return `header ${path.toLowerCase()}`;
    case 'query':
    case 'body':
      return `${operand.owner} ${path}`;
    default: {
      const base = baseOf(model, operand, ground);
      return base && `${base.name.text}.${path}`;
    }
  }
}

function isSent(operand: Operand): boolean {
  return operand.kind === 'field' && isOfRequest(operand.owner);
}

/** A field of a row, beside which something sent is held. */
function addField(beside: Gathered | undefined, operand: Operand): void {
  if (operand.kind !== 'field' || operand.owner === undefined || isSent(operand)) return;
  const [field, ...rest] = operand.path;
  if (field !== undefined && rest.length === 0)
    beside?.fields.set(`${operand.owner} ${field}`, { owner: operand.owner, field });
}

function isSendable(value: Value): boolean {
  return value !== UNKNOWN && value !== null && !(value instanceof Row);
}

/** What is written, and of a number what is next to it. */
function besides(operand: Operand): readonly unknown[] {
  switch (operand.kind) {
    case 'text':
      return [operand.value];
    case 'number': {
      const value = Number(operand.value);
      return Number.isSafeInteger(value) ? [value, value + 1, value - 1] : [value];
    }
    default:
      return [];
  }
}
