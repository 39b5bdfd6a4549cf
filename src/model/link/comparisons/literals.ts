// A literal beside a value: one that the value can have. Comes in: both, and where they stand. Goes out: findings for what
// no such value is, for states that are not declared, for fields written as values. Notation, rule 1.5.

import * as found from '../../../diagnostics/linking.ts';
import { broken, constraintText } from '../../views/allowed.ts';
import { machineViews } from '../../views/moves.ts';
import type { LiteralOperand, OperandPlace, ValueFact } from '../../views/operand-types.ts';
import { memberType } from '../../views/value-kinds.ts';
import { impossible } from '../literals.ts';
import { misfit } from '../misfit.ts';
import type { References } from '../references.ts';

/** What equals one of the values that are listed; an order goes beyond them. */
const EQUALS: ReadonlySet<string> = new Set(['=', '!=', 'in', 'has']);

export function judgeBeside(
  refs: References,
  side: ValueFact,
  literal: LiteralOperand,
  place: OperandPlace,
  operator = '<',
): void {
  const type = memberType(refs.model, side.type) ?? side.type;
  const value = String(literal.value);
  const listed = EQUALS.has(operator) ? side.allowed.filter((one) => one.kind === 'values') : [];
  const outside = broken(listed, literal);
  const isState = type.kind === 'state' && side.field !== undefined;
  const name = side.field ? `${side.field.resource.name.text}.${side.field.field.name.text}` : '';
  const states = isState ? (machineViews(refs.model).get(name)?.states ?? []) : [];
  const expected = misfit(type, literal, false) ?? (outside && `one of ${constraintText(outside)}`);
  const isUnknownState = isState && states.length > 0 && !states.includes(value);
  if (expected === undefined && !isUnknownState) return;
  if (literal.kind === 'text' && isField(place, value)) return fieldAsValue(refs, side, literal, place);
  if (isUnknownState) return refs.state(name, { text: value, at: literal.at });
  impossible(refs, type, literal.at, value, side.name, expected!);
}

function isField({ row }: OperandPlace, name: string): boolean {
  return row?.fields.items.some((field) => field.name.text === name) ?? false;
}

function fieldAsValue(refs: References, side: ValueFact, literal: LiteralOperand, { row }: OperandPlace): void {
  const values = { name: String(literal.value), resource: row!.name.text, left: side.name };
  const at = side.field?.field.at;
  const related = at ? [{ at, message: `${side.name} is declared here` }] : [];
  refs.report(found.operandIsAField, literal.at, values, related);
}
