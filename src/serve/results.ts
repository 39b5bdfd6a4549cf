// What a merge leaves behind, and what a repeated call finds, judged inside the transaction. Input: rules of the plan and the columns that the
// steps answer. Output: a function from what would be kept to the failure that undoes it. https://www.rfc-editor.org/rfc/rfc7396

import type { EqualRule, MergedRule, ResultRule } from '../plan/input.ts';
import type { SqlValue } from '../sql/expression.ts';
import type { Bindings } from '../store/store.ts';
import type { Failure } from './findings.ts';
import type { Done } from './outcome.ts';
import { compileProblems } from './problems.ts';
import { sameJson } from './same-json.ts';
import { compileSchema } from './validate.ts';

/** Undefined: it may be kept. */
export type JudgeResult = (done: Done, bindings: Bindings) => Failure | undefined;

export function compileResults(
  rules: readonly ResultRule[],
  columns: ReadonlyMap<string, number>,
): JudgeResult | undefined {
  if (rules.length === 0) return undefined;
  const each = rules.map((rule) =>
    'equals' in rule ? isEqual(rule, columns.get(rule.column)!) : fits(rule, columns.get(rule.column)!),
  );
  return (done, bindings) => {
    for (const judge of each) {
      const failure = judge(done, bindings);
      if (failure) return failure;
    }
    return undefined;
  };
}

function fits({ schema, cause, name, path, problems }: MergedRule, place: number): JudgeResult {
  const isFitting = compileSchema(schema);
  const tell = compileProblems(problems, { type: 'json' });
  return ({ rows }) => {
    for (const row of rows) {
      const kept = row[place];
      if (typeof kept !== 'string') continue;
      const value: unknown = JSON.parse(kept);
      if (!isFitting(value)) return { cause, field: name, path, problem: tell(value) };
    }
    return undefined;
  };
}

function isEqual({ equals, cause }: EqualRule, place: number): JudgeResult {
  return ({ outcome, rows: [row = []], bound }, bindings) => {
    if (outcome !== 'repeated') return undefined;
    return isSame(row[place] ?? null, given(equals, bound ?? bindings)) ? undefined : { cause };
  };
}

function given(expr: EqualRule['equals'], bindings: Bindings): SqlValue {
  if (expr.kind === 'parameter') return bindings[expr.name] ?? null;
  if (expr.kind === 'literal' && typeof expr.value !== 'object') return expr.value;
  return null;
}

function isSame(kept: SqlValue, sent: SqlValue): boolean {
  if (kept === sent) return true;
  if (typeof kept !== 'string' || typeof sent !== 'string') return false;
  const value = sameJson(sent);
  return value !== undefined && value === sameJson(kept);
}
