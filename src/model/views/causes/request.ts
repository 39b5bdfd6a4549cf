// The causes that credentials, path, query and answer bring to an operation; errors.ts puts them in order.
// Comes in: a linked operation. Goes out: cause keys, and the rows that the path must find. Notation, parts 4, 5 and 7.

import type { Parameter } from '../../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../model.ts';
import { valueOf, type List } from '../../../notation/slot.ts';
import { isComplete } from '../complete.ts';
import { namesAll } from '../gone.ts';
import { effectsOf, ONE_ROW, pathFacts, selectionOf, type Selection } from '../targets.ts';

/** Refusals that a Who other than `anyone` brings. */
export function callerCauses(model: Model, linked: LinkedOperation): readonly string[] {
  const who = valueOf(linked.facts.who);
  if (!who || who.kind === 'anyone') return who?.kind === 'anyone' && who.signedInIfSent ? ['wrong token'] : [];
  const causes = ['no credentials', 'wrong token'];
  if (who.kind === 'signed-in') return causes;
  const targets = effectsOf(linked).flatMap((effect) => ('target' in effect ? [effect.target.text] : []));
  const on = targets.find((target) => model.resources.has(target));
  return [...causes, on === undefined ? 'not permitted' : `not permitted on ${on}`];
}

/** `isStated`: part 7 states that cause; then it takes what a path's type cannot hold, or a row that is gone. */
export function pathCauses(
  model: Model,
  linked: LinkedOperation,
  isStated: (cause: string) => boolean,
): readonly string[] {
  const { names, values, rows } = pathFacts(model, linked);
  const causes: string[] = [];
  const mayNotFit = values.some((name) => !takesAll(rows.get(name)));
  if ((names.length > 0 && isStated('invalid path')) || mayNotFit) causes.push('invalid path');
  for (const { resource } of rowSelections(model, linked)) {
    causes.push(`no such ${resource}`);
    if (isStated(`was ${resource}`) && !namesAll(model, linked, resource)) causes.push(`was ${resource}`);
  }
  causes.push(...identityCauses(model, linked));
  for (const effect of effectsOf(linked)) {
    if (!ONE_ROW.has(effect.kind) || !('target' in effect)) continue;
    // Whoever calls is there: credentials without a row are wrong, and refused as such.
    if (effect.target.text === 'caller') continue;
    if ('ifThere' in effect && effect.ifThere && !selectionsBefore(model, linked, effect.target.text)) continue;
    causes.push(`no such ${effect.target.text}`);
  }
  return causes;
}

/** Any text is a value of it: what selects no row can be wrong in no other way. */
function takesAll(row: Parameter | undefined): boolean {
  const type = row && valueOf(row.type);
  return (
    (type === undefined || (type.kind === 'string' && type.min === undefined && type.max === undefined)) &&
    !(row && valueOf(row.allowed))
  );
}

/** `creates or replaces R`: what the path says may become the identity of a new row, so it must be what that field allows. */
function identityCauses(model: Model, linked: LinkedOperation): readonly string[] {
  return effectsOf(linked).flatMap((effect) => {
    if (effect.kind !== 'creates or replaces') return [];
    const keys = selectionOf(model, linked, effect.target.text)?.keys ?? [];
    return keys.map((key) => `${effect.target.text}.${key.field} invalid`);
  });
}

/** Is a row of that resource needed for another selection, so that `if there` does not cover its absence? */
function selectionsBefore(model: Model, linked: LinkedOperation, resource: string): boolean {
  const last = selectionOf(model, linked, resource);
  return pathFacts(model, linked).selections.some((one) => one.resource === resource && one !== last);
}

/** The selections that must find a row: not the one whose row the effect itself makes, or may find missing. */
export function rowSelections(model: Model, linked: LinkedOperation): readonly Selection[] {
  const free = new Set<object>();
  for (const effect of effectsOf(linked)) {
    if (!('target' in effect)) continue;
    const tolerant = effect.kind === 'creates or replaces' || ('ifThere' in effect && effect.ifThere);
    const selection = tolerant ? selectionOf(model, linked, effect.target.text) : undefined;
    if (selection) free.add(selection);
  }
  return pathFacts(model, linked).selections.filter((selection) => !free.has(selection));
}

export function queryCauses(model: Model, linked: LinkedOperation): readonly string[] {
  const { queryTable, headerTable, pages, unknownFields } = linked.facts;
  const paged = valueOf(pages);
  const causes: string[] = [];
  if (queryTable.items.length > 0 || paged) causes.push('invalid query');
  for (const header of headerTable.items) {
    // Where nobody says that it must be there, or whether, that is asked for itself.
    const required = valueOf(header.required);
    if (required && required.kind !== 'no') causes.push(`header ${header.name.text} missing`);
    causes.push('invalid header');
  }
  if (valueOf(unknownFields) === 'refused' && !mayHaveMore(model, queryTable)) causes.push('unknown field');
  return causes;
}

/** A name without a row may be one of those that are not shown: it meets that gap, and is not unknown. */
function mayHaveMore(model: Model, table: List<unknown>): boolean {
  return table.written && !isComplete(model, table);
}

export function answerCauses(linked: LinkedOperation): readonly string[] {
  return linked.facts.statuses.items.some((row) => valueOf(row.body)) ? ['not acceptable'] : [];
}
