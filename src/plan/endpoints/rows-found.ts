// Which rows an effect works on: those that the path selects, that `where` finds, the one that calls or signs in. Input: the
// effects on one resource. Output: a condition of their statement. Notation, part 4, Does and the Path table.

import { mayFindNone } from '../../analysis/document/effect-traits.ts';
import { fault } from '../../base/fault.ts';
import type { Resource } from '../../notation/resources.ts';
import { namedBy } from '../../analysis/values/gone-states.ts';
import { selectionOf } from '../../analysis/document/targets.ts';
import type { RowAccess } from '../../analysis/requests/row-accesses.ts';
import type { Expr } from '../../sql/expression.ts';
import { conditionExpr } from '../conditions.ts';
import { all } from '../operands.ts';
import { present } from '../presence.ts';
import { selectionWhere } from '../request-parameters.ts';
import type { RowScope } from '../rows.ts';
import { hidesRows, visibleRows } from '../who.ts';
import type { Build } from './assigned.ts';
import { signedInWhere } from './tokens.ts';

/** Effects that go into one statement. */
export interface Group extends Omit<RowAccess, 'resource'> {
  readonly resource: Resource;
}

/** Only the row that the path or `where` finds. */
export function isOneRow(kind: RowAccess['kind'], effects: RowAccess['effects']): boolean {
  if (kind === 'delete') return effects.some((effect) => effect.kind === 'deletes' || effect.kind === 'moves');
  return kind === 'read' || kind === 'write' || kind === 'put';
}

/** Is it done, too, where there is no row? */
export function mayMeetNone({ kind, effects }: Pick<Group, 'kind' | 'effects'>): boolean {
  const ifThere = effects.some(mayFindNone);
  return kind === 'list' || kind === 'every' || (kind === 'delete' && (ifThere || !isOneRow(kind, effects)));
}

/** Rows that are there for this operation. */
function presentFor(context: Build['context'], resource: Resource, source?: string): readonly Expr[] {
  const { model, linked, visible } = context;
  return present({ model, namedGone: namedBy(model, linked, resource.name.text), visible }, resource, source);
}

/** The row that the path selects, and what `where` says of it. */
export function whereOf(build: Build, group: Group, source?: string): Expr {
  const { context, sent } = build;
  const { resource, effects, kind } = group;
  if (effects.some((effect) => effect.kind === 'signs in')) return signedInWhere(resource);
  const isOne = isOneRow(kind, effects);
  const isOfCaller = effects.some((effect) => 'ofCaller' in effect && effect.ofCaller);
  const selection = isOne && !isOfCaller ? selectionOf(context.model, context.linked, resource.name.text) : undefined;
  const items: Expr[] = selection ? [selectionWhere(context, context.linked, selection, resource, source)] : [];
  // What the path selects is there; a list also asks its parameters.
  if (!selection && kind !== 'list') items.push(...presentFor(context, resource, source));
  const row: RowScope = { kind: 'table', resource, ...(source !== undefined && { source }) };
  // A row that the caller may not know of is passed over, like one that is not there.
  if (kind !== 'list' && mayMeetNone(group) && hidesRows(build, resource)) items.push(...visibleRows(build, row));
  for (const effect of effects) {
    if (!('where' in effect) || !effect.where) continue;
    items.push(conditionExpr(effect.where, { context, row, sent }));
  }
  if (isOne && !selection && !effects.some((effect) => 'where' in effect && effect.where))
    fault(`nothing says which row of ${resource.name.text}`);
  return all(items);
}
