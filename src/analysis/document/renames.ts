// What the Change table of part 9 says of fields under other names. Input: a model. Output: its changes; and for each field the names that
// it had, the newest first, also through names that were renamed since. Notation, part 9.

import { addTo } from '../../base/grouped.ts';
import type { Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import type { VersionChange } from '../../notation/values/versions.ts';

/** `field` of `resource` was `was`. */
export interface Rename {
  readonly resource: string;
  readonly field: string;
  /** The newest first. */
  readonly was: readonly string[];
}

export function changesOf(model: Model): readonly VersionChange[] {
  return model.document.versioning.changes.items.flatMap(({ change }) => (change ? (valueOf(change) ?? []) : []));
}

/** Of the fields that the document has now, in its order. */
export function renamesOf(model: Model): readonly Rename[] {
  const older = new Map<string, string[]>();
  for (const change of changesOf(model)) {
    if (change.kind !== 'renamed') continue;
    const name = key(change.owner.text, change.field.text);
    addTo(older, name, change.was.text);
  }
  if (older.size === 0) return [];
  return [...model.resources].flatMap(([resource, { fields }]) =>
    fields.items.flatMap(({ name: { text: field } }) => {
      const was = namesBefore(older, resource, field);
      return was.length > 0 ? [{ resource, field, was }] : [];
    }),
  );
}

/** Two that changed places lead back to each other: what was passed is not looked at again. */
function namesBefore(
  older: ReadonlyMap<string, readonly string[]>,
  resource: string,
  field: string,
): readonly string[] {
  const found = new Set<string>();
  const open = [field];
  for (let name = open.shift(); name !== undefined; name = open.shift())
    for (const was of older.get(key(resource, name)) ?? []) {
      if (was === field || found.has(was)) continue;
      found.add(was);
      open.push(was);
    }
  return [...found];
}

function key(resource: string, field: string): string {
  return `${resource}.${field}`;
}
