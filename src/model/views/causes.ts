// The causes that a body, a machine and a unique group bring to an operation; errors.ts puts them in order.
// Comes in: a linked operation. Goes out: cause keys. Notation, parts 2, 3 and 4; part 7, "Causes".

import type { Effect } from '../effects.ts';
import type { FieldType } from '../field-types.ts';
import type { LinkedOperation, Model } from '../model.ts';
import type { Field, Resource } from '../resources.ts';
import { valueOf } from '../status.ts';
import { bodyOf, type BodyInput, type InputField } from './inputs.ts';
import { machinesChangedBy, machinesOf, movesBy, refusalOf } from './moves.ts';
import { CREATES } from './shape-fields.ts';
import { effectsOf, headingOf, identityOf } from './targets.ts';

/** Effects that need every required field, be it from the body or from a default. */
const WHOLE: ReadonlySet<Effect['kind']> = new Set([
  'creates',
  'creates or keeps',
  'creates or replaces',
  'creates every in body',
  'replaces',
]);

export function bodyCauses(model: Model, linked: LinkedOperation): readonly string[] {
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields') return [];
  const causes = ['unsupported media type', 'too large', 'malformed body'];
  const { unknownFields, readOnlyFields } = linked.facts;
  if (valueOf(unknownFields) === 'refused') causes.push('unknown field');
  if (valueOf(readOnlyFields) === 'refused' && body.readOnly.length > 0) causes.push('read-only field');
  const whole = effectsOf(linked).some((effect) => WHOLE.has(effect.kind));
  for (const field of body.fields) causes.push(...fieldCauses(linked, field, whole));
  return causes;
}

function fieldCauses(linked: LinkedOperation, field: InputField, whole: boolean): readonly string[] {
  const causes: string[] = [];
  if (mayBeMissing(linked, field, whole)) causes.push(`${field.subject} missing`);
  const types = field.types.flatMap((slot) => valueOf(slot) ?? []);
  if (types.length > 0) causes.push(`${field.subject} invalid`);
  const emptyRefused = policyOf(linked.facts.emptyText, field) === 'refused' && types.some(isText);
  if (allowsNoBlank(field) || emptyRefused) causes.push(`${field.subject} blank`);
  for (const type of types) {
    const referred = referredBy(type);
    const name = field.sets?.field.name.text ?? field.path.join('.');
    if (referred !== undefined) causes.push(`no such ${referred} in ${name}`);
  }
  return causes;
}

/** Can this field be refused for being absent, by Required or by a rule for omitted, null or empty values? */
function mayBeMissing(linked: LinkedOperation, field: InputField, whole: boolean): boolean {
  const { omittedFields, nullFields, emptyText } = linked.facts;
  const required = valueOf(field.required);
  const defaulted = valueOf(field.default) !== undefined && valueOf(field.default)!.kind !== 'null';
  const must = required !== undefined && required.kind !== 'no' && !defaulted;
  if (policyOf(omittedFields, field) === 'refused' && !whole) return true;
  if (!must) return false;
  if (whole || field.row !== undefined) return true;
  return (
    policyOf(omittedFields, field) === 'cleared' ||
    policyOf(nullFields, field) === 'cleared' ||
    policyOf(emptyText, field) === 'as missing' ||
    policyOf(emptyText, field) === 'as null' ||
    effectsOf(linked).some((effect) => effect.kind === 'merges into')
  );
}

/** The rule for one field: its own, else the general one; undefined: nothing is stated. */
export function policyOf<P extends string>(
  slot: LinkedOperation['facts']['omittedFields' | 'nullFields' | 'emptyText'],
  field: InputField,
): P | undefined {
  const policy = valueOf<{
    readonly general: string;
    readonly fields: readonly { readonly field: { readonly text: string }; readonly policy: string }[];
  }>(slot);
  if (!policy) return undefined;
  const names = new Set([field.path.join('.'), field.sets?.field.name.text]);
  return (policy.fields.find((one) => names.has(one.field.text))?.policy ?? policy.general) as P;
}

export function allowsNoBlank(field: InputField): boolean {
  return field.allowed.some((slot) => valueOf(slot)?.some((constraint) => constraint.kind === 'not-blank') ?? false);
}

/** Is the field that a cause key speaks of `not blank`? */
export function isNotBlank(body: BodyInput, subject: string): boolean {
  return body.kind === 'fields' && body.fields.some((field) => field.subject === subject && allowsNoBlank(field));
}

