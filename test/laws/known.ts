// A plain account of rows for the laws of moves, and whether a condition holds of one. Input: rows whose values are known or not, a
// condition as read. Output: yes, no, or nobody can tell. It reads the document and shares nothing with the plan.

import type { Condition } from '../../src/notation/values/conditions.ts';
import type { Operand } from '../../src/notation/values/operands.ts';
import type { FieldType } from '../../src/notation/values/field-types.ts';
import type { Model } from '../../src/model/model.ts';
import type { Machine } from '../../src/notation/states.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { plain } from './judge-values.ts';

/** JSON as the service shows it, or the row that it names; null for nothing. Undefined: the first that shows it says it. */
export type Value = unknown;

/** What a reference holds: the row itself, whatever becomes of its address. */
export class Reference {
  readonly row: Row;

  constructor(row: Row) {
    this.row = row;
  }
}

export interface Row {
  readonly resource: string;
  /** JSON text of what it is identified by. */
  readonly id: string;
  readonly values: Map<string, Value>;
  /** By machine: when it came into its state. */
  readonly since: Map<string, number>;
  /** Nobody can tell any more where it stands: nothing that it shows or sends is judged. */
  isLost: boolean;
  /** It was deleted: rows that were gone meanwhile may still refer to it. */
  isRemoved?: true;
}

export interface Scope {
  readonly model: Model;
  readonly rows: readonly Row[];
  /** The row that a bare field is of. */
  readonly row: Row;
  /** The row that the sentence stands on. */
  readonly self: Row;
  readonly now: number;
}

/** What the account has no words for: a fault of the account. */
export class NotComputed extends Error {}

export function machinesOf(model: Model, resource: string): readonly Machine[] {
  return [...model.machines.values()].filter((machine) => machine.resource.text === resource);
}

export function goneStates(machine: Machine): readonly string[] {
  return machine.states.items.filter(({ kind }) => valueOf(kind) === 'gone').map(({ name }) => name.text);
}

/** Is it in a state of Kind `gone`? Undefined: nobody can tell, nor whether it is there at all. */
export function isGone(model: Model, row: Row): boolean | undefined {
  if (row.isRemoved) return true;
  if (row.isLost) return undefined;
  return machinesOf(model, row.resource).some((machine) =>
    goneStates(machine).includes(String(row.values.get(machine.field.text))),
  );
}

export function typeOf(model: Model, resource: string, field: string): FieldType | undefined {
  const slot = model.fields.get(`${resource}.${field}`)?.type;
  return slot && plain(valueOf(slot));
}

/** A reference to a row that is gone leads nowhere, and is nothing itself. */
export function shown(model: Model, value: Value): Value {
  if (!(value instanceof Reference)) return value;
  const gone = isGone(model, value.row);
  return gone === undefined ? undefined : gone ? null : JSON.parse(value.row.id);
}

type Truth = boolean | undefined;

export function holds(condition: Condition, scope: Scope): Truth {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const all = condition.items.map((item) => holds(item, scope));
      const settles = condition.kind === 'or';
      if (all.includes(settles)) return settles;
      return all.includes(undefined) ? undefined : !settles;
    }
    case 'not': {
      const inner = holds(condition.item, scope);
      return inner === undefined ? undefined : !inner;
    }
    case 'compare':
      return compared(condition.operator, condition.left, condition.right, scope);
    case 'in': {
      const all = condition.values.map((value) => compared('=', condition.left, value, scope));
      return all.includes(true) ? true : all.includes(undefined) ? undefined : false;
    }
    case 'is-set': {
      const value = operand(condition.operand, scope);
      return value === undefined ? undefined : value !== null;
    }
    case 'exists': {
      const found = searched(condition.resource.text, condition.where, scope);
      return found === undefined ? undefined : found > 0 !== condition.negated;
    }
    default:
      throw new NotComputed(`a condition of kind ${condition.kind}`);
  }
}

/** How many rows there are; undefined where one of them may be or not. */
function searched(resource: string, where: Condition | undefined, scope: Scope): number | undefined {
  let count = 0;
  for (const row of scope.rows) {
    if (row.resource !== resource) continue;
    const gone = namesGone(where, scope.model, resource) ? false : isGone(scope.model, row);
    if (gone === true) continue;
    const truth = gone === undefined ? undefined : where ? holds(where, { ...scope, row }) : true;
    if (truth === undefined) return undefined;
    if (truth) count += 1;
  }
  return count;
}

/** A state of Kind `gone` that the sentence compares with is not absent for it. */
export function namesGone(where: Condition | undefined, model: Model, resource: string): boolean {
  const gone = machinesOf(model, resource).flatMap(goneStates);
  const text = JSON.stringify(where ?? null);
  return gone.some((state) => text.includes(`"kind":"text","value":${JSON.stringify(state)}`));
}

function compared(operator: string, left: Operand, right: Operand, scope: Scope): Truth {
  const [one, other] = [operand(left, scope), operand(right, scope)];
  if (one === null || other === null) return false;
  if (one === undefined || other === undefined) return undefined;
  if (one instanceof Reference || other instanceof Reference) {
    if (!(one instanceof Reference) || !(other instanceof Reference)) throw new NotComputed('a row beside a value');
    return (one.row === other.row) === (operator === '=');
  }
  const isInstant = right.kind === 'now' || kindOf(left, scope) === 'date-time';
  const order = isInstant ? instant(one) - instant(other) : ordered(one, other);
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}

function instant(value: Value): number {
  return typeof value === 'number' ? value : Date.parse(String(value));
}

function ordered(one: Value, other: Value): number {
  if (typeof one === 'number') return one - Number(other);
  const [text, beside] = [String(one), String(other)];
  return text === beside ? 0 : text < beside ? -1 : 1;
}

function kindOf(of: Operand, { model, row, self }: Scope): string | undefined {
  if (of.kind !== 'field') return undefined;
  return typeOf(model, (of.owner === 'this' ? self : row).resource, of.path.join('.'))?.kind;
}

function operand(of: Operand, { model, row, self, now }: Scope): Value {
  switch (of.kind) {
    case 'field': {
      if (of.owner !== undefined && of.owner !== 'this' && of.owner !== self.resource)
        throw new NotComputed(`a field of ${of.owner}`);
      const owner = of.owner === undefined ? row : self;
      const value = owner.isLost ? undefined : owner.values.get(of.path.join('.'));
      return value instanceof Reference && isGone(model, value.row) ? null : value;
    }
    case 'text':
    case 'boolean':
      return of.value;
    case 'number':
      return Number(of.value);
    case 'null':
      return null;
    case 'now':
      return now + of.offset;
    case 'this':
      return new Reference(self);
    default:
      throw new NotComputed(`an operand of kind ${of.kind}`);
  }
}
