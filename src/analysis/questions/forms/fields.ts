// What may be written about a field or a parameter: its type, who sets it, which values it may have. Input: a model and the field. Output:
// forms in the order of the notation, with the document's own names. Notation, part 2.

import { addTo } from '../../../base/grouped.ts';
import { oncePer } from '../../../base/once-per.ts';
import { ticked } from '../../../base/ticked.ts';
import { ALLOWED_VALUES, type Constraint } from '../../../notation/values/constraints.ts';
import { FIELD_TYPE, type FieldType } from '../../../notation/values/field-types.ts';
import { DEFAULT, type Literal } from '../../../notation/values/literals.ts';
import { SET_BY } from '../../../notation/values/rules.ts';
import type { Model } from '../../../model/model.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import { valueOf, type Slot } from '../../../notation/slot.ts';
import {
  few,
  fewBut,
  fewOf,
  fieldNames,
  isBeside,
  isPlain,
  owned,
  resourceNames,
  resourceText,
  rowsOf,
} from './names.ts';
import { formsOf } from '../forms.ts';
import { machineViews } from '../../document/moves.ts';
import { elementOf, isNested, withoutNull } from '../../document/paths.ts';
import { runs } from '../../document/supported.ts';
import { keyFits } from '../../gaps/supported/combinations.ts';
import { identityOf } from '../../document/targets.ts';

/** A field, or a row of a Path, Query, Header or Body table. */
export interface Typed {
  readonly type: Slot<FieldType>;
  readonly allowed: Slot<readonly Constraint[]>;
  readonly setBy?: Field['setBy'];
}

/** `name`: of the field, `Order.status`; one that has a machine in part 3 is its state. */
export function typeForms(model: Model, name?: string): readonly string[] {
  if (name !== undefined && model.machines.has(name)) return ['state'];
  // Without machines nothing has states.
  const state = name === undefined || model.document.states.scope.mark.status === 'none' ? [] : ['state'];
  const own = name === undefined ? undefined : model.resources.get(name.slice(0, name.indexOf('.')));
  // A shape that holds itself has no end.
  const holder = own && isNested(own) ? resourceText(own.name.text) : undefined;
  const resources = resourceNames(model).filter((one) => one !== holder);
  return [...FIELD_TYPE.offers.slice(0, -1), ...state, ...resources, 'array of …', '… or null'];
}

/** What a field's type is, `or null` or not; undefined: not shown. */
export function baseOf(field: Field): FieldType['kind'] | undefined {
  const type = valueOf(field.type);
  return (type?.kind === 'nullable' ? type.of : type)?.kind;
}

/** Fields of rows, `` `Order.total` ``, whose type is one of these. */
export function fieldsOfType(model: Model, kinds: readonly FieldType['kind'][]): readonly string[] {
  return rowsOf(model).flatMap(({ name, fields }) =>
    fields.items
      .filter((field) => kinds.some((kind) => kind === baseOf(field)))
      .map((field) => owned(name.text, field.name.text)),
  );
}

/** Fields that this runtime can find a row by. */
export function keyForms(
  model: Model,
  resource: Resource | undefined,
  use: 'Identified by' | 'Unique by',
): readonly string[] {
  const fits = (field: Field): boolean =>
    isPlain(field) && resource !== undefined && keyFits(model, resource, [field.name], use).every(runs);
  return several(few(fieldNames(resource, fits), 'fields'));
}

export function listForms(resource: Resource | undefined): readonly string[] {
  return several(few(fieldNames(resource), 'fields'));
}

function several(fields: readonly string[]): readonly string[] {
  return [...fields, fields.length > 1 ? 'several: `…`, `…`' : 'a field: `…`'];
}

const NEW_ID: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>(['uuid', 'integer', 'string']);
const INSTANTS: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>([
  'date',
  'date-time',
  'seconds since 1970',
]);
const NUMBERS: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>(['integer', 'number', 'decimal']);

