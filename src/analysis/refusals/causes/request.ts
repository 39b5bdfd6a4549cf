// The causes that credentials, path, query and answer add to an operation; errors.ts puts them in order.
// Input: a linked operation. Output: causes, and the rows that the path must find. Notation, parts 4, 5 and 7.

import { isOfOneRow, mayFindNone } from '../../document/effect-traits.ts';
import type { Parameter } from '../../../notation/endpoints.ts';
import { fieldCause, type MetCause } from '../../../notation/values/met-causes.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { valueOf, type List } from '../../../notation/slot.ts';
import { isComplete } from '../../document/complete.ts';
import { namesAll } from '../../values/gone-states.ts';
import { asksNothingMore, hiddenFrom, readsCredentials, refusingIn } from '../../document/callers.ts';
import { unknownElsewhere } from '../../../notation/values/unknown-fields.ts';
import type { Who } from '../../../notation/values/who.ts';
import { birthsBy, machineViews, movesBy } from '../../document/moves.ts';
import { isStream } from '../../document/streams.ts';
import { effectsOf, headingOf, pathFacts, selectionOf, type Selection } from '../../document/targets.ts';

/** Refusals because of Who. */
export function callerCauses(model: Model, linked: LinkedOperation): readonly MetCause[] {
  const who = valueOf(linked.facts.who);
  if (!who || !readsCredentials(linked)) return [];
  return [
    ...(who.kind === 'anyone' ? [] : [{ kind: 'no credentials' } as const]),
    { kind: 'wrong token' },
    ...permissionCauses(model, linked, who),
  ];
}

function permissionCauses(model: Model, linked: LinkedOperation, who: Who): readonly MetCause[] {
  const moves = [...machineViews(model).values()].flatMap((view) => [
    ...movesBy(view, headingOf(linked)),
    ...birthsBy(view, headingOf(linked)),
  ]);
  const isMore = moves.some(({ row }) => row.who.status === 'stated' && !asksNothingMore(row.who.value));
  const refusing = refusingIn(model, linked, who);
  if (!isMore && (refusing === undefined || asksNothingMore(refusing))) return [];
  const hidden = hiddenFrom(refusing ?? who);
  const gone: readonly MetCause[] = hidden === undefined ? [] : [{ kind: 'no such', resource: hidden }];
  if (hidden !== undefined && !isMore) return gone;
  const targets = effectsOf(linked).flatMap((effect) => ('target' in effect ? [effect.target.text] : []));
  return [...gone, { kind: 'not permitted', on: targets.find((target) => model.resources.has(target)) }];
}

/** `isStated`: part 7 states that cause; then it takes what a path's type cannot hold, or a row that is gone. */
export function pathCauses(
  model: Model,
  linked: LinkedOperation,
  isStated: (cause: MetCause) => boolean,
): readonly MetCause[] {
  const { names, values, rows } = pathFacts(model, linked);
  const causes: MetCause[] = [];
  const mayNotFit = values.some((name) => !takesAll(rows.get(name)));
  if ((names.length > 0 && isStated({ kind: 'invalid path' })) || mayNotFit) causes.push({ kind: 'invalid path' });
  for (const { resource } of rowSelections(model, linked)) {
    causes.push({ kind: 'no such', resource });
    const gone: MetCause = { kind: 'was', resource };
    if (isStated(gone) && !namesAll(model, linked, resource)) causes.push(gone);
  }
  causes.push(...identityCauses(model, linked));
  for (const effect of effectsOf(linked)) {
    if (!isOfOneRow(effect) || !('target' in effect)) continue;
    // The caller has a row: credentials without a row are wrong, and refused as such.
    if (effect.target.text === 'caller' || ('ofCaller' in effect && effect.ofCaller)) continue;
    if ('ifThere' in effect && effect.ifThere && !selectionsBefore(model, linked, effect.target.text)) continue;
    causes.push({ kind: 'no such', resource: effect.target.text });
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
function identityCauses(model: Model, linked: LinkedOperation): readonly MetCause[] {
  return effectsOf(linked).flatMap((effect): readonly MetCause[] => {
    if (effect.kind !== 'creates or replaces') return [];
    const keys = selectionOf(model, linked, effect.target.text)?.keys ?? [];
    const resource = effect.target.text;
    return keys.map((key) => fieldCause(resource, key.field, 'invalid'));
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
    const tolerant = effect.kind === 'creates or replaces' || mayFindNone(effect);
    const selection = tolerant ? selectionOf(model, linked, effect.target.text) : undefined;
    if (selection) free.add(selection);
  }
  return pathFacts(model, linked).selections.filter((selection) => !free.has(selection));
}

export function queryCauses(model: Model, linked: LinkedOperation): readonly MetCause[] {
  const { queryTable, headerTable, pages, order, unknownFields } = linked.facts;
  const paged = valueOf(pages);
  const causes: MetCause[] = [];
  if (queryTable.items.length > 0 || paged || valueOf(order)?.chosen) causes.push({ kind: 'invalid query' });
  for (const header of headerTable.items) {
    // Where the document does not state whether it must be there, that is a question of its own.
    const required = valueOf(header.required);
    if (required && required.kind !== 'no') causes.push({ kind: 'header missing', header: header.name.text });
    causes.push({ kind: 'invalid header' });
  }
  // Where a reader begins again.
  if (isStream(model, linked)) causes.push({ kind: 'invalid header' });
  if (unknownElsewhere(unknownFields) === 'refused' && !mayHaveMore(model, queryTable))
    causes.push({ kind: 'unknown field' });
  return causes;
}

/** A name without a row may be one of those that are not shown: it meets that gap, and is not unknown. */
function mayHaveMore(model: Model, table: List<unknown>): boolean {
  return table.written && !isComplete(model, table);
}

export function answerCauses(model: Model, linked: LinkedOperation): readonly MetCause[] {
  const isShown = isStream(model, linked) || linked.facts.statuses.items.some((row) => valueOf(row.body));
  return isShown ? [{ kind: 'not acceptable' }] : [];
}
