// Which rows an operation changes, for tokens that end with it. Input: the effects of an operation, by resource.
// Output: conditions. Notation, part 5, Revoked when.

import { CHANGES } from '../../analysis/document/effect-traits.ts';
import type { Expr } from '../../sql/expression.ts';
import { inputsFor, type Build } from './assigned.ts';
import { whereOf, type Group } from './rows-found.ts';
import type { RowsChanged } from './tokens.ts';

export function changedRows(build: Build, groups: readonly Group[]): RowsChanged {
  const changes = (name: string): Group | undefined =>
    groups.find((group) => group.resource.name.text === name && CHANGES.has(group.kind));
  return {
    changed(name, alias) {
      const group = changes(name);
      return group && whereOf(build, group, alias);
    },
    sets: (name, field) => {
      const group = changes(name);
      return group && setsField(build, group, field);
    },
    deletes: (name) => groups.some((group) => group.resource.name.text === name && group.kind === 'delete'),
  };
}

/** True when the request sets the field of a row that is there. */
function setsField(build: Build, { resource, effects }: Group, field: string): Expr | undefined {
  const assigns = effects.some(
    (effect) => effect.kind === 'sets' && effect.assignments.some((one) => one.field.text.split('.').at(-1) === field),
  );
  if (assigns) return { kind: 'true' };
  const input = inputsFor(build, resource).find((one) => one.field.name.text === field);
  return input && (input.sent ?? { kind: 'true' });
}
