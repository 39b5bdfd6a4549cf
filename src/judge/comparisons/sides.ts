// Two operands side by side. Input: the operands of an operator. Output: findings: an operator that does not apply to its left
// side, two kinds of values, a value that the left can never have. Notation, part 2 "Conditions".

import * as found from '../../diagnostics/operands.ts';
import type { Diagnostic } from '../../diagnostics/define.ts';
import type { CompareOperator, Condition } from '../../notation/values/conditions.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import {
  PLAIN,
  identityFact,
  operandFact,
  type OperandFact,
  type OperandPlace,
  type ValueFact,
} from '../../analysis/values/operand-types.ts';
import { identityOf, pathFacts } from '../../analysis/document/targets.ts';
import {
  kindOf,
  memberType,
  typeName,
  type RowReference,
  type ValueKind,
} from '../../analysis/document/value-kinds.ts';
import type { Findings } from '../findings.ts';
import { besideItsName, judgeBeside } from './literals.ts';

/** The operands on both sides, and their place. */
interface Sides {
  readonly findings: Findings;
  readonly place: OperandPlace;
  /** As it is written. */
  readonly operator: string;
  readonly left: Operand;
  readonly right: Operand;
}

/** Something that is compared: a row or a value. */
type Side = Extract<OperandFact, { kind: 'row' | 'value' }>;

export function judgeSides(
  findings: Findings,
  part: Condition,
  left: Operand,
  right: Operand,
  place: OperandPlace,
): void {
  const operator = part.kind === 'compare' ? part.operator : part.kind;
  const sides: Sides = { findings, place, operator, left, right };
  const a = operandFact(findings.model, left, place);
  if (a.kind !== 'row' && a.kind !== 'value') return;
  const instead = notTaken(operator, a);
  if (instead !== undefined) return wrong(sides, left, a, instead);
  const b = operandFact(findings.model, right, place);
  if (b.kind === 'literal') return besideLiteral(sides, a, b.literal);
  if (b.kind !== 'row' && b.kind !== 'value') return;
  switch (part.kind) {
    case 'compare':
      return compare(sides, part.operator, a, b);
    case 'in':
      return b.kind === 'value' && isList(b) && !isList(a) ? member(sides, b, a) : compare(sides, '=', a, b);
    case 'has':
      return member(sides, a as ValueFact, b);
    case 'contains':
      return text(sides, b);
    default:
  }
}

/** `count of R (…) > n`. */
export function judgeCount(findings: Findings, part: Extract<Condition, { kind: 'count' }>, place: OperandPlace): void {
  const count: ValueFact = { ...COUNT, name: `count of ${part.resource.text}` };
  const left: Operand = { kind: 'number', value: '0', at: part.at };
  const sides: Sides = { findings, place, operator: part.operator, left, right: part.right };
  const b = operandFact(findings.model, part.right, place);
  if (b.kind === 'literal') judgeBeside(findings, count, b.literal, place);
  else if (b.kind === 'row' || b.kind === 'value') compare(sides, part.operator, count, b);
}

const COUNT = { ...PLAIN, type: { kind: 'integer' } } as const;

function isList(side: Side): boolean {
  return side.kind === 'value' && kindOf(side.type) === 'list';
}

function kindOfSide(side: Side): ValueKind | 'row' {
  return side.kind === 'row' || isRowAlone(side) ? 'row' : kindOf(side.type);
}

/** A reference that shows its row by several fields: no value stands for it. */
function isRowAlone(side: Side): boolean {
  return side.kind === 'value' && side.refers !== undefined && side.refers.by === undefined;
}

const ORDERS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/** What to write instead, when the operator does not apply to such a left side. */
function notTaken(operator: string, side: Side): string | undefined {
  const kind = kindOfSide(side);
  if (kind === 'other' || kind === 'as sent') return undefined;
  if (kind === 'object') return '`is set`';
  switch (operator) {
    case 'has':
      if (kind === 'list') return undefined;
      return kind === 'text' ? '`contains` for text inside of text, or `=`' : '`=`';
    case 'contains':
      if (kind === 'text') return undefined;
      return kind === 'list' ? '`has` for a member of a list' : '`=`';
    case '=':
    case 'in':
      return undefined;
    case '!=':
      return kind === 'list' ? 'not (… has …)' : undefined;
    default:
      if (kind === 'list') return '`has` for a member of a list';
      return kind === 'boolean' || kind === 'row' ? '`=` or `!=`' : undefined;
  }
}

