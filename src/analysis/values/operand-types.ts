// What an operand is at its place: a value of a type, a row, nothing, or something that the place does not have. Input: an
// operand and its place. Output: an OperandFact; judge/comparisons/ judges which operands may be compared. Notation, rule 1.5 and
// part 2 "Conditions".

import type { Span } from '../../base/span.ts';
import { printOperand, type Operand, type SentOwner } from '../../notation/values/operands.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import { baseOf, isOfCaller, type Ground } from '../document/condition-walk.ts';
import { mayLackField } from './always-set.ts';
import { bodyField, mayLackBody, pathType } from './input-types.ts';
import { bodyReference } from '../document/body-references.ts';
import { callersOf, callerWith } from '../document/schemes.ts';
import { followPath, isNested, type FieldAt } from '../document/paths.ts';
import { sentParameter } from '../document/request-headers.ts';
import { identityOf, pathFacts, selectionOf } from '../document/targets.ts';
import { pathInside } from '../document/value-paths.ts';
import { plainType, type RowReference } from '../document/value-kinds.ts';

/** The place of a condition or an assignment. */
export interface OperandPlace extends Ground {
  /** The call whose parameters and body it may name; `open`: it is not known which; undefined: it is in none. */
  readonly request: LinkedOperation | 'open' | undefined;
  /** Whose value `value` is. */
  readonly parameter?: Parameter;
  /** No row is there yet: `creates R with …`. */
  readonly rowless?: true;
  /** It is asked of an event that is sent, and `this` is the row that it is about. */
  readonly event?: true;
  /** Resources of which effects before have made one row. */
  readonly made?: ReadonlySet<string>;
}

/** A value of a known type. */
export interface ValueFact {
  readonly kind: 'value';
  /** As messages show it: `` `size` ``, `` query `size` ``, `{id}`, `now`. */
  readonly name: string;
  /** Without `or null`; a reference as the field that it is shown by. */
  readonly type: FieldType;
  /** Where the type is stated. */
  readonly at: Span | undefined;
  /** The field it is, for its states. */
  readonly field: FieldAt | undefined;
  /** What it may be beside its type. */
  readonly allowed: readonly Constraint[];
  /** It names a row. */
  readonly refers: RowReference | undefined;
  /** The request sends it: a reference then is the value that it is shown by. */
  readonly sent: boolean;
  /** `{param}`: the row of that resource which it selects. */
  readonly selects: string | undefined;
  /** `{param}`: the field that it is taken for, `Order.id`, since no Path row states what it selects. */
  readonly taken?: string;
  /** It may be nothing. */
  readonly mayLack: boolean;
}

export type OperandFact =
  /** Not shown, or held or reported for a reason of its own. */
  | { readonly kind: 'open' }
  /** `null`. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'literal'; readonly literal: LiteralOperand }
  | { readonly kind: 'row'; readonly resource: Resource }
  | ValueFact
  /** The place has no such operand; `expected`: what is allowed there. */
  | { readonly kind: 'absent'; readonly name: string; readonly expected: string };

export type LiteralOperand = Extract<Operand, { kind: 'text' | 'number' | 'boolean' }>;

const OPEN: OperandFact = { kind: 'open' };
const WITHOUT_REQUEST = 'a field of the row, `this`, `now` or a value';

export function operandFact(model: Model, operand: Operand, place: OperandPlace): OperandFact {
  // An event is sent when the call that it comes from is over.
  if (place.event && isOfCaller(operand))
    return { kind: 'absent', name: printOperand(operand), expected: WITHOUT_REQUEST };
  switch (operand.kind) {
    case 'null':
      return { kind: 'nothing' };
    case 'text':
    case 'number':
    case 'boolean':
      return { kind: 'literal', literal: operand };
    case 'now':
      return { ...PLAIN, name: '`now`', type: { kind: 'date-time', asSent: false } };
    case 'this':
      return thisRow(place);
    case 'value':
      return parameterValue(model, place);
    case 'parameter':
      return pathValue(model, operand.name, place);
    case 'event name':
      return place.event ? EVENT_NAME : { kind: 'absent', name: EVENT_NAME.name, expected: OUTSIDE_OF_EVENTS };
    case 'caller': {
      const [resource, ...others] = callersOf(model);
      return resource && others.length === 0 ? { kind: 'row', resource } : OPEN;
    }
    case 'field':
      return fieldFact(model, operand, place);
  }
}

