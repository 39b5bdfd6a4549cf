// What `` same `id`, same values … `` under Repeat needs of its operation. Input: a linked operation. Output: features. Notation, part 4,
// "What a second call does".

import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { Field } from '../../../notation/resources.ts';
import { isOpen, valueOf } from '../../../notation/slot.ts';
import { featureIf, type Features } from '../../document/features.ts';
import { ruleOf } from '../../document/field-rules.ts';
import { bodyOf, isUnwritten } from '../../document/inputs.ts';
import { comparedFields, givenByRequest, sameValuesOf } from '../../document/repeats.ts';
import { isMadeSecret } from '../../document/shape-fields.ts';
import { isSealed } from '../../document/type-traits.ts';
import { keyOf } from '../../refusals/kept-keys.ts';
import { answeredResource } from '../../requests/outcomes.ts';

export function sameValuesFeatures(model: Model, linked: LinkedOperation): Features {
  // What is not shown of the call or of its row is a gap of its own.
  if (isOpen(linked.facts.does)) return ['Repeat: same values'];
  const same = sameValuesOf(linked);
  const resource = same && model.resources.get(same.effect.target.text);
  if (same && isUnwritten(resource)) return ['Repeat: same values'];
  const isAnswered = resource !== undefined && answeredResource(model, linked) === resource;
  if (!same || !isAnswered) return ['Repeat: same values, of what is not one creation'];
  const given = givenByRequest(model, linked, same);
  const names = same.repeat.fields.map(({ text }) => text);
  const key = keyOf(resource, names);
  const compared = comparedFields(model, linked, same).map((name) => model.fields.get(`${resource.name.text}.${name}`));
  const isGiven = (name: string): boolean =>
    given.has(name) || isUndecided(model, linked, model.fields.get(`${resource.name.text}.${name}`));
  return [
    'Repeat: same values',
    ...featureIf(
      (!key && !isOpen(resource.identifiedBy)) || !names.every(isGiven),
      'Repeat: same values, by what is no key that is sent',
    ),
    ...featureIf(
      compared.some((field) => !field || !(isGiven(field.name.text) || isCaller(field))),
      'Repeat: same values, compared by what is not sent',
    ),
    ...featureIf(
      compared.some((field) => isSealed(field && valueOf(field.type))) || resource.fields.items.some(isMadeSecret),
      'Repeat: same values, of a secret',
    ),
  ];
}

/** It is not shown who sets it, or what the body has. */
function isUndecided(model: Model, linked: LinkedOperation, field: Field | undefined): boolean {
  return (field !== undefined && isOpen(field.setBy)) || bodyOf(model, linked).kind === 'open';
}

/** `caller at create`: who calls is part of what a call says. */
function isCaller(field: Field): boolean {
  const rule = ruleOf(field);
  return rule?.kind === 'caller' && rule.when === 'at create' && rule.path.length === 0;
}
