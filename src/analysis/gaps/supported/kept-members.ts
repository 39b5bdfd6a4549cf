// Whether the field is known that keeps what a body does not name, and the object that it takes it from. Input: a linked operation. Output:
// words as in supported.ts. Notation, part 4, key Unknown fields.

import type { LinkedOperation, Model } from '../../../model/model.ts';
import { featureIf, type Features } from '../../document/features.ts';
import { bodyOf } from '../../document/inputs.ts';
import { keepingEffects, keptField, keptName, keptPlace } from '../../document/kept-members.ts';
import { followPath } from '../../document/paths.ts';

export function keptFeatures(model: Model, linked: LinkedOperation): Features {
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields' || keepingEffects(linked).length === 0) return [];
  const sets = keptField(model, linked);
  // One that is not there is an error.
  if (!sets)
    return featureIf(mayBeThere(model, linked), 'Operation: Unknown fields: kept, inside of what is not shown');
  return featureIf(
    keptPlace(body, sets.resource) === undefined && body.rows?.path.length !== 0,
    'Operation: Unknown fields: kept, where several objects of the body have fields of the row',
  );
}

function mayBeThere(model: Model, linked: LinkedOperation): boolean {
  const path = keptName(linked)?.text.split('.') ?? [];
  return keepingEffects(linked).some(
    ({ target }) => followPath(model, model.resources.get(target.text), path).end === 'open',
  );
}
