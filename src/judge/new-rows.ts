// What a call does to rows, against the other statements about it. Input: a linked operation. Output: a finding where a new row
// would lack a field that it must have, because nothing sent or set can give it, and where Repeat says that a call changes
// nothing, or nothing more, and its Does says otherwise. Notation, part 2, Required; part 4, Does and Repeat; rule 6.

import { oncePer } from '../base/once-per.ts';
import type { Span } from '../base/span.ts';
import { contradiction } from '../diagnostics/reading.ts';
import { operandsOfValue, type Assignment, type Effect } from '../notation/values/effects.ts';
import type { LinkedOperation } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf, isSettled } from '../notation/slot.ts';
import { uniqueGroups } from '../analysis/refusals/unique-groups.ts';
import { issuesFor } from '../analysis/document/callers.ts';
import { isCreation, isSafe } from '../analysis/document/effect-traits.ts';
import { isKept } from '../analysis/document/signed.ts';
import { bodyOf } from '../analysis/document/inputs.ts';
import { isAlwaysBrought } from '../analysis/values/body-whens.ts';
import { assignmentsOf } from '../analysis/values/assignments.ts';
import { effectsOf, headingOf, pathFacts, selectionOf } from '../analysis/document/targets.ts';
import type { Findings } from './findings.ts';

type Creates = Effect & {
  readonly kind: 'creates' | 'creates every in body' | 'creates or keeps' | 'creates or replaces';
};

export function judgeNewRows(findings: Findings, linked: LinkedOperation): void {
  for (const effect of effectsOf(linked)) {
    if (isCreating(effect)) lacking(findings, linked, effect);
    repeated(findings, linked, effect);
  }
}

function isCreating(effect: Effect): effect is Creates {
  return isCreation(effect);
}

function lacking(findings: Findings, linked: LinkedOperation, effect: Creates): void {
  const { model } = findings;
  const resource = model.resources.get(effect.target.text);
  if (!resource || resource.identifiedBy.status === 'none' || bodyOf(model, linked).kind === 'open') return;
  if (isSaidTwice(linked)) return;
  // What the path names the new row by is not known.
  if (effect.kind === 'creates or replaces' && resource.identifiedBy.status !== 'stated') return;
  const given = givenTo(findings, linked, effect, resource);
  const names = new Set(resource.fields.items.map((field) => field.name.text));
  const lacks = resource.fields.items.filter((field) => !given.has(field.name.text) && mustBeGiven(field, names));
  const [first] = lacks;
  if (first === undefined) return;
  const missing = lacks.map((field) => `\`${resource.name.text}.${field.name.text}\``).join(', ');
  const taken = takenUnderWhen(findings, linked, lacks);
  const them = lacks.length > 1 ? 'them' : 'it';
  const what = `what a new row has: ${missing} must be there, and \`${headingOf(linked)}\` ${taken ? `takes ${them} only where a When of the Body table holds` : `neither takes nor sets ${them}`}`;
  findings.report(contradiction, effect.at, { what }, [
    { at: first.required.at, message: 'that it must be there is stated here' },
    ...(taken ? [{ at: taken, message: 'this When, with the others, does not hold of every request' }] : []),
  ]);
}

/** The first When under which one of these fields is taken. */
function takenUnderWhen(findings: Findings, linked: LinkedOperation, lacks: readonly Field[]): Span | undefined {
  const body = bodyOf(findings.model, linked);
  const inputs = body.kind === 'fields' ? body.fields : [];
  return inputs.find(({ sets, when }) => when && sets && lacks.includes(sets.field))?.when?.at;
}

/** A bullet and a table, neither of which counts: that is found elsewhere. */
function isSaidTwice({ facts: { body, bodyTable } }: LinkedOperation): boolean {
  return bodyTable.written && isSettled(body);
}

/** The fields that a request to the operation can give a new row, or that the operation gives it. */
function givenTo(
  findings: Findings,
  linked: LinkedOperation,
  effect: Creates,
  resource: Resource,
): ReadonlySet<string> {
  const body = bodyOf(findings.model, linked);
  const name = resource.name.text;
  const sent = body.kind === 'fields' ? body.fields : [];
  const selection = effect.kind === 'creates or replaces' ? selectionOf(findings.model, linked, name) : undefined;
  const keys = selection?.keys;
  // `in {other}`: the address names the row that holds it.
  const outer = pathFacts(findings.model, linked).selections.find((one) => one.parameter === selection?.inside);
  const inside = resource.fields.items.filter((field) => {
    const type = valueOf(field.type);
    return outer !== undefined && type?.kind === 'resource' && type.resource.text === outer.resource;
  });
  return new Set([
    ...inside.map((field) => field.name.text),
    ...[...Map.groupBy(sent, ({ sets }) => (sets?.resource === name ? sets.field.name.text : undefined))].flatMap(
      ([field, own]) => (field !== undefined && isAlwaysBrought(findings.model, linked, own) ? [field] : []),
    ),
    ...(keys ?? []).map((key) => key.field),
    ...assigned(linked, effect).map(({ field }) =>
      field.text.startsWith(`${name}.`) ? field.text.slice(name.length + 1) : field.text,
    ),
  ]);
}

