// What When of an event needs of this runtime, and which operations may bring it about. Input: a model and its occasions. Output:
// features; kinds of events by operation, and the occasions by resource. Notation, part 6, key When.

import { addTo } from '../../base/grouped.ts';
import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Occasion } from '../../notation/values/occasions.ts';
import { WRITES, type TouchKind } from '../document/effect-traits.ts';
import type { Feature } from '../document/features.ts';
import { isComputed, ruleOf } from '../document/field-rules.ts';
import { isMany } from '../document/paths.ts';
import { runs } from '../document/supported.ts';
import { effectsOf, headingOf } from '../document/targets.ts';
import { isSealed } from '../document/type-traits.ts';
import { plainType, referenceOf } from '../document/value-kinds.ts';
import { goneWith, removedBy } from '../machines/removals.ts';
import { whyNoRow } from './emitted.ts';
import { usesOf } from './field-usage.ts';
import { rowAccessesOf, type RowAccess } from './row-accesses.ts';

/** Something that happens to a row. */
export type RowOccasion = Exclude<Occasion, { readonly kind: 'call' }>;

/** An event and one of its occasions. */
export interface SentAt<O extends Occasion = Occasion> {
  readonly event: string;
  readonly occasion: O;
}

const OF_CALLS: Readonly<Record<NonNullable<ReturnType<typeof whyNoRow>>, Feature>> = {
  'no row': 'Events: When, a call that changes no row',
  'several resources': 'Events: When, a call that changes rows of several resources',
  'two effects': 'Events: When, a call of which two effects may change one row',
};

/** `event`: which rows it is about, its payload may say. */
export function occasionFeature(model: Model, event: string, occasion: Occasion): Feature {
  switch (occasion.kind) {
    case 'call': {
      const linked = model.operations.get(occasion.operation.text);
      const why = linked && whyNoRow(model, linked, event);
      return why === undefined ? 'Events: When, a call' : OF_CALLS[why];
    }
    case 'created':
    case 'updated':
    case 'deleted':
      return 'Events: When, created, updated or deleted';
    case 'becomes':
    case 'changes':
      return fieldFeature(model, occasion);
  }
}

function fieldFeature(model: Model, { kind, field }: Extract<Occasion, { kind: 'becomes' | 'changes' }>): Feature {
  const declared = model.fields.get(`${field.owner.text}.${field.field.text}`);
  const done: Feature = kind === 'becomes' ? 'Events: When, becomes' : 'Events: When, changes';
  const type = declared && valueOf(declared.type);
  if (!declared || !type) return done;
  if (isComputed(declared)) return 'Events: When, of a field that is computed';
  if (isSealed(type)) return 'Events: When, of a secret';
  if (kind === 'becomes') return isPlain(model, type) ? done : 'Events: When, becomes, of what is no plain value';
  return isOneValue(model, type) ? done : 'Events: When, changes of a list, a map or an object';
}

/** Of a value that the notation can write. */
function isPlain(model: Model, type: FieldType): boolean {
  return referenceOf(model, type) === undefined && isOneValue(model, type);
}

/** Kept as one value, or as the key of one row. */
function isOneValue(model: Model, type: FieldType): boolean {
  if (referenceOf(model, type) !== undefined) return true;
  const plain = plainType(model, type)?.type ?? type;
  return !isMany(plain) && plain.kind !== 'object' && plain.kind !== 'any' && plain.kind !== 'resource';
}

/** Those that run, in written order. */
const sentAt = oncePer((model: Model): readonly SentAt[] =>
  model.document.events.kinds.items.flatMap(({ name, when }) =>
    (valueOf(when) ?? []).flatMap((occasion) =>
      runs(occasionFeature(model, name.text, occasion)) ? [{ event: name.text, occasion }] : [],
    ),
  ),
);

/** Those of rows that run, by resource. */
export const occasionsOf: (model: Model) => ReadonlyMap<string, readonly SentAt<RowOccasion>[]> = oncePer(
  (model: Model): ReadonlyMap<string, readonly SentAt<RowOccasion>[]> => {
    const found = new Map<string, SentAt<RowOccasion>[]>();
    for (const { event, occasion } of sentAt(model))
      if (occasion.kind !== 'call') addTo(found, resourceOf(occasion), { event, occasion });
    return found;
  },
);

