// A bare field in a template: its value in the row at hand, null where it has none. Input: a path, JSON. Output: a difference, or what is
// learned. Notation, part 4, "Shapes and templates".

import { isComputed } from '../../../analysis/document/field-rules.ts';
import { valueOf } from '../../../notation/slot.ts';
import { fieldObligation } from '../../obligations.ts';
import { statementOf } from '../../statements.ts';
import { derived, valueOf as found } from '../../values/evaluate.ts';
import { UNKNOWN } from '../../world/known.ts';
import type { Match, Setting } from './match.ts';
import { matchRow } from './row.ts';
import { classOf } from './sources.ts';
import { matchValue } from './value.ts';

const NOWHERE = { start: 0, end: 0 };

export function fieldInRow(match: Match, setting: Setting, path: readonly string[], json: unknown, at: string): void {
  const { model, world, row, asked } = setting;
  if (!row) return;
  const name = path.join('.');
  const field = model.fields.get(`${row.resource}.${name}`);
  const scope = { world, asked, row, self: row };
  const isOwn = field !== undefined;
  const value = !isOwn
    ? found({ kind: 'field', owner: undefined, path, at: NOWHERE }, scope)
    : !isComputed(field)
      ? row.get(name)
      : setting.wasThere
        ? UNKNOWN
        : derived(field, row, scope);
  const stated = field && valueOf(field.type);
  const before = match.differences.length;
  const type = stated && (stated.kind === 'nullable' ? stated : ({ kind: 'nullable', of: stated } as const));
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
