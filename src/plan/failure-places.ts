// The field that a cause is about, where the store or a rule finds it: its name and its place in the body go with the error.
// Input: an operation, its body and its guards. Output: a place by cause. Notation, part 4, `<field>`, `<path>`, `<pointer>`.

import { causeKey } from '../notation/values/cause-kinds.ts';
import { subjectOf, type MetCause } from '../notation/values/met-causes.ts';
import { valueOf } from '../notation/slot.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { rowRules } from '../analysis/values/row-rules.ts';
import { fieldGroups } from '../analysis/values/field-groups.ts';
import { uniqueGroups, type UniqueFact } from '../analysis/refusals/unique-groups.ts';
import { answerOf, causesOf } from '../analysis/refusals/errors.ts';
import type { BodyFieldPlan, BodyPlan } from './body-plan.ts';
import type { FailurePlace } from './output.ts';
import { aloneProblem } from './problems.ts';
import { isComputed } from '../analysis/document/field-rules.ts';
import { fixedKey } from './refuse.ts';
import type { Guard } from './steps.ts';

export function failurePlaces(
  model: Model,
  linked: LinkedOperation,
  body: BodyPlan,
  guards: readonly Guard[],
): Readonly<Record<string, FailurePlace>> {
  // A caller cannot correct a field that is not the caller's to send.
  const all = body.kind === 'fields' ? [...body.fields, ...(body.rows?.fields ?? [])] : [];
  const fields = all.filter((field) => field.sent.do === 'accept');
  const found = new Set(guards.map(({ cause }) => cause));
  const places = new Map<string, FailurePlace>();
  for (const cause of causesOf(model, linked)) {
    const key = causeKey(cause);
    const isUnique = cause.kind === 'already there' || (cause.kind === 'field' && cause.failure === 'taken');
    const place = isUnique || found.has(key) ? placeOf(model, linked, cause, fields) : undefined;
    const problem = place && furtherProblem(model, cause);
    if (place) places.set(key, problem === undefined ? place : { ...place, problem });
  }
  for (const { subject, name, path } of fields)
    if (found.has(fixedKey(subject)))
      places.set(fixedKey(subject), { field: name, path, cause: causeKey({ kind: 'read-only field' }) });
  for (const { cause, inside } of guards) {
    if (!inside) continue;
    const sent = fields.find(({ parameter }) => parameter === inside.parameter);
    const { field, path } = sent ? at(sent) : named(inside.parameter.replace(/^(?:body|each)\./, ''));
    places.set(cause, {
      field: [field, ...inside.names].join('.'),
      path: [...path, ...inside.names],
      cause: inside.cause,
      ...(sent && membersOf(sent, inside.names, cause)),
    });
  }
  return Object.fromEntries(places);
}

/** The first field that the body has; else the first. */
function placeOf(
  model: Model,
  linked: LinkedOperation,
  cause: MetCause,
  fields: readonly BodyFieldPlan[],
): FailurePlace | undefined {
  if (cause.kind === 'no such in') {
    const sent = fields.find(({ subject }) => subject.slice(subject.indexOf('.') + 1) === cause.field);
    return sent ? { ...at(sent), ...membersOf(sent, [], causeKey(cause)) } : named(cause.field);
  }
  const subjects = subjectsOf(model, linked, cause);
  const sent = subjects.map((subject) => fields.find((each) => each.subject === subject));
  const first = sent.find((each) => each !== undefined);
  if (first) return at(first);
  return subjects[0] === undefined ? undefined : named(subjects[0].slice(subjects[0].indexOf('.') + 1));
}

function at({ name, path }: BodyFieldPlan): FailurePlace {
  return { field: name, path };
}

function membersOf(
  { rest, parameter }: BodyFieldPlan,
  names: readonly string[],
  asked: string,
): Pick<FailurePlace, 'members'> {
  return rest?.each ? { members: { asked, parameter, path: rest.path, names } } : {};
}

function named(field: string): FailurePlace {
  return { field, path: field.split('.') };
}

/** Fields that are unique together are listed together; the one that the answering code names is first. */
function subjectsOf(model: Model, linked: LinkedOperation, cause: MetCause): readonly string[] {
  if (cause.kind === 'refused')
    return rowRules(model).flatMap(({ code, about }) => (code === cause.code && about ? [about] : []));
  if (cause.kind !== 'field' && cause.kind !== 'already there') return [];
  const missing = missingOf(model, cause);
  if (missing) return missing;
  const group = groupOf(model, cause);
  if (!group) return cause.kind === 'field' ? [subjectOf(cause)] : [];
  const name = cause.resource!;
  const code = answerOf(model, linked, cause)?.code;
  const stated = (code ? (valueOf(code.when) ?? []) : []).flatMap((one) =>
    one.kind === 'field' && one.failure === 'taken' && (one.resource?.text ?? name) === name
      ? [one.path.join('.')]
      : [],
  );
  const first = stated.find((field) => group.fields.includes(field));
  return [...(first === undefined ? [] : [first]), ...group.fields].map((field) => `${name}.${field}`);
}

/** Of fields of which one must be there: the first that the body may bring. */
function missingOf(model: Model, cause: MetCause): readonly string[] | undefined {
  if (cause.kind !== 'field' || cause.failure !== 'missing' || cause.resource === undefined) return undefined;
  const resource = model.resources.get(cause.resource);
  const key = causeKey(cause);
  const group = resource && fieldGroups(resource).find((one) => causeKey(one.cause) === key);
  return group?.fields.map((field) => `${cause.resource}.${field}`);
}

/** Of fields of which exactly one may be there: one behind another. What the service computes may be wrong for itself. */
function furtherProblem(model: Model, cause: MetCause): string | undefined {
  if (cause.kind !== 'field' || cause.failure !== 'invalid' || cause.resource === undefined) return undefined;
  const resource = model.resources.get(cause.resource);
  const field = model.fields.get(subjectOf(cause));
  if (!resource || !field || isComputed(field)) return undefined;
  const name = field.name.text;
  const group = fieldGroups(resource).find((one) => one.isExact && one.fields.indexOf(name) > 0);
  return group && aloneProblem(model, group.fields);
}

function groupOf(model: Model, cause: MetCause & { readonly resource: string | undefined }): UniqueFact | undefined {
  const resource = cause.resource === undefined ? undefined : model.resources.get(cause.resource);
  const key = causeKey(cause);
  return resource && uniqueGroups(resource).find((group) => causeKey(group.cause) === key);
}
