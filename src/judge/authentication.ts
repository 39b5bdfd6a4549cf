// Whether part 5 and what it names fit together. Input: schemes and operations, their names resolved. Output: findings: callers that no
// credential leads to, credentials that are not unique or not secret, issuers that issue nothing or are not listed, owners that are
// no callers. A gap anywhere suppresses the findings that depend on it. Notation, part 5.

import { ticked } from '../base/ticked.ts';
import * as authentication from '../diagnostics/authentication.ts';
import { contradiction } from '../diagnostics/reading.ts';
import type { Scheme } from '../notation/authentication.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf, type Name, type Slot, isSettled, isUnknown } from '../notation/slot.ts';
import type { Who } from '../notation/values/who.ts';
import type { LinkedOperation } from '../model/model.ts';
import { isComplete } from '../analysis/document/complete.ts';
import { elementOf, followPath } from '../analysis/document/paths.ts';
import { issuesToken, letsAnybody, refreshedBy } from '../analysis/document/callers.ts';
import { whosOf } from '../analysis/document/whos.ts';
import { callerResources, issuersOf, takesPasswords } from '../analysis/document/schemes.ts';
import { effectsOf, headingOf, identityOf, selectionOf } from '../analysis/document/targets.ts';
import type { Findings } from './findings.ts';

export function judgeAuthentication(findings: Findings): void {
  for (const scheme of findings.model.document.authentication.schemes.items) {
    if (scheme.scope.mark.status !== 'absent') continue;
    withoutCredentials(findings, scheme);
    credentials(findings, scheme);
    idleIssuers(findings, scheme);
    otherCredentials(findings, scheme);
    othersRole(findings, scheme);
    ofOthers(findings, scheme);
  }
  unlistedIssuers(findings);
  for (const linked of findings.model.operations.values()) withoutHolder(findings, linked);
  owners(findings);
}

/** It is not stated: left out, or `none`. */
function isUnsaid({ status }: Slot<unknown>): boolean {
  return status === 'absent' || status === 'none';
}

/** Neither what the service issues, nor credentials, nor a claim identifies the row of the caller. */
function withoutCredentials(findings: Findings, scheme: Scheme): void {
  const { caller, claims, issuedBy, verifiedBy } = scheme;
  const resource = valueOf(caller)?.resource;
  const isElsewhere = valueOf(issuedBy)?.kind === 'outside' || (isUnsaid(issuedBy) && verifiedBy.status === 'stated');
  if (!resource || !isElsewhere || !isUnsaid(scheme.credentials)) return;
  if (isUnknown(verifiedBy)) return;
  const said = valueOf(claims);
  if (said ? said.some(({ says }) => typeof says === 'object') : !isUnsaid(claims)) return;
  const values = { resource: resource.text, scheme: scheme.name.text };
  findings.report(authentication.callerWithoutCredentials, caller.at, values);
}

function credentials(findings: Findings, scheme: Scheme): void {
  const value = valueOf(scheme.credentials);
  const resource = value?.kind === 'fields' ? findings.model.resources.get(value.resource.text) : undefined;
  if (value?.kind !== 'fields' || !resource) return;
  const found = value.fields.flatMap((name) => {
    const field = findings.model.fields.get(`${resource.name.text}.${name.text}`);
    return field ? [{ name, isSecret: isSecret(field) }] : [];
  });
  if (found.length < value.fields.length || found.some(({ isSecret: known }) => known === undefined)) return;
  const open = found.filter((one) => !one.isSecret).map(({ name }) => name);
  if (open.length === found.length) {
    const last = open.at(-1)!;
    findings.report(authentication.plainCredential, last.at, { field: last.text, resource: resource.name.text });
  }
  if (open.length === 0 || mayBeUnique(resource, new Set(open.map(({ text }) => text)))) return;
  const fields = open.map(({ text }) => ticked(text)).join(', ');
  findings.report(authentication.credentialsNotUnique, open[0]!.at, { fields, resource: resource.name.text }, [
    { at: resource.identifiedBy.at, message: `what tells one \`${resource.name.text}\` from another is stated here` },
  ]);
}

/** undefined: not known. A token that the service sets is one, too. */
function isSecret({ type, setBy }: Field): boolean | undefined {
  const value = valueOf(type);
  if (value && elementOf(value).type.kind === 'secret') return true;
  const by = valueOf(setBy);
  if (!value || (!by && !isUnsaid(setBy))) return undefined;
  return by?.kind === 'service' && by.rule.kind === 'token';
}

