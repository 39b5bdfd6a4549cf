// The fields that no two rows may share. Input: a resource. Output: groups of fields, each with the cause that a row meets which would share
// one. Notation, part 2, Identified by and Unique.

import { oncePer } from '../../base/once-per.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { fieldCause, type MetCause } from '../../notation/values/met-causes.ts';
import { identityOf } from '../document/targets.ts';

export interface UniqueFact {
  readonly fields: readonly string[];
  readonly ignoringCase: boolean;
  readonly cause: MetCause;
}

/** The identity of a resource first, then its `Unique:` bullets; a bullet that repeats the identity adds nothing. */
export const uniqueGroups: (resource: Resource) => readonly UniqueFact[] = oncePer((resource: Resource) => {
  const name = resource.name.text;
  const groups: UniqueFact[] = [];
  const identity = identityOf(resource);
  if (identity.length > 0)
    groups.push({ fields: identity, ignoringCase: false, cause: { kind: 'already there', resource: name } });
  const stated = resource.unique.map((slot) => valueOf(slot)?.fields.map((field) => field.text) ?? []);
  // Each group has a cause of its own: by its first field that no other speaks for.
  const spoken = new Set(stated.flatMap((fields) => (fields.length === 1 ? fields : [])));
  for (const slot of resource.unique) {
    const group = valueOf(slot);
    const fields = group?.fields.map((field) => field.text) ?? [];
    if (!group || fields.length === 0) continue;
    if (!group.ignoringCase && [...fields].sort().join() === [...identity].sort().join()) continue;
    const subject = fields.length === 1 ? fields[0]! : (fields.find((field) => !spoken.has(field)) ?? fields[0]!);
    spoken.add(subject);
    groups.push({ fields, ignoringCase: group.ignoringCase, cause: fieldCause(name, subject, 'taken') });
  }
  return groups;
});
