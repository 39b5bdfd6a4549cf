// Fields of rows as expressions: stored columns, fields computed from others, fields of the row that a reference leads to. Input:
// a row at hand and a field path. Output: a typed expression. Notation, part 2: rules `= …`, `address of`, and dotted paths
// through a reference.

import { all, rescaled, type Some, type Typed } from './operands.ts';
import { insideValue } from '../analysis/document/value-paths.ts';
import { memberType } from '../sql/walk.ts';
import { withoutNull } from '../analysis/document/paths.ts';
import { fault, known } from '../base/fault.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import type { Rule } from '../notation/values/formulas.ts';
import { isComputed, ruleOf } from '../analysis/document/field-rules.ts';
import type { GoneStates } from '../analysis/values/gone-states.ts';
import { isSealed, TYPE_TRAITS } from '../analysis/document/type-traits.ts';
import { isChainTooLong, type RowReference, referenceOf } from '../analysis/document/value-kinds.ts';
import { valueOf } from '../notation/slot.ts';
import type { Expr, SqlType } from '../sql/expression.ts';
import type { ValueType } from './input.ts';
import type { MadeValue } from './plan.ts';
import { present } from './presence.ts';
import { sqlType, valueType } from './values.ts';

/** Where a bare field name is looked for. */
export type RowScope =
  /** The statement's own table, or with `source` that of a subquery. */
  | { readonly kind: 'table'; readonly resource: Resource; readonly source?: string }
  /** The row with this key. `there`: it is known to be there; else a reference may lead nowhere. */
  | { readonly kind: 'by key'; readonly resource: Resource; readonly key: Expr; readonly there?: true }
  /** A row that is about to be made, or one as it was, which has its key: column → its value. */
  | { readonly kind: 'draft'; readonly resource: Resource; readonly values: ReadonlyMap<string, Expr> }
  /** What is sent of a row, field by field, as it is shown. */
  | { readonly kind: 'sent'; readonly resource: Resource; readonly values: ReadonlyMap<string, Typed> };

/** A secret that is asked for, of the row of the statement or of one with a key. */
export interface Verified {
  /** Under which what was verified is bound. */
  readonly name: string;
  /** The binding of what is sent. */
  readonly sent: string;
  readonly row: RowScope;
  readonly column: string;
}

/** What computation a field needs beside the row. */
export interface RowContext {
  readonly model: Model;
  /** The gone states that the sentence names which is being compiled: their rows are there for it. */
  readonly namedGone?: GoneStates;
  /** Of a row: its caller may see it. Left out where time acts, and where the operator looks: they see every row. */
  readonly visible?: (resource: Resource, source: string | undefined) => readonly Expr[];
  /** Who calls, of each resource whose rows may; left out where nobody does. */
  readonly callers?: readonly { readonly resource: Resource; readonly key: Expr }[];
  /** A name for the table of a subquery, not used before. */
  alias(): string;
  /** A value made before the steps: what a rule such as `= …` needs beside the row. */
  make(value: MadeValue): void;
  /** A secret that is verified before the steps; left out where nothing is sent. */
  readonly verify?: (secret: Verified) => void;
  /** The value of a rule such as `= …` for the row at hand (computed.ts). */
  readonly computed: Compute;
  /** Takes a path through a list, of which a condition is true where it is of some member; left out where one value is due. */
  readonly some?: (value: Some) => void;
}

export type Compute = (context: RowContext, row: RowScope, rule: Rule, type: FieldType) => Typed;

/** The column of a field, or undefined when nothing is kept of it. */
export interface ColumnFact {
  readonly name: string;
  readonly type: SqlType;
  readonly scale: number | undefined;
}

export function columnOf(model: Model, field: Field): ColumnFact | undefined {
  const type = valueOf(field.type);
  if (!type || isComputed(field) || isChainTooLong(model, type)) return undefined;
  const refers = referenceOf(model, type);
  if (refers && isRow(model, refers)) return { name: field.name.text, type: 'integer', scale: undefined };
  if (refers || !isKept(model, type)) return undefined;
  const kept = valueType(model, type);
  return { name: field.name.text, type: kept.type, scale: kept.scale };
}

/** Are values of this type kept at all? Embedded resources, and what is not known, are not, yet. */
function isKept(model: Model, type: FieldType): boolean {
  const isStoredAs = (name: string): boolean => {
    const field = model.fields.get(name);
    const shown = field && valueOf(field.type);
    return shown !== undefined && isKept(model, shown);
  };
  switch (type.kind) {
    case 'nullable':
    case 'array':
    case 'set':
    case 'map':
      return isKept(model, type.of);
    case 'resource': {
      const resource = type.resource.text;
      if (type.by) return isRow(model, { resource, by: type.by.text }) && isStoredAs(`${resource}.${type.by.text}`);
      return model.resources.get(resource)?.identifiedBy.status === 'none' && !type.view;
    }
    case 'same-as':
      return type.owner !== undefined && isStoredAs(`${type.owner}.${type.path.join('.')}`);
    default:
      return TYPE_TRAITS[type.kind].isKept;
  }
}

