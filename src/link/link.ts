// Makes the model: every name resolved once, every operation with what holds for all of them. Input: a document as read and what reading
// found. Output: the model; a name that nothing declares, and two statements that cannot both hold, are errors with both places. Notation,
// rules 5 and 6 and section 4.

import type { Diagnostic } from '../diagnostics/define.ts';
import type { Document } from '../model/document.ts';
import { linkSchemes } from './authentication.ts';
import { linkRepeats } from './calls.ts';
import { withoutCircles } from './circles.ts';
import { linkErrors } from './errors.ts';
import { linkEvents } from './events.ts';
import { linkLimits } from './limits.ts';
import { linkOperation } from './endpoints.ts';
import { References } from './references.ts';
import { linkResources } from './resources.ts';
import { linkStates } from './states.ts';
import { linkChanges, linkVersions } from './versioning.ts';
import { linkWords } from './words.ts';
import { judge } from '../judge/judge.ts';
import { eachCondition } from '../analysis/requests/stated-conditions.ts';
import { withPlacesOfAll } from '../analysis/document/all-fields.ts';
import { namesOf, type Names } from '../analysis/document/names.ts';
import type { Model } from '../model/model.ts';

export function link(document: Document, diagnostics: readonly Diagnostic[]): Model {
  const whole = namesOf(document);
  const cut = withoutCircles({ ...whole, document, diagnostics: [] });
  return linked(cut.document, cut.document === document ? whole : namesOf(cut.document), [
    ...diagnostics,
    ...withPlacesOfAll(whole.resources, cut.diagnostics),
  ]);
}

function linked(document: Document, names: Names, diagnostics: readonly Diagnostic[]): Model {
  // The analysis needs a model with these names; the model that is returned also has the findings.
  const refs = new References({ ...names, document, diagnostics: [] });
  linkResources(refs);
  linkStates(refs);
  for (const linked of names.operations.values()) linkOperation(refs, linked);
  linkSchemes(refs);
  linkEvents(refs);
  linkErrors(refs);
  linkLimits(refs);
  linkVersions(refs);
  linkChanges(refs);
  linkWords(refs);
  linkRepeats(refs);
  eachCondition(refs.model, (condition, place) => refs.condition(condition, place));
  judge(refs);
  return {
    ...names,
    document,
    diagnostics: [...diagnostics, ...withPlacesOfAll(names.resources, refs.diagnostics)].toSorted(inOrder),
  };
}

/** In the order of the text; of one place by code. Which step found it makes no difference. */
function inOrder(one: Diagnostic, other: Diagnostic): number {
  if (one.at.start !== other.at.start) return one.at.start - other.at.start;
  return one.at.end - other.at.end || (one.code < other.code ? -1 : 1);
}
