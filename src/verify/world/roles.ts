// The roles that a caller has. Input: what is known, a scheme, the row that calls. Output: names of roles, or that nobody can tell.
// Notation, part 5, bullet Roles.

import type { Scheme } from '../../notation/authentication.ts';
import { valueOf } from '../../notation/slot.ts';
import { truth } from '../values/evaluate.ts';
import { UNKNOWN, type Row, type Unknown } from './known.ts';
import type { World } from './world.ts';

export function rolesOf(world: World, scheme: Scheme, row: Row | undefined): readonly string[] | Unknown {
  const roles = valueOf(scheme.roles);
  if (!roles) return scheme.roles.status === 'none' || scheme.roles.status === 'absent' ? [] : UNKNOWN;
  switch (roles.kind) {
    case 'field': {
      const value = row?.get(roles.field.field.text) ?? null;
      if (value === UNKNOWN) return UNKNOWN;
      if (typeof value === 'string') return [value];
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
    }
    case 'listed':
      return UNKNOWN;
    case 'when': {
      const found: string[] = [];
      for (const { role, when } of roles.rules) {
        const is = row ? truth(when, { world, asked: undefined, row, self: row }) : false;
        if (is === undefined) return UNKNOWN;
        if (is) found.push(role.text);
      }
      return found;
    }
  }
}
