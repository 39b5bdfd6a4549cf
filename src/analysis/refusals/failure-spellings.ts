// How a row of part 7 may name what is wrong with a field: `Todo.title missing`, `title missing`, `any field missing`; of fields that go
// together, by any of them. Input: a cause. Output: causes as rows spell them, of equal rank. Notation, part 7.

import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { isOfBody, subjectOf, type FieldCause, type MetCause } from '../../notation/values/met-causes.ts';
import { groupedWith } from '../values/field-groups.ts';
import { sentWith } from '../values/sent-groups.ts';
import { failureAt } from './causes.ts';
import { uniqueGroups } from './unique-groups.ts';

export function failureSpellings(
  model: Model,
  linked: LinkedOperation | undefined,
  cause: FieldCause,
): readonly MetCause[] {
  const { resource, path, failure } = cause;
  const name = (isOfBody(cause) ? path.slice(1) : path).join('.');
  const row = resource === undefined ? undefined : model.resources.get(resource);
  const groups = row && (failure === 'taken' ? groupsOf(row) : failure === 'missing' ? groupedWith(row) : undefined);
  const sent = failure === 'missing' && linked ? (sentWith(model, linked).get(subjectOf(cause)) ?? []) : [];
  const each = [
    cause,
    ...(groups?.get(name) ?? []).map((one): FieldCause => ({ ...cause, path: [one] })),
    ...sent.map((field) => failureAt(field, failure)),
  ];
  return [...each.flatMap(spelled), { kind: 'any field', failure }];
}

function spelled(cause: FieldCause): readonly MetCause[] {
  const { resource, path, failure } = cause;
  const name = (isOfBody(cause) ? path.slice(1) : path).join('.');
  return [
    isOfBody(cause)
      ? { kind: 'field', resource: undefined, path: ['body', name], failure }
      : { kind: 'field', resource, path: [name], failure },
    { kind: 'field', resource: undefined, path: [name], failure },
  ];
}

/** The field that names the cause of a unique group → the others. */
const groupsOf = oncePer((resource: Resource): ReadonlyMap<string, readonly string[]> => {
  const groups = new Map<string, string[]>();
  for (const { fields, cause } of uniqueGroups(resource)) {
    if (cause.kind !== 'field') continue;
    const name = cause.path.join('.');
    groups.set(name, [...(groups.get(name) ?? []), ...fields.filter((field) => field !== name)]);
  }
  return groups;
});
