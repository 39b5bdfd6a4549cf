// Which resources lose rows, and which of them must state what happens to rows that refer to them. Input: a model. Output: names
// of resources. Notation, part 2, bullet When deleted.

import { ruleOf } from '../document/field-rules.ts';
import { oncePer } from '../../base/once-per.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { elementOf, isNested } from '../document/paths.ts';
import { isRemovedByOthers, removedBy } from './removals.ts';

/** Another resource refers to it, and an operation deletes it. */
export function needsDeletionRule(model: Model, resource: Resource): boolean {
  const { deleted, referred } = deletions(model);
  const name = resource.name.text;
  return deleted.has(name) && referred.has(name) && !isNested(resource);
}

/** An operation, time or someone outside removes rows of it, or they go along with others. */
export function isDeleted(model: Model, resource: string): boolean {
  return deletions(model).deleted.has(resource);
}

interface Deletions {
  readonly deleted: ReadonlySet<string>;
  /** Those that a field of another resource names. */
  readonly referred: ReadonlySet<string>;
}

const deletions = oncePer((model: Model): Deletions => {
  const deleted = new Set<string>();
  for (const linked of model.operations.values()) for (const name of removedBy(model, linked)) deleted.add(name);
  for (const name of model.resources.keys()) if (isRemovedByOthers(model, name)) deleted.add(name);
  // What goes with a deleted row is deleted, too.
  for (const name of deleted) {
    const resource = model.resources.get(name);
    for (const { kind, resource: other } of (resource && valueOf(resource.whenDeleted)) ?? [])
      if (kind === 'deletes every') deleted.add(other.text);
  }
  const referred = new Set<string>();
  for (const resource of model.resources.values()) {
    for (const field of resource.fields.items) {
      // Rows that a rule lists refer to this one; nothing of them is kept here.
      if (ruleOf(field)?.kind === 'list') continue;
      const type = valueOf(field.type);
      const named = type && resourceIn(type)?.resource.text;
      if (named !== undefined && named !== resource.name.text) referred.add(named);
    }
  }
  return { deleted, referred };
});

export function resourceIn(type: FieldType): Extract<FieldType, { kind: 'resource' }> | undefined {
  const inner = type.kind === 'map' ? elementOf(type.of).type : elementOf(type).type;
  return inner.kind === 'resource' ? inner : undefined;
}