function wrong({ findings, operator }: Sides, operand: Operand, side: Side, expected: string): void {
  findings.report(
    found.wrongOperator,
    operand.at,
    { operator, name: nameOf(side), type: describe(side), expected },
    typesOf(side),
  );
}

function besideLiteral(sides: Sides, a: Side, literal: Extract<OperandFact, { kind: 'literal' }>['literal']): void {
  const { findings, place, operator, left } = sides;
  if (operator === 'contains') return a.kind === 'value' ? besideItsName(findings, a, literal, place) : undefined;
  if (isRowAlone(a)) return wrong(sides, left, a, fieldOf(a));
  if (a.kind === 'value') return judgeBeside(findings, a, literal, place, operator);
  const identity = identityFact(findings.model, a.resource);
  if (identity) judgeBeside(findings, identity, literal, place, operator);
  else wrong(sides, left, a, 'a field of the row: what identifies it is not one value');
}

/** `author.name`: a field of the row that a reference leads to. */
function fieldOf(side: Side): string {
  const path = nameOf(side).replaceAll('`', '');
  return `a field of the row, as \`${path}.…\``;
}

function compare(sides: Sides, operator: CompareOperator, a: Side, b: Side): void {
  const { findings } = sides;
  const rows = asRows(a, b);
  if (rows !== undefined) {
    if (!rows) return unlike(sides, a, b);
    if (ORDERS.has(operator)) wrong(sides, sides.left, a, '`=` or `!=`');
    return;
  }
  if (isRowAlone(a)) return wrong(sides, sides.left, a, fieldOf(a));
  if (isRowAlone(b)) return wrong(sides, sides.right, b, fieldOf(b));
  const [x, y] = [valueSide(findings, a), valueSide(findings, b)];
  if (!x || !y) return wrong(sides, sides.left, a.kind === 'row' ? a : b, 'a field of the row');
  if (isList(y) || isList(x)) return lists(sides, operator, x, y);
  if (!mayCompare(kindOf(x.type), kindOf(y.type))) return unlike(sides, a, b);
  if (operator !== '=') return;
  choices(sides, x, y);
  choices(sides, y, x);
}

/** What a caller may choose from: each is a value that the other side can have, or the choice finds nothing. */
function choices({ findings, place }: Sides, stored: ValueFact, sent: ValueFact): void {
  if (stored.sent || !sent.sent || sent.type.kind !== 'one-of') return;
  for (const { text: value, at } of sent.type.values)
    judgeBeside(findings, stored, { kind: 'text', value, at }, { ...place, row: undefined }, '=');
}

/** Both name rows: are they rows of one resource? Undefined: values are compared. */
function asRows(a: Side, b: Side): boolean | undefined {
  const [x, y] = [rowNamed(a, b), rowNamed(b, a)];
  if (x === undefined || y === undefined) return undefined;
  const isSent = (side: Side): boolean => side.kind === 'value' && side.sent && side.refers !== undefined;
  // Keys are compared; only what is sent as a value has to be the value that the other is shown by.
  return x === y && ((!isSent(a) && !isSent(b)) || shownBy(a) === shownBy(b));
}

function shownBy(side: Side): string | undefined {
  return side.kind === 'row' ? identityOf(side.resource).join(', ') : side.refers?.by;
}

/** `{param}` is a row beside a row. */
function rowNamed(side: Side, beside: Side): string | undefined {
  if (side.kind === 'row') return side.resource.name.text;
  if (side.refers !== undefined) return side.refers.resource;
  const isRow = beside.kind === 'row' || beside.refers !== undefined;
  return isRow ? side.selects : undefined;
}

function valueSide(findings: Findings, side: Side): ValueFact | undefined {
  return side.kind === 'value' ? side : identityFact(findings.model, side.resource);
}

/** `=` of a list and a value: some member is it. */
function lists(sides: Sides, operator: CompareOperator, a: ValueFact, b: ValueFact): void {
  if (isList(a) && isList(b)) return wrong(sides, sides.right, b, '`has` with one member');
  if (operator !== '=') return wrong(sides, sides.right, b, 'one value, or `in`');
  return isList(a) ? member(sides, a, b) : member(sides, b, a);
}

