// A bare field in a template: its value in the row at hand, null where it has none. Input: a path, JSON. Output: a difference, or what is
// learned. Notation, part 4, "Shapes and templates".

import { isComputed } from '../../../analysis/document/field-rules.ts';
import { valueOf } from '../../../notation/slot.ts';
import { fieldObligation } from '../../obligations.ts';
import { statementOf } from '../../statements.ts';
import { isThere, valueOf as found } from '../../values/evaluate.ts';
import { Row, UNKNOWN, type Value } from '../../world/known.ts';
import type { Scope } from '../../world/world.ts';
import type { Match, Setting } from './match.ts';
import { matchRow, valueIn } from './row.ts';
import { classOf } from './sources.ts';
import { matchValue } from './value.ts';

const NOWHERE = { start: 0, end: 0 };
const ANYTHING = { kind: 'nullable', of: { kind: 'any' } } as const;

/** Of the row that a reference leads to: as what a row is shown there, its type says. */
function behind(path: readonly string[], scope: Scope): Value {
  const value = found({ kind: 'field', owner: undefined, path, at: NOWHERE }, scope);
  return value instanceof Row ? UNKNOWN : value;
}

export function fieldInRow(match: Match, setting: Setting, path: readonly string[], json: unknown, at: string): void {
  const { model, world, row, asked } = setting;
  if (!row) return;
  const name = path.join('.');
  const field = model.fields.get(`${row.resource}.${name}`);
  const scope = { world, asked, row, self: row };
  const isOwn = field !== undefined;
  const value = isOwn ? valueIn(setting, field, row, scope) : behind(path, scope);
  const stated = field && valueOf(field.type);
  const before = match.differences.length;
  const type = !isOwn
    ? ANYTHING
    : stated && (stated.kind === 'nullable' ? stated : ({ kind: 'nullable', of: stated } as const));
  matchValue(
    match,
    {
      model,
      world,
      at,
      type,
      statement: field && statementOf(model, field.type),
      isAlways: true,
      learn: isOwn && !isComputed(field) ? (learned) => world.set(row, name, learned, 'shown') : undefined,
      class: isOwn && !isComputed(field) ? classOf(setting, row, name) : 'wrong body',
      isSeen: (target) => isThere(target, { ...scope, row: target, self: target }),
      embed: (target, shape, one, where) => {
        const resource = model.resources.get(target.resource);
        if (resource) matchRow(match, setting, resource, shape ?? {}, target, one, where);
      },
      isWhole: setting.whole.has(name),
      isPart: false,
    },
    value,
    json,
  );
  if (isOwn && json !== null && json !== undefined && match.differences.length === before)
    match.exercised.add(fieldObligation(row.resource, name, 'shown'));
}