/** A value that no field and no request has yet been named for. */
export const PLAIN = {
  kind: 'value',
  at: undefined,
  field: undefined,
  allowed: [],
  refers: undefined,
  sent: false,
  selects: undefined,
  mayLack: false,
} as const;

const EVENT_NAME = { ...PLAIN, name: '`event name`', type: { kind: 'string' } } as const;
const OUTSIDE_OF_EVENTS = 'another operand: it is at hand behind `where` of Sent as';

/** A condition that no operation takes up, or one whose Does is not shown, is about an unknown row. */
function isUnknown({ request, self }: OperandPlace): boolean {
  if (self || request === undefined) return false;
  if (request === 'open') return true;
  const { does } = request.facts;
  return valueOf(does) === undefined && does.status !== 'none';
}

function thisRow(place: OperandPlace): OperandFact {
  if (isUnknown(place)) return OPEN;
  const self = place.self ?? place.row;
  if (self) return { kind: 'row', resource: self };
  return place.rowless ? noRow('`this`') : OPEN;
}

function noRow(name: string): OperandFact {
  return { kind: 'absent', name, expected: '`{param}`, body `f`, query `f`, `now` or a value: no row is there yet' };
}

function parameterValue(model: Model, { parameter }: OperandPlace): OperandFact {
  const expected = 'a parameter by its name: query `f` or `{f}`';
  return parameter ? sentFact(model, '`value`', parameter) : { kind: 'absent', name: '`value`', expected };
}

/** A row of a Query or a Header table. */
function sentFact(model: Model, name: string, row: Parameter): OperandFact {
  const type = valueOf(row.type);
  const known = type && plainType(model, type);
  if (!type || !known) return OPEN;
  const isSet = valueOf(row.required)?.kind === 'yes' || (valueOf(row.default)?.kind ?? 'null') !== 'null';
  return {
    ...PLAIN,
    name,
    type: known.type,
    at: row.type.at,
    allowed: valueOf(row.allowed) ?? [],
    refers: known.refers,
    sent: true,
    mayLack: !isSet,
  };
}

function pathValue(model: Model, name: string, { request }: OperandPlace): OperandFact {
  if (request === undefined) return { kind: 'absent', name: `\`{${name}}\``, expected: WITHOUT_REQUEST };
  if (request === 'open' || !pathFacts(model, request).names.includes(name)) return OPEN;
  const { rows, selections, open } = pathFacts(model, request);
  // What it selects is not known, and so neither is what it is.
  if (open.includes(name) && rows.get(name)?.type.status !== 'stated') return OPEN;
  const stated = pathType(model, request, name);
  const known = stated && plainType(model, stated);
  if (!known) return OPEN;
  const selection = selections.find((one) => one.parameter === name);
  const own = selections.find((one) => one.keys.some((key) => key.parameter === name));
  const key = own?.keys.find((one) => one.parameter === name);
  const field = key && model.fields.get(`${own!.resource}.${key.field}`);
  const row = rows.get(name);
  const slots: readonly (Slot<readonly Constraint[]> | undefined)[] = [row?.allowed, field?.allowed];
  return {
    ...PLAIN,
    name: `\`{${name}}\``,
    type: known.type,
    at: row && valueOf(row.type) ? row.type.at : (field?.type.at ?? request.operation.name.at),
    allowed: slots.flatMap((slot) => (slot && valueOf(slot)) ?? []),
    refers: known.refers,
    sent: true,
    selects: selection?.resource,
    ...(own && key && (!row || row.selects.status === 'absent') && { taken: `${own.resource}.${key.field}` }),
  };
}

