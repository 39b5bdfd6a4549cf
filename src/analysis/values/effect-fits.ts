// Statements about one kind of effect, beside what an operation does: an order where nothing is listed, a rule for omitted fields where
// nothing is updated. Input: a linked operation whose Does is known. Output: for each statement of its own without effect there,
// what it is about and what to write instead. Notation, part 4: a bullet under All operations is for the operations that it fits.

import { type OperationKey, type PolicyKey } from '../../notation/operation.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { FieldPolicy } from '../../notation/values/policies.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import { EFFECT_TRAITS, isList } from '../document/effect-traits.ts';
import { modeOf, type InputMode } from './input-rules.ts';
import { bodyOf, mayBring } from '../document/inputs.ts';
import { selectingRows } from '../document/query-parameters.ts';
import { pageParameters } from '../document/pages.ts';
import { effectsOf } from '../document/targets.ts';

export type FittedKey = PolicyKey | Extract<OperationKey, 'readOnlyFields' | 'order' | 'pages'>;

export interface Fit {
  readonly key: FittedKey;
  /** Does it say something about this operation? Asked only where its Does is known. */
  readonly fits: (model: Model, linked: LinkedOperation) => boolean;
  readonly because: string;
  readonly instead: string;
}

export function listsRows(linked: LinkedOperation): boolean {
  return effectsOf(linked).some(isList);
}

export const FITS: readonly Fit[] = [
  {
    key: 'omittedFields',
    fits: (model, linked) => hasField(model, linked, ['update']),
    because: 'it is about fields that the body of `updates` leaves out, and there is no such body',
    instead:
      'Leave it out: Required and Default say what a new row needs, and `replaces` and `merges into` say it themselves',
  },
  {
    key: 'nullFields',
    fits: (model, linked) => hasField(model, linked, ['create', 'update', 'act']),
    because: 'it is about fields of a body, and `replaces` and `merges into` decide themselves what null means',
    instead: 'Leave it out',
  },
  {
    key: 'emptyText',
    fits: (model, linked) => hasField(model, linked, undefined) || hasParameters(linked),
    because: 'it is about fields of a body and of a query, and there are none',
    instead: 'Leave it out, or state the body or the query',
  },
  {
    key: 'readOnlyFields',
    fits: (model, linked) => hasField(model, linked, undefined),
    because: 'it is about fields of a body, and there is none',
    instead: 'Leave it out, or state the body',
  },
  {
    key: 'order',
    fits: (_, linked) => listsRows(linked),
    because: 'nothing is listed that could be in an order',
    instead: 'Leave it out, or write `lists` under Does',
  },
  {
    key: 'pages',
    fits: (_, linked) => listsRows(linked),
    because: 'nothing is listed that could be divided into pages',
    instead: 'Leave it out, or write `lists` under Does',
  },
];

/** A body that is not known may have any field; in one without any, nothing can be wrong. */
export function hasField(model: Model, linked: LinkedOperation, modes: readonly InputMode[] | undefined): boolean {
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields') return body.kind === 'open';
  return (
    modes === undefined ||
    body.fields.length === 0 ||
    body.fields.some((field) => modes.includes(modeOf(linked, field)))
  );
}

/** A parameter of its own, of Pages, a field to filter by, or a header. */
export function hasParameters({ facts }: LinkedOperation): boolean {
  const pages = valueOf(facts.pages);
  if (valueOf(facts.order)?.chosen || facts.headerTable.items.length > 0) return true;
  return facts.queryTable.items.length > 0 || (pages !== undefined && pageParameters(pages).length > 0);
}

/** What the operation does is stated, and every effect takes its values as its own words say. */
export function isDoesKnown(linked: LinkedOperation): boolean {
  const does = valueOf(linked.facts.does);
  return does !== undefined && !does.some((effect) => EFFECT_TRAITS[effect.kind].signs || isOfCaller(effect));
}

/** While no caller signs in, the fields of `caller` are not examined: the operation is held. */
function isOfCaller(effect: Effect): boolean {
  return 'target' in effect && effect.target.text === 'caller';
}

/** Written, and not marked as a gap: there is a question for what is not shown, and a finding for what is unreadable. */
export function isSaid(slot: Slot<unknown>): boolean {
  return valueOf(slot) !== undefined || slot.status === 'none' || slot.status === 'any';
}

/** Fields with a rule of their own that neither the body nor, for Empty text, the query or a header has. */
export function strangersOf(model: Model, linked: LinkedOperation, key: PolicyKey): FieldPolicy<string>['fields'] {
  const own = valueOf<FieldPolicy<string>>(linked.facts[key])?.fields ?? [];
  const body = bodyOf(model, linked);
  if (own.length === 0 || body.kind === 'open') return [];
  const known = new Set(
    (body.kind === 'fields' ? body.fields : []).flatMap(({ path, sets }) => [
      path.join('.'),
      sets?.field.name.text ?? path.join('.'),
    ]),
  );
  if (key === 'emptyText') for (const row of selectingRows(linked.facts)) known.add(row.name.text);
  return own.filter(({ field }) => {
    // A rule for a part of a nested shape is held.
    const isInside = [...known].some((name) => field.text.startsWith(`${name}.`));
    return (
      !isInside && !known.has(field.text) && !mayBring(model, linked, (path, name) => [path, name].includes(field.text))
    );
  });
}

/** Rows of a Query table that select among rows that are listed. */
export function selectsListed(row: Parameter): boolean {
  return row.anyFieldOf !== undefined || valueOf(row.selects)?.kind === 'condition';
}