export function setByForms(model: Model, resource: Resource | undefined, field: Field | undefined): readonly string[] {
  const type = field && withoutNull(field.type);
  if (!type || !resource) return SET_BY.offers;
  const rules = serviceRules(model, resource, field, type).map((rule) => (isBeside(rule) ? rule : `service: ${rule}`));
  // The half that is stated stays.
  if (valueOf(field.setBy)?.kind === 'service') return [...rules, 'service: …'];
  const caller =
    type.kind === 'secret' ? ['caller', 'caller, hidden'] : ['caller', 'caller at create', 'caller, hidden'];
  return [...caller, ...rules, 'service: …', 'by operation', 'rows'];
}

function serviceRules(model: Model, resource: Resource, field: Field, type: FieldType): readonly string[] {
  const rules: string[] = [];
  if (NEW_ID.has(type.kind)) rules.push('new id');
  if (type.kind === 'string') rules.push('new id `…`');
  if (INSTANTS.has(type.kind)) rules.push('now at create', 'now at change');
  if (type.kind === 'state') rules.push('state');
  const hasCallers = model.document.authentication.scope.mark.status !== 'none';
  if (hasCallers && type.kind === 'resource' && !isNested(model.resources.get(type.resource.text) ?? resource))
    rules.push('caller at create', 'caller at change');
  if (type.kind === 'string') {
    rules.push(...fewBut(textFields(resource), ticked(field.name.text), 'fields', (name) => `slug of ${name}`));
  }
  const others = rowTexts(model);
  if (type.kind === 'integer') rules.push(...fewOf(others, 'resources', (name) => `count of ${name} where …`));
  if (type.kind === 'boolean') rules.push(...fewOf(others, 'resources', (name) => `there is ${name} (…)`));
  if (NUMBERS.has(type.kind) || type.kind === 'string') rules.push('= `…`');
  return rules;
}

/** What the service makes is not sent, and may be made of the slug. */
const textFields = oncePer((resource: Resource) =>
  fieldNames(resource, ({ type, setBy }) => withoutNull(type)?.kind === 'string' && valueOf(setBy)?.kind !== 'service'),
);

const rowTexts = oncePer((model: Model) => rowsOf(model).map(({ name }) => resourceText(name.text)));

export function allowedForms(typed: Typed | undefined): readonly string[] {
  const type = typed && withoutNull(typed.type);
  if (!type) return ALLOWED_VALUES.offers;
  const element = elementOf(type).type;
  const isList = type.kind === 'array' || type.kind === 'set' || type.kind === 'map';
  const items = isList ? ['at most … items'] : [];
  const own = ofElement(element).filter((form) => form !== 'not blank' || !isList);
  return [...own, ...items, 'any'];
}

function ofElement(type: FieldType): readonly string[] {
  switch (type.kind) {
    case 'string':
    case 'url':
    case 'email':
    case 'secret':
      return ['`…`, `…`', 'matches `…`', 'not blank', 'at least … characters'];
    case 'integer':
    case 'number':
    case 'decimal':
      return ['`…`, `…`', '1..…', '>= …', '<= …'];
    case 'one-of':
      return few(
        type.values.map(({ text }) => ticked(text)),
        'values',
      );
    case 'date':
    case 'time':
    case 'date-time':
    case 'duration':
    case 'uuid':
      return ['`…`, `…`'];
    default:
      return [];
  }
}

/** `machine`: the field's name where it may be one. */
export function defaultForms(model: Model, typed: Typed | undefined, machine?: string): readonly string[] {
  const written = typed && valueOf(typed.type);
  const setBy = typed?.setBy && valueOf(typed.setBy);
  // What the service or an operation sets needs none.
  if (setBy?.kind === 'service' && written?.kind !== 'state') return ['none'];
  if (!written) return DEFAULT.offers;
  const type = written.kind === 'nullable' ? written.of : written;
  const values = typed ? allowedValues(typed.allowed) : [];
  const own = values.length > 0 ? few(values.map(literalText), 'values') : ofType(model, type, machine);
  return [...own, ...(written.kind === 'nullable' ? ['`null`'] : []), 'none'];
}

