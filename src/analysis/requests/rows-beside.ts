// Rows of other resources that answers show beside the one, or the many, that Does touches. Input: an operation. Output: for each such
// resource which one row is meant; nothing where that is not stated. Notation, part 4, table Status.

import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { ruleOf } from '../document/field-rules.ts';
import { isNested } from '../document/paths.ts';
import { isNamedForGood } from '../document/named-for-good.ts';
import { resourcesIn } from '../document/shape-leaves.ts';
import { pathFacts } from '../document/targets.ts';
import { referenceOf } from '../document/value-kinds.ts';
import { answeringOf, rowAccessesOf } from './row-accesses.ts';

export type RowBeside =
  /** The one that the call makes, or that the path selects, as it is after the effect. */
  | { readonly kind: 'made' | 'path'; readonly resource: string }
  /** The one that this field of the answered row refers to. */
  | { readonly kind: 'reference'; readonly resource: string; readonly field: string };

export const rowsBeside: (model: Model, linked: LinkedOperation) => ReadonlyMap<string, RowBeside> = oncePer(
  (model, linked) => {
    const { resource: own } = answeringOf(model, linked);
    const found = new Map<string, RowBeside>();
    for (const { when, body } of linked.facts.statuses.items) {
      const shape = valueOf(when)?.kind === 'outcome' ? valueOf(body) : undefined;
      for (const name of shape ? resourcesIn(shape) : []) {
        const one = name === own || found.has(name) ? undefined : besideOf(model, linked, name);
        if (one) found.set(name, one);
      }
    }
    return found;
  },
);

function besideOf(model: Model, linked: LinkedOperation, name: string): RowBeside | undefined {
  const resource = model.resources.get(name);
  if (!resource || isNested(resource)) return undefined;
  const accesses = rowAccessesOf(model, linked).filter((access) => access.resource === name);
  const [only, ...others] = accesses;
  if (only?.kind === 'create' && others.length === 0)
    return only.effects[0]?.kind === 'creates' ? { kind: 'made', resource: name } : undefined;
  const selections = pathFacts(model, linked).selections.filter((one) => one.resource === name);
  if (selections.length === 1) {
    // What the path says of a row that is changed must still be true of it.
    const isSame = selections[0]!.keys.every(({ field }) => isNamedForGood(model, { resource: name, by: field }));
    const isThere = accesses.every(({ kind }) => kind === 'read' || (kind === 'write' && isSame));
    return isThere ? { kind: 'path', resource: name } : undefined;
  }
  return accesses.length === 0 && selections.length === 0 ? byReference(model, linked, name) : undefined;
}

/** Where one field alone refers to rows of that resource. */
function byReference(model: Model, linked: LinkedOperation, name: string): RowBeside | undefined {
  const answering = answeringOf(model, linked);
  const own = model.resources.get(answering.resource ?? '');
  if (answering.many || answering.shows !== 'rows' || !own) return undefined;
  const fields = own.fields.items.filter((field) => {
    const type = valueOf(field.type);
    return type !== undefined && ruleOf(field)?.kind !== 'list' && referenceOf(model, type)?.resource === name;
  });
  const [field, ...more] = fields;
  return field && more.length === 0 ? { kind: 'reference', resource: name, field: field.name.text } : undefined;
}
