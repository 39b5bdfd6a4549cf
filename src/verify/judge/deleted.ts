// What a reply says of When deleted: that it refuses a deletion, and that rows are gone that went along with another one. A deletion alone does not
// show that: a later reply has to, which would be another one if they were still there. Output: obligations. Notation, part 2, When deleted.

import { pathFacts } from '../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import { deletionObligation } from '../obligations.ts';
import { isVisible, mayKnow } from '../values/evaluate.ts';
import type { Knowledge } from '../world/knowledge.ts';
import { Row } from '../world/known.ts';
import type { Asked } from '../world/world.ts';
import type { Facts } from './causes/context.ts';
import { ruleHolds, rulesOf } from './causes/moves.ts';
import { namedBy } from './effects/find.ts';
import type { Listing } from './lists.ts';

/** Of one rule so many rows that went along are kept, the latest ones. */
const MOST_KEPT = 4;

/** The rules that surely refuse the call. */
export function deletionsRefused(facts: Facts, cause: MetCause): readonly string[] {
  return rulesOf(facts, cause).flatMap((rule) => {
    const { when, resource = '' } = rule;
    const own = facts.model.resources.get(resource);
    const place = ((own && valueOf(own.whenDeleted)) ?? []).findIndex(
      (one) => one.kind === 'refused while' && when.kind === 'exists' && one.resource === when.resource,
    );
    return place >= 0 && ruleHolds(facts, rule) === true ? [deletionObligation(resource, place)] : [];
  });
}

/** The row surely went along; a later reply may show that it did. */
export function noteAlong(world: Knowledge, row: Row, obligation: string): void {
  const before = world.goneAlong.get(obligation) ?? [];
  world.put(world.goneAlong, obligation, [...before, row].slice(-MOST_KEPT));
}

/** Rows that a list would show if they were there. */
export function goneFrom({ goneAlong }: Knowledge, { resource, isIn }: Listing): readonly string[] {
  const isLacking = (row: Row): boolean =>
    row.resource === resource && isIn(new Row(resource, row.values, true, row.born)) === true;
  return [...goneAlong].flatMap(([id, rows]) => (rows.some(isLacking) ? [id] : []));
}

/** The row that a path names, and that is no more there for somebody who might know of it. */
export function goneAt(world: Knowledge, linked: LinkedOperation, asked: Asked, cause: MetCause): readonly string[] {
  if (world.goneAlong.size === 0 || (cause.kind !== 'no such' && cause.kind !== 'was')) return [];
  const named = pathFacts(world.model, linked)
    .selections.filter(({ resource }) => resource === cause.resource)
    .flatMap((selection) => namedBy(world, asked, selection))
    .filter((row) => {
      const scope = { world, asked, row, self: row };
      return isVisible(row, scope) !== false && mayKnow(linked, row, scope) !== false;
    });
  return [...world.goneAlong].flatMap(([id, rows]) => (rows.some((row) => named.includes(row)) ? [id] : []));
}
