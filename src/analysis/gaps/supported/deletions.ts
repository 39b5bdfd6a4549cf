// What a rule of When deleted needs to run. Input: a rule and its resource. Output: features. Notation, part 2.

import { addTo } from '../../../base/grouped.ts';
import { oncePer } from '../../../base/once-per.ts';
import type { Resource } from '../../../notation/resources.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { DeletionRule } from '../../../notation/values/deletion.ts';
import type { Model } from '../../../model/model.ts';
import type { Feature, Features } from '../../document/features.ts';
import { conditionFeatures } from './values.ts';

export function deletionFeatures(model: Model, self: Resource, { kind, resource, where }: DeletionRule): Features {
  const ground = { row: model.resources.get(resource.text), self };
  const words: Feature[] = [`When deleted: ${kind}`, ...(where ? conditionFeatures(model, where, ground) : [])];
  if (kind !== 'deletes every') return words;
  const { circling, refusing } = below(model);
  if (circling.has(resource.text)) words.push('When deleted: deletes every in a circle');
  if (refusing.has(resource.text)) words.push('When deleted: refused while, behind deletes every');
  return words;
}

/** The rows that are deleted together with others, all the way down. */
interface Below {
  /** From these on the way down leads back to where it was. */
  readonly circling: ReadonlySet<string>;
  /** From these on something prevents the deletion. */
  readonly refusing: ReadonlySet<string>;
}

const below = oncePer((model: Model): Below => {
  const above = new Map<string, string[]>();
  /** How many of the resources that are deleted with one may still lead into a circle. */
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
