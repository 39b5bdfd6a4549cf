// Makes the model: every name resolved once, every operation with what holds for all of them. Comes in: a document as
// read and what reading found. Goes out: the model; a name that nothing declares, and two statements that cannot both
// hold, are errors with both places. Notation, rules 5 and 6 and section 4.

import type { Diagnostic } from '../diagnostics/define.ts';
import type { Document } from './document.ts';
import { linkAcross } from './link/across.ts';
import { linkSchemes } from './link/authentication.ts';
import { linkRepeats } from './link/calls.ts';
import { linkCallers } from './link/callers.ts';
import { withoutCircles } from './link/circles.ts';
import { linkAnswers } from './link/answer-headers.ts';
import { linkDeletions } from './link/deletions.ts';
import { linkErrors } from './link/errors.ts';
import { linkEvents } from './link/events.ts';
import { linkLimits } from './link/limits.ts';
import { linkOperation } from './link/endpoints.ts';
import { linkFitting } from './link/fitting.ts';
import { linkMadeRows } from './link/made-rows.ts';
import { mergeFacts } from './link/merge.ts';
import { References } from './link/references.ts';
import { linkResources } from './link/resources.ts';
import { linkNone } from './link/none.ts';
import { linkStates } from './link/states.ts';
import { linkChanges, linkVersions } from './link/versioning.ts';
import { linkWords } from './link/words.ts';
import type { LinkedOperation, Model } from './model.ts';

export function link(document: Document, diagnostics: readonly Diagnostic[]): Model {
  const whole = namesOf(document);
  const cut = withoutCircles({ ...whole, document, diagnostics: [] });
  return linked(cut.document, cut.document === document ? whole : namesOf(cut.document), [
    ...diagnostics,
    ...cut.diagnostics,
  ]);
}

type Names = Omit<Model, 'document' | 'diagnostics'>;

function linked(document: Document, names: Names, diagnostics: readonly Diagnostic[]): Model {
  // The names in place, views can be asked; the model that leaves here carries what they found.
  const refs = new References({ ...names, document, diagnostics: [] });
  linkResources(refs);
  linkStates(refs);
  for (const linked of names.operations.values()) {
    linkOperation(refs, linked);
    linkAcross(refs, linked);
    linkMadeRows(refs, linked);
    linkFitting(refs, linked);
  }
  linkAnswers(refs);
  linkSchemes(refs);
  linkCallers(refs);
  linkEvents(refs);
  linkDeletions(refs);
  linkErrors(refs);
  linkLimits(refs);
  linkVersions(refs);
  linkChanges(refs);
  linkWords(refs);
  linkRepeats(refs);
  linkNone(refs);
  return { ...names, document, diagnostics: [...diagnostics, ...refs.diagnostics] };
}

/** The first of two that bear one name; reading reports the second. */
function namesOf(document: Document): Names {
  const { resources: part } = document.resources;
  const resources = firstOf(part.items, (resource) => resource.name.text);
  const fields = firstOf(
    part.items.flatMap((resource) =>
      resource.fields.items.map((field) => ({ key: `${resource.name.text}.${field.name.text}`, field })),
    ),
    ({ key }) => key,
  );
  const linked = document.endpoints.operations.items.map((operation): LinkedOperation => ({
    operation,
    facts: mergeFacts(operation, document.endpoints.all),
  }));
  return {
    resources,
    fields: new Map([...fields].map(([key, { field }]) => [key, field])),
    machines: firstOf(document.states.machines.items, (machine) => machine.name.text),
    operations: firstOf(linked, ({ operation }) => operation.name.text),
    codes: firstOf(document.errors.codes.items, (code) => code.code.text),
  };
}

function firstOf<T>(items: readonly T[], key: (item: T) => string): Map<string, T> {
  const found = new Map<string, T>();
  for (const item of items) if (!found.has(key(item))) found.set(key(item), item);
  return found;
}
