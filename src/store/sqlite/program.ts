// Prepares the steps of an operation once. Input: steps of a plan. Output: a program: reads answer at once, writes go through the group.
// An effect is one transaction; nothing is kept of a refused request.

import type { DatabaseSync } from 'node:sqlite';
import type { Step } from '../../plan/steps.ts';
import { atOnce } from '../relational/at-once.ts';
import { isOneStatement, prepareAll } from '../relational/prepare.ts';
import { tableOf } from '../relational/print.ts';
import { isRead, prepareRead } from '../relational/reads.ts';
import { judged, type RunAll } from '../relational/run.ts';
import type { Schema } from '../relational/schema.ts';
import { bySent } from '../relational/sent.ts';
import { DEADLINE, type Program } from '../store.ts';
import type { Audit } from './audit.ts';
import type { Budget } from './budget.ts';
import type { Counts } from './counts.ts';
import type { Group } from './group.ts';
import type { OpenFiles } from './open-files.ts';
import { readProgram } from './read-program.ts';
import type { Readers } from './readers.ts';
import { preparing, runNow } from './statement.ts';

/** The parts of an open store that programs use. */
export interface Parts {
  readonly database: DatabaseSync;
  readonly schema: Schema;
  readonly counts: Counts;
  readonly group: Group;
  readonly budget: Budget;
  readonly readers: Readers;
  readonly files: Pick<OpenFiles, 'fault'>;
  /** Left out: no change is written down beside its row. */
  readonly audit?: Pick<Audit, 'telling'> | undefined;
}

export function programOf(parts: Parts, steps: readonly Step[]): Program {
  const { database, schema, counts, group } = parts;
  const on = preparing(database, schema, counts.grow);
  if (steps.every(isRead)) {
    const count = (table: string): number => counts.of(table, tableOf(schema, table).sql);
    const reading = { ticks: true, count, counted: counts.known };
    const one = (sent: typeof steps): Program => {
      const runs = sent.map((step) => prepareRead(on, step, reading));
      return readProgram(sent, runs, atOnce(on, sent, reading), parts);
    };
    return bySent(steps, one, false);
  }
  const plain = prepareAll(on, steps);
  const { audit } = parts;
  const all: RunAll = audit ? (bindings) => audit.telling(plain(bindings)) : plain;
  const atomic = steps.length === 1 && steps[0] !== undefined && isOneStatement(on, steps[0]);
  return {
    reads: false,
    run: (bindings, judge) =>
      group.submit({
        effect: () => judged(runNow(all(bindings)), judge),
        savepoint: !atomic || judge !== undefined || bindings[DEADLINE] !== undefined,
        deadline: bindings[DEADLINE],
      }),
  };
}
