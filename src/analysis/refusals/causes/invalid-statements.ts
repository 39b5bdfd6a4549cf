// Causes that follow from a statement that is wrong: whether an operation meets them is known when the error is gone. Input: a cause's
// gap. Output: whether all operations that it blocks meet it by such a statement. Notation, part 7.

import { oncePer } from '../../../base/once-per.ts';
import type { Span } from '../../../base/span.ts';
import { kindOfCause } from '../../../notation/values/cause-kinds.ts';
import { subjectOf, type CauseOrigin, type MetCause } from '../../../notation/values/met-causes.ts';
import type { Facts } from '../../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { GapEntry } from '../../document/gap-view.ts';

export function isMisread(model: Model, { cause, blocks }: Pick<GapEntry, 'cause' | 'blocks'>): boolean {
  if (cause === undefined || blocks.length === 0) return false;
  if (errorsOf(model).length === 0) return false;
  return blocks.every((heading) => {
    const linked = model.operations.get(heading);
    return linked !== undefined && placesOf(model, linked, cause).some((place) => holdsError(model, place));
  });
}

/** The places of errors, in the order of the document. */
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

/** What each cause follows from: facts of the operation. */
const RAISED_BY: Readonly<Record<CauseOrigin, readonly (keyof Facts)[]>> = {
  http: [],
  version: [],
  limit: [],
  caller: ['who', 'does'],
  path: ['pathTable', 'does'],
  query: ['queryTable', 'pages'],
  header: ['headerTable', 'headersIn', 'repeatTable'],
  precondition: ['preconditions'],
  repeat: ['repeat', 'repeatTable'],
  field: ['body', 'bodyTable', 'does'],
  reference: ['body', 'bodyTable', 'does'],
  row: ['pathTable', 'does'],
  gone: ['pathTable', 'does'],
  machine: ['does'],
  rule: ['does'],
};

function placesOf(model: Model, linked: LinkedOperation, cause: MetCause): readonly Span[] {
  const facts = RAISED_BY[kindOfCause(cause).of];
  const places: Span[] = facts.map((one) => linked.facts[one].at);
  if (facts.includes('pathTable')) places.push(linked.operation.name.at);
  const field = cause.kind === 'field' ? model.fields.get(subjectOf(cause)) : undefined;
  return field ? [...places, field.at] : places;
}
