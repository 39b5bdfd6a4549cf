// The slots of part 2. Input: the resources as read. Output: facts in the writer. Notation, part 2 and rule 8: due are Identified by, a
// Field table with Type, Required, Set by, Allowed values and Default, and When deleted where another resource refers to it and an
// operation deletes it.

import type { Model } from '../../../model/model.ts';
import { FIELD, RESOURCE, type Field, type Resource, type ResourceTrait } from '../../../notation/resources.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import { isNested } from '../../document/paths.ts';
import { needsDeletionRule, resourceIn } from '../../machines/deletions.ts';
import { alone, factName, fieldId, resourceId } from '../../document/slot-ids.ts';
import { wholePart, type SlotWriter } from './writer.ts';
import { statementSlots } from './statements.ts';
import { rowSlots } from './rows.ts';
import { fieldFeatures, resourceFeatures } from '../supported/resources.ts';
import { takersByTime } from '../../machines/timed-removals.ts';
import { FIELD_TRAITS } from '../../document/settled.ts';

const TRAITS: Readonly<Record<ResourceTrait, (model: Model, resource: Resource) => boolean>> = {
  'is referred to and removed': needsDeletionRule,
};

export function resourceSlots(writer: SlotWriter): void {
  const { scope, resources } = writer.model.document.resources;
  if (wholePart(writer, 'resources', scope, resources.items.length > 0 || resources.mark !== undefined)) return;
  writer.openness(
    { id: '2/resources', part: 'resources', subject: { on: 'document' }, names: { fact: 'resources' } },
    resources,
  );
  const lone = alone(['resources', ...resources.items.map(({ name }) => name.text)]);
  for (const resource of writer.model.resources.values())
    writer.under('resources', lone.has(resource.name.text), () => oneResource(writer, resource));
}

function oneResource(writer: SlotWriter, resource: Resource): void {
  const name = resource.name.text;
  const base = { part: 'resources', subject: { on: 'resource', resource: name }, names: { resource: name } } as const;
  if (writer.scope({ ...base, id: resourceId(name), kind: 'resource' }, resource.scope)) return;
  const timed = takersByTime(writer.model).has(name);
  statementSlots(writer, RESOURCE, resource, (of) => ({
    ...base,
    ...(of === RESOURCE.whenDeleted && { subject: { ...base.subject, timed } }),
    id: (fact) => resourceId(name, fact),
    holds: (trait) => TRAITS[trait](writer.model, resource),
    words: (key, value) => resourceFeatures(key)(writer.model, resource, value),
  }));
  fieldTable(writer, resource);
}

function fieldTable(writer: SlotWriter, resource: Resource): void {
  const name = resource.name.text;
  const { fields } = resource;
  const draft = { part: 'resources', subject: { on: 'resource', resource: name } } as const;
  if (!fields.written) {
    writer.gap({ ...draft, id: resourceId(name, 'fields'), kind: 'field table', names: { resource: name } }, fields.at);
    return;
  }
  writer.openness({ ...draft, id: resourceId(name, 'fields'), names: { fact: `fields of \`${name}\`` } }, fields);
  rowSlots(writer, {
    part: 'resources',
    columns: FIELD.columns,
    rows: fields.items,
    cell: (field, head) => ({
      id: fieldId(name, field.name.text, factName(head)),
      subject: { on: 'field', resource: name, field: field.name.text },
      names: { name: `\`${name}.${field.name.text}\`` },
    }),
    column: (head) => ({
      id: resourceId(name, factName(head)),
      subject: { on: 'field', resource: name, field: undefined },
      names: { name: `each field of \`${name}\`` },
    }),
    features: fieldFeatures(writer.model, resource),
    holds: (trait, field) => FIELD_TRAITS[trait](field),
  });
  shownSlots(writer, resource);
}

/** A bare reference says which row is kept, not how it is shown: a gap where an answer has to show it. */
function shownSlots(writer: SlotWriter, resource: Resource): void {
  const name = resource.name.text;
  const { type: features } = fieldFeatures(writer.model, resource);
  for (const field of resource.fields.items) {
    const type = valueOf(field.type);
    const referred = type && resourceIn(type);
    if (!referred || referred.by || referred.view || referred.only || referred.without || isHidden(field)) continue;
    const target = writer.model.resources.get(referred.resource.text);
    if (!target || isNested(target) || target.identifiedBy.status !== 'stated') continue;
    const subject = { on: 'field', resource: name, field: field.name.text } as const;
    writer.gap(
      {
        id: fieldId(name, field.name.text, 'shown'),
        part: 'resources',
        kind: 'shown',
        subject,
        names: { name: `\`${name}.${field.name.text}\`` },
        words: (shown: FieldType) => features!(inPlace(type, shown), field),
      },
      field.type.at,
    );
  }
}

/** The type with another reference in it. */
function inPlace(type: FieldType, shown: FieldType): FieldType {
  return 'of' in type ? { ...type, of: inPlace(type.of, shown) } : shown;
}

function isHidden(field: Field): boolean {
  const setBy = valueOf(field.setBy);
  return (
    valueOf(field.present)?.kind === 'never' ||
    ((setBy?.kind === 'caller' || setBy?.kind === 'service') && setBy.hidden)
  );
}
