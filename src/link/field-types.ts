// The names that a type uses: a resource, its view, its fields. Input: a type. Output: findings. Notation, part 2, "Types".

import type { FieldType } from '../notation/values/field-types.ts';
import { innermost } from '../analysis/document/paths.ts';
import type { References } from './references.ts';

export function linkType(refs: References, written: FieldType): void {
  const type = innermost(written);
  if (type.kind !== 'resource') return;
  const resource = refs.resource(type.resource, true);
  if (type.view) refs.view(resource, type.view);
  for (const name of [...(type.by ? [type.by] : []), ...(type.without ?? []), ...(type.only ?? [])])
    refs.field(resource, name.text.split('.'), name.at);
}
