// What the operator sees of the rows of each resource. Input: a model. Output: RowsPlan: the fields in the order of the document,
// each with the column that shows it, or with the reason why it is not shown. What is hidden or secret, or may be for all that
// the document shows, is never asked of the store.

import { fault } from '../base/fault.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import type { Move } from '../notation/states.ts';
import { valueOf } from '../notation/slot.ts';
import { allGone, goneMachines } from '../analysis/values/gone-states.ts';
import { isHidden } from '../analysis/document/shape-fields.ts';
import { isSealed } from '../analysis/document/type-traits.ts';
import { areValuesHeld } from '../analysis/gaps/beside-requests.ts';
import { usesOfField } from '../analysis/requests/field-usage.ts';
import { takersByTime } from '../analysis/machines/timed-removals.ts';
import { timedRowsOf } from '../analysis/machines/timed.ts';
import { identityOf } from '../analysis/document/targets.ts';
import { typeName, type RowReference, referenceOf } from '../analysis/document/value-kinds.ts';
import type { Expr } from '../sql/expression.ts';
import { walk } from '../sql/walk.ts';
import { computedField } from './computed.ts';
import { byTime, tablesIn } from './endpoints/by-time.ts';
import type { ValueType } from './input.ts';
import { isGone } from './presence.ts';
import { CUT, type RowFieldPlan, type RowsPlan } from './row-fields.ts';
import { isComputed, ruleOf } from '../analysis/document/field-rules.ts';
import { columnOf, fieldExpr, fieldNamed, keyOf, type RowContext, type RowScope } from './rows.ts';
import { isAlwaysShown } from '../analysis/values/always-shown.ts';
import type { timedGroups } from './timed.ts';
import { unlessWrong } from './unless-wrong.ts';
import { valueType } from './values.ts';

type Time = ReturnType<typeof timedGroups>;

/** `running`: the groups whose moves are made, by their first table. */
export function shownRows(model: Model, time: Time, running: ReadonlySet<string>): readonly RowsPlan[] {
  const stored = [...model.resources.values()].filter(({ identifiedBy }) => identifiedBy.status !== 'none');
  return stored.map((resource) => rowsOf(model, time, running, resource));
}

/** While the columns of one resource are gathered. */
interface Gathering {
  readonly model: Model;
  readonly resource: Resource;
  readonly row: RowScope;
  /** As answers show a row. */
  readonly context: RowContext;
  /** The same, but rows in gone states are there: the operator wants to know what a reference names. */
  readonly all: RowContext;
  add(expr: Expr): number;
}

function rowsOf(model: Model, time: Time, running: ReadonlySet<string>, resource: Resource): RowsPlan {
  const columns: { name: string; expr: Expr }[] = [];
  let aliases = 0;
  const context: RowContext = {
    model,
    alias: () => `r${++aliases}`,
    make: ({ name, kind }) => {
      if (kind !== 'now') fault(`nothing makes ${name} where rows are looked at`);
    },
    computed: computedField,
  };
  const row: RowScope = { kind: 'table', resource };
  const add = (expr: Expr): number => columns.push({ name: `#${columns.length}`, expr }) - 1;
  const gathering: Gathering = { model, resource, row, context, all: { ...context, namedGone: allGone(model) }, add };
  add(keyOf(row));
  const fields = resource.fields.items.map((field) => fieldOf(gathering, field));
  const gone = goneMachines(model, resource.name.text).length > 0 ? add(isGone({ model }, resource)) : undefined;
  const select = { table: resource.name.text, columns };
  const { before } = byTime(time, [{ kind: 'list', select: { ...select, where: undefined, order: [] }, total: false }]);
  const timed = before.filter((table) => running.has(table));
  const isStuck = timed.length < before.length || [...tablesIn(select)].some((table) => isHeld(model, time, table));
  return {
    resource: resource.name.text,
    fields,
    select,
    ...(gone !== undefined && { gone }),
    ...(timed.length > 0 && { timed }),
    ...(isStuck && { asKept: true }),
  };
}

/** Is a move stated that time makes, and nothing that can make it? */
function isHeld(model: Model, time: Time, table: string): boolean {
  const movers = [table, ...(takersByTime(model).get(table) ?? [])];
  const due = movers.flatMap((name) => time.flatMap(({ rows }) => rows.get(name) ?? []));
  const isMade = (move: Move): boolean => due.some(({ timed }) => timed.move.row === move);
  return movers.some((name) =>
    timedRowsOf(model, name).some((row) => !isMade(row) && valueOf(row.to)?.kind !== 'same'),
  );
}

function fieldOf(gathering: Gathering, field: Field): RowFieldPlan {
  const { model } = gathering;
  const type = valueOf(field.type);
  const about = { name: field.name.text, ...(type && { type: typeName(type) }) };
  const notShown = reasonOf(model, gathering.resource, field);
  if (notShown || !type) return { ...about, notShown: notShown ?? 'open' };
  const shown = unlessWrong(model, () => shownOf(gathering, field, type));
  return { ...about, ...(shown ?? { notShown: 'not kept' }) };
}