function isText(type: FieldType): boolean {
  return type.kind === 'nullable' ? isText(type.of) : type.kind === 'string' || type.kind === 'same-as';
}

/** The resource that a value of this type refers to by a field of it. */
export function referredBy(type: FieldType): string | undefined {
  switch (type.kind) {
    case 'resource':
      return type.by ? type.resource.text : undefined;
    case 'array':
    case 'set':
    case 'map':
    case 'nullable':
      return referredBy(type.of);
    default:
      return undefined;
  }
}

export function stateCauses(model: Model, linked: LinkedOperation): readonly string[] {
  const causes: string[] = [];
  const heading = headingOf(linked);
  for (const view of machinesChangedBy(model, linked)) {
    for (const move of movesBy(view, heading)) {
      const code = refusalOf(move);
      if (code !== undefined) causes.push(`refused ${code}`);
    }
    if (valueOf(view.machine.anyOtherMove)?.kind !== 'accepted') causes.push(`illegal move of ${view.name}`);
  }
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields' || !effectsOf(linked).some((effect) => CREATES.has(effect.kind))) return causes;
  for (const { sets } of body.fields) {
    const view = sets && machinesOf(model, sets.resource).find((one) => one.field === sets.field.name.text);
    if (view) causes.push(`illegal move of ${view.name}`);
  }
  return causes;
}

/** A unique group can be met by what this operation writes: a value that the service makes unique itself cannot. */
export function takenCauses(model: Model, linked: LinkedOperation): readonly string[] {
  const causes: string[] = [];
  for (const [name, writes] of writtenFields(model, linked)) {
    const resource = model.resources.get(name);
    if (!resource) continue;
    for (const group of uniqueGroups(resource)) {
      if (group.fields.some((field) => writes.has(field))) causes.push(group.cause);
    }
  }
  return causes;
}

export interface UniqueFact {
  readonly fields: readonly string[];
  readonly ignoringCase: boolean;
  readonly cause: string;
}

/** The identity of a resource first, then its `Unique:` bullets; a bullet that repeats the identity adds nothing. */
export function uniqueGroups(resource: Resource): readonly UniqueFact[] {
  const name = resource.name.text;
  const groups: UniqueFact[] = [];
  const identity = identityOf(resource);
  if (identity.length > 0) groups.push({ fields: identity, ignoringCase: false, cause: `${name} already there` });
  for (const slot of resource.unique) {
    const group = valueOf(slot);
    const fields = group?.fields.map((field) => field.text) ?? [];
    if (!group || fields.length === 0) continue;
    if (!group.ignoringCase && [...fields].sort().join() === [...identity].sort().join()) continue;
    groups.push({ fields, ignoringCase: group.ignoringCase, cause: `${name}.${fields[0]} taken` });
  }
  return groups;
}

/** By resource, the stored fields whose values an operation may change to something that stands there already. */
function writtenFields(model: Model, linked: LinkedOperation): ReadonlyMap<string, ReadonlySet<string>> {
  const written = new Map<string, Set<string>>();
  const add = (resource: string, field: string): void => {
    const fields = written.get(resource);
    if (fields) fields.add(field);
    else written.set(resource, new Set([field]));
  };
  const body = bodyOf(model, linked);
  if (body.kind === 'fields') for (const { sets } of body.fields) if (sets) add(sets.resource, sets.field.name.text);
  for (const effect of effectsOf(linked)) {
    if (effect.kind === 'moves' || effect.kind === 'moves every') add(effect.target.text, effect.field.text);
    if (!CREATES.has(effect.kind) || !('target' in effect)) continue;
    const resource = model.resources.get(effect.target.text);
    const identity = new Set(resource ? identityOf(resource) : []);
    for (const field of resource?.fields.items ?? []) {
      if (effect.kind === 'creates or replaces' && identity.has(field.name.text)) continue;
      if (!isMadeUnique(field)) add(effect.target.text, field.name.text);
    }
  }
  for (const effect of effectsOf(linked)) {
    if (effect.kind !== 'sets') continue;
    for (const { field } of effect.assignments) {
      for (const [name, resource] of model.resources) {
        for (const one of resource.fields.items) {
          if (field.text === `${name}.${one.name.text}` || field.text === one.name.text) add(name, one.name.text);
        }
      }
    }
  }
  return written;
}

/** Ids are never given twice, and slugs are made unique. */
function isMadeUnique(field: Field): boolean {
  const setBy = valueOf(field.setBy);
  if (setBy?.kind !== 'service') return false;
  return setBy.rule.kind === 'new id' || setBy.rule.kind === 'slug';
}
