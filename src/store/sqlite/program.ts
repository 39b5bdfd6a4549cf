// Prepares the steps of an operation once. In: steps of a plan. Out: a program: reads answer at once, writes go through
// the group. Design, section 6: an effect is one transaction; nothing is kept of a refused request.

import type { DatabaseSync } from 'node:sqlite';
import type { Step } from '../../plan/steps.ts';
import type { Program } from '../store.ts';
import type { Budget } from './budget.ts';
import type { Counts } from './counts.ts';
import type { Group } from './group.ts';
import { insert } from './insert.ts';
import { readProgram } from './read-program.ts';
import { again, isRead, prepareRead } from './reads.ts';
import type { RunStep } from './reads.ts';
import type { Readers } from './readers.ts';
import { remove } from './remove.ts';
import { judged, runAll } from './run.ts';
import type { Schema } from './schema.ts';
import { put, update } from './update.ts';

/** The parts of an open store that programs use. */
export interface Parts {
  readonly database: DatabaseSync;
  readonly schema: Schema;
  readonly counts: Counts;
  readonly group: Group;
  readonly budget: Budget;
  readonly readers: Readers;
}

export function programOf(parts: Parts, steps: readonly Step[]): Program {
  const { database, schema, counts, group } = parts;
  if (steps.every(isRead)) {
    const reading = { ticks: true, count: counts.of };
    const runs = steps.map((step) => prepareRead(database, schema, step, reading));
    return readProgram(steps, runs, parts.budget, parts.readers);
  }
  const all = runAll(
    steps.map((step) => prepareStep(parts, step)),
    steps,
  );
  const atomic = steps.length === 1 && steps[0] !== undefined && isOneStatement(steps[0]);
  return {
    reads: false,
    run: (bindings, judge, deadline) =>
      group.submit({
        effect: () => judged(all(bindings), judge),
        savepoint: !atomic || judge !== undefined || deadline !== undefined,
        deadline,
      }),
  };
}

/** Does it write with one statement at most? Then nothing of it is left when that statement fails. */
function isOneStatement(step: Step): boolean {
  switch (step.kind) {
    case 'find':
    case 'list':
    case 'insert':
      return true;
    case 'update':
      return !step.every || !step.set.some((each) => each.slug);
    case 'delete':
      return step.cascade.length === 0 && !step.every;
    case 'put':
    case 'again':
      return true;
  }
}

function prepareStep(parts: Parts, step: Step): RunStep {
  const { database, schema, counts } = parts;
  switch (step.kind) {
    case 'find':
    case 'list':
      // Inside a transaction that writes: nothing may be left to a reader, which sees only what is committed.
      return prepareRead(database, schema, step, { ticks: false });
    case 'insert':
      return insert(database, schema, step, counts);
    case 'update':
      return update(database, schema, step);
    case 'delete':
      return remove(database, schema, step, counts);
    case 'put':
      return put(database, schema, step, counts);
    case 'again':
      return again(database, schema, step);
  }
}