/** Undefined: it may be shown. A part of it that cannot be read may say that it is hidden. */
function reasonOf(model: Model, resource: Resource, field: Field): RowFieldPlan['notShown'] {
  const type = valueOf(field.type);
  if (isSealed(type)) return 'secret';
  if (isHidden(field)) return 'hidden';
  const isOpen = field.present.status === 'gap' || field.present.status === 'unreadable';
  if (!type || valueOf(field.setBy) === undefined || isOpen) return 'open';
  // They are among the rows of their own resource.
  if (ruleOf(field)?.kind === 'list') return 'not kept';
  if (!isComputed(field)) return columnOf(model, field) ? undefined : 'not kept';
  return areValuesHeld(model, usesOfField(model, `${resource.name.text}.${field.name.text}`)) ? 'not kept' : undefined;
}

function shownOf(gathering: Gathering, field: Field, type: FieldType): Omit<RowFieldPlan, 'name' | 'type'> {
  const { model, resource, row, context, add } = gathering;
  const isNull = isAlwaysShown(model, resource, field) && { null: true as const };
  const { expr } = fieldExpr(context, row, [field.name.text]);
  if (namesHidden(model, resource, expr)) return { notShown: 'hidden' };
  const refers = referenceOf(model, type);
  if (!refers) return { shown: { ...place(add, expr, valueType(model, type), field), ...isNull } };
  const at = add(expr);
  const by = identifying(gathering, expr, refers);
  if (!by) return { shown: { at, value: { type: 'integer' }, ...isNull }, refers: { resource: refers.resource, at } };
  const named = keyField(model, refers);
  return {
    shown: { ...place(add, by.expr, by.value), ...isNull },
    refers: { resource: refers.resource, ...(named && { by: named.name.text }), at },
  };
}

/** The field by which the reference is shown; of a row that is embedded, what identifies it, where that is one field. */
function keyField(model: Model, { resource, by }: RowReference): Field | undefined {
  const target = model.resources.get(resource);
  const [only, ...others] = target ? identityOf(target) : [];
  const name = by ?? (others.length === 0 ? only : undefined);
  return target && name !== undefined ? fieldNamed(model, target, name) : undefined;
}

/**
 * What the row is shown by to which a key leads; undefined where that is not to be shown, or where the way comes back
 * to a field that it has `passed`: resources that identify each other are reported, and looked at all the same.
 */
function identifying(
  gathering: Gathering,
  key: Expr,
  refers: RowReference,
  passed: readonly Field[] = [],
): { readonly expr: Expr; readonly value: ValueType } | undefined {
  const { model, all } = gathering;
  const resource = model.resources.get(refers.resource);
  const field = keyField(model, refers);
  const type = field && valueOf(field.type);
  if (!resource || !field || !type || passed.includes(field) || reasonOf(model, resource, field)) return undefined;
  const { expr, refers: further } = fieldExpr(all, { kind: 'by key', resource, key }, [field.name.text]);
  if (namesHidden(model, resource, expr)) return undefined;
  return further ? identifying(gathering, expr, further, [...passed, field]) : { expr, value: valueType(model, type) };
}

/** Is it made of a field that is not shown? */
function namesHidden(model: Model, own: Resource, expr: Expr): boolean {
  const tables = new Map<string | undefined, string>([[undefined, own.name.text]]);
  for (const each of walk(expr)) if ('alias' in each) tables.set(each.alias, each.table);
  for (const each of walk(expr)) {
    const table = each.kind === 'lookup' ? each.table : each.kind === 'column' ? tables.get(each.source) : undefined;
    const resource = table === undefined ? undefined : model.resources.get(table);
    const field = resource && 'column' in each ? model.fields.get(`${table}.${each.column}`) : undefined;
    if (resource && field && reasonOf(model, resource, field)) return true;
  }
  return false;
}

function place(
  add: Gathering['add'],
  expr: Expr,
  value: ValueType,
  field?: Field,
): { readonly at: number; readonly value: ValueType; readonly octets?: number } {
  if (!mayBeLong(value, field)) return { at: add(expr), value };
  return {
    at: add({ kind: 'start', operand: expr, most: CUT }),
    value,
    octets: add({ kind: 'octets', operand: expr }),
  };
}

const SHORT: ReadonlySet<ValueType['format']> = new Set(['date-time as sent', 'time', 'uuid']);
/** Of a character in UTF-8. */
const MOST_OCTETS = 4;

function mayBeLong({ type, format }: ValueType, field: Field | undefined): boolean {
  if (type === 'json') return true;
  const kept = field && valueOf(field.type);
  const plain = kept?.kind === 'nullable' ? kept.of : kept;
  if (type !== 'text' || SHORT.has(format) || plain?.kind === 'state' || plain?.kind === 'one-of') return false;
  return plain?.kind !== 'string' || (plain.max ?? Infinity) * MOST_OCTETS > CUT;
}
