// The indexes of a table, each with what in the document needs it. Input: a resource and its columns. Output: keys that are unique,
// and columns to index for look-ups and orders. Notation, part 2, Identified by, Unique and references; part 4, Order.

import { causeKey } from '../notation/values/cause-kinds.ts';
import { fieldCause } from '../notation/values/met-causes.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { ruleOf } from '../analysis/document/field-rules.ts';
import { uniqueGroups } from '../analysis/refusals/unique-groups.ts';
import type { Because, IndexPlan, PartialIndex } from './index-plan.ts';
import { listIndexes } from './list-indexes.ts';
import { lookUpsIn, type LookUp } from './look-ups.ts';
import type { Column, UniqueIndex } from './plan.ts';
import { goneFrom } from './presence.ts';
import type { TimedIndexes } from './timed-indexes.ts';
import { referenceOf } from '../analysis/document/value-kinds.ts';

export interface Indexes {
  readonly unique: readonly UniqueIndex[];
  readonly plain: readonly (readonly string[])[];
  readonly partial: readonly PartialIndex[];
  /** All of them, with their reasons. */
  readonly plans: readonly IndexPlan[];
}

interface Of {
  readonly model: Model;
  readonly resource: Resource;
  readonly operations: readonly LinkedOperation[];
  readonly rowKey: string;
  readonly columns: readonly Column[];
  readonly timed: TimedIndexes;
}

export function indexesOf(of: Of): Indexes {
  const { model, resource, rowKey } = of;
  const found = lookUpsIn(model).get(resource.name.text) ?? [];
  const keys = uniqueKeys(of);
  const isByKey = ({ fields }: LookUp): boolean => fields.includes(rowKey);
  const isUnique = ({ fields }: LookUp): boolean =>
    keys.some(({ index }) => index.columns.every((column) => fields.includes(column)));
  const others = found.filter((one) => !isByKey(one) && !isUnique(one));
  const plain = plainIndexes(of, others);
  const name = resource.name.text;
  const served = (index: UniqueIndex): readonly LookUp[] =>
    found.filter((one) => !isByKey(one) && index.columns.every((column) => one.fields.includes(column)));
  return {
    unique: keys.map(({ index }) => index),
    plain: [...plain.values()].map(({ columns }) => columns),
    partial: of.timed.partial,
    plans: [
      ...keys.map(({ index, because }): IndexPlan => ({
        resource: name,
        columns: index.columns,
        unique: true,
        ...(index.ignoringCase && { ignoringCase: true }),
        because: [because, ...lookedUp(served(index))],
      })),
      ...[...plain.values()].map(({ columns, because }): IndexPlan => ({
        resource: name,
        columns,
        because: together(because),
      })),
      ...of.timed.partial.map(({ columns }): IndexPlan => ({
        resource: name,
        columns,
        partial: true,
        because: [byTime(columns)],
      })),
    ],
  };
}

function lookedUp(found: readonly LookUp[]): readonly Because[] {
  const by = [...new Set(found.map((one) => one.by))];
  return by.length === 0 ? [] : [{ what: 'rows are looked for by it', by }];
}

/** What says the same of several statements is said once. */
function together(because: readonly Because[]): readonly Because[] {
  return [...Map.groupBy(because, ({ what }) => what)].map(([what, all]) => {
    const by = [...new Set(all.flatMap((one) => one.by ?? []))];
    return by.length === 0 ? { what } : { what, by };
  });
}

function byTime([state = '', ...others]: readonly string[]): Because {
  if (others.length === 0) return { what: 'the latest moves that time has made are found by it' };
  return { what: `time moves \`${state}\`: rows that are due are found by it` };
}

interface Key {
  readonly index: UniqueIndex;
  readonly because: Because;
}

/** The identity and the `Unique:` groups; a slug is looked up to be made unique. */
function uniqueKeys({ model, resource, rowKey, columns }: Of): readonly Key[] {
  const keys: Key[] = [];
  const names = new Set([rowKey, ...columns.map(({ name }) => name)]);
  const except = goneFrom(model, resource);
  const own = resource.name.text;
  const add = (index: UniqueIndex, what: string): void => {
    if (index.columns.length === 1 && index.columns[0] === rowKey) return;
    if (!index.columns.every((column) => names.has(column))) return;
    keys.push({ index: except.length > 0 ? { ...index, except } : index, because: { what } });
  };
  for (const { fields, ignoringCase, cause } of uniqueGroups(resource)) {
    const what = cause.kind === 'already there' ? `${own} is identified by it` : `${own} states that it is unique`;
    add({ columns: fields, ignoringCase, cause: causeKey(cause) }, what);
  }
  for (const field of resource.fields.items) {
    const column = field.name.text;
    const isThere = keys.some(({ index }) => index.columns.length === 1 && index.columns[0] === column);
    if (ruleOf(field)?.kind !== 'slug' || isThere) continue;
    const cause = causeKey(fieldCause(own, column, 'taken'));
    add({ columns: [column], ignoringCase: false, cause }, 'a slug is made unique');
  }
  return keys;
}

interface Plain {
  readonly columns: readonly string[];
  readonly because: Because[];
}

/** References, what lists are ordered and filtered by, what searches go by, and what timed moves need. */
function plainIndexes(
  { model, resource, operations, rowKey, columns: all, timed }: Of,
  found: readonly LookUp[],
): ReadonlyMap<string, Plain> {
  // What is kept as JSON is found by no index.
  const names = new Set([rowKey, ...all.flatMap(({ name, type }) => (type === 'json' ? [] : [name]))]);
  const plain = new Map<string, Plain>();
  const add = (columns: readonly string[], because: readonly Because[]): void => {
    if (columns.length === 0) return;
    const key = columns.join('\n');
    plain.set(key, { columns, because: [...(plain.get(key)?.because ?? []), ...because] });
  };
  const addOfFields = (columns: readonly string[], because: readonly Because[]): void => {
    if (columns.every((column) => names.has(column))) add(columns, because);
  };
  const references = new Set<string>();
  for (const field of resource.fields.items) {
    const type = valueOf(field.type);
    const refers = type && referenceOf(model, type);
    if (!refers) continue;
    const name = field.name.text;
    references.add(name);
    const own = found.filter(({ fields }) => fields.includes(name));
    addOfFields([name], [{ what: `it refers to ${refers.resource}` }, ...lookedUp(own)]);
  }
  for (const { columns, because } of listIndexes(model, operations, resource, rowKey)) addOfFields(columns, [because]);
  for (const one of found) {
    const [first] = one.varying;
    if (one.isSearch && first !== undefined && !one.fields.some((field) => references.has(field)))
      addOfFields([first], lookedUp([one]));
  }
  for (const columns of timed.plain) add(columns, [byTime(columns)]);
  return withoutBeginnings(plain, rowKey);
}

/** What ends in the key serves what does not. */
function withoutBeginnings(plain: ReadonlyMap<string, Plain>, rowKey: string): ReadonlyMap<string, Plain> {
  const kept = new Map(plain);
  for (const [key, { because }] of plain) {
    const longer = kept.get(`${key}\n${rowKey}`);
    if (!longer) continue;
    longer.because.unshift(...because);
    kept.delete(key);
  }
  return kept;
}
