// Tables: one for each resource that has rows of its own, with typed columns named after the fields, and the nested shapes.
// Input: a model. Output: Table and ShapePlan. Notation, part 2.

import { causeKey } from '../notation/values/cause-kinds.ts';
import { fieldCause } from '../notation/values/met-causes.ts';
import { addTo } from '../base/grouped.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { uniqueGroups } from '../analysis/refusals/unique-groups.ts';
import { identityOf, targetsOf } from '../analysis/document/targets.ts';
import { isSealed } from '../analysis/document/type-traits.ts';
import { typeName } from '../analysis/document/value-kinds.ts';
import { isAlwaysSet } from './always-set.ts';
import type { Context } from './context.ts';
import { keptRules } from './stored-values.ts';
import type { Column, KeptRule, Table, UniqueIndex } from './plan.ts';
import { listIndexes } from './list-indexes.ts';
import { madeColumn } from './made-columns.ts';
import { goneFrom } from './presence.ts';
import { isComputed, madeAtCreate, ruleOf } from '../analysis/document/field-rules.ts';
import { columnOf, rowKeyOf } from './rows.ts';
import { sinceColumns } from './timed.ts';
import { timedIndexes } from './timed-indexes.ts';
import { unlessWrong } from './unless-wrong.ts';
import { isNullable, referenceOf, storedLiteral } from './values.ts';

/** The operations that touch a resource, by its name. */
type Touching = ReadonlyMap<string, readonly LinkedOperation[]>;

export function tables(context: Context): readonly Table[] {
  const { model } = context;
  const touching = touchingOf(model);
  const found: Table[] = [];
  for (const resource of model.resources.values()) {
    if (resource.identifiedBy.status === 'none') continue;
    if (!resource.fields.written) found.push(unshown(resource));
    else found.push(tableOf(context, resource, touching.get(resource.name.text) ?? []));
  }
  return found;
}

/** Its fields are not shown: nothing says that what is there is not wanted any more. */
function unshown(resource: Resource): Table {
  return {
    name: resource.name.text,
    rowKey: rowKeyOf(resource),
    undecided: 'every',
    columns: [],
    unique: [],
    indexes: [],
  };
}

function touchingOf(model: Model): Touching {
  const touching = new Map<string, LinkedOperation[]>();
  for (const linked of model.operations.values()) {
    for (const name of targetsOf(model, linked)) {
      addTo(touching, name, linked);
    }
  }
  return touching;
}

function tableOf(context: Context, resource: Resource, operations: readonly LinkedOperation[]): Table {
  const rowKey = rowKeyOf(resource);
  const columns: Column[] = [];
  const rules = keptRules(context);
  let keyRule: KeptRule | undefined;
  for (const field of resource.fields.items) {
    const rule = rules.rule(resource, field);
    if (field.name.text === rowKey) {
      keyRule = rule;
      continue;
    }
    const column = columnFor(context.model, resource, field);
    if (column) columns.push({ ...column, ...(rule && { rule }) });
  }
  const shapes = rules.shapes();
  const since = sinceColumns(context.model, resource.name.text);
  const timed = timedIndexes(context.model, resource.name.text, rowKey);
  const names = new Set([rowKey, ...columns.map((column) => column.name)]);
  const identity = identityOf(resource).filter((name) => names.has(name));
  const undecided = resource.fields.items
    .filter((field) => !names.has(field.name.text) && !isComputed(field))
    .map((field) => field.name.text);
  return {
    name: resource.name.text,
    rowKey,
    ...(keyRule && { keyRule }),
    ...(identity.length > 0 && { identity }),
    ...(undecided.length > 0 && { undecided }),
    ...(shapes && { shapes }),
    columns: [...columns, ...since],
    unique: uniqueIndexes(context.model, resource, rowKey, names),
    indexes: lookUps(context.model, operations, resource, names, timed.plain),
    ...(timed.partial.length > 0 && { partial: timed.partial }),
  };
}

function columnFor(model: Model, resource: Resource, field: Field): Column | undefined {
  const fact = columnOf(model, field);
  const type = valueOf(field.type);
  if (!fact || !type) return undefined;
  const nullable = !isAlwaysSet(model, resource, field);
  const given = valueOf(field.default);
  const refers = referenceOf(model, type)?.resource;
  // What the service sets in every row, rows that are there would lack.
  const mayLack = nullable && (isNullable(type) || ruleOf(field) === undefined || madeAtCreate(field) !== undefined);
  const made = madeColumn(model, resource, field);
  const sealed = isSealed(type);
  const isFilled = refers === undefined && given !== undefined && !sealed;
  // A default that its type cannot hold is an error.
  const filled = isFilled ? unlessWrong(model, () => storedLiteral(model, given, type)) : undefined;
  const fill = isFilled ? filled : mayLack ? null : undefined;
  return {
    name: fact.name,
    type: fact.type,
    said: typeName(type),
    ...(fact.scale !== undefined && { scale: fact.scale }),
    nullable,
    ...(sealed && { sealed: true as const }),
    ...(refers !== undefined && { refers }),
    ...(made && { made }),
    ...(fill !== undefined && (typeof fill !== 'object' || fill === null) && { fill }),
  };
}

/** The identity and the `Unique:` groups; a slug is looked up to be made unique. */
function uniqueIndexes(
  model: Model,
  resource: Resource,
  rowKey: string,
  names: ReadonlySet<string>,
): readonly UniqueIndex[] {
  const indexes: UniqueIndex[] = [];
  const except = goneFrom(model, resource);
  const add = (index: UniqueIndex): void => {
    if (index.columns.length === 1 && index.columns[0] === rowKey) return;
    if (!index.columns.every((column) => names.has(column))) return;
    indexes.push(except.length > 0 ? { ...index, except } : index);
  };
  for (const group of uniqueGroups(resource))
    add({ columns: group.fields, ignoringCase: group.ignoringCase, cause: causeKey(group.cause) });
  for (const field of resource.fields.items) {
    const column = field.name.text;
    if (
      ruleOf(field)?.kind !== 'slug' ||
      indexes.some((index) => index.columns.length === 1 && index.columns[0] === column)
    )
      continue;
    add({ columns: [column], ignoringCase: false, cause: causeKey(fieldCause(resource.name.text, column, 'taken')) });
  }
  return indexes;
}

/** References, what lists are ordered and filtered by, and what timed moves need. */
function lookUps(
  model: Model,
  operations: readonly LinkedOperation[],
  resource: Resource,
  names: ReadonlySet<string>,
  timed: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  const add = (columns: readonly string[]): void => {
    if (columns.length > 0 && columns.every((column) => names.has(column))) found.set(columns.join('\n'), columns);
  };
  for (const field of resource.fields.items) {
    const type = valueOf(field.type);
    if (type && referenceOf(model, type)) add([field.name.text]);
  }
  for (const columns of listIndexes(model, operations, resource)) add(columns);
  for (const columns of timed) found.set(columns.join('\n'), columns);
  return [...found.values()];
}
