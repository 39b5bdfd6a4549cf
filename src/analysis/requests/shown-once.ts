// Credentials that the service makes with a row, and shows in the answer to that call alone. Input: an operation. Output: whose they are,
// whether each of its answers shows them, and which would be shown elsewhere, too. Notation, part 2, rule `token`; decision 0063.

import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { isOpen, valueOf } from '../../notation/slot.ts';
import type { Shape } from '../../notation/values/shapes.ts';
import { isCreation } from '../document/effect-traits.ts';
import { fieldsShown, isMadeSecret, isShownOnce } from '../document/shape-fields.ts';
import { endsOf } from '../document/shape-leaves.ts';
import { effectsOf } from '../document/targets.ts';
import { successesOf } from './outcomes.ts';
import { answeringOf } from './row-accesses.ts';
import { rowsBeside } from './rows-beside.ts';

/** The resources with such a field of which the operation may make rows. */
export function madeWithSecrets(model: Model, linked: LinkedOperation): readonly Resource[] {
  const names = effectsOf(linked).flatMap((effect) =>
    isCreation(effect) && 'target' in effect ? [effect.target.text] : [],
  );
  return [...new Set(names)].flatMap((name) => {
    const resource = model.resources.get(name);
    return resource?.fields.items.some(isMadeSecret) ? [resource] : [];
  });
}

/** One row of it is made by each call, and nothing else is done that could make one. */
export function isOneNewRow(linked: LinkedOperation, { name }: Resource): boolean {
  const [only, ...others] = effectsOf(linked).filter(
    (effect) => isCreation(effect) && 'target' in effect && effect.target.text === name.text,
  );
  return only?.kind === 'creates' && others.length === 0;
}

/** Is the row of the resource that answers show the one that the call makes? */
export function showsNewRow(model: Model, linked: LinkedOperation, resource: Resource): boolean {
  if (!isOneNewRow(linked, resource)) return false;
  const answering = answeringOf(model, linked);
  if (answering.resource === resource.name.text)
    return answering.shows === 'rows' && answering.access.kind === 'create' && !answering.many;
  return rowsBeside(model, linked).get(resource.name.text)?.kind === 'made';
}

/** Fields whose value the caller would never know: no answer shows it, or only some do. An answer that is not stated is a question of its own. */
export function untoldSecrets(linked: LinkedOperation, resource: Resource): readonly Field[] {
  const successes = successesOf(linked);
  if (successes.length === 0 || successes.some(({ row }) => isOpen(row.body))) return [];
  return resource.fields.items.filter((field) => {
    if (!isMadeSecret(field)) return false;
    if (!isShownOnce(field) || valueOf(field.present)?.kind === 'if') return true;
    return !successes.every(({ row: { body } }) => names(resource, field, valueOf(body)));
  });
}

function names(resource: Resource, { name }: Field, shape: Shape | undefined): boolean {
  return (
    shape !== undefined &&
    endsOf(shape).some((end) => {
      if (end.kind === 'field')
        return name.text === end.path.join('.') || name.text.startsWith(`${end.path.join('.')}.`);
      return (
        end.kind === 'resource' &&
        end.resource.text === resource.name.text &&
        fieldsShown(resource, end).includes(name.text)
      );
    })
  );
}

/** Does an answer show a credential that the call makes? */
export function showsSecret(model: Model, linked: LinkedOperation): boolean {
  return madeWithSecrets(model, linked).some((resource) => {
    const shown = successesOf(linked).flatMap(({ row: { body } }) => valueOf(body) ?? []);
    return resource.fields.items.some(
      (field) => isShownOnce(field) && shown.some((shape) => names(resource, field, shape)),
    );
  });
}
