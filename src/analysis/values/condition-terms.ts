// What conditions compare, as terms with an identity: a field of the row, also by way of a reference or
// computed, what the path, the query or the body brings, `now`, a count. Input: an operand and its place. Output: its
// term, and a literal as a constant of the same kind. Notation, part 2, "Types" and "Conditions".

import { instantOf, isDate } from '../../base/formats.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import { type Operand, isOfRequest } from '../../notation/values/operands.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Literal } from '../../notation/values/literals.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { isAlwaysSet } from './always-set.ts';
import { isOfCaller, baseOf, type Ground } from '../document/condition-walk.ts';
import { machineViews } from '../document/moves.ts';
import { operandFact, type LiteralOperand, type ValueFact } from './operand-types.ts';
import { followPath } from '../document/paths.ts';
import type { Constant, Term } from '../document/formula.ts';
import { isAlwaysGiven } from '../document/settled.ts';
import { kindOf } from '../document/value-kinds.ts';

/** The place of the conditions. */
export interface Standing extends Ground {
  /** A row that is being made may lack any of its later values. */
  readonly isNew?: boolean;
  /** The call that brings what they look at. */
  readonly request?: LinkedOperation;
  /** Each condition is judged at an instant of its own: `now` is not one. */
  readonly hasManyInstants?: boolean;
}

/** Values of one family have one order. `unknown`: its type is not known. */
type Family = 'number' | 'double' | 'text' | 'boolean' | 'instant' | 'date' | 'unknown';

export interface ConditionTerm extends Term {
  readonly family: Family;
  /** The type of the values, without `or null`. */
  readonly type: FieldType | undefined;
  /** Flags that are set where it has a value; the last one says that it has. */
  readonly there: readonly string[];
  /** A field that callers may give any value of its type. */
  readonly isFree: boolean;
  /** Beside another such term it is a row, not the value by which that is shown. */
  readonly isRow?: boolean;
  /** Milliseconds to add: `now - 15 minutes`. */
  readonly offset?: number;
}

/** What distinguishes the terms of one sentence from those of others. */
export interface SentenceMarks {
  /** The gone states that it names: what references lead to and searches find is there in these. */
  readonly named: string;
  /** The instant at which it is judged. */
  readonly instant: string;
}

export type Side =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'literal'; readonly literal: LiteralOperand }
  | { readonly kind: 'term'; readonly term: ConditionTerm }
  /** A list or a row: one comparison says nothing about another. */
  | { readonly kind: 'several'; readonly name: string }
  /** Some value of many, by way of a list: each comparison may find another one. */
  | { readonly kind: 'some'; readonly name: string };

export function sideOf(model: Model, operand: Operand, ground: Standing, marks: SentenceMarks): Side {
  const fact = operandFact(model, operand, { ...ground, request: ground.request });
  const name = termName(model, operand, ground, marks);
  switch (fact.kind) {
    case 'nothing':
      return { kind: 'nothing' };
    case 'literal':
      return { kind: 'literal', literal: fact.literal };
    case 'row':
      return { kind: 'several', name };
    case 'open':
    case 'absent':
      return isThroughList(model, operand, ground)
        ? { kind: 'some', name }
        : { kind: 'term', term: { name, family: 'unknown', type: undefined, there: [name], isFree: false } };
    case 'value':
      if (isThroughList(model, operand, ground)) return { kind: 'some', name };
      return valueSide(model, operand, fact, name, ground);
  }
}

function valueSide(model: Model, operand: Operand, fact: ValueFact, name: string, ground: Standing): Side {
  const family = familyOf(fact.type);
  if (!family) return { kind: 'several', name };
  const isReference = fact.refers !== undefined && !fact.sent;
  const own = isReference ? undefined : ownField(model, operand, ground);
  const there = [
    ...(isReference ? [name, `${name} as shown`] : []),
    ...(!isReference && mayLack(model, operand, fact, own, ground) ? [nameOfValue(operand, name)] : []),
  ];
  const term = { ...rangeOf(model, fact, name), name, family, type: fact.type, there };
  const isRow = isReference || fact.selects !== undefined;
  const offset = operand.kind === 'now' ? operand.offset : 0;
  return { kind: 'term', term: { ...term, isRow, offset, isFree: own !== undefined && isFreelyChosen(own) } };
}

function mayLack(
  model: Model,
  operand: Operand,
  { sent, mayLack: lacks, field }: ValueFact,
  own: Field | undefined,
  { isNew }: Standing,
): boolean {
  if (operand.kind === 'now') return Math.abs(operand.offset) > FAR;
  return sent ? lacks : isNew === true || !own || !isAlwaysSet(model, field!.resource, own);
}

/** `now` with an offset may be outside the years that an instant can have: the offset is part of its name. */
function nameOfValue(operand: Operand, name: string): string {
  return operand.kind === 'now' ? `${name} ${operand.offset}` : name;
}

/** `now` with an offset of more than 1000 years may be outside the years that an instant can have. */
const FAR = 31_536_000_000_000;

/** A field of the row at hand itself. */
function ownField(model: Model, operand: Operand, ground: Ground): Field | undefined {
  const base = operand.kind === 'field' && isOfRow(model, operand, ground) ? baseOf(model, operand, ground) : undefined;
  return base && operand.kind === 'field' ? model.fields.get(`${base.name.text}.${operand.path.join('.')}`) : undefined;
}

function isOfRow(model: Model, operand: Operand, ground: Ground): boolean {
  // What calls may be another row of the same resource.
  if (isOfCaller(operand)) return false;
  const base = baseOf(model, operand, ground);
  return base !== undefined && (base === ground.row || base === ground.self);
}

