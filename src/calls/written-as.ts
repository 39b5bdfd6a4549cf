// How a row's own values are written in the lines behind a call. Input: a call and what it did to a row. Output: what was sent as it was
// written, where the answer shows it, and the shell variable that holds it.

import type { OperationPlan, Plan } from '../plan/plan.ts';
import type { Step } from '../plan/steps.ts';
import type { Expr } from '../sql/expression.ts';
import { parametersOf } from '../sql/walk.ts';
import type { Call, Written } from './call.ts';
import type { DryRow, World } from './dry-run.ts';
import { shownIn, tokenIn } from './keys.ts';
import type { Shown } from './keys.ts';

/** A value that the call itself sent is known as it was written: the column is set from a parameter that holds it. */
export function sentAs({ path, body, operation, bindings }: Call, row: DryRow, column: string): Written | undefined {
  const { steps = [], path: parameters = [], body: plan } = operation.run ?? {};
  const set = steps.flatMap(assignmentsOf).filter((each) => each.table === row.table && each.column === column);
  const names = set
    .flatMap(({ value }) => parametersOf(value))
    .filter((name) => bindings[name] === row.values[column])
    .map((name) => name.replace(/^hash\./, ''));
  for (const { name, parameter } of parameters) if (names.includes(parameter)) return path.get(name);
  const fields = plan?.kind === 'fields' ? plan.fields : [];
  const field = fields.find(({ parameter }) => names.includes(parameter) && bindings[`sent.${parameter}`] === 1);
  return body?.find((each) => each.path === field?.path)?.value;
}

function assignmentsOf(step: Step): readonly { table: string; column: string; value: Expr }[] {
  switch (step.kind) {
    case 'insert':
      return step.values.map(({ column, value }) => ({ table: step.table, column, value }));
    case 'update':
      return step.set.map(({ column, value }) => ({ table: step.table, column, value }));
    case 'put':
      return [...assignmentsOf(step.update), ...assignmentsOf(step.insert)];
    default:
      return [];
  }
}

/** `column`: left out, the token that is issued is looked for. */
export function answerOf({ run }: OperationPlan, outcome: string | undefined, column?: string): Shown | undefined {
  const answer = run?.answers.find(({ outcomes }) => outcome === undefined || outcomes.includes(outcome));
  if (answer === undefined) return undefined;
  return column === undefined ? tokenIn(answer, run?.cookies) : shownIn(answer, column);
}

/** `repair_id`, then `repair_id_2` for the next row of that table; none of those in use. */
export function variableOf(row: DryRow, title: string, world: World, used: ReadonlySet<string>): string {
  const name = title
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^(?=\d)/, '_');
  const numbered = (number: number): string => (number > 1 ? `${name}_${number}` : name);
  let number = world.rows.filter((each) => each.table === row.table && each.key <= row.key).length;
  while (used.has(numbered(number))) number += 1;
  return numbered(number);
}

/** The variables that hold values of rows that are there, but for this one. */
export function inUse(written: ReadonlyMap<string, Written>, own: string, { rows }: World): ReadonlySet<string> {
  const there = new Set(rows.map(({ key }) => String(key)));
  const others = [...written].filter(([id]) => id !== own && there.has(id.split(' ', 1)[0]!));
  return new Set(others.flatMap(([, value]) => ('variable' in value ? value.variable : [])));
}

export function isNumber(plan: Plan, table: string, column: string): boolean {
  const found = plan.storage.find(({ name }) => name === table);
  const type = found?.columns.find(({ name }) => name === column)?.type;
  return found?.rowKey === column || type === 'integer' || type === 'real' || type === 'decimal';
}