function assigned(linked: LinkedOperation, effect: Creates): readonly Assignment[] {
  const sets = setsOf(linked);
  return 'with' in effect ? [...effect.with, ...sets] : sets;
}

/** All effects are looked at for each that makes a row. */
const setsOf = oncePer((linked: LinkedOperation): readonly Assignment[] =>
  effectsOf(linked).flatMap((other) => (other.kind === 'sets' ? other.assignments : [])),
);

/** Stated to be required, with no other value to fall back on. Inside an object that may be left out it is not required. */
function mustBeGiven(field: Field, names: ReadonlySet<string>): boolean {
  const setBy = valueOf(field.setBy);
  const type = valueOf(field.type);
  if (setBy === undefined || setBy.kind === 'service' || setBy.kind === 'rows') return false;
  if (type === undefined || type.kind === 'nullable') return false;
  if (valueOf(field.required)?.kind !== 'yes' || field.default.status !== 'none') return false;
  const path = field.name.text.split('.');
  return !path.some((_, index) => index > 0 && names.has(path.slice(0, index).join('.')));
}

function repeated(findings: Findings, linked: LinkedOperation, effect: Effect): void {
  const repeat = valueOf(linked.facts.repeat)?.kind;
  if (isSafe(effect) || signsOnly(findings, linked, effect)) return;
  const isSame = repeat === 'same effect';
  const counts = isSame && addsTo(findings, linked, effect);
  const isNew = effect.kind === 'creates' || effect.kind === 'creates every in body';
  const isMore = isSame && isNew && makesMore(findings, linked, effect);
  if (repeat !== 'safe' && !isMore && !counts) return;
  const done = counts
    ? 'computes a value from the one that is there'
    : isMore
      ? `makes one more \`${effect.target.text}\` each time`
      : 'changes what is kept';
  const what = `what a second \`${headingOf(linked)}\` does: its Does ${done}`;
  const own = linked.operation.facts.repeat.status !== 'absent';
  const at = own ? linked.facts.repeat.at : linked.operation.name.at;
  findings.report(contradiction, at, { what }, [{ at: effect.at, message: 'what it does is stated here' }]);
}

/** `` sets `stock` = this `stock` - 1 ``: each time it is another value. */
function addsTo({ model }: Findings, linked: LinkedOperation, effect: Effect): boolean {
  if (effect.kind !== 'sets') return false;
  return assignmentsOf(model, linked).some(({ value, path, resource, place }) =>
    value.kind === 'arithmetic' && !place.rowless
      ? operandsOfValue(value).some(
          (one) =>
            one.kind === 'field' &&
            (one.owner === 'this' || one.owner === resource?.name.text) &&
            one.path.join('.') === path.join('.'),
        )
      : false,
  );
}

/** It gives a token of which nothing is kept, or finds who gets it. */
function signsOnly({ model }: Findings, linked: LinkedOperation, { kind }: Effect): boolean {
  if (kind !== 'signs in' && kind !== 'issues token') return false;
  const issuing = issuesFor(model, linked);
  return issuing.length > 0 && issuing.every((scheme) => !isKept(model, scheme));
}

/** Nothing that must be sent, or is set, would be found taken the second time. */
function makesMore(findings: Findings, linked: LinkedOperation, effect: Creates): boolean {
  const resource = findings.model.resources.get(effect.target.text);
  if (!resource || resource.identifiedBy.status !== 'stated' || bodyOf(findings.model, linked).kind === 'open')
    return false;
  const given = givenTo(findings, linked, effect, resource);
  const required = new Set(
    resource.fields.items.filter((field) => valueOf(field.required)?.kind === 'yes').map((field) => field.name.text),
  );
  const isThere = (field: string): boolean => given.has(field) && required.has(field);
  return !uniqueGroups(resource).some((group) => group.fields.every(isThere));
}
