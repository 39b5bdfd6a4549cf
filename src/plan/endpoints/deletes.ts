// Rows that go, and what goes with them. Input: a `deletes` effect. Output: a `delete` step with its cascade and the guards that keep a
// row which is still referred to. Notation, part 2 "When deleted"; part 4, Does.

import type { Effect } from '../../notation/values/effects.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { machinesOf } from '../../analysis/document/moves.ts';
import { resourcePath } from '../../analysis/document/slot-ids.ts';
import type { Expr } from '../../sql/expression.ts';
import { cascadeOf, rulesOf } from '../cascades.ts';
import { all } from '../operands.ts';
import { present } from '../presence.ts';
import { telling } from '../legal-moves.ts';
import { rowPreconditions } from '../preconditions.ts';
import { columnOf, keyOf, type RowScope } from '../rows.ts';
import type { Answered, Guard, Step } from '../steps.ts';
import { referenceOf } from '../../analysis/document/value-kinds.ts';
import { type Build } from './assigned.ts';
import { ofRowInOrder, ruleGuards } from './row-guards.ts';
import { emitsOf } from './emits.ts';
import { namedBy } from './unshown.ts';
import { permissionGuards } from '../who.ts';

type Delete = Extract<Step, { kind: 'delete' }>;

export interface DeletePart {
  readonly resource: Resource;
  readonly effects: readonly Effect[];
  readonly where: Expr;
  readonly every: boolean;
  readonly ifThere: boolean;
  /** By a move that leads to `(gone)`. */
  readonly isMove: boolean;
  readonly answer: Answered;
  readonly order: readonly string[];
}

export function deleteStep(build: Build, part: DeletePart): Delete {
  const { resource } = part;
  const row: RowScope = { kind: 'table', resource };
  const { context, sent } = build;
  const ends = machinesOf(context.model, resource.name.text).map((view) =>
    context.states.end(context, view, !part.isMove, { context, row, sent }),
  );
  const { told, refusing } = telling(context, resource.name.text, part.every, { context, row, sent });
  const guards: Guard[] = [
    ...refusing(ends.flatMap((end) => end.guards)),
    ...permissionGuards(build, row),
    ...(part.every ? [] : rowPreconditions(context.model, context.linked, resource, 'changed')),
    ...ruleGuards(build, resource, row),
    ...referredGuards(build, resource, row, (where) => where),
  ];
  const cascade = cascadeOf({ context, sent }, resource, (other, own, found) =>
    guards.push(...referredGuards(build, other, own, found)),
  );
  return {
    kind: 'delete',
    table: resource.name.text,
    where: part.where,
    guards: ofRowInOrder(guards, part.order),
    every: part.every,
    ...(part.every && guards.length > 0 && { named: namedBy(context.model, resource) }),
    ifThere: part.ifThere,
    absent: `no such ${resource.name.text}`,
    cascade,
    ...(part.isMove && { outcome: 'moved' as const }),
    answer: part.answer,
    ...emitsOf(
      build.context,
      part.effects,
      ends.flatMap((end) => end.sent),
    ),
    ...told,
  };
}

/** When deleted is not shown: a row that another one refers to is not deleted, it is held. */
function referredGuards(
  build: Build,
  resource: Resource,
  row: RowScope,
  found: (where: Expr) => Expr,
): readonly Guard[] {
  const { context } = build;
  const name = resource.name.text;
  const open =
    rulesOf(resource).length > 0 ? undefined : context.gap(resourcePath(name, 'when-deleted'), resource.whenDeleted);
  if (open === undefined) return [];
  const guards: Guard[] = [];
  for (const other of context.model.resources.values()) {
    if (other.identifiedBy.status === 'none') continue;
    for (const field of other.fields.items) {
      const type = valueOf(field.type);
      const column =
        type && referenceOf(context.model, type)?.resource === name ? columnOf(context.model, field) : undefined;
      if (!column) continue;
      const alias = context.alias();
      const left: Expr = { kind: 'column', column: column.name, type: 'integer', source: alias };
      const refers: Expr = {
        kind: 'exists',
        table: other.name.text,
        alias,
        where: all([
          { kind: 'compare', operator: '=', left, right: keyOf(row) },
          ...present({ model: context.model }, other, alias),
        ]),
      };
      guards.push({ where: { kind: 'not', item: found(refers) }, cause: context.holdGuard([open]), check: 'state' });
    }
  }
  return guards;
}
