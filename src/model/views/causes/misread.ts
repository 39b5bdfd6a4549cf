// Causes that follow from a statement that is wrong: whether an operation meets them is known when the error is gone. Comes in:
// a cause's gap. Goes out: whether all operations that it blocks meet it by such a statement. Design, section 7; notation, part 7.

import { oncePer } from '../../../base/once-per.ts';
import type { Span } from '../../../base/span.ts';
import type { Facts } from '../../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../model.ts';
import type { GapEntry } from '../gaps/contract.ts';

export function isMisread(model: Model, { kind, id, blocks }: Pick<GapEntry, 'kind' | 'id' | 'blocks'>): boolean {
  if (kind !== 'cause' || blocks.length === 0) return false;
  if (errorsOf(model).length === 0) return false;
  const key = decodeURIComponent(id.slice('7/cause/'.length));
  return blocks.every((heading) => {
    const linked = model.operations.get(heading);
    return linked !== undefined && placesOf(model, linked, key).some((place) => holdsError(model, place));
  });
}

/** Where errors are, as they stand in the document. */
const errorsOf = oncePer((model: Model): readonly Span[] =>
  model.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ at }) => at)
    .toSorted((a, b) => a.start - b.start),
);

function holdsError(model: Model, place: Span): boolean {
  const errors = errorsOf(model);
  let [low, high] = [0, errors.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (errors[middle]!.start < place.start) low = middle + 1;
    else high = middle;
  }
  for (let at = errors[low]; at && at.start <= place.end; at = errors[++low]) if (at.end <= place.end) return true;
  return false;
}

const FIELD = /^(?:body\.)?(.+) (?:missing|invalid|blank|taken)$/;

/** What each cause follows from: facts of the operation by the words of the cause. */
const RAISED_BY: readonly (readonly [RegExp, readonly (keyof Facts)[]])[] = [
  [/^(?:no credentials|wrong token|wrong credentials|expired token|not permitted)/, ['who', 'does']],
  [/^header |^invalid header$/, ['headerTable', 'headersIn', 'repeatTable']],
  [/^invalid query$/, ['queryTable', 'pages']],
  [/^precondition /, ['preconditions']],
  [/^(?:same key|still running)/, ['repeat', 'repeatTable']],
  [/^no such \S+ in |^(?:unknown|read-only) field$/, ['body', 'bodyTable', 'does']],
  [/^no such |^was |^invalid path$| already there$/, ['pathTable', 'does']],
  [/^illegal move |^refused /, ['does']],
  [FIELD, ['body', 'bodyTable', 'does']],
];

function placesOf(model: Model, linked: LinkedOperation, key: string): readonly Span[] {
  const facts = RAISED_BY.find(([pattern]) => pattern.test(key))?.[1] ?? [];
  const places: Span[] = facts.map((one) => linked.facts[one].at);
  if (facts.includes('pathTable')) places.push(linked.operation.name.at);
  const field = model.fields.get(FIELD.exec(key)?.[1] ?? '');
  return field ? [...places, field.at] : places;
}
