// What a comparison puts side by side: a field and a value that it can have. Comes in: a condition and where it stands.
// Goes out: findings for names, for states that are not declared, for fields written as values, for secrets.
// Notation, rule 5 ("operand-is-a-field") and section 4 ("secret-compared").

import * as authentication from '../../diagnostics/authentication.ts';
import * as found from '../../diagnostics/linking.ts';
import type { Condition, Operand } from '../conditions.ts';
import type { FieldType } from '../field-types.ts';
import type { LinkedOperation, Model } from '../model.ts';
import { valueOf } from '../status.ts';
import { baseOf, type Ground } from '../views/condition-walk.ts';
import { elementOf, followPath, type FieldAt } from '../views/paths.ts';
import { judgePattern, misfit } from './literals.ts';
import type { References } from './references.ts';

export function judgeCondition(refs: References, condition: Condition, ground: Ground, linked?: LinkedOperation): void {
  refs.condition(condition, ground, linked, {
    operand: (operand, _base, inner) => {
      const end = fieldOf(refs.model, operand, inner);
      const type = end && valueOf(end.field.type);
      if (end && type && elementOf(type).type.kind === 'secret') {
        const field = `${end.resource.name.text}.${end.field.name.text}`;
        refs.report(authentication.secretCompared, operand.at, { field });
      }
    },
    compared: (left, right, inner) => compare(refs, left, right, inner),
    word: (_, part) => {
      if (part.kind === 'matches') judgePattern(refs, part.pattern, part.at);
    },
  });
}

/** The field that an operand ends at, when it names one. */
export function fieldOf(model: Model, operand: Operand, ground: Ground): FieldAt | undefined {
  if (operand.kind !== 'field') return undefined;
  const base = baseOf(model, operand, ground);
  return base && followPath(model, base, operand.path).fields.at(-1);
}

function compare(refs: References, left: Operand, right: Operand, ground: Ground): void {
  if (right.kind !== 'text' && right.kind !== 'number' && right.kind !== 'boolean') return;
  const end = fieldOf(refs.model, left, ground);
  const type = end && valueOf(end.field.type);
  if (!end || !type) return;
  const inner = elementOf(type).type;
  const value = String(right.value);
  if (right.kind === 'text' && mayBe(refs.model, inner, end, value)) return;
  const row = right.kind === 'text' ? ground.row : undefined;
  const isField = row?.fields.items.some((field) => field.name.text === value) ?? false;
  if (row && isField) {
    const values = { name: value, resource: row.name.text, left: `\`${end.field.name.text}\`` };
    const related = [{ at: end.field.at, message: `\`${end.field.name.text}\` is declared here` }];
    refs.report(found.operandIsAField, right.at, values, related);
  } else if (inner.kind === 'state') {
    refs.state(`${end.resource.name.text}.${end.field.name.text}`, { text: value, at: right.at });
  } else judgeLiteral(refs, inner, right, `\`${end.field.name.text}\``);
}

/** A literal beside something of this type. */
export function judgeLiteral(
  refs: References,
  type: FieldType,
  literal: Extract<Operand, { kind: 'text' | 'number' | 'boolean' }>,
  name: string,
): void {
  const expected = misfit(type, literal, false);
  if (expected !== undefined)
    refs.report(found.impossibleValue, literal.at, { value: String(literal.value), name, expected });
}

/** Can a field of this type have the value? Where that depends on more than the type, it can. */
function mayBe(model: Model, type: FieldType, { resource, field }: FieldAt, value: string): boolean {
  switch (type.kind) {
    case 'one-of':
      return type.values.some((one) => one.text === value);
    case 'state': {
      const machine = model.machines.get(`${resource.name.text}.${field.name.text}`);
      if (!machine) return true;
      const names = machine.states.written
        ? machine.states.items.map((state) => state.name.text)
        : machine.moves.items.flatMap(({ to }) =>
            valueOf(to)?.kind === 'state' ? [(valueOf(to) as { state: { text: string } }).state.text] : [],
          );
      return names.includes(value);
    }
    case 'boolean':
      return value === 'true' || value === 'false';
    case 'integer':
    case 'number':
    case 'decimal':
    case 'seconds since 1970':
      return /^-?\d/.test(value);
    case 'date':
    case 'date-time':
    case 'time':
      return /^\d/.test(value);
    default: {
      const listed = valueOf(field.allowed)?.find((one) => one.kind === 'values');
      return listed === undefined || listed.values.some((one) => 'value' in one && String(one.value) === value);
    }
  }
}