/** A group of unique fields is among them, or one that is not shown may be. */
function mayBeUnique(resource: Resource, fields: ReadonlySet<string>): boolean {
  const { identifiedBy, unique, scope } = resource;
  if (scope.mark.status !== 'absent' || identifiedBy.status === 'absent') return true;
  if ([identifiedBy, ...unique].some(isUnknown)) return true;
  const groups = [identityOf(resource), ...unique.map((one) => (valueOf(one)?.fields ?? []).map(({ text }) => text))];
  return groups.some((group) => group.length > 0 && group.every((name) => fields.has(name)));
}

function idleIssuers(findings: Findings, scheme: Scheme): void {
  const issuer = valueOf(scheme.issuedBy);
  idle(findings, scheme, issuer?.kind === 'operations' ? issuer.operations : [], mayIssue);
  idle(findings, scheme, valueOf(scheme.refresh)?.operations ?? [], issuesToken);
}

function idle(
  findings: Findings,
  { name: scheme }: Scheme,
  listed: readonly Name[],
  issues: (linked: LinkedOperation) => boolean,
): void {
  for (const name of listed) {
    const linked = findings.model.operations.get(name.text);
    if (!linked || !isSettled(linked.facts.does) || issues(linked)) continue;
    const what = `the tokens of \`${scheme.text}\`: \`${name.text}\` is listed, and issues none`;
    findings.report(contradiction, name.at, { what }, [
      { at: linked.facts.does.at, message: 'what it does is stated here' },
    ]);
  }
}

/** A caller signs in for a token of the scheme with the credentials that the scheme states. */
function otherCredentials(findings: Findings, { credentials: slot, issuedBy, name: scheme }: Scheme): void {
  const issuer = valueOf(issuedBy);
  const said = valueOf(slot);
  if (issuer?.kind !== 'operations' || (!said && slot.status !== 'none')) return;
  const wanted = said?.kind === 'fields' ? said.fields.map(({ text }) => text) : [];
  for (const { text } of issuer.operations) {
    const linked = findings.model.operations.get(text);
    const signsIn = linked && effectsOf(linked).find((effect) => effect.kind === 'signs in');
    if (signsIn?.kind !== 'signs in') continue;
    const named = signsIn.by.map((one) => one.text);
    const isSame = named.length === wanted.length && named.every((one) => wanted.includes(one));
    const isOfIt = said?.kind !== 'fields' || said.resource.text === signsIn.target.text;
    if (isSame && isOfIt) continue;
    const what = `the Credentials of ${ticked(scheme.text)}: ${ticked(text)} signs in with other fields`;
    findings.report(contradiction, signsIn.at, { what }, [
      { at: slot.at, message: 'what the scheme asks for is stated here' },
    ]);
  }
}

/** The field of a role is one of the Caller, and can be read. */
function othersRole(findings: Findings, { roles, caller }: Scheme): void {
  const given = valueOf(roles);
  const resource = valueOf(caller)?.resource;
  if (given?.kind !== 'field' || !resource) return;
  const { owner, field } = given.field;
  const own = findings.model.fields.get(`${resource.text}.${field.text}`);
  const isOther = owner !== undefined && owner.text !== resource.text;
  const isSecret = own !== undefined && valueOf(own.type)?.kind === 'secret';
  if (!isOther && !isSecret) return;
  const why = isOther ? `it is no field of ${ticked(resource.text)}, whose rows call` : 'a secret is never read';
  const what = `what says who has which role: ${why}`;
  findings.report(contradiction, field.at, { what }, [{ at: caller.at, message: 'who calls is stated here' }]);
}

/** Tokens are for rows of the Caller, and only what happens to such a row says which of them end. */
function ofOthers(findings: Findings, scheme: Scheme): void {
  const caller = valueOf(scheme.caller)?.resource.text;
  if (caller === undefined) return;
  const tokens = `the tokens of ${ticked(scheme.name.text)}`;
  const report = ({ text, at }: Name, says: string): void => {
    if (text === caller || !findings.model.resources.has(text)) return;
    const what = `${tokens}: ${says} ${ticked(text)}, and callers are rows of ${ticked(caller)}`;
    findings.report(contradiction, at, { what }, [{ at: scheme.caller.at, message: 'who calls is stated here' }]);
  };
  for (const { text } of issuersOf(scheme)) {
    const linked = findings.model.operations.get(text);
    for (const effect of linked ? effectsOf(linked) : [])
      if (effect.kind === 'issues token') report(effect.target, `${ticked(text)} issues them for`);
  }
  for (const one of valueOf(scheme.revokedWhen) ?? []) {
    const name = one.kind === 'deleted' ? one.resource : one.kind === 'changes' ? one.field.owner : undefined;
    if (name) report(name, 'they are revoked by what happens to');
  }
}