function isRow(model: Model, { resource, by }: RowReference): boolean {
  if (by === undefined) return true;
  return model.resources.get(resource)?.identifiedBy.status !== 'none' && model.fields.has(`${resource}.${by}`);
}

/** The hidden key of a resource's rows: a field of type integer with `new id` is that key itself. */
export function rowKeyOf(resource: Resource): string {
  for (const field of resource.fields.items) {
    // No row is without it, so that `or null` says nothing.
    if (ruleOf(field)?.kind === 'new id' && withoutNull(field.type)?.kind === 'integer') return field.name.text;
  }
  return '_row';
}

/** The column of a field that is kept; else a fault. */
export function columnNamed(model: Model, field: Field): string {
  return known(columnOf(model, field), `${field.name.text} is not kept`).name;
}

/** The key of the row that is there and has a value; every caller may see the row here. */
export function keyThere(
  context: Pick<RowContext, 'model' | 'alias'>,
  resource: Resource,
  match: string,
  value: Expr,
  also: (alias: string) => readonly Expr[] = () => [],
): Expr {
  const alias = context.alias();
  const where = [...also(alias), ...present({ model: context.model }, resource, alias)];
  const lookup = { kind: 'lookup', table: resource.name.text, alias, match, value } as const;
  return { ...lookup, ...(where.length > 0 && { where: all(where) }), column: rowKeyOf(resource), type: 'integer' };
}

export function fieldNamed(model: Model, resource: Resource, name: string): Field | undefined {
  return model.fields.get(`${resource.name.text}.${name}`);
}

/** The key of the row at hand. */
export function keyOf(row: RowScope): Expr {
  if (row.kind === 'by key') return row.key;
  const was = row.kind === 'draft' ? row.values.get(rowKeyOf(row.resource)) : undefined;
  // Nothing refers to a row that is not there yet: a comparison with nothing is false.
  if (row.kind !== 'table') return was ?? { kind: 'literal', value: null, type: 'integer' };
  return {
    kind: 'column',
    column: rowKeyOf(row.resource),
    type: 'integer',
    ...(row.source !== undefined && { source: row.source }),
  };
}

/** A stored column of the row at hand. */
export function columnExpr(context: RowContext, row: RowScope, column: string, type: SqlType): Expr {
  switch (row.kind) {
    case 'table':
      return { kind: 'column', column, type, ...(row.source !== undefined && { source: row.source }) };
    case 'draft':
      return row.values.get(column) ?? { kind: 'literal', value: null, type };
    case 'sent':
      return row.values.get(column)?.expr ?? { kind: 'literal', value: null, type };
    case 'by key': {
      const match = rowKeyOf(row.resource);
      if (match === column && row.there) return row.key;
      const alias = context.alias();
      // What the path selects is there; a reference to a row that is gone leads nowhere.
      const there = row.there ? [] : present(context, row.resource, alias);
      return {
        kind: 'lookup',
        ...(there.length > 0 && { where: { kind: 'and', items: there } }),
        table: row.resource.name.text,
        alias,
        match,
        value: row.key,
        column,
        type,
      };
    }
  }
}

/** Follows a dotted path from a row: `author.username` goes through the reference `author`. */
export function fieldExpr(context: RowContext, row: RowScope, path: readonly string[]): Typed {
  for (let length = path.length; length > 0; length--) {
    const field = fieldNamed(context.model, row.resource, path.slice(0, length).join('.'));
    if (!field) continue;
    const typed = oneField(context, row, field);
    const rest = path.slice(length);
    if (rest.length === 0) return typed;
    if (!typed.refers) return into(context, typed.expr, known(valueOf(field.type), 'it has no type'), rest);
    const resource = known(context.model.resources.get(typed.refers.resource), `${path.join('.')} leads into a value`);
    return fieldExpr(context, { kind: 'by key', resource, key: typed.expr }, rest);
  }
  fault(`${row.resource.name.text} has no field ${path.join('.')}`);
}

