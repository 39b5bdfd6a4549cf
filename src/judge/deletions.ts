// References that a deletion would leave without a row. Input: a model. Output: findings with both places. Notation, part 2, "When
// deleted" beside Type and Required; rule 6.

import { addTo } from '../base/grouped.ts';
import { oncePer } from '../base/once-per.ts';
import { contradiction } from '../diagnostics/reading.ts';
import type { Condition } from '../notation/values/conditions.ts';
import type { Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { operandsOf } from '../analysis/document/condition-walk.ts';
import { removedBy } from '../analysis/machines/removals.ts';
import { headingOf } from '../analysis/document/targets.ts';
import { timedRowsOf } from '../analysis/machines/timed.ts';
import { takersByTime } from '../analysis/machines/timed-removals.ts';
import { usesOf } from '../analysis/requests/field-usage.ts';
import { isEmbedded } from '../analysis/document/value-kinds.ts';
import type { Findings } from './findings.ts';

/** A reference that must be there, and a statement by which nothing happens to the row that holds it. */
export function judgeDeletions(findings: Findings): void {
  const { model } = findings;
  for (const linked of model.operations.values()) {
    if (removedBy(model, linked).size === 0) continue;
    for (const name of usesOf(model, linked).deletes) {
      const resource = model.resources.get(name);
      if (resource && isStated(resource)) judgeDeletion(findings, resource, headingOf(linked));
    }
  }
  for (const [name, takers] of takersByTime(model)) {
    const resource = model.resources.get(name);
    if (resource && isStated(resource)) judgeDeletion(findings, resource, byTime(model, [...takers][0]!));
  }
}

/** The By of the row that removes it. */
function byTime(model: Model, taker: string): string {
  const row = timedRowsOf(model, taker).find(({ to }) => valueOf(to)?.kind === 'gone');
  return row?.by.status === 'stated' ? row.by.text : taker;
}

function isStated({ whenDeleted }: Resource): boolean {
  return whenDeleted.status === 'none' || valueOf(whenDeleted) !== undefined;
}

function judgeDeletion(findings: Findings, resource: Resource, by: string): void {
  const name = resource.name.text;
  for (const { other, field } of mustLeadTo(findings.model).get(name) ?? []) {
    if (isCovered(resource, other, field)) continue;
    const held = `\`${other.name.text}.${field.name.text}\``;
    const what = `${held}, which must lead to a row of \`${name}\` and is left when \`${by}\` deletes it`;
    findings.report(contradiction, field.required.at, { what }, [
      { at: resource.whenDeleted.at, message: `what happens when a row of \`${name}\` is deleted is stated here` },
    ]);
  }
}

interface Reference {
  readonly other: Resource;
  readonly field: Field;
}

/** The required references, by the resource to which they lead. */
const mustLeadTo = oncePer((model: Model): ReadonlyMap<string, readonly Reference[]> => {
  const found = new Map<string, Reference[]>();
  for (const other of model.resources.values()) {
    for (const field of other.fields.items) {
      const type = valueOf(field.type);
      if (type?.kind !== 'resource' || valueOf(field.required)?.kind !== 'yes') continue;
      if (!type.by && !isEmbedded(model, type)) continue;
      addTo(found, type.resource.text, { other, field });
    }
  }
  return found;
});

/** Is some rule about rows of `other` that refer by this field? */
function isCovered(resource: Resource, other: Resource, field: Field): boolean {
  return (valueOf(resource.whenDeleted) ?? []).some(
    (rule) => rule.resource.text === other.name.text && (!rule.where || names(rule.where, field.name.text)),
  );
}

function names(condition: Condition, field: string): boolean {
  return operandsOf(condition).some((operand) => {
    const path = operand.kind === 'field' ? operand.path.join('.') : '';
    return path === field || path.startsWith(`${field}.`);
  });
}
