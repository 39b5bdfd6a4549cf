// A value on its way into a field: `with f = …`, `sets f = …`, Sets of a Body row, a Path row beside the field it selects by. Input: what
// is written. Output: findings where the field could not keep the value as it is. Notation, part 4 "What a call does" and "Tables".

import * as found from '../../diagnostics/operands.ts';
import type { AssignedValue } from '../../notation/values/effects.ts';
import { formulaOperands } from '../../notation/values/formulas.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { Literal } from '../../notation/values/literals.ts';
import { valueOf } from '../../notation/slot.ts';
import {
  broken,
  constraintText,
  exceeded,
  listedOutside,
  ownConstraints,
  possibleOf,
} from '../../analysis/document/allowed.ts';
import {
  operandFact,
  type LiteralOperand,
  type OperandPlace,
  type ValueFact,
} from '../../analysis/values/operand-types.ts';
import type { FieldAt } from '../../analysis/document/paths.ts';
import { kindOf, plainType } from '../../analysis/document/value-kinds.ts';
import { isStoredAs } from '../../analysis/values/value-fits.ts';
import { impossible, jsonFault } from '../literals.ts';
import { misfit } from '../misfit.ts';
import type { Findings } from '../findings.ts';
import { judgePlace } from './conditions.ts';
import { besideItsName } from './literals.ts';
import { describe, nameOf, reportUnlike } from './sides.ts';

/** `name` as messages show the field. */
export function judgeAssignment(
  findings: Findings,
  target: FieldAt,
  name: string,
  operand: AssignedValue,
  place: OperandPlace,
): void {
  if (operand.kind === 'arithmetic') return judgeAmount(findings, target, name, operand, place);
  judgePlace(findings, operand, place);
  const into = targetFact(findings, target, name);
  const fact = operandFact(findings.model, operand, place);
  if (!into) return;
  switch (fact.kind) {
    case 'open':
    case 'absent':
      return;
    case 'nothing':
      if (isNeeded(target)) impossible(findings, into.type, operand.at, 'null', name, 'a value: it is required');
      return;
    case 'literal':
      return literalInto(findings, into, fact.literal);
    case 'row':
      if (into.refers?.resource !== fact.resource.name.text) reportUnlike(findings, operand, into, fact);
      else if (into.allowed.length > 0)
        withinAllowed(findings, into, referredBy(findings, into), operand, nameOf(fact));
      return;
    case 'value':
      return valueInto(findings, into, fact, operand, isNeeded(target));
  }
}

/** Numbers alone; each request decides whether the field may hold the result. */
function judgeAmount(
  findings: Findings,
  target: FieldAt,
  name: string,
  { expression, at }: Extract<AssignedValue, { kind: 'arithmetic' }>,
  place: OperandPlace,
): void {
  const into = targetFact(findings, target, name);
  if (into && (into.refers || kindOf(into.type) !== 'number')) {
    const values = {
      left: '`+`, `-`, `*` and `/`',
      right: name,
      types: `numbers beside ${describe(into)}`,
      instead: '',
    };
    findings.report(found.unlikeTypes, at, values);
    return;
  }
  for (const operand of formulaOperands(expression)) {
    judgePlace(findings, operand, place);
    const fact = operandFact(findings.model, operand, place);
    if (!into || fact.kind !== 'value') continue;
    if (fact.refers || kindOf(fact.type) !== 'number') reportUnlike(findings, operand, into, fact);
    else if (isNeeded(target) && fact.mayLack)
      findings.report(found.mayBeNothing, operand.at, { value: nameOf(fact), field: into.name });
  }
}

/** A field as something that takes a value. */
export function targetFact(findings: Findings, target: FieldAt, name: string): ValueFact | undefined {
  const type = valueOf(target.field.type);
  const known = type && plainType(findings.model, type);
  if (!known) return undefined;
  return {
    kind: 'value',
    name,
    type: known.type,
    at: target.field.type.at,
    field: target,
    allowed: valueOf(target.field.allowed) ?? [],
    refers: known.refers,
    sent: false,
    selects: undefined,
    mayLack: false,
  };
}