/** Into a value that is kept as json, and through a reference in it. */
function into(context: RowContext, json: Expr, type: FieldType, path: readonly string[]): Typed {
  const { model } = context;
  const inside = known(insideValue(model, type, path), `${path.join('.')} leads into a value`);
  const kept = shownAs(model, json, inside.type);
  const scale = kept.type === 'decimal' ? { scale: kept.scale } : {};
  const as = { type: kept.type === 'json' ? 'json' : memberType(kept.type), ...scale } as const;
  const value = { json, path: inside.steps, ...as } as const;
  const source = context.alias();
  const one: Expr = inside.isMany ? { kind: 'member', type: as.type, source } : { kind: 'at', ...value };
  if (inside.isMany) known(context.some, `${path.join('.')} leads through a list`)({ ...value, source });
  if (!inside.refers) return { ...kept, expr: one };
  const { refers } = inside;
  const target = known(model.resources.get(refers.resource), `${refers.resource} is not known`);
  const key = keyNamedBy(context, target, refers.by, { ...kept, expr: one });
  if (inside.rest.length > 0) return fieldExpr(context, { kind: 'by key', resource: target, key }, inside.rest);
  return { expr: key, type: 'integer', scale: 0, refers };
}

/** The key of the row that a value names by a field of it; nothing, where it names none that counts. */
export function keyNamedBy(context: RowContext, target: Resource, by: string, value: Typed): Expr {
  const column = columnOf(context.model, known(fieldNamed(context.model, target, by), `${by} is not known`));
  if (column?.type !== value.type) fault(`${by} is not kept as it is sent`);
  const alias = context.alias();
  const where = present(context, target, alias);
  const sought = { match: column.name, value: rescaled(value, column.scale ?? 0) };
  const lookup = { kind: 'lookup', table: target.name.text, alias, ...sought } as const;
  return { ...lookup, ...(where.length > 0 && { where: all(where) }), column: rowKeyOf(target), type: 'integer' };
}

/** The key that a reference holds, or nothing when the row has gone: then it leads nowhere, and is nothing itself. */
export function ledTo(context: RowContext, typed: Typed): Expr {
  const resource = typed.refers && context.model.resources.get(typed.refers.resource);
  if (!resource) return typed.expr;
  return columnExpr(context, { kind: 'by key', resource, key: typed.expr }, rowKeyOf(resource), 'integer');
}

function oneField(context: RowContext, row: RowScope, field: Field): Typed {
  const { model } = context;
  const type = known(valueOf(field.type), `the type of ${field.name.text} is not known`);
  if (row.kind === 'sent')
    return row.values.get(field.name.text) ?? shownAs(model, columnExpr(context, row, '', sqlType(model, type)), type);
  if (isComputed(field)) return computed(context, row, field, type);
  const column = columnOf(model, field);
  if (!column || isSealed(type)) fault(`${row.resource.name.text}.${field.name.text} is not read`);
  const expr = columnExpr(context, row, column.name, column.type);
  return typedAs(model, expr, type);
}

/** What an expression is when it holds a kept value of this type; a reference as its key. */
export function typedAs(model: Model, expr: Expr, type: FieldType): Typed {
  const refers = referenceOf(model, type);
  if (refers) return { expr, type: 'integer', scale: 0, refers };
  return shownAs(model, expr, type);
}

/** The same for a value as it is sent and shown: a reference as the field it is shown by. */
export function shownAs(model: Model, expr: Expr, type: FieldType): Typed {
  const kept = valueType(model, type);
  return {
    expr,
    type: kept.type,
    scale: kept.scale ?? 0,
    ...(kept.of && {
      element: { type: kept.of.type, scale: kept.of.scale ?? 0, ...formatOf(kept.of), ...memberRefers(model, type) },
    }),
    ...formatOf(kept),
    ...(kept.format === 'date-time as sent' && { asSent: true as const }),
  };
}

/** Of a list of references. */
function memberRefers(model: Model, type: FieldType): { readonly refers?: RowReference } {
  const list = type.kind === 'nullable' ? type.of : type;
  const refers = list.kind === 'array' || list.kind === 'set' ? referenceOf(model, list.of) : undefined;
  return refers?.by === undefined ? {} : { refers };
}

function formatOf({ format }: ValueType): { readonly format?: ValueType['format'] } {
  return format === 'seconds' || format === 'uuid' ? { format } : {};
}

/** The field by which a reference is shown, of the row that its key names. */
export function shown(context: RowContext, typed: Typed): Typed {
  const { refers } = typed;
  if (!refers) return typed;
  const resource = context.model.resources.get(refers.resource);
  const by = refers.by ?? (resource && valueOf(resource.identifiedBy)?.[0]?.text);
  if (!resource || by === undefined) fault(`how ${refers.resource} is shown is not known`);
  return fieldExpr(context, { kind: 'by key', resource, key: typed.expr }, [by]);
}

function computed(context: RowContext, row: RowScope, field: Field, type: FieldType): Typed {
  return context.computed(context, row, known(ruleOf(field), `${field.name.text} is not computed`), type);
}
