// The newest rows of a resource as they are kept, for what is tried on them before it is sent. Input: a plan and its store. Output: by
// column, values as they are kept and as answers show them; of what is hidden or secret nothing is read.

import type { RowsPlan } from '../plan/row-fields.ts';
import type { Expr, SqlValue } from '../sql/expression.ts';
import type { Row } from '../store/store.ts';
import { instantText } from './clock.ts';
import type { OperationContext } from './compiled.ts';
import { encoder } from './resources.ts';

export interface KeptRow {
  readonly key: number;
  readonly values: Readonly<Record<string, SqlValue>>;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Undefined: there is no such resource, or the store cannot be asked now. */
export type ReadKept = (resource: string, most: number) => Promise<readonly KeptRow[] | undefined>;

type Setting = Pick<OperationContext, 'plan' | 'store' | 'base' | 'clock'>;

export function compileKept({ plan, store, base, clock }: Setting): ReadKept {
  return async (resource, most) => {
    const own = plan.rows.find((one) => one.resource === resource);
    if (!own) return undefined;
    const order = [{ expr: own.select.columns[0]!.expr, descending: true }];
    const limit: Expr = { kind: 'parameter', name: 'limit', type: 'integer' };
    const select = { ...own.select, where: undefined, order, limit };
    const program = store.prepare([{ kind: 'list', select, total: false }]);
    const found = await program.run({ base, now: instantText(clock.now()), limit: most });
    return found.kind === 'done' ? found.rows.map((row) => keptRow(own, row)) : undefined;
  };
}

function keptRow({ fields, select: { columns } }: RowsPlan, row: Row): KeptRow {
  const values: Record<string, SqlValue> = {};
  const json: Record<string, unknown> = {};
  const key = columns[0]!.expr;
  if (key.kind === 'column') values[key.column] = row[0] ?? null;
  for (const { shown, refers } of fields) {
    if (!shown) continue;
    const own = columnOf(columns[shown.at]!.expr);
    const stored = row[shown.at] ?? null;
    if (own !== undefined && refers?.at !== shown.at) {
      values[own] = stored;
      if (stored !== null) json[own] = JSON.parse(encoder(shown.value)(stored)) as unknown;
    }
    const to = refers && columnOf(columns[refers.at]!.expr);
    if (to !== undefined) values[to] = row[refers!.at] ?? null;
  }
  return { key: Number(row[0]), values, json };
}

/** Of what is computed there is none. */
function columnOf(expr: Expr): string | undefined {
  if (expr.kind === 'start') return columnOf(expr.operand);
  return expr.kind === 'column' && expr.source === undefined ? expr.column : undefined;
}