/** It is never without a value. */
function isNeeded({ field }: FieldAt): boolean {
  return valueOf(field.required)?.kind === 'yes' && valueOf(field.type)?.kind !== 'nullable';
}

function literalInto(findings: Findings, into: ValueFact, literal: LiteralOperand): void {
  const { type, name } = into;
  const value = String(literal.value);
  if (into.refers && into.refers.by === undefined)
    return impossible(findings, type, literal.at, value, name, `a row of \`${into.refers.resource}\``);
  if (type.kind === 'state') {
    const { resource, field } = into.field!;
    return findings.state(`${resource.name.text}.${field.name.text}`, { text: value, at: literal.at });
  }
  const isJson = kindOf(type) === 'list' || kindOf(type) === 'object';
  const isReference = into.refers !== undefined;
  const given: Exclude<Literal, { kind: 'null' }> = isJson ? { kind: 'json', value } : literal;
  const expected = isJson ? jsonFault(findings, type, value) : misfit(type, given, true);
  if (expected !== undefined) return impossible(findings, type, literal.at, value, name, expected);
  if (isJson) return;
  const outside = broken([...(isReference ? [] : ownConstraints(type)), ...into.allowed], literal);
  if (outside) return impossible(findings, type, literal.at, value, name, constraintText(outside));
  if (isReference) return;
  const row = into.field?.resource;
  besideItsName(findings, into, literal, { row, self: row });
}

/** The very row that a reference leads to, or that the path selects. */
function isRowFor(value: ValueFact, into: ValueFact): boolean {
  const row = value.sent ? value.selects : value.refers?.resource;
  return into.refers !== undefined && row === into.refers.resource;
}

function valueInto(findings: Findings, into: ValueFact, value: ValueFact, operand: Operand, isRequired: boolean): void {
  const { model } = findings;
  const isRowNeeded = into.refers !== undefined && into.refers.by === undefined;
  if (!isRowFor(value, into) && (isRowNeeded || !isStoredAs(model, value, into)))
    return reportUnlike(findings, operand, into, value);
  if (isRequired && value.mayLack) {
    findings.report(found.mayBeNothing, operand.at, { value: nameOf(value), field: into.name });
    return;
  }
  const given = [...possibleOf(value.type), ...value.allowed];
  if (into.refers === undefined)
    return withinAllowed(findings, into, given, operand, nameOf(value), ownConstraints(into.type));
  if (into.allowed.length > 0)
    withinAllowed(findings, into, [...given, ...referredBy(findings, into)], operand, nameOf(value));
}

/** What the field holds by which a reference is sent and shown: that row is there, so it holds of the value, too. */
function referredBy({ model }: Findings, { refers }: ValueFact): readonly Constraint[] {
  const field = refers?.by === undefined ? undefined : model.fields.get(`${refers.resource}.${refers.by}`);
  const type = field && valueOf(field.type);
  const plain = type && plainType(model, type);
  return field && plain ? [...ownConstraints(plain.type), ...(valueOf(field.allowed) ?? [])] : [];
}

function withinAllowed(
  findings: Findings,
  into: ValueFact,
  given: readonly Constraint[],
  operand: Operand,
  value: string,
  own: readonly Constraint[] = [],
): void {
  const outside = exceeded(given, [...own, ...into.allowed]);
  if (!outside) return;
  const related = [{ at: into.field!.field.allowed.at, message: `what ${into.name} may hold is stated here` }];
  const listed = listedOutside(given, outside);
  const one = listed ? `${value}, which may be \`${String(listed.value)}\`,` : value;
  const values = { value: one, field: into.name, rule: constraintText(outside) };
  findings.report(found.tooWide, operand.at, values, related);
}