function isThroughList(model: Model, operand: Operand, ground: Ground): boolean {
  if (operand.kind !== 'field') return false;
  return followPath(model, baseOf(model, operand, ground), operand.path).throughList;
}

/** The row at hand is one row under each of its names; everything else goes by its name. */
function termName(model: Model, operand: Operand, ground: Ground, { named, instant }: SentenceMarks): string {
  if (operand.kind === 'now') return `now${instant}`;
  if (operand.kind !== 'field') return saidOf(operand);
  // What is behind a reference that is sent is no part of the request.
  if (isOfRequest(operand.owner)) return `${saidOf(operand)}${operand.path.length > 1 ? named : ''}`;
  const mark = isStored(model, operand, ground) ? '' : named;
  if (!isOfRow(model, operand, ground)) return `${saidOf(operand)}${mark}`;
  return `${baseOf(model, operand, ground)!.name.text}.${operand.path.join('.')}${mark}`;
}

/** Its value is in the row itself: no other row affects it. */
function isStored(model: Model, operand: Operand, ground: Ground): boolean {
  const field = ownField(model, operand, ground);
  if (!field) return false;
  const type = valueOf(field.type);
  const setBy = valueOf(field.setBy);
  const plain = type?.kind === 'nullable' ? type.of : type;
  return plain?.kind !== 'resource' && (setBy?.kind === 'caller' || isAlwaysGiven(field));
}

/** Equal for equal statements, at any place. */
export function saidOf(said: Condition | Operand): string {
  return JSON.stringify(said, (key, value: unknown) => (key === 'at' ? undefined : value));
}

function familyOf(type: FieldType): Family | undefined {
  const kind = kindOf(type);
  switch (kind) {
    case 'number':
      return type.kind === 'number' ? 'double' : 'number';
    case 'text':
    case 'boolean':
    case 'instant':
    case 'date':
      return kind;
    default:
      return undefined;
  }
}

/** The values that it may have: of what is sent, Allowed values and the bounds of the type are judged before. */
function rangeOf(model: Model, { type, field, sent, allowed }: ValueFact, name: string): Term {
  const constants = (all: readonly (string | undefined)[]): Pick<Term, 'among'> => {
    if (all.length > MOST_VALUES) return {};
    const among = all.map((one) => (one === undefined ? undefined : constantOf(type, one)));
    return among.every((one) => one !== undefined) ? { among } : {};
  };
  const values = allowed.find((one) => one.kind === 'values');
  const chosen = sent && values ? constants(values.values.map(textOf)) : {};
  switch (type.kind) {
    case 'boolean':
      return { name, ...constants(['false', 'true']) };
    case 'one-of':
      return { name, ...constants(type.values.map(({ text }) => text)), ...chosen };
    case 'state': {
      const view = field && machineViews(model).get(`${field.resource.name.text}.${field.field.name.text}`);
      const isClosed = view?.machine.states.written === true && view.machine.states.mark !== 'open';
      return { name, ...(isClosed && constants(view.states)), ...chosen };
    }
    case 'integer':
    case 'decimal':
    case 'number': {
      const range = allowed.find((one) => one.kind === 'range');
      const [min, max] = sent ? [range?.min ?? type.min, range?.max ?? type.max] : [];
      const [least, most] = [min, max].map((one) => (one === undefined ? undefined : constantOf(type, one)));
      const scale = type.kind === 'decimal' ? { scale: type.scale } : type.kind === 'integer' ? { scale: 0 } : {};
      return { name, ...scale, ...(least && { least }), ...(most && { most }), ...chosen };
    }
    default:
      return { name, ...chosen };
  }
}

/** Documents do not write a condition for each of more values than these: what they are is not looked at. */
const MOST_VALUES = 200;

function textOf(literal: Literal): string | undefined {
  return literal.kind === 'null' ? undefined : String(literal.value);
}

/** A literal as a value of that type; undefined: it may be equal to another spelling. */
export function constantOf(type: FieldType, written: string): Constant | undefined {
  switch (familyOf(type)) {
    case 'number':
      return numberOf(written);
    case 'double': {
      // More digits than a double keeps are those of the nearest one.
      const double = Number(written);
      return double === 0 && /[1-9]/.test(written) ? undefined : numberOf(String(double));
    }
    case 'text':
      return { kind: 'text', text: type.kind === 'uuid' ? written.toLowerCase() : written };
    case 'boolean':
      return { kind: 'text', text: written };
    case 'date':
      return isDate(written) ? { kind: 'text', text: written } : undefined;
    case 'instant': {
      const instant = type.kind === 'date-time' ? instantOf(written) : undefined;
      return instant === undefined ? undefined : { kind: 'number', digits: BigInt(Date.parse(instant)), scale: 0 };
    }
    default:
      return undefined;
  }
}

function numberOf(written: string): Constant | undefined {
  const match = /^([+-]?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(written);
  if (!match) return undefined;
  const [, sign, whole, fraction = ''] = match;
  const digits = BigInt(`${whole}${fraction}`);
  return { kind: 'number', digits: sign === '-' ? -digits : digits, scale: fraction.length };
}

/** Callers set it, and no bound of its type or of Allowed values narrows it. */
function isFreelyChosen(field: Field): boolean {
  const type = valueOf(field.type);
  const plain = type?.kind === 'nullable' ? type.of : type;
  if (!plain || plain.kind === 'state' || 'min' in plain || 'max' in plain) return false;
  if (!FREE.has(plain.kind)) return false;
  return valueOf(field.setBy)?.kind === 'caller' && field.allowed.status === 'any';
}

const FREE: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>([
  'boolean',
  'one-of',
  'string',
  'integer',
  'number',
  'decimal',
]);
