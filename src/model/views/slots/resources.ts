// The slots of part 2. Comes in: the resources as read. Goes out: facts in the writer. Notation, part 2 and rule 8:
// due are Identified by, a Field table with Type, Required, Set by, Allowed values and Default, and When deleted where
// another resource refers to it and an operation deletes it.

import type { Model } from '../../model.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import type { UniqueGroup } from '../../../notation/values/unique.ts';
import type { SetBy } from '../../../notation/values/rules.ts';
import { valueOf, type Slot } from '../../../notation/slot.ts';
import { isNested } from '../paths.ts';
import { deletionWords, needsDeletionRule, resourceIn } from './deletions.ts';
import { alone, fieldId, resourceId } from './ids.ts';
import { wholePart, type FactDraft, type SlotWriter } from './writer.ts';
import type { Words } from '../supported.ts';
import { takersByTime } from '../timed-removals.ts';
import { hasOneRange, isAlwaysGiven, isNeverDefault } from '../settled.ts';
import { keyFits, referenceFits } from '../supported/fits.ts';
import { requiredFits } from '../supported/required.ts';
import { allowedWords, presentWords, requiredWords, setByWords, typeWords } from '../supported/words.ts';

export function resourceSlots(writer: SlotWriter): void {
  const { scope, resources } = writer.model.document.resources;
  if (wholePart(writer, 'resources', scope, resources.items.length > 0 || resources.mark !== undefined)) return;
  writer.openness(
    { id: '2/resources', part: 'resources', subject: { on: 'document' }, names: { fact: 'resources' } },
    resources,
  );
  const lone = alone(['2/resources', ...resources.items.map(idOf)]);
  for (const resource of resources.items) writer.under(lone.has(idOf(resource)), () => oneResource(writer, resource));
}

function idOf({ name }: Resource): string {
  return resourceId(name.text);
}

function oneResource(writer: SlotWriter, resource: Resource): void {
  const name = resource.name.text;
  const base = { part: 'resources', subject: { on: 'resource', resource: name }, names: { resource: name } } as const;
  if (writer.scope({ ...base, id: resourceId(name), kind: 'resource' }, resource.scope)) return;
  const { identifiedBy, whenDeleted, rows, views, unique, atLeastOneOf, exactlyOneOf } = resource;
  writer.add({
    ...base,
    id: resourceId(name, 'identified-by'),
    kind: 'identified by',
    slot: identifiedBy,
    due: true,
    words: (names) => ['Resource: Identified by', ...keyFits(writer.model, resource, names, 'Identified by')],
    none: 'Resource: Identified by: none',
    any: 'Resource: Identified by: any',
  });
  for (const view of views) {
    const draft = {
      ...base,
      id: resourceId(name, `view.${view.name.text}`),
      kind: 'view',
      names: { resource: name, name: view.name.text },
    } as const;
    writer.add({ ...draft, slot: view.fields, due: true, words: () => ['Resource: View'] });
  }
  for (const slot of unique) {
    writer.add({
      ...base,
      id: resourceId(name, 'unique'),
      kind: 'unique',
      slot,
      due: true,
      words: (group) => uniqueWords(writer.model, resource, group),
    });
  }
  writer.add({
    ...base,
    id: resourceId(name, 'when-deleted'),
    kind: 'when deleted',
    subject: { ...base.subject, timed: takersByTime(writer.model).has(name) },
    slot: whenDeleted,
    due: needsDeletionRule(writer.model, resource),
    words: (rules) => rules.flatMap((rule) => deletionWords(writer.model, resource, rule)),
    none: 'When deleted: none',
    any: 'When deleted: any',
  });
  writer.add({
    ...base,
    id: resourceId(name, 'rows'),
    kind: 'rows',
    slot: rows,
    due: false,
    words: () => ['Resource: Rows'],
  });
  groups(writer, name, 'at least one of', atLeastOneOf);
  groups(writer, name, 'exactly one of', exactlyOneOf);
  fieldTable(writer, resource);
}

function uniqueWords(model: Model, resource: Resource, group: UniqueGroup): Words {
  const fits = keyFits(model, resource, group.fields, 'Unique by');
  return ['Resource: Unique', ...(group.ignoringCase ? ['Resource: ignoring case'] : []), ...fits];
}

function groups(
  writer: SlotWriter,
  name: string,
  kind: 'at least one of' | 'exactly one of',
  slots: readonly Slot<unknown>[],
): void {
  const word = `Resource: ${kind === 'at least one of' ? 'At least one of' : 'Exactly one of'}`;
  const draft = {
    part: 'resources',
    kind,
    due: true,
    subject: { on: 'resource', resource: name },
    names: { resource: name },
  } as const;
  for (const slot of slots)
    writer.add({ ...draft, id: resourceId(name, kind.replaceAll(' ', '-')), slot, words: () => [word] });
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
  const rows = fields.items.map((field): FieldRow => ({
    field,
    subject: { on: 'field', resource: name, field: field.name.text },
    names: { name: `\`${name}.${field.name.text}\`` },
  }));
  for (const column of COLUMNS) writeColumn(writer, resource, rows, column);
  shownSlots(writer, resource);
}

