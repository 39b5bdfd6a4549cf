// Of which row the preconditions of an operation are, and which of its answers have a tag. Input: a linked operation. Output: the
// row whose version they name, the features that they need. Notation, part 4, key Preconditions;
// https://www.rfc-editor.org/rfc/rfc9110#section-13

import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { StatusRow } from '../../notation/endpoints.ts';
import type { Effect } from '../../notation/values/effects.ts';
import { isTagName } from '../../notation/values/answers.ts';
import type { Precondition } from '../../notation/values/preconditions.ts';
import { isOpen, valueOf } from '../../notation/slot.ts';
import { EFFECT_TRAITS, isList } from '../document/effect-traits.ts';
import type { Feature, Features } from '../document/features.ts';
import { isConditionalRead, mayBeNotModified, preconditionsOf } from '../document/preconditions.ts';
import { selectionOf } from '../document/targets.ts';
import { answeringOf, outcomesIn, rowAccessesOf, type RowAccess } from './row-accesses.ts';

/** The row of the Status table that says what 304 carries. */
export function isNotModified(linked: LinkedOperation, row: StatusRow): boolean {
  const status = valueOf(row.status);
  const is304 = status !== undefined && 'code' in status && status.code === 304;
  return is304 && outcomesIn(row).includes('unchanged') && mayBeNotModified(linked);
}

const ONE_ROW: ReadonlySet<RowAccess['kind']> = new Set(['read', 'write', 'put', 'delete']);

/** The one row that is there before the call: of several, the one that the path selects. */
export function rowUnder(model: Model, linked: LinkedOperation): RowAccess | undefined {
  const rows = rowAccessesOf(model, linked).filter(({ kind, effects }) => ONE_ROW.has(kind) && effects.every(isOfOne));
  const ofPath = rows.filter(({ resource }) => selectionOf(model, linked, resource) !== undefined);
  const [only, ...others] = ofPath.length > 0 ? ofPath : rows;
  return others.length === 0 ? only : undefined;
}

function isOfOne({ kind }: Effect): boolean {
  const { many, signs } = EFFECT_TRAITS[kind];
  return !many && !signs;
}

export function preconditionFeatures(model: Model, linked: LinkedOperation, value: readonly Precondition[]): Features {
  return preconditionsOf(linked, value).flatMap((one) => featuresOf(model, linked, one));
}

function featuresOf(model: Model, linked: LinkedOperation, { header, on }: Precondition): Features {
  if (on !== undefined && !isTagName(on.text)) return ['Preconditions: on another header than ETag'];
  if (hasOwnTags(model)) return ['Preconditions: on an ETag with a value of its own'];
  const row = rowUnder(model, linked);
  // What is not shown of the call is a gap of its own.
  const isUndecided = isOpen(linked.facts.does);
  switch (header.text.toLowerCase()) {
    case 'if-match':
      return [row || isUndecided ? 'Preconditions: If-Match' : 'Preconditions: If-Match, of no single row'];
    case 'if-none-match': {
      const isRead = isConditionalRead(linked);
      if (isRead && isTagged(model, linked)) return ['Preconditions: If-None-Match'];
      // GET and HEAD are answered 304, all else 412: what reads by another method, or changes by GET, is neither.
      const isChange = row !== undefined && row.kind !== 'read' && linked.operation.method !== 'GET';
      return [
        isChange || isUndecided
          ? 'Preconditions: If-None-Match'
          : 'Preconditions: If-None-Match, of no read by GET and no change of one row',
      ];
    }
    default:
      return ['Preconditions: by another header'];
  }
}

/** Does any answer say the text of its `ETag` itself? Then it names no version. */
const hasOwnTags = oncePer((model: Model): boolean =>
  [...model.operations.values()].some(({ facts }) =>
    facts.statuses.items.some((row) =>
      valueOf(row.headers)?.some(({ name, value }) => isTagName(name.text) && value !== undefined),
    ),
  ),
);

/** Can an answer of this operation have a tag: does it show one row that is there, or a list? */
export function isTagged(model: Model, linked: LinkedOperation): boolean {
  const answering = answeringOf(model, linked);
  if (answering.shows !== 'rows') return false;
  const { access, many } = answering;
  return many ? access.effects.every(isList) : access.kind !== 'delete';
}

/** What an `ETag` needs in the answers of this operation. */
export function tagFeature(model: Model, linked: LinkedOperation): Feature {
  // Only of what was kept exactly as it was sent: https://www.rfc-editor.org/rfc/rfc9110#section-9.3.4
  if (linked.operation.method === 'PUT') return 'Headers: ETag of a PUT';
  return isTagged(model, linked) ? 'Headers: ETag' : 'Headers: ETag of what shows no row';
}
