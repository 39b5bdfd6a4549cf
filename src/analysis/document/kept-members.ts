// The members of a body that no field of it names, where a field of the row keeps them. Input: a linked operation and the fields that its
// body declares. Output: one input field more, whose place is the object that it takes what is left of. Notation, part 4, key Unknown
// fields.

import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Name } from '../../notation/slot.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Effect } from '../../notation/values/effects.ts';
import { EFFECT_TRAITS, takesValues } from './effect-traits.ts';
import { ofField, type BodyInput, type InputField } from './input-fields.ts';
import { placesOf, type ReadOnlyField } from './read-only-fields.ts';
import { isHidden, isSettable, isShownOnce } from './shape-fields.ts';
import { effectsOf } from './targets.ts';

type Fields = Extract<BodyInput, { kind: 'fields' }>;
type Keeps = Effect & { readonly target: Name };

/** The name behind `kept in`. */
export function keptName({ facts }: LinkedOperation): Name | undefined {
  return valueOf(facts.unknownFields)?.keptIn;
}

/** The effects that give values of a body to one row. */
export function keepingEffects(linked: LinkedOperation): readonly Keeps[] {
  return effectsOf(linked).filter(
    (effect): effect is Keeps => takesValues(effect) && EFFECT_TRAITS[effect.kind].many !== true && 'target' in effect,
  );
}

/** The field of a row that the operation makes or changes. */
export function keptField(model: Model, linked: LinkedOperation): NonNullable<InputField['sets']> | undefined {
  const name = keptName(linked);
  if (!name) return undefined;
  for (const { target } of keepingEffects(linked)) {
    const isOwned = name.text.startsWith(`${target.text}.`);
    const field = model.fields.get(isOwned ? name.text : `${target.text}.${name.text}`);
    if (field) return { resource: target.text, field };
  }
  return undefined;
}

/** The object of the body that has the fields of the row; undefined: they are in several, or the body is a list. */
export function keptPlace(
  { fields, rows }: Pick<Fields, 'fields' | 'rows'>,
  resource: string,
): readonly string[] | undefined {
  const places = placesOf(fields, resource);
  if (rows?.path.length === 0 || places.length > 1) return undefined;
  return places[0] ?? [];
}

/** The body with what is left of it. Fields of the row that the caller may not set are known, and so is the one that keeps. */
export function withKept(model: Model, linked: LinkedOperation, body: BodyInput): BodyInput {
  const sets = body.kind === 'fields' ? keptField(model, linked) : undefined;
  if (body.kind !== 'fields' || !sets) return body;
  const place = keptPlace(body, sets.resource);
  if (!place) return body;
  const { resource, field } = sets;
  const kept: InputField = {
    ...ofField(resource, field),
    path: place,
    isRest: true,
  };
  return {
    ...body,
    fields: [...body.fields, kept],
    readOnly: [...body.readOnly, ...knownBeside(model, linked, body, { sets, place })],
  };
}

function knownBeside(
  model: Model,
  linked: LinkedOperation,
  body: Fields,
  { sets, place }: { readonly sets: NonNullable<InputField['sets']>; readonly place: readonly string[] },
): readonly ReadOnlyField[] {
  const resource = model.resources.get(sets.resource);
  if (!resource) return [];
  const taken = new Set([...body.fields, ...body.readOnly].map(({ path }) => path.join('.')));
  return resource.fields.items.flatMap((field): ReadOnlyField[] => {
    const path = [...place, ...field.name.text.split('.')];
    const isKnown = !isHidden(field) || isShownOnce(field);
    const isFree = field !== sets.field && isSettable(model, linked, resource, field);
    return !isKnown || isFree || taken.has(path.join('.')) ? [] : [{ path, resource: sets.resource, field }];
  });
}
