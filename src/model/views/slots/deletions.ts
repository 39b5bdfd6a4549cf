// When deleted: whether it is due, and which words it uses. Comes in: a resource. Goes out: answers for slots/resources.ts.
// Notation, part 2 and rule 8.

import { addTo } from '../../../base/grouped.ts';
import { oncePer } from '../../../base/once-per.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { Model } from '../../model.ts';
import type { DeletionRule } from '../../../notation/values/deletion.ts';
import type { Resource } from '../../../notation/resources.ts';
import { valueOf } from '../../../notation/slot.ts';
import { elementOf, isNested } from '../paths.ts';
import { isRemovedByOthers, removedBy } from '../removals.ts';
import type { Words } from '../supported.ts';
import { conditionWords } from '../supported/words.ts';

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

export function deletionWords(model: Model, self: Resource, { kind, resource, where }: DeletionRule): Words {
  const ground = { row: model.resources.get(resource.text), self };
  const words = [`When deleted: ${kind}`, ...(where ? conditionWords(model, where, ground) : [])];
  if (kind !== 'deletes every') return words;
  const { circling, refusing } = below(model);
  if (circling.has(resource.text)) words.push('When deleted: deletes every in a circle');
  if (refusing.has(resource.text)) words.push('When deleted: refused while, behind deletes every');
  return words;
}

/** What goes with the rows that go, all the way down. */
interface Below {
  /** From these on the way down comes back to where it was. */
  readonly circling: ReadonlySet<string>;
  /** From these on something stands in the way. */
  readonly refusing: ReadonlySet<string>;
}

const below = oncePer((model: Model): Below => {
  const above = new Map<string, string[]>();
  /** How many of the resources that go with one may still lead into a circle. */
  const open = new Map<string, number>();
  const refusing = new Set<string>();
  for (const resource of model.resources.values()) {
    const name = resource.name.text;
    const rules = valueOf(resource.whenDeleted) ?? [];
    const gone = new Set(rules.flatMap((rule) => (rule.kind === 'deletes every' ? [rule.resource.text] : [])));
    if (rules.some(({ kind }) => kind === 'refused while')) refusing.add(name);
    open.set(name, [...gone].filter((one) => model.resources.has(one)).length);
    for (const one of gone) {
      addTo(above, one, name);
    }
  }
  // Both sets grow while they are walked.
  for (const name of refusing) for (const one of above.get(name) ?? []) refusing.add(one);
  const ending = new Set([...open].flatMap(([name, number]) => (number === 0 ? [name] : [])));
  for (const name of ending) {
    for (const one of above.get(name) ?? []) {
      open.set(one, open.get(one)! - 1);
      if (open.get(one) === 0) ending.add(one);
    }
  }
  return { refusing, circling: new Set([...open.keys()].filter((name) => !ending.has(name))) };
});