function resourceOf(occasion: RowOccasion): string {
  return 'field' in occasion ? occasion.field.owner.text : occasion.resource.text;
}

/** The kinds whose When names the operation, in written order. */
export function kindsAtCall(model: Model, heading: string): readonly string[] {
  return byHeading(model).get(heading) ?? [];
}

const byHeading = oncePer((model: Model): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { event, occasion } of sentAt(model))
    if (occasion.kind === 'call' && !found.get(occasion.operation.text)?.includes(event))
      addTo(found, occasion.operation.text, event);
  return found;
});

/** The kinds whose When the operation may bring about. */
export function kindsBroughtBy(model: Model, linked: LinkedOperation): readonly string[] {
  const kinds = kindsByKey(model);
  return kinds.size === 0 ? [] : [...new Set(bringing(model, linked).flatMap((key) => kinds.get(key) ?? []))];
}

/** The operations that may bring one of these about. */
export function bringersOf(model: Model, occasions: readonly Occasion[]): readonly string[] {
  const keys = new Set(occasions.map((one) => keyOf(model, one)));
  return [...model.operations.values()]
    .filter((linked) => bringing(model, linked).some((key) => keys.has(key)))
    .map(headingOf);
}

const kindsByKey = oncePer((model: Model): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { name, when } of model.document.events.kinds.items)
    for (const occasion of valueOf(when) ?? []) addTo(found, keyOf(model, occasion), name.text);
  return found;
});

const ANY_CHANGE = 'changes something';

/** What brings it about, as `bringing` names it. */
function keyOf(model: Model, occasion: Occasion): string {
  if (occasion.kind === 'call') return `call ${occasion.operation.text}`;
  if (!('field' in occasion)) return `${occasion.kind} ${occasion.resource.text}`;
  const name = `${occasion.field.owner.text}.${occasion.field.field.text}`;
  const field = model.fields.get(name);
  // What other rows are, it may be computed from.
  return field && isComputed(field) ? ANY_CHANGE : `sets ${name}`;
}

const UPDATES: ReadonlySet<TouchKind> = new Set(['write', 'every', 'put']);

const bringing = oncePer((model: Model, linked: LinkedOperation): readonly string[] => {
  const accesses = rowAccessesOf(model, linked);
  const changes = accesses.flatMap((access) => {
    const { kind, resource } = access;
    const fields = UPDATES.has(kind) ? fieldsSet(model, linked, access) : [];
    return [
      ...(kind === 'create' || kind === 'put' ? [`created ${resource}`] : []),
      ...(UPDATES.has(kind) ? [`updated ${resource}`] : []),
      ...fields.map((name) => `sets ${resource}.${name}`),
    ];
  });
  const gone = [...removedBy(model, linked)].flatMap((name) => [name, ...goneWith(model, name)]);
  const any = accesses.some(({ kind }) => WRITES.has(kind)) ? [ANY_CHANGE] : [];
  return [`call ${headingOf(linked)}`, ...changes, ...gone.map((name) => `deleted ${name}`), ...any];
});

/** The fields of rows that are there whose value may become another one. */
function fieldsSet(model: Model, linked: LinkedOperation, { kind, resource, effects }: RowAccess): readonly string[] {
  const { sent, machines } = usesOf(model, linked);
  const isWhole = kind === 'put' || effects.some((effect) => effect.kind === 'replaces');
  const assigned = effectsOf(linked).flatMap((effect) => {
    const all = effect.kind === 'sets' ? effect.assignments : 'with' in effect ? effect.with : [];
    return all.map(({ field }) => field.text);
  });
  const isSet = (field: Field): boolean => {
    const name = `${resource}.${field.name.text}`;
    return isWhole || sent.has(name) || machines.has(name) || assigned.some((one) => isNameOf(one, resource, field));
  };
  const fields = model.resources.get(resource)?.fields.items ?? [];
  return fields.filter((field) => isMadeAnew(field) || isSet(field)).map(({ name }) => name.text);
}

function isNameOf(assigned: string, resource: string, { name }: Field): boolean {
  return assigned === name.text || assigned === `${resource}.${name.text}`;
}

/** By a rule of the service that looks at each change. */
function isMadeAnew(field: Field): boolean {
  const rule = ruleOf(field);
  return (
    rule !== undefined && rule.kind !== 'new id' && rule.kind !== 'state' && !('atCreate' in rule && rule.atCreate)
  );
}
