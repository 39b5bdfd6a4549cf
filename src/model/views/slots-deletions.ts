// When deleted: whether it is due, and which words it uses. Comes in: a resource. Goes out: answers for slots-resources.ts.
// Notation, part 2 and rule 8.

import type { FieldType } from '../field-types.ts';
import type { Model } from '../model.ts';
import type { DeletionRule, Resource } from '../resources.ts';
import { valueOf } from '../status.ts';
import { elementOf, isNested } from './paths.ts';
import type { Words } from './supported.ts';
import { conditionWords } from './supported-words.ts';
import { effectsOf } from './targets.ts';

/** Another resource refers to it, and an operation deletes it. */
export function needsDeletionRule(model: Model, resource: Resource): boolean {
  const { deleted, referred } = deletions(model);
  const name = resource.name.text;
  return deleted.has(name) && referred.has(name) && !isNested(resource);
}

interface Deletions {
  readonly deleted: ReadonlySet<string>;
  /** Those that a field of another resource names. */
  readonly referred: ReadonlySet<string>;
}

const cache = new WeakMap<Model, Deletions>();

function deletions(model: Model): Deletions {
  const known = cache.get(model);
  if (known) return known;
  const deleted = new Set<string>();
  for (const linked of model.operations.values()) {
    for (const effect of effectsOf(linked)) {
      if (effect.kind === 'deletes' || effect.kind === 'deletes every') deleted.add(effect.target.text);
    }
  }
  const referred = new Set<string>();
  for (const resource of model.resources.values()) {
    for (const field of resource.fields.items) {
      const type = valueOf(field.type);
      const named = type && resourceIn(type)?.resource.text;
      if (named !== undefined && named !== resource.name.text) referred.add(named);
    }
  }
  const found = { deleted, referred };
  cache.set(model, found);
  return found;
}

export function resourceIn(type: FieldType): Extract<FieldType, { kind: 'resource' }> | undefined {
  const inner = type.kind === 'map' ? elementOf(type.of).type : elementOf(type).type;
  return inner.kind === 'resource' ? inner : undefined;
}

export function deletionWords(model: Model, self: Resource, { kind, resource, where }: DeletionRule): Words {
  const ground = { row: model.resources.get(resource.text), self };
  const words = [`When deleted: ${kind}`, ...(where ? conditionWords(model, where, ground) : [])];
  return kind === 'deletes every' ? [...words, ...below(model, resource.text, [self.name.text])] : words;
}

/** What goes with the rows that go: all the way down. */
function below(model: Model, name: string, above: readonly string[]): Words {
  if (above.includes(name)) return ['When deleted: deletes every in a circle'];
  const resource = model.resources.get(name);
  return ((resource && valueOf(resource.whenDeleted)) ?? []).flatMap((rule) =>
    rule.kind === 'refused while'
      ? ['When deleted: refused while, behind deletes every']
      : below(model, rule.resource.text, [...above, name]),
  );
}