function ofType(model: Model, type: FieldType, machine: string | undefined): readonly string[] {
  switch (type.kind) {
    case 'boolean':
      return ['`true`', '`false`'];
    case 'one-of':
      return few(
        type.values.map(({ text }) => ticked(text)),
        'values',
      );
    case 'state':
      return few(
        (machine === undefined ? undefined : machineViews(model).get(machine)?.initial)?.map(ticked) ?? [],
        'states',
      );
    case 'array':
    case 'set':
      return ['`[]`', '`[…]`'];
    case 'map':
    case 'object':
    case 'any':
      return ['`{}`', '`{…}`'];
    default:
      return ['a value: `…`'];
  }
}

function allowedValues(slot: Slot<readonly Constraint[]>): readonly Literal[] {
  return (valueOf(slot) ?? []).flatMap((one) => (one.kind === 'values' ? one.values : []));
}

function literalText(literal: Literal): string {
  return ticked(literal.kind === 'null' ? 'null' : String(literal.value));
}

/** What surrounds the name of the resource, `array of` or `or null`, stays. */
export function shownForms(model: Model, field: Field | undefined): readonly string[] {
  const type = field && valueOf(field.type);
  if (!type || !field || field.type.status !== 'stated') return formsOf('shown');
  const inner = elementOf(type).type;
  const target = inner.kind === 'resource' ? model.resources.get(inner.resource.text) : undefined;
  if (!target) return formsOf('shown');
  const name = target.name.text;
  const text = resourceText(name);
  const identity = new Set(identityOf(target));
  const keys = target.fields.items.filter((one) => identity.has(one.name.text) || isUnique(target, one.name.text));
  return [
    ...target.views.map((view) => `${text} as ${ticked(view.name.text)}`),
    ...keys.map((one) => `${text} by ${ticked(one.name.text)}`),
    `${text} without \`…\``,
    `${text} only \`…\``,
  ];
}

function isUnique(resource: Resource, field: string): boolean {
  return resource.unique.some((slot) => {
    const group = valueOf(slot);
    return group?.fields.length === 1 && group.fields[0]!.text === field;
  });
}

/** Of each field that refers to this resource. */
export function whenDeletedForms(model: Model, resource: string): readonly string[] {
  return [...few(deletionRules(model).get(resource) ?? [], 'rules'), 'several, by commas: …', 'none'];
}

/** By the resource that is referred to. */
const deletionRules = oncePer((model: Model): ReadonlyMap<string, readonly string[]> => {
  const rules = new Map<string, string[]>();
  for (const [key, field] of model.fields) {
    const type = withoutNull(field.type);
    if (type?.kind !== 'resource') continue;
    const other = resourceText(key.slice(0, key.indexOf('.')));
    const name = ticked(field.name.text);
    addTo(rules, type.resource.text, `deletes every ${other} where ${name} = this`);
    addTo(rules, type.resource.text, `refused while ${other} (${name} = this)`);
  }
  return rules;
});

/** `R by f` for the fields that identify rows. */
export const selectionForms: (model: Model) => readonly string[] = oncePer((model: Model) => {
  const forms = rowsOf(model).flatMap((resource) =>
    resource.fields.items
      .filter(({ name }) => identityOf(resource).includes(name.text) || isUnique(resource, name.text))
      .map(({ name }) => `${resourceText(resource.name.text)} by ${ticked(name.text)}`),
  );
  return [...few(forms, 'fields'), '… by `…`, in {…}', 'none'];
});

/** `` as `User.email` `` of the rows that are touched. */
export function sameAsForms(resources: readonly Resource[]): readonly string[] {
  const forms = resources.flatMap((one) =>
    one.fields.items.map((field) => `as ${owned(one.name.text, field.name.text)}`),
  );
  return few(forms, 'fields');
}
