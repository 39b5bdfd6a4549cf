// What is doubtful about the credentials of a scheme: nobody can have any, or an answer shows them. Input: a model. Output: warnings.
// What is not shown is no doubt, but a gap. Notation, part 5.

import { credentialShown, ownerInList, schemeWithoutCallers } from '../diagnostics/authentication.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import type { Scheme } from '../notation/authentication.ts';
import { isOpen, isSettled, valueOf } from '../notation/slot.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { isOptional, readsCredentials } from '../analysis/document/callers.ts';
import { isComplete } from '../analysis/document/complete.ts';
import { isCreation } from '../analysis/document/effect-traits.ts';
import { elementOf, followPath } from '../analysis/document/paths.ts';
import { isOfOperator, schemesOf, takesPasswords } from '../analysis/document/schemes.ts';
import { effectsOf, headingOf } from '../analysis/document/targets.ts';
import { isMadeSecret } from '../analysis/document/shape-fields.ts';
import { isSealed } from '../analysis/document/type-traits.ts';
import { whosOf } from '../analysis/document/whos.ts';
import { usesOf } from '../analysis/requests/field-usage.ts';

export function schemesFound(model: Model): readonly Diagnostic[] {
  return [...withoutCallers(model), ...shownCredentials(model), ...ownersInLists(model)];
}

/** A scheme can be passed where others issue for it, or an operation that somebody may call before they have passed it. */
function withoutCallers(model: Model): readonly Diagnostic[] {
  const { scope, schemes } = model.document.authentication;
  const { operations } = model.document.endpoints;
  if (scope.mark.status !== 'absent' || !isComplete(model, schemes) || !isComplete(model, operations)) return [];
  const all = schemesOf(model);
  const passed = new Set<Scheme>();
  for (let before = -1; before < passed.size;) {
    before = passed.size;
    for (const scheme of all) if (whyNot(model, scheme, passed.size > 0) === undefined) passed.add(scheme);
  }
  return all.flatMap((scheme) => {
    const why = whyNot(model, scheme, passed.size > 0);
    return why === undefined ? [] : [diagnose(schemeWithoutCallers, scheme.at, { scheme: scheme.name.text, why })];
  });
}

/** `others`: there is another scheme by which one can come in. */
function whyNot(model: Model, scheme: Scheme, others: boolean): string | undefined {
  const { issuedBy, verifiedBy } = scheme;
  if (isOfOperator(scheme) || valueOf(verifiedBy) !== undefined) return undefined;
  if (takesPasswords(scheme)) return withoutRows(model, scheme);
  if (issuedBy.status === 'none') return 'Issued by is `none`';
  const issuer = valueOf(issuedBy);
  if (issuer?.kind !== 'operations' || others) return undefined;
  const issuing = issuer.operations.map(({ text }) => model.operations.get(text));
  if (!issuing.every((linked) => linked !== undefined && asksFirst(model, linked))) return withoutRows(model, scheme);
  return 'each operation that issues its tokens asks for credentials first';
}

function asksFirst(model: Model, linked: LinkedOperation): boolean {
  return readsCredentials(linked) && !isOptional(model, linked);
}

/** Nobody can sign in as a row that nothing makes. */
function withoutRows(model: Model, { caller }: Scheme): string | undefined {
  const name = valueOf(caller)?.resource.text;
  const all = [...model.operations.values()];
  if (name === undefined || !model.resources.has(name) || all.some(({ facts }) => !isSettled(facts.does)))
    return undefined;
  const isMade = all.some((linked) =>
    effectsOf(linked).some((effect) => isCreation(effect) && 'target' in effect && effect.target.text === name),
  );
  return isMade ? undefined : `no operation makes a row of \`${name}\``;
}

function shownCredentials(model: Model): readonly Diagnostic[] {
  const fields = schemesOf(model).flatMap(({ credentials }) => {
    const given = valueOf(credentials);
    return given?.kind === 'fields' ? given.fields.map(({ text }) => `${given.resource.text}.${text}`) : [];
  });
  return [...new Set(fields)].flatMap((name) => {
    const field = model.fields.get(name);
    // That an answer shows one that the service makes is judged.
    if (!field || !isSealed(valueOf(field.type)) || isMadeSecret(field) || isOpen(field.present)) return [];
    const showing = [...model.operations.values()].find((linked) => usesOf(model, linked).shown.has(name));
    if (!showing) return [];
    return [diagnose(credentialShown, field.present.at, { field: name, operation: headingOf(showing) })];
  });
}

function ownersInLists(model: Model): readonly Diagnostic[] {
  return whosOf(model).flatMap((who) => {
    if (who.kind !== 'owner') return [];
    const [owner = '', ...path] = who.path;
    const { fields, throughList } = followPath(model, model.resources.get(owner), path);
    const last = fields.at(-1);
    const type = last && valueOf(last.field.type);
    const isList = throughList || (type !== undefined && elementOf(type).list);
    return isList ? [diagnose(ownerInList, who.at, { field: who.path.join('.') })] : [];
  });
}
