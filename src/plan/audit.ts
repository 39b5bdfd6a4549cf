// An audit of changes, planned. Input: a plan and how long changes are kept. Output: the plan with what an audit has to know:
// which columns are masked, by what a row is named; and operations that bind who calls. Without it nothing of a plan is
// different. docs/audit.md, decision 0044.

import { AUDITED } from '../base/audited.ts';
import type { Expr, SqlType } from '../sql/expression.ts';
import { walk } from '../sql/walk.ts';
import type { NestedField, ShapePlan, ValueType } from './input.ts';
import type { AuditedTable } from './audit-plan.ts';
import { choice } from './operands.ts';
import type { OperationPlan, Plan, Table } from './plan.ts';
import type { RowFieldPlan } from './row-fields.ts';
import type { Step } from './steps.ts';
import { SCHEME, SENT_TOKEN, TOKENS } from './token-table.ts';

export function audited(plan: Plan, days: number): Plan {
  const shown = new Map(plan.rows.map(({ resource, fields }) => [resource, fields]));
  const resources = plan.storage.filter(({ name }) => !name.startsWith('_'));
  const masks = new Map(
    resources.map((table) => [table.name, maskedIn(table, shown.get(table.name) ?? [], plan.shapes)]),
  );
  const tables = resources.map((table) => auditedTable(table, plan, masks));
  return {
    ...plan,
    operations: plan.operations.map((operation) => knowing(operation, plan, tables)),
    audit: { days, tables },
  };
}

function auditedTable(
  table: Table,
  { storage, rows }: Plan,
  masks: ReadonlyMap<string, ReadonlySet<string>>,
): AuditedTable {
  const masked = masks.get(table.name)!;
  const isSeen = ({ name, columns }: Table, column: string): boolean =>
    columns.some((one) => one.name === column) && !masks.get(name)!.has(column);
  const isPlain = (of: Table, column: string): boolean =>
    isSeen(of, column) && of.columns.every((one) => one.name !== column || one.refers === undefined);
  const identity = table.identity ?? [];
  const isNamed = identity.every((name) => name === table.rowKey || isSeen(table, name));
  const fields = rows.find(({ resource }) => resource === table.name)?.fields ?? [];
  const refers = fields.flatMap(({ name, refers: to }) => {
    const target = to && storage.find((one) => one.name === to.resource);
    const column = to?.by;
    if (!target || column === undefined || column === target.rowKey || !isPlain(target, column)) return [];
    return [[name, { table: target.name, key: target.rowKey, column, type: typeOf(target, column) }] as const];
  });
  return {
    table: table.name,
    identity: isNamed ? identity : [],
    masked: [...masked],
    refers: Object.fromEntries(refers),
  };
}

function typeOf({ columns }: Table, column: string): SqlType {
  return columns.find(({ name }) => name === column)?.type ?? 'integer';
}

/** All that the operator's page does not show of a row. */
function maskedIn(table: Table, fields: readonly RowFieldPlan[], shapes: Plan['shapes']): ReadonlySet<string> {
  const columns = table.columns.filter(({ name, unstated, sealed, rule }) => {
    if (unstated === true) return false;
    const field = fields.find((one) => one.name === name);
    return (
      sealed === true || field?.shown === undefined || (rule !== undefined && hides(rule.value, shapes, new Set()))
    );
  });
  return new Set(columns.map(({ name }) => name));
}

/** Is something inside of it never shown? */
function hides({ of, shape }: ValueType, shapes: Plan['shapes'], seen: Set<string>): boolean {
  if (of !== undefined && hides(of, shapes, seen)) return true;
  if (shape === undefined || seen.has(shape)) return false;
  seen.add(shape);
  const fields: readonly NestedField[] = (shapes[shape] as ShapePlan | undefined)?.fields ?? [];
  return fields.some(({ present, value }) => present === 'never' || hides(value, shapes, seen));
}

/** The step that finds the caller also binds by what people know that row. */
function knowing(operation: OperationPlan, plan: Plan, tables: readonly AuditedTable[]): OperationPlan {
  const { run } = operation;
  if (!run?.credentials || run.steps.every(({ kind }) => READING.has(kind))) return operation;
  const place = run.steps.findIndex((step) => step.kind === 'bind' && step.values.some(({ name }) => isCaller(name)));
  const step = run.steps[place];
  if (step?.kind !== 'bind') return operation;
  const bound: Step = { ...step, values: [...step.values, { name: AUDITED.who, expr: whoOf(step, plan, tables) }] };
  return { ...operation, run: { ...run, steps: run.steps.with(place, bound) } };
}

const READING: ReadonlySet<Step['kind']> = new Set(['find', 'list', 'bind', 'again']);

/** As request-parameters.ts names them. */
const KEY = 'caller.key';
const KNOWN = 'caller.known';

function isCaller(name: string): boolean {
  return name === KNOWN || name === KEY || name.startsWith(`${KEY}.`);
}

function whoOf(step: Extract<Step, { kind: 'bind' }>, plan: Plan, tables: readonly AuditedTable[]): Expr {
  const branches = step.values.flatMap(({ name, expr }) => {
    if (name === KNOWN || !isCaller(name)) return [];
    const table = tableOfKey(expr, tables);
    const row = plan.storage.find((one) => one.name === table?.table);
    if (!table || !row) return [];
    return [[isSet(expr), concat([text(`${table.table} `), named(table, row, expr)])] as const];
  });
  const known = step.values.find(({ name }) => name === KNOWN);
  const rowless = known ? [[isSet(known.expr), bySchemes(plan)] as const] : [];
  return choice([...branches, ...rowless], NOTHING, 'text');
}

/** Of whose rows it is the key: it is looked up there. */
function tableOfKey(key: Expr, tables: readonly AuditedTable[]): AuditedTable | undefined {
  for (const each of walk(key)) {
    const found = each.kind === 'lookup' && tables.find(({ table }) => table === each.table);
    if (found) return found;
  }
  return undefined;
}

function named({ table, identity }: AuditedTable, row: Table, key: Expr): Expr {
  const parts = identity.flatMap((column, place): readonly Expr[] => [
    ...(place === 0 ? [] : [text(',')]),
    column === row.rowKey
      ? key
      : {
          kind: 'lookup',
          table,
          alias: `audit ${table} ${place}`,
          match: row.rowKey,
          value: key,
          column,
          type: typeOf(row, column),
        },
  ]);
  return concat(parts.length > 0 ? parts : [key]);
}

/** Callers that are no rows: keys of the operator by their names, others by their scheme. */
function bySchemes({ schemes = [], storage }: Plan): Expr {
  const hasTokens = storage.some(({ name }) => name === TOKENS.name);
  const key: Expr = {
    kind: 'lookup',
    table: TOKENS.name,
    alias: 'audit key',
    match: 'hash',
    value: SENT_TOKEN,
    column: 'name',
    type: 'text',
  };
  const byName = hasTokens ? [[isSet(key), concat([text('key '), key])] as const] : [];
  const byScheme = schemes.map(({ name, keptAs }) => {
    const came: Expr = { kind: 'compare', operator: '=', left: SCHEME, right: text(keptAs) };
    return [came, text(`a caller by ${name}`)] as const;
  });
  return choice([...byName, ...byScheme], NOTHING, 'text');
}

const NOTHING: Expr = { kind: 'literal', value: null, type: 'text' };

function text(value: string): Expr {
  return { kind: 'literal', value, type: 'text' };
}

function isSet(operand: Expr): Expr {
  return { kind: 'is-set', operand };
}

function concat(parts: readonly Expr[]): Expr {
  return { kind: 'concat', parts };
}
