// Tables: one for each resource that has rows of its own, with typed columns named after the fields, and the nested shapes.
// Input: a model. Output: Table and ShapePlan. Notation, part 2.

import { addTo } from '../base/grouped.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { literalIn } from '../notation/values/field-defaults.ts';
import { identityOf, targetsOf } from '../analysis/document/targets.ts';
import { isSealed } from '../analysis/document/type-traits.ts';
import { typeName, isNullable, referenceOf } from '../analysis/document/value-kinds.ts';
import { isAlwaysSet } from '../analysis/values/always-kept.ts';
import type { Context } from './context.ts';
import { keptRules } from './stored-values.ts';
import type { Column, KeptRule, Table } from './plan.ts';
import type { IndexPlan } from './index-plan.ts';
import { indexesOf } from './indexes.ts';
import { madeColumn } from './made-columns.ts';
import { isComputed, madeAtCreate, ruleOf } from '../analysis/document/field-rules.ts';
import { namedInside } from './references-inside.ts';
import { columnOf, rowKeyOf } from './rows.ts';
import { sinceColumns } from './timed.ts';
import { timedIndexes } from './timed-indexes.ts';
import { unlessWrong } from './unless-wrong.ts';
import { storedLiteral } from './values.ts';

/** The operations that touch a resource, by its name. */
type Touching = ReadonlyMap<string, readonly LinkedOperation[]>;

export interface Tables {
  readonly tables: readonly Table[];
  readonly indexes: readonly IndexPlan[];
}

export function tablesOf(context: Context): Tables {
  const { model } = context;
  const touching = touchingOf(model);
  const found: Table[] = [];
  const indexes: IndexPlan[] = [];
  for (const resource of model.resources.values()) {
    if (resource.identifiedBy.status === 'none') continue;
    if (!resource.fields.written) {
      found.push(unshown(resource));
      continue;
    }
    const { table, plans } = tableOf(context, resource, touching.get(resource.name.text) ?? []);
    found.push(table);
    indexes.push(...plans);
  }
  return { tables: found, indexes };
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

function tableOf(
  context: Context,
  resource: Resource,
  operations: readonly LinkedOperation[],
): { readonly table: Table; readonly plans: readonly IndexPlan[] } {
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
  const indexes = indexesOf({ model: context.model, resource, operations, rowKey, columns, timed });
  const table: Table = {
    name: resource.name.text,
    rowKey,
    ...(keyRule && { keyRule }),
    ...(identity.length > 0 && { identity }),
    ...(undecided.length > 0 && { undecided }),
    ...(shapes && { shapes }),
    columns: [...columns, ...since],
    unique: indexes.unique,
    indexes: indexes.plain,
    ...(indexes.partial.length > 0 && { partial: indexes.partial }),
  };
  return { table, plans: indexes.plans };
}

function columnFor(model: Model, resource: Resource, field: Field): Column | undefined {
  const fact = columnOf(model, field);
  const type = valueOf(field.type);
  if (!fact || !type) return undefined;
  const nullable = !isAlwaysSet(model, resource, field);
  const given = literalIn(field.default);
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
    ...(isSigningSecret(model, resource, field) && { signs: true as const }),
    ...(refers !== undefined && { refers }),
    ...namedInside(model, type),
    ...(made && { made }),
    ...(fill !== undefined && (typeof fill !== 'object' || fill === null) && { fill }),
  };
}

function isSigningSecret({ document }: Model, resource: Resource, field: Field): boolean {
  const signature = document.events.delivery?.facts.signature;
  const secret = signature && valueOf(signature)?.secret;
  if (secret?.kind !== 'field') return false;
  return secret.field.owner.text === resource.name.text && secret.field.field.text === field.name.text;
}
