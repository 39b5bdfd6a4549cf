// A field written with its resource, `Order.total`. Input: both names. Output: findings. Notation, section 3, `owned_field`.

import type { Resource } from '../notation/resources.ts';
import type { OwnedField } from '../notation/values/names.ts';
import type { References } from './references.ts';

/** The resource, where it is declared. */
export function linkOwned(refs: References, { owner, field }: OwnedField): Resource | undefined {
  const at = { start: Math.min(owner.at.start, field.at.start), end: Math.max(owner.at.end, field.at.end) };
  const resource = refs.resource(owner);
  refs.field(resource, field.text.split('.'), at);
  return resource;
}
