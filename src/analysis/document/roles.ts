// The roles that a scheme gives. Input: a scheme. Output: their names. Notation, part 5, Roles.

import type { Model } from '../../model/model.ts';
import type { Scheme } from '../../notation/authentication.ts';
import { valueOf } from '../../notation/slot.ts';
import { plainType } from './value-kinds.ts';

/** Undefined: what they are is not known. */
export function givenRoles(model: Model, { roles, caller }: Scheme): readonly string[] | undefined {
  if (roles.status === 'absent' || roles.status === 'none') return [];
  const given = valueOf(roles);
  switch (given?.kind) {
    case 'field': {
      const owner = given.field.owner?.text ?? valueOf(caller)?.resource.text ?? '';
      const field = model.fields.get(`${owner}.${given.field.field.text}`);
      const type = field && valueOf(field.type);
      const plain = type && plainType(model, type)?.type;
      return plain?.kind === 'one-of' ? plain.values.map(({ text }) => text) : undefined;
    }
    case 'when':
      return given.rules.map(({ role }) => role.text);
    case 'listed':
      return given.roles.map(({ text }) => text);
    default:
      return undefined;
  }
}
