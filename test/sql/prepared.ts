// Every statement that a plan can lead to, on PostgreSQL. Input: a plan. Output: how many there are, and those that PostgreSQL does not
// take. Nothing runs: what a step asks only after a refusal is led to by answering it so.

import type { Plan } from '../../src/plan/plan.ts';
import { prepareStep } from '../../src/store/relational/prepare.ts';
import type { Printed } from '../../src/store/relational/print.ts';
import type { Schema } from '../../src/store/relational/schema.ts';
import { Violated } from '../../src/store/relational/statement.ts';
import type { Preparing } from '../../src/store/relational/statement.ts';
import type { OwnPostgres } from './engines.ts';

export interface Prepared {
  readonly statements: number;
  readonly refused: readonly string[];
}

export async function prepareAll(on: OwnPostgres, plan: Plan): Promise<Prepared> {
  const schema = await on.make(plan.storage);
  const refused: string[] = [];
  const statements = statementsOf(schema, plan);
  for (const [sql, operation] of statements) {
    const why = await on.prepares(sql);
    if (why !== undefined) refused.push(`${operation}: ${why}: ${sql}`);
  }
  return { statements: statements.size, refused };
}

function statementsOf(schema: Schema, plan: Plan): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const operation of plan.operations) {
    const on: Preparing = {
      schema,
      returning: 'before',
      prepare(printed: Printed) {
        found.set(printed.sql, operation.id);
        return { printed };
      },
      grow: () => undefined,
    };
    for (const step of operation.run?.steps ?? []) {
      const run = prepareStep(on, step);
      const table = 'table' in step ? step.table : step.kind === 'put' ? step.insert.table : undefined;
      const [unique] = (table === undefined ? undefined : schema.get(table))?.unique ?? [];
      if (!unique) continue;
      // Whatever it asks first meets the index; then it looks for the others.
      const asking = run({}, {});
      try {
        if (!asking.next().done) asking.throw(new Violated(unique.name, undefined));
      } catch {
        // It was no write.
      }
    }
  }
  return found;
}
