// The names that a type uses: a resource, its view, its fields. Input: a type. Output: findings. Notation, part 2, "Types".

import type { FieldType } from '../notation/values/field-types.ts';
import type { References } from './references.ts';
import { judgeReference } from './unique-references.ts';

export function linkType(refs: References, type: FieldType): void {
  switch (type.kind) {
    case 'array':
    case 'set':
    case 'map':
    case 'nullable':
      return linkType(refs, type.of);
    case 'resource': {
      const resource = refs.resource(type.resource, true);
      judgeReference(refs, type);
      if (type.view) refs.view(resource, type.view);
      for (const name of [...(type.by ? [type.by] : []), ...(type.without ?? []), ...(type.only ?? [])]) {
        refs.field(resource, name.text.split('.'), name.at);
      }
      return;
    }
    default:
  }
}
