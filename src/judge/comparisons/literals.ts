// A literal beside a value: one that the value can have. Input: both, and their places. Output: findings for what no such value
// is, for states that are not declared, for fields written as values. Notation, rule 1.5.

import { sourcesOf } from '../../base/sources.ts';
import type { Span } from '../../base/span.ts';
import * as found from '../../diagnostics/linking.ts';
import { broken, constraintText, ownConstraints } from '../../analysis/document/allowed.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import { followPath } from '../../analysis/document/paths.ts';
import { machineViews } from '../../analysis/document/moves.ts';
import type { LiteralOperand, OperandPlace, ValueFact } from '../../analysis/values/operand-types.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { kindOf, memberType, plainType } from '../../analysis/document/value-kinds.ts';
import { impossible } from '../literals.ts';
import { misfit } from '../misfit.ts';
import type { Findings } from '../findings.ts';

/** What equals one of the values that are listed; an order goes beyond them. */
const EQUALS: ReadonlySet<string> = new Set(['=', '!=', 'in', 'has']);

export function judgeBeside(
  findings: Findings,
  side: ValueFact,
  literal: LiteralOperand,
  place: OperandPlace,
  operator = '<',
): void {
  const type = memberType(findings.model, side.type) ?? side.type;
  const value = String(literal.value);
  const limits = EQUALS.has(operator) ? [...ownConstraints(type), ...side.allowed] : [];
  const outside = broken(limits, literal);
  const isState = type.kind === 'state' && side.field !== undefined;
  const name = side.field ? `${side.field.resource.name.text}.${side.field.field.name.text}` : '';
  const states = isState ? (machineViews(findings.model).get(name)?.states ?? []) : [];
  const expected = misfit(type, literal, false) ?? (outside && expectedOf(outside));
  const isUnknownState = isState && states.length > 0 && !states.includes(value);
  if (expected === undefined && !isUnknownState) return besideItsName(findings, side, literal, place);
  const holder = literal.kind === 'text' ? holderOf(findings, value, place) : undefined;
  if (holder) return fieldAsValue(findings, side, literal, holder, place);
  if (isUnknownState) return findings.state(name, { text: value, at: literal.at });
  impossible(findings, type, literal.at, value, side.name, expected!);
}

function expectedOf(constraint: Constraint): string {
  return constraint.kind === 'values' ? `one of ${constraintText(constraint)}` : constraintText(constraint);
}

type Rows = Pick<OperandPlace, 'row' | 'self'>;

/** The resource at hand that has a field of this name, or a path that leads to one. */
function holderOf({ model }: Findings, name: string, { row, self }: Rows): Resource | undefined {
  const path = name.split('.');
  const has = (one: Resource | undefined): boolean => {
    const { end, fields } = followPath(model, one, path);
    return end === 'found' && fields.at(-1)?.field.name.text.split('.').at(-1) === path.at(-1);
  };
  return [row, self].find(has);
}

/** As the field is written right of an operator. */
function asField(name: string, holder: Resource, { row, self }: Rows): string {
  return (self ?? row) === holder ? `this \`${name}\`` : `\`${holder.name.text}.${name}\``;
}

/** A possible text that is spelled like a field at hand: it is not clear which was meant, unless the text is quoted. */
export function besideItsName(findings: Findings, side: ValueFact, literal: LiteralOperand, place: Rows): void {
  const type = memberType(findings.model, side.type) ?? side.type;
  const isClosed = CLOSED.has(type.kind) || side.allowed.some((one) => one.kind === 'values');
  if (literal.kind !== 'text' || isClosed || kindOf(type) !== 'text') return;
  const { value: name } = literal;
  const isOwn = side.name.endsWith(`\`${name}\``) || side.name.endsWith(`.${name}\``);
  const holder = holderOf(findings, name, place);
  if ((!holder && !isOwn) || isQuoted(findings, literal)) return;
  const field = holder ? asField(name, holder, place) : `this \`${name}\``;
  const resource = holder ? `\`${holder.name.text}\`` : 'the other side';
  const related = side.at ? [{ at: side.at, message: `the type of ${side.name} is stated here` }] : [];
  findings.report(found.textLikeAField, literal.at, { name, resource, field }, related);
}

/** A Default that is spelled like another field of its resource. */
export function judgeDefaultBeside(findings: Findings, side: ValueFact, text: string, at: Span): void {
  const row = side.field?.resource;
  const other = row && findings.model.fields.get(`${row.name.text}.${text}`);
  const type = other && valueOf(other.type);
  const known = type && plainType(findings.model, type)?.type;
  if (other === side.field?.field || !known || kindOf(known) !== 'text') return;
  besideItsName(findings, side, { kind: 'text', value: text, at }, { row, self: row });
}

/** Types that list their values. */
const CLOSED: ReadonlySet<string> = new Set(['one-of', 'state']);

function isQuoted({ model }: Findings, { at }: LiteralOperand): boolean {
  return sourcesOf(model.document).text(at).startsWith('"');
}

function fieldAsValue(
  findings: Findings,
  side: ValueFact,
  literal: LiteralOperand,
  holder: Resource,
  place: OperandPlace,
): void {
  const name = String(literal.value);
  const values = { name, resource: holder.name.text, left: side.name, field: asField(name, holder, place) };
  const at = side.field?.field.at;
  const related = at ? [{ at, message: `${side.name} is declared here` }] : [];
  findings.report(found.operandIsAField, literal.at, values, related);
}