function fieldFact(model: Model, operand: Extract<Operand, { kind: 'field' }>, place: OperandPlace): OperandFact {
  const { owner, path } = operand;
  const name = path.join('.');
  switch (owner) {
    case 'caller': {
      const caller = callerWith(model, path);
      return caller ? rowFieldFact(model, caller, path, `caller \`${name}\``) : OPEN;
    }
    case 'header':
    case 'query':
    case 'body': {
      const { request } = place;
      if (request === undefined) return { kind: 'absent', name: `${owner} \`${name}\``, expected: WITHOUT_REQUEST };
      return request === 'open' ? OPEN : requestFact(model, request, owner, path);
    }
    case undefined:
    case 'this': {
      if (owner === 'this' && isUnknown(place)) return OPEN;
      const base = baseOf(model, operand, place);
      const shown = owner === undefined ? `\`${name}\`` : `this \`${name}\``;
      if (base) return rowFieldFact(model, base, path, shown);
      return place.rowless ? noRow(shown) : OPEN;
    }
    default: {
      const base = model.resources.get(owner);
      if (!base) return OPEN;
      if (isAtHand(model, base, place)) return rowFieldFact(model, base, path, `\`${owner}.${name}\``);
      const expected = `a field of the row at hand: nothing says which ${owner} is meant`;
      return { kind: 'absent', name: `\`${owner}.${name}\``, expected };
    }
  }
}

/** `Order.total`: of the row at hand, or of the row that the path selects. */
function isAtHand(model: Model, owner: Resource, { row, self, request, made }: OperandPlace): boolean {
  if (row === owner || self === owner || request === 'open' || made?.has(owner.name.text)) return true;
  if (!row && !self && request === undefined) return true;
  return request !== undefined && selectionOf(model, request, owner.name.text) !== undefined;
}

function requestFact(model: Model, request: LinkedOperation, owner: SentOwner, path: readonly string[]): OperandFact {
  const name = path.join('.');
  const shown = `${owner} \`${name}\``;
  if (owner !== 'body') {
    const row = sentParameter(model, request, owner, name);
    return row ? sentFact(model, shown, row) : OPEN;
  }
  const named = bodyReference(model, request, path);
  if (named) {
    const fact = rowFieldFact(model, named.target, named.path, shown);
    return fact.kind === 'value' ? { ...fact, mayLack: true } : fact;
  }
  const field = bodyField(model, request, name);
  const slot = field?.types.find((one) => valueOf(one) && valueOf(one)!.kind !== 'same-as');
  const type = slot && valueOf(slot);
  const known = type && plainType(model, type);
  if (!field || !slot || !known) return OPEN;
  const owned = field.sets && model.resources.get(field.sets.resource);
  return {
    ...PLAIN,
    name: shown,
    type: known.type,
    at: slot.at,
    field: owned && known.type.kind === 'state' ? { resource: owned, field: field.sets!.field } : undefined,
    allowed: field.allowed.flatMap((one) => valueOf(one) ?? []),
    refers: known.refers,
    sent: true,
    mayLack: mayLackBody(model, request, field),
  };
}

function rowFieldFact(model: Model, base: Resource, path: readonly string[], name: string): OperandFact {
  const followed = followPath(model, base, path);
  const inside = pathInside(model, base, path);
  if (inside) {
    const { type, refers, field } = inside;
    const at = field?.field.type.at;
    return { ...PLAIN, name, type, at, field, allowed: [], refers, mayLack: true };
  }
  const end = followed.fields.at(-1);
  if (followed.end !== 'found' || followed.insideObject || followed.throughList || !end) return OPEN;
  // A group of dotted fields, or a place in a nested shape: no value of its own.
  const isWhole = path.join('.').endsWith(end.field.name.text);
  if (!isWhole || followed.fields.slice(0, -1).some(({ resource }) => isNested(resource))) return OPEN;
  if (isNested(end.resource) && end.resource !== base) return OPEN;
  const type = valueOf(end.field.type);
  const known = type && plainType(model, type);
  if (!known) return OPEN;
  return {
    ...PLAIN,
    name,
    type: known.type,
    at: end.field.type.at,
    field: end,
    allowed: valueOf(end.field.allowed) ?? [],
    refers: known.refers,
    mayLack: followed.fields.some(mayLackField),
  };
}

/** `this` beside a value: the row's identity, where that is one field. */
export function identityFact(model: Model, resource: Resource): ValueFact | undefined {
  const names = identityOf(resource);
  const fact = names.length === 1 ? rowFieldFact(model, resource, names[0]!.split('.'), '`this`') : OPEN;
  return fact.kind === 'value' ? fact : undefined;
}
