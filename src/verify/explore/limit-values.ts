// Values at and beyond the limits of part 8 that one call shows: characters, items and octets of a field, octets of a body. Input: an
// operation, one of its fields, or a body that fits. Output: drafted values. Notation, part 8, "Sizes, lengths and times".

import type { InputField } from '../../analysis/document/input-fields.ts';
import { limitsOf } from '../../analysis/refusals/errors.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { octetsOf } from '../../notation/values/limits.ts';
import type { DraftedBody } from './draft.ts';
import { asJson, bound, Fresh, ITSELF, type Drafted } from './drafted.ts';
import { listOf, LONGEST_TEXT, type Ground } from './values.ts';
import { wantedOf } from './wanted.ts';

/** Octets of the largest body that is sent: a bit more than 1 MiB. */
const BEYOND_USUAL = 1_100_000;

export function valuesAtLimits(ground: Ground, linked: LinkedOperation, field: InputField): readonly Drafted[] {
  const wanted = wantedOf(ground.model, field);
  if (!wanted) return [];
  return limitsOf(ground.model, linked).flatMap(({ limit, value }): readonly Drafted[] => {
    const [each] = valueOf(limit.per) ?? [];
    if (each?.kind !== 'field' || `${each.field.owner.text}.${each.field.field.text}` !== field.subject) return [];
    const count = value.kind === 'size' ? octetsOf(value) : 'count' in value ? value.count : Infinity;
    if (count >= LONGEST_TEXT) return [];
    const sizes = [count, count + 1];
    if (value.kind === 'items') return sizes.flatMap((size) => [listOf(ground, wanted, size, 'item') ?? []]);
    if (wanted.type.kind !== 'string' || (value.kind !== 'characters' && value.kind !== 'size')) return [];
    const sign = value.kind === 'characters' ? 'é' : 'x';
    return sizes.map(
      (size) => new Fresh(ground.next(), (vary) => `${vary}${sign.repeat(size)}`.slice(0, Math.max(1, size))),
    );
  });
}

/** Where no size is stated, one beyond what servers take by themselves. */
export function* bodiesAtLimits(ground: Ground, linked: LinkedOperation, whole: Drafted): Generator<DraftedBody> {
  const sizes = limitsOf(ground.model, linked).flatMap(({ limit, value }) =>
    value.kind === 'size' && valueOf(limit.per)?.[0]?.kind === 'request' ? [octetsOf(value)] : [],
  );
  const octets = sizes.length === 0 ? [BEYOND_USUAL] : sizes.flatMap((most) => [most, most + 1]);
  for (const size of octets)
    if (size <= BEYOND_USUAL && size >= Buffer.byteLength(asJson(bound(whole, ITSELF))))
      yield { kind: 'padded', value: whole, octets: size };
}