/** Who makes a row may make its key with it. */
function mayIssue(linked: LinkedOperation): boolean {
  return effectsOf(linked).some(
    ({ kind }) => kind === 'issues token' || kind === 'signs in' || kind.startsWith('creates'),
  );
}

function unlistedIssuers(findings: Findings): void {
  const { scope, schemes } = findings.model.document.authentication;
  if (scope.mark.status !== 'absent' || schemes.items.length === 0 || !isComplete(findings.model, schemes)) return;
  const said = schemes.items.flatMap(({ scope: own, issuedBy, refresh }) => [own.mark, issuedBy, refresh]);
  if (said.some(isUnknown)) return;
  const issuing = schemes.items.filter((scheme) => !takesPasswords(scheme));
  if (issuing.some(({ issuedBy, verifiedBy }) => isUnsaid(issuedBy) && isUnsaid(verifiedBy))) return;
  const listed = new Set(schemes.items.flatMap(issuersOf).map(({ text }) => text));
  const related = schemes.items.map(({ issuedBy, at }) => ({
    at: issuedBy.status === 'absent' ? at : issuedBy.at,
    message: 'this scheme does not list it under Issued by',
  }));
  for (const linked of findings.model.operations.values()) {
    const issues = effectsOf(linked).find(({ kind }) => kind === 'issues token');
    if (!issues || !('at' in issues) || listed.has(headingOf(linked))) continue;
    const what = `who issues tokens: \`${headingOf(linked)}\` does, and no scheme of part 5 lists it`;
    findings.report(contradiction, issues.at, { what }, related);
  }
}

/** A token is for the row that the call makes, signs in to or selects, else for the caller: then no one else may call. */
function withoutHolder(findings: Findings, linked: LinkedOperation): void {
  const { model } = findings;
  const { does, who } = linked.facts;
  const effects = effectsOf(linked);
  const issues = effects.find((effect) => effect.kind === 'issues token');
  const said = valueOf(who);
  if (!issues || !said || !isSettled(does) || !letsAnybody(model, said)) return;
  const { text, at } = issues.target;
  const isNamed = effects.some((effect) => effect !== issues && 'target' in effect && effect.target.text === text);
  if (isNamed || selectionOf(model, linked, text) || refreshedBy(model, linked)) return;
  const what = `which ${ticked(text)} the token is for: ${ticked(headingOf(linked))} neither makes, signs in nor selects one, and callers need no credentials`;
  findings.report(contradiction, at, { what }, [{ at: who.at, message: 'who may call is stated here' }]);
}

/** Where it is known who the callers are. */
function owners(findings: Findings): void {
  const { model } = findings;
  const { scope, schemes } = model.document.authentication;
  const callers = callerResources(model);
  if (scope.mark.status !== 'absent' || callers.size === 0 || !isComplete(model, schemes)) return;
  if (schemes.items.some(({ scope: own, caller }) => own.mark.status !== 'absent' || !isSettled(caller))) return;
  for (const who of whosOf(model)) if (who.kind === 'owner') judgeOwner(findings, who, callers);
}

type Owner = Extract<Who, { kind: 'owner' }>;

/** It ends at a reference to a caller, or at what a caller is identified by. */
function judgeOwner(findings: Findings, { path, at }: Owner, callers: ReadonlySet<string>): void {
  const [head = '', ...rest] = path;
  const { end, fields, insideObject } = followPath(findings.model, findings.model.resources.get(head), rest);
  const last = fields.at(-1);
  const type = last && valueOf(last.field.type);
  if (end !== 'found' || insideObject || !last || !type) return;
  const inner = elementOf(type).type;
  if (inner.kind === 'same-as' || inner.kind === 'object') return;
  if (inner.kind === 'resource' && callers.has(inner.resource.text)) return;
  if (callers.has(last.resource.name.text) && identityOf(last.resource).includes(last.field.name.text)) return;
  const values = { field: path.join('.'), callers: [...callers].map((name) => ticked(name)).join(', ') };
  findings.report(authentication.ownerNotCaller, at, values, [
    { at: last.field.type.at, message: 'its type is stated here' },
  ]);
}
