// What one document takes that another does not: a process that serves the first beside the second would keep what the second
// forbids. Input: the tables of both. Output: what is narrower, one clause each; nothing where the second only adds. Rows are not
// looked at: only the rules are compared, and a rule that cannot be compared counts as narrower. Decision 0011.

import type { Column, KeptRule, KeptShapes, RenamePlan, Table } from '../../plan/plan.ts';
import type { JsonSchema, NestedField, ShapePlan, ValueType } from '../../plan/input.ts';
import type { Fits } from '../store.ts';
import { changesOf } from './changes.ts';
import type { Dialect } from './dialect.ts';
import { renamesFor } from './renames.ts';
import { schemaOf } from './schema.ts';
import type { TableShape } from './schema.ts';
import { withUndecided } from './undecided.ts';
import { tightened } from './uniques.ts';

export interface Wanting {
  readonly tables: readonly Table[];
  readonly renames: readonly RenamePlan[];
  readonly fits: Fits | undefined;
  readonly dialect: Dialect;
}

/** `settled`: the statements of part 9 that no longer count. */
export function narrower(before: readonly Table[], wanting: Wanting, settled: readonly string[]): readonly string[] {
  const wanted = schemaOf(withUndecided(wanting.tables, before), wanting.dialect);
  const { moves } = renamesFor(before, wanting.renames, settled);
  return [...schemaOf(before, wanting.dialect)].flatMap(([name, was]) => {
    const shape = wanted.get(name);
    if (!shape) return [];
    const renamed = [...(moves.get(name) ?? [])].map(([from, to]) => `${to} was called ${from}`);
    return [...renamed, ...narrowed(was, shape, wanting.fits)].map((what) => `${name}: ${what}`);
  });
}

function narrowed(was: TableShape, shape: TableShape, fits: Fits | undefined): readonly string[] {
  const old = new Map(was.table.columns.map((column) => [column.name, column]));
  const out: string[] = [];
  for (const { what, rows, loss } of changesOf(was, shape, { fits, knowsReferences: true }).obstacles) {
    // Values are judged below, from the rules; what is not named any more stays, and the other process runs on.
    if (rows.kind === 'values' || (loss?.how === 'gone' && mayLack(old.get(loss.field)))) continue;
    out.push(what);
  }
  const takesLess = (is: KeptRule | undefined, before: KeptRule | undefined): boolean =>
    isLess(before, was.table.shapes, is, shape.table.shapes, fits);
  for (const { name, type, rule } of shape.table.columns) {
    const before = old.get(name);
    if (before?.type === type && takesLess(rule, before.rule)) out.push(`${name} may hold less`);
  }
  if (takesLess(shape.table.keyRule, was.table.keyRule)) out.push(`${shape.table.rowKey} may hold less`);
  for (const { columns, ignoringCase } of tightened(was.table, shape.table))
    out.push(`${columns.join(', ')} must be unique${ignoringCase ? ', ignoring case' : ''}`);
  return out;
}

/** Rows of a document that does not know it have nothing there, or its default. */
function mayLack(column: Column | undefined): boolean {
  return column === undefined || column.nullable || (column.fill !== undefined && column.fill !== null);
}

function isLess(
  was: KeptRule | undefined,
  wasShapes: KeptShapes = {},
  is: KeptRule | undefined,
  isShapes: KeptShapes = {},
  fits: Fits | undefined,
): boolean {
  if (is === undefined) return false;
  if (was === undefined) return true;
  if (is.value.type === 'json' && areShapesLess(wasShapes, isShapes)) return true;
  if (JSON.stringify(was) === JSON.stringify(is)) return false;
  const listed: unknown = was.schema['enum'];
  const takes = fits?.(is, isShapes);
  if (takes && was.value.type === 'text' && Array.isArray(listed))
    return isOtherValue(was.value, is.value) || !listed.every((value) => takes(String(value)));
  if (is.notBlank === true && was.notBlank !== true) return true;
  return isOtherValue(was.value, is.value) || isSchemaLess(was.schema, is.schema);
}

/** Is it kept in another way, or between closer bounds? */
function isOtherValue(was: ValueType, is: ValueType): boolean {
  const { least: wasLeast, most: wasMost, ...wasRest } = was;
  const { least, most, ...rest } = is;
  if (least !== undefined && least !== wasLeast && !(Number(wasLeast) > Number(least))) return true;
  if (most !== undefined && most !== wasMost && !(Number(wasMost) < Number(most))) return true;
  // Any text is taken: what was one of a form, too.
  if (was.type === 'text' && JSON.stringify(rest) === '{"type":"text"}') return false;
  return JSON.stringify(wasRest) !== JSON.stringify(rest);
}

const LEAST = new Set(['minimum', 'minLength', 'minItems', 'minProperties']);
const MOST = new Set(['maximum', 'maxLength', 'maxItems', 'maxProperties']);
const INNER = new Set(['items', 'additionalProperties']);

function isSchemaLess(was: JsonSchema, is: JsonSchema): boolean {
  return Object.entries(is).some(([key, now]) => {
    const before: unknown = was[key];
    if (JSON.stringify(before) === JSON.stringify(now)) return false;
    if (LEAST.has(key)) return !(Number(before) >= Number(now));
    if (MOST.has(key)) return !(Number(before) <= Number(now));
    if (key === 'enum' && Array.isArray(before) && Array.isArray(now))
      return !before.every((value) => now.includes(value));
    if (key === 'allOf' && Array.isArray(now)) return !now.every((each: JsonSchema) => isHeld(was, each));
    if (INNER.has(key) && isSchema(before) && isSchema(now)) return isSchemaLess(before, now);
    return !(key === 'type' && before === 'integer' && now === 'number');
  });
}

/** Does one of the parts that hold together say as much? */
function isHeld({ allOf = [], ...was }: JsonSchema, is: JsonSchema): boolean {
  return [was, ...(Array.isArray(allOf) ? (allOf as readonly JsonSchema[]) : [])].some(
    (each) => !isSchemaLess(each, is),
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function areShapesLess(was: KeptShapes, is: KeptShapes): boolean {
  return Object.entries(is).some(([name, shape]) => {
    const before = was[name];
    return before !== undefined && isShapeLess(before, shape);
  });
}

const pathOf = ({ path }: NestedField): string => JSON.stringify(path);

function isShapeLess(was: ShapePlan, is: ShapePlan): boolean {
  if (JSON.stringify(was) === JSON.stringify(is)) return false;
  const before = new Map(was.fields.map((field) => [pathOf(field), field]));
  const now = new Set(is.fields.map(pathOf));
  if (JSON.stringify(was.unknown) !== JSON.stringify(is.unknown)) return true;
  return (
    was.fields.some((field) => !now.has(pathOf(field))) ||
    is.fields.some((field) => {
      const old = before.get(pathOf(field));
      if (!old) return field.omitted.do === 'refuse';
      return isFieldLess(old, field);
    })
  );
}

/** Of what else a member says, any other word counts. */
function isFieldLess(was: NestedField, is: NestedField): boolean {
  const { schema: wasSchema, value: wasValue, ...before } = was;
  const { schema, value, ...now } = is;
  if (JSON.stringify(before) !== JSON.stringify(now)) return true;
  return isOtherValue(wasValue, value) || isSchemaLess(wasSchema, schema);
}
