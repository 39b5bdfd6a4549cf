// The names that a type uses: a resource, its view, its fields. Input: a type. Output: findings. Notation, part 2, "Types".

import { valueOf, type Slot } from '../notation/slot.ts';
import type { Resource } from '../notation/resources.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import { innermost } from '../analysis/document/paths.ts';
import type { References } from './references.ts';

/** `at`: the row whose field `` as `f` `` without a resource is; undefined: there is none. */
export function linkType(refs: References, slot: Slot<FieldType>, at?: { readonly row: Resource | undefined }): void {
  const written = valueOf(slot);
  const type = written && innermost(written);
  if (type?.kind === 'same-as') {
    const owner = type.owner ?? (at ? undefined : type.path[0]!);
    const row = owner === undefined ? at?.row : refs.resource({ text: owner, at: slot.at });
    refs.field(row, type.path, slot.at);
  }
  if (type?.kind !== 'resource') return;
  const resource = refs.resource(type.resource, true);
  if (type.view) refs.view(resource, type.view);
  for (const name of [...(type.by ? [type.by] : []), ...(type.without ?? []), ...(type.only ?? [])])
    refs.field(resource, name.text.split('.'), name.at);
}