function member(sides: Sides, list: ValueFact, sought: Side): void {
  const type = memberType(sides.findings.model, list.type);
  const value = valueSide(sides.findings, sought);
  if (!type) return;
  // A date among instants, or the other way round: the members are compared as they are written.
  const [a, b] = [kindOf(type), value ? kindOf(value.type) : 'other'];
  if (!value || (a !== b && a !== 'other' && b !== 'other')) unlike(sides, list, sought);
}

function text(sides: Sides, b: Side): void {
  const kind = kindOfSide(b);
  if (kind === 'text' || kind === 'other') return;
  const a = operandFact(sides.findings.model, sides.left, sides.place);
  if (a.kind === 'value') unlike(sides, a, b);
}

/** A date beside an instant is its first moment in UTC. */
export function mayCompare(a: ValueKind, b: ValueKind): boolean {
  if (a === 'other' || b === 'other' || a === 'as sent' || b === 'as sent') return true;
  return a === b || (isTime(a) && isTime(b));
}

function isTime(kind: ValueKind): boolean {
  return kind === 'date' || kind === 'instant';
}

function unlike({ findings, right, place }: Sides, a: Side, b: Side): void {
  reportUnlike(findings, right, a, b, rowOfPath(findings, a, b, place) || rowOfPath(findings, b, a, place));
}

/** `at`: the operand that would be written otherwise. */
export function reportUnlike(findings: Findings, at: Operand, a: Side, b: Side, named = ''): void {
  const types = `${describe(a)} beside ${describe(b)}`;
  const values = { left: nameOf(b), right: nameOf(a), types, instead: named || pathRow(a, b) || pathRow(b, a) };
  findings.report(found.unlikeTypes, at.at, values, [...typesOf(a), ...typesOf(b)]);
}

/** `this` for the row that the path selects: `lists Line where order = this`. */
function rowOfPath({ model }: Findings, self: Side, beside: Side, { request }: OperandPlace): string {
  if (self.kind !== 'row' || beside.kind === 'row' || request === undefined || request === 'open') return '';
  if (beside.refers?.by === undefined) return '';
  const { resource } = beside.refers;
  const { selections, open } = pathFacts(model, request);
  const known = selections.find((one) => one.resource === resource)?.parameter;
  const parameter = known ?? (open.length === 1 ? open[0] : undefined);
  if (parameter === undefined) return '';
  const row = known === undefined ? ` with ${writtenRow(parameter, beside.type, beside.refers)}` : '';
  return `: \`{${parameter}}\`${row}, the row of \`${resource}\` that the path selects (\`this\` is the row of \`${self.resource.name.text}\` that is looked at)`;
}

/** `{param}` without a Path row beside a reference: the Path row to write. */
function pathRow(parameter: Side, beside: Side): string {
  if (parameter.kind !== 'value' || parameter.taken === undefined || beside.kind !== 'value' || !beside.refers?.by)
    return '';
  const name = parameter.name.replace(/[`{}]/g, '');
  return ` (for the \`${beside.refers.resource}\` that the path names, write ${writtenRow(name, beside.type, beside.refers)})`;
}

function writtenRow(parameter: string, type: FieldType, { resource, by }: RowReference): string {
  return `a Path table with the row \`\`| \`${parameter}\` | ${typeName(type)} | ${resource} by \`${by}\` |\`\` under the heads Path, Type, Selects`;
}

export function nameOf(side: Side): string {
  return side.kind === 'row' ? '`this`' : side.name;
}

export function describe(side: Side): string {
  if (side.kind === 'row') return `a row of \`${side.resource.name.text}\``;
  if (side.refers !== undefined) {
    const { resource, by } = side.refers;
    return by === undefined ? `a row of \`${resource}\`` : `a reference to \`${resource}\` by \`${by}\``;
  }
  const type = `\`${typeName(side.type)}\``;
  return side.taken === undefined
    ? type
    : `${type}, as ${side.name} is taken for \`${side.taken}\` where no Path row says otherwise`;
}

function typesOf(side: Side): Diagnostic['related'] {
  if (side.kind === 'row' || !side.at) return [];
  return [{ at: side.at, message: `the type of ${side.name} is stated here` }];
}
