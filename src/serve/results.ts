// What a merge leaves behind, judged inside the transaction. Input: rules of the plan and the columns that the steps answer. Output: a
// function from what would be kept to the failure that undoes it. https://www.rfc-editor.org/rfc/rfc7396

import type { ResultRule } from '../plan/input.ts';
import type { Failure } from './findings.ts';
import type { Done } from './outcome.ts';
import { compileProblems } from './problems.ts';
import { compileSchema } from './validate.ts';

/** Undefined: it may be kept. */
export type JudgeResult = (done: Done) => Failure | undefined;

export function compileResults(
  rules: readonly ResultRule[],
  columns: ReadonlyMap<string, number>,
): JudgeResult | undefined {
  if (rules.length === 0) return undefined;
  const each = rules.map(({ column, schema, cause, name, path, problems }) => ({
    place: columns.get(column)!,
    fits: compileSchema(schema),
    tell: compileProblems(problems, { type: 'json' }),
    failure: { cause, field: name, path } satisfies Failure,
  }));
  return ({ rows }) => {
    for (const row of rows) {
      for (const { place, fits, tell, failure } of each) {
        const kept = row[place];
        if (typeof kept !== 'string') continue;
        const value: unknown = JSON.parse(kept);
        if (!fits(value)) return { ...failure, problem: tell(value) };
      }
    }
    return undefined;
  };
}