/** What all cells of a row share. */
interface FieldRow extends Pick<FactDraft<never>, 'subject' | 'names'> {
  readonly field: Field;
}

interface ColumnRule<T> {
  readonly kind: 'type' | 'required' | 'present' | 'set by' | 'allowed values' | 'default' | 'meaning';
  readonly head: string;
  readonly due: boolean;
  readonly cell: (field: Field) => Slot<T>;
  readonly settled?: (field: Field) => boolean;
  readonly words?: (model: Model, resource: Resource, field: Field) => (value: T) => Words;
  readonly none?: string;
  readonly any?: string;
  readonly half?: (value: T) => boolean;
}

const COLUMNS: readonly ColumnRule<never>[] = [
  rule({
    kind: 'type',
    head: 'type',
    due: true,
    cell: (field) => field.type,
    words: (model, resource) => (type) => [...typeWords(model, type, resource), ...referenceFits(model, type)],
    any: 'Type: any',
    none: 'Type: none',
  }),
  rule({
    kind: 'required',
    head: 'required',
    due: true,
    cell: (field) => field.required,
    // Whoever marks it asks himself: it is shown.
    settled: (field) => isAlwaysGiven(field) && !(field.required.status === 'gap' && field.required.how === 'marked'),
    words: (model, resource, field) => (value) => [
      ...requiredWords(model, value, resource),
      ...requiredFits(model, value, resource, field),
    ],
    any: 'Required: any',
    none: 'Required: none',
  }),
  rule({
    kind: 'present',
    head: 'present',
    due: false,
    cell: (field) => field.present,
    words: (model, resource) => (value) => presentWords(model, value, resource),
    any: 'Present: any',
    none: 'Present: none',
  }),
  rule({
    kind: 'set by',
    head: 'set-by',
    due: true,
    cell: (field) => field.setBy,
    words: (model, resource, field) => (value) => setByWords(model, value, resource, field),
    any: 'Set by: any',
    none: 'Set by: none',
    half: isHalfRule,
  }),
  rule({
    kind: 'allowed values',
    head: 'allowed-values',
    due: true,
    cell: (field) => field.allowed,
    settled: hasOneRange,
    words: () => allowedWords,
    any: 'Allowed values: any',
  }),
  rule({
    kind: 'default',
    head: 'default',
    due: true,
    cell: (field) => field.default,
    settled: isNeverDefault,
    words: () => () => ['Default: literal'],
    none: 'Default: none',
    any: 'Default: any',
  }),
  rule({ kind: 'meaning', head: 'meaning', due: false, cell: (field) => field.meaning }),
];

function rule<T>(column: ColumnRule<T>): ColumnRule<never> {
  return column as unknown as ColumnRule<never>;
}

/** `service: not shown`. */
export function isHalfRule(setBy: SetBy): boolean {
  return setBy.kind === 'service' && setBy.rule.kind === 'gap';
}

function writeColumn(
  writer: SlotWriter,
  resource: Resource,
  rows: readonly FieldRow[],
  column: ColumnRule<never>,
): void {
  const name = resource.name.text;
  const { kind, head, due, none, any, half } = column;
  const shared = {
    part: 'resources',
    kind,
    ...(none && { none }),
    ...(any && { any }),
    ...(half && { half }),
  } as const;
  const cells = rows.map(({ field, subject, names }): FactDraft<never> => ({
    ...shared,
    id: fieldId(name, field.name.text, head),
    slot: column.cell(field),
    due,
    settled: column.settled?.(field) ?? false,
    subject,
    names,
    ...(column.words && { words: column.words(writer.model, resource, field) }),
  }));
  writer.column(cells, {
    ...shared,
    id: resourceId(name, head),
    subject: { on: 'field', resource: name, field: undefined },
    names: { name: `each field of \`${name}\`` },
  });
}

/** A bare reference says which row is kept, not how it is shown: a gap where an answer has to show it. */
function shownSlots(writer: SlotWriter, resource: Resource): void {
  const name = resource.name.text;
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
      },
      field.type.at,
    );
  }
}

function isHidden(field: Field): boolean {
  const setBy = valueOf(field.setBy);
  return (
    valueOf(field.present)?.kind === 'never' ||
    ((setBy?.kind === 'caller' || setBy?.kind === 'service') && setBy.hidden)
  );
}
