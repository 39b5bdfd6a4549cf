// Which features the statement Pages needs. Input: its value, the operation. Output: features. Notation, part 4, key Pages.

import type { LinkedOperation, Model } from '../../../model/model.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Pages } from '../../../notation/values/lists.ts';
import type { Features } from '../../document/features.ts';
import { isComputed } from '../../document/field-rules.ts';
import { cursorField } from '../../document/pages.ts';
import { isHidden } from '../../document/shape-fields.ts';
import { effectsOf, listedBy } from '../../document/targets.ts';
import { kindOf, plainType } from '../../document/value-kinds.ts';
import { uniqueGroups } from '../../refusals/unique-groups.ts';

export function pagesFeatures(model: Model, linked: LinkedOperation, pages: Pages): Features {
  if (pages.kind === 'link') return ['Pages: Link rel next'];
  if (pages.kind !== 'cursor') return [`Pages: ${pages.kind}`];
  const name = cursorField(pages);
  if (name === undefined) return ['Pages: after, before'];
  const isFound = finds(model, linked, name);
  return ['Pages: after, before', `Pages: cursor is the last f${isFound ? '' : ', which no row is found by'}`];
}

/** Each row has it, no two have the same, and it is shown. */
function finds(model: Model, linked: LinkedOperation, name: string): boolean {
  const resource = listedBy(model, linked);
  const field = model.fields.get(`${resource?.name.text}.${name}`);
  const type = field && valueOf(field.type);
  // A name that leads nowhere is an error.
  if (!resource || !field || !type) return true;
  if (effectsOf(linked).some(({ kind }) => kind === 'lists values')) return false;
  const isAlone = uniqueGroups(resource).some(({ fields }) => fields.length === 1 && fields[0] === name);
  const isThere = type.kind !== 'nullable' && valueOf(field.required)?.kind === 'yes';
  const plain = plainType(model, type)?.type ?? type;
  const isPlain = plain.kind === 'integer' || kindOf(plain) === 'text';
  return isAlone && isThere && isPlain && !isComputed(field) && !isHidden(field);
}
