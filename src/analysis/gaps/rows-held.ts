// Rows of the document that cannot be made yet: what would be in them, or in the rows to which they refer, is not shown or does not run. Input:
// the open facts of a document. Output: by resource, the ids of what holds its rows. Notation, part 2, `Rows:`; decision 0054.

import { addTo } from '../../base/grouped.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { AnyDeclaration } from '../../notation/declaration.ts';
import { FIELD, RESOURCE, type Field, type Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { isComputed } from '../document/field-rules.ts';
import { givenRows, isFromOperator, resourcesWithRows, type GivenRow } from '../document/given-rows.ts';
import { machineViews } from '../document/moves.ts';
import { resourceIn } from '../machines/deletions.ts';
import { identityOf } from '../document/targets.ts';
import { rowsBeginAnywhere } from '../machines/beginnings.ts';
import { creationOf } from '../machines/given-rows.ts';
import { nestedIn } from '../values/nested-rules.ts';
import { concernsMachine } from './affected-by-rows.ts';
import { machineNameOf, type Fact } from './slots/fact.ts';

export type RowsHeld = ReadonlyMap<string, readonly string[]>;

/** `holds`: a gap there keeps something from being done. */
export function rowsHeld(model: Model, open: Iterable<Fact>, holds: (fact: Fact) => boolean): RowsHeld {
  const held = new Map<string, string[]>();
  const resources = resourcesWithRows(model).filter((one) => givenRows(one).rows.length > 0);
  if (resources.length === 0) return held;
  const all = resources.map((resource) => ofResource(model, resource));
  for (const fact of open) {
    if (fact.status === 'assumed' || !holds(fact)) continue;
    // Without it nobody knows which rows there are.
    if (fact.of === RESOURCE.rows && fact.subject.on === 'resource') addTo(held, fact.subject.resource, fact.id);
    for (const one of all) if (isMet(model, fact, one)) addTo(held, one.resource.name.text, fact.id);
  }
  for (let before = -1, size = sizeOf(held); size > before; before = size, size = sizeOf(held))
    for (const one of all) follow(held, one);
  return held;
}

function sizeOf(held: RowsHeld): number {
  return [...held.values()].reduce((sum, ids) => sum + ids.length, 0);
}

/** What their rows refer to is there before them. */
function follow(held: Map<string, string[]>, { resource, leadsTo }: OfResource): void {
  const own = held.get(resource.name.text) ?? [];
  const more = leadsTo.flatMap((name) => held.get(name) ?? []).filter((id) => !own.includes(id));
  if (more.length > 0) held.set(resource.name.text, [...new Set([...own, ...more])]);
}

interface OfResource {
  readonly resource: Resource;
  /** Rows that give the same fields are alike: one of each. */
  readonly rows: readonly { readonly gives: ReadonlySet<string>; readonly creation: LinkedOperation }[];
  readonly shapes: ReadonlySet<string>;
  /** The resources that types of its fields name, and the fields by which they do. */
  readonly named: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
  readonly leadsTo: readonly string[];
}

function ofResource(model: Model, resource: Resource): OfResource {
  const { rows } = givenRows(resource);
  const alike = new Map(rows.map((row) => [JSON.stringify(namesIn(row).toSorted()), row]));
  const shapes = new Set<Resource>();
  shapesIn(model, resource, shapes);
  const inside = [...shapes].flatMap((shape) => referencesIn(shape.fields.items));
  const own = resource.fields.items;
  const named = [...inside, ...referencesIn(own)];
  const leadsTo = [...inside, ...referencesIn(own.filter((field) => rows.some((row) => hasValue(field, row))))];
  return {
    resource,
    rows: [...alike.values()].map((row) => ({ gives: new Set(namesIn(row)), creation: creationOf(resource, row) })),
    shapes: new Set([...shapes].map(({ name }) => name.text)),
    named: new Set(named.map((one) => one.resource.text)),
    keys: new Set(named.flatMap((one) => keysOf(model, one))),
    leadsTo: [...new Set(leadsTo.map((one) => one.resource.text))].filter((name) => name !== resource.name.text),
  };
}

type Reference = NonNullable<ReturnType<typeof resourceIn>>;

function referencesIn(fields: readonly Field[]): readonly Reference[] {
  return fields.flatMap(({ type }) => {
    const stated = valueOf(type);
    return (stated && resourceIn(stated)) ?? [];
  });
}

function keysOf(model: Model, { resource: { text }, by }: Reference): readonly string[] {
  const resource = model.resources.get(text);
  const names = by ? [by.text] : resource ? identityOf(resource) : [];
  return names.map((name) => `${text}.${name}`);
}

function namesIn({ values }: GivenRow): readonly string[] {
  return values.map(({ field }) => field.text);
}

function hasValue({ name, default: fallback }: Field, { values }: GivenRow): boolean {
  const given = values.find(({ field }) => field.text === name.text)?.literal ?? valueOf(fallback);
  return given !== undefined && given.kind !== 'null';
}

function shapesIn(model: Model, { fields }: Resource, found: Set<Resource>): void {
  for (const field of fields.items) {
    const shape = nestedIn(model, valueOf(field.type));
    if (!shape || found.has(shape)) continue;
    found.add(shape);
    shapesIn(model, shape, found);
  }
}

/** As if an operation created them; but a row of the document is stated, so what may only refuse it leaves nothing open. */
function isMet(model: Model, fact: Fact, { resource, rows, shapes, named, keys }: OfResource): boolean {
  const { subject, of } = fact;
  const name = resource.name.text;
  const isJudged = isFromOperator(resource);
  const question = { model, fact, wide: fact.status === 'unreadable' || fact.status === 'unsupported' };
  if (fact.kind === 'initial') {
    const view = machineViews(model).get(machineNameOf(fact) ?? '');
    return view?.resource === name && rowsBeginAnywhere(model, view);
  }
  switch (subject.on) {
    case 'resource':
      if (subject.resource !== name && !named.has(subject.resource)) return false;
      if (of === undefined || of === RESOURCE.identifiedBy) return true;
      return isJudged && subject.resource === name && REFUSES.has(of);
    case 'field':
      if (shapes.has(subject.resource)) return of === FIELD.columns.type || of === FIELD.columns.default;
      if (of === FIELD.columns.type && isOfKey(keys, subject)) return true;
      return (
        subject.resource === name &&
        resource.fields.items.some(
          (field) =>
            (subject.field === undefined || field.name.text === subject.field) &&
            rows.some(({ gives }) => isOfField(fact, field, gives.has(field.name.text), isJudged)),
        )
      );
    case 'machine':
      return (
        subject.machine.startsWith(`${name}.`) &&
        rows.some(({ creation }) => concernsMachine(question, creation, subject.machine))
      );
    case 'part':
      return fact.kind === 'part 3' && resource.fields.items.some((field) => valueOf(field.type)?.kind === 'state');
    default:
      return false;
  }
}

function isOfKey(keys: ReadonlySet<string>, { resource, field }: Extract<Fact['subject'], { on: 'field' }>): boolean {
  return field === undefined
    ? [...keys].some((key) => key.startsWith(`${resource}.`))
    : keys.has(`${resource}.${field}`);
}

const REFUSES: ReadonlySet<AnyDeclaration | undefined> = new Set<AnyDeclaration | undefined>([
  RESOURCE.atLeastOneOf,
  RESOURCE.exactlyOneOf,
]);

function isOfField({ of, kind }: Fact, field: Field, isGiven: boolean, isJudged: boolean): boolean {
  // It is computed when it is shown.
  if (isComputed(field) || kind === 'shown') return false;
  switch (of) {
    case FIELD.columns.type:
    case FIELD.columns.setBy:
      return true;
    case FIELD.columns.default:
      return !isGiven && valueOf(field.setBy)?.kind !== 'service';
    case FIELD.columns.required:
      return isJudged && !isGiven && valueOf(field.default) === undefined;
    default:
      return false;
  }
}
