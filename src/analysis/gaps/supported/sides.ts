// Sides of a comparison that need a feature of their own: lists of rows, instants as they were sent. Input: an operand and its place.
// Output: whether it is one. Notation, part 2, "Conditions".

import { valueOf } from '../../../notation/slot.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import { type Operand, isOfRequest } from '../../../notation/values/operands.ts';
import type { Model } from '../../../model/model.ts';
import { type Ground, baseOf } from '../../document/condition-walk.ts';
import { referencesInside } from '../../document/references-inside.ts';
import { type Path, followPath, isMany } from '../../document/paths.ts';

/** A value as which a row is sent. */
export function mayBeMember(condition: Condition, { kind, ...operand }: Operand): boolean {
  if (condition.kind !== 'has' && !(condition.kind === 'compare' && condition.operator === '=')) return false;
  if (kind === 'parameter') return condition.kind === 'has';
  if (kind === 'field') return 'owner' in operand && isOfRequest(operand.owner);
  return kind === 'text' || kind === 'number' || kind === 'value';
}

/** Some of them may lead nowhere. */
export function isListOfRows(model: Model, operand: Operand, ground: Ground): boolean {
  if (operand.kind !== 'field') return false;
  const { end, fields } = followPath(model, baseOf(model, operand, ground), operand.path);
  const type = end === 'found' ? valueOf(fields.at(-1)?.field.type ?? NOTHING) : undefined;
  return type !== undefined && isMany(type) && (referencesInside(model, type) ?? [undefined]).length > 0;
}

/** An instant in the words of its sender: another offset is another text, so it compares with nothing yet. */
export function isAsSent(model: Model, operand: Operand, ground: Ground): boolean {
  return operand.kind === 'field' && endsAsSent(followPath(model, baseOf(model, operand, ground), operand.path));
}

export function endsAsSent({ end, fields }: Path): boolean {
  const type = end === 'found' ? valueOf(fields.at(-1)?.field.type ?? NOTHING) : undefined;
  const plain = type?.kind === 'nullable' ? type.of : type;
  return plain?.kind === 'date-time' && plain.asSent;
}

export const NOTHING = { status: 'absent', at: { start: 0, end: 0 } } as const;
