// A reference by a field finds one row: its identity, or a field that is unique by itself. Input: a type `R by f` or a Path row. Output:
// findings. Notation, part 2, head Type, and part 4, "Path" (`R by f, in {other}`).

import { referenceNotUnique } from '../diagnostics/linking.ts';
import type { Selects } from '../notation/values/lists.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf, type Name } from '../notation/slot.ts';
import { elementOf, innermost } from '../analysis/document/paths.ts';
import { identityOf, pathFacts } from '../analysis/document/targets.ts';
import type { Findings } from './findings.ts';

export function judgeReference(findings: Findings, written: FieldType): void {
  const type = innermost(written);
  if (type.kind === 'resource' && type.by)
    judge(findings, findings.model.resources.get(type.resource.text), type.by, []);
}

export function judgeSelects(
  findings: Findings,
  linked: LinkedOperation,
  selects: Extract<Selects, { kind: 'row' }>,
): void {
  const outer = pathFacts(findings.model, linked).selections.find((one) => one.parameter === selects.inside);
  const resource = findings.model.resources.get(selects.resource.text);
  judge(findings, resource, selects.by, resource && outer ? referring(findings.model, resource, outer.resource) : []);
}

/** `inside`: fields that are known beside this one. */
function judge(findings: Findings, resource: Resource | undefined, by: Name, inside: readonly string[]): void {
  if (!resource || resource.identifiedBy.status !== 'stated') return;
  if (!findings.model.fields.has(`${resource.name.text}.${by.text}`)) return;
  const unique = resource.unique.map((slot) => valueOf(slot)?.fields.map((field) => field.text));
  // What is not shown may be the very group that makes it unique.
  if (unique.includes(undefined)) return;
  const groups = [identityOf(resource), ...unique.map((group) => group!)];
  const tells = groups.some(
    (group) => group.includes(by.text) && group.every((field) => field === by.text || inside.includes(field)),
  );
  if (tells) return;
  const related = [
    { at: resource.identifiedBy.at, message: `what tells one \`${resource.name.text}\` from another is stated here` },
  ];
  findings.report(referenceNotUnique, by.at, { resource: resource.name.text, field: by.text }, related);
}

/** The fields by which a row of `resource` refers to a row of `outer`. */
function referring(model: Model, resource: Resource, outer: string): readonly string[] {
  return resource.fields.items.flatMap((field) => {
    const type = valueOf(field.type) && elementOf(valueOf(field.type)!).type;
    return type?.kind === 'resource' && type.resource.text === outer && model.resources.has(outer)
      ? [field.name.text]
      : [];
  });
}
