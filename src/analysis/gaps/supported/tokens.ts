// The features that effects on callers and their tokens need to run. Input: an effect of an operation. Output: features.
// Notation, part 4, Does.

import { isOpen, valueOf } from '../../../notation/slot.ts';
import type { Effect } from '../../../notation/values/effects.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { issuesFor, signInField } from '../../document/callers.ts';
import { hasOpenScheme, hasSeveralCallers, schemesOf } from '../../document/schemes.ts';
import { featureIf, type Feature, type Features } from '../../document/features.ts';
import { isSealed } from '../../document/type-traits.ts';
import { isOneNewRow, madeWithSecrets, untoldSecrets } from '../../requests/shown-once.ts';

export function tokenFeatures(model: Model, linked: LinkedOperation, effect: Effect): Features {
  const words: Feature[] = [];
  // As it was written: an effect on the caller names its resource once that is known.
  const isOfCaller = 'ofCaller' in effect && effect.ofCaller === true;
  if (isOfCaller || ('target' in effect && effect.target.text === 'caller'))
    words.push(hasSeveralCallers(model) ? 'Does: caller of several resources' : 'Does: caller');
  if (effect.kind === 'signs in' && !maySignIn(model, linked, effect))
    words.push('Does: signs in, by what the body does not hold');
  if (effect.kind === 'issues token' && issuesFor(model, linked).length !== 1 && !isIssuerOpen(model))
    words.push('Does: issues token, of no scheme or several');
  return words;
}

/** Then the gap holds it, and not that no scheme lists the operation. */
function isIssuerOpen(model: Model): boolean {
  return hasOpenScheme(model) || schemesOf(model).some(({ issuedBy }) => isOpen(issuedBy));
}

/** By a field that identifies a row, besides its secrets. */
function maySignIn(model: Model, linked: LinkedOperation, effect: Extract<Effect, { kind: 'signs in' }>): boolean {
  const fields = effect.by.map(({ text }) => model.fields.get(`${effect.target.text}.${text}`));
  return (
    fields.some((field) => field && !isSealed(valueOf(field.type))) &&
    effect.by.every(({ text }) => signInField(model, linked, effect, text) !== undefined)
  );
}

/** Of a credential that is made with a row: the caller sees it, and it is made for that row. */
export function secretFeatures(model: Model, linked: LinkedOperation): Features {
  return madeWithSecrets(model, linked).flatMap((resource) => {
    const isOne = isOneNewRow(linked, resource);
    return [
      ...featureIf(!isOne, 'Does: token, of what is not one new row'),
      ...featureIf(isOne && untoldSecrets(linked, resource).length > 0, 'Does: token that its answer does not show'),
    ];
  });
}
