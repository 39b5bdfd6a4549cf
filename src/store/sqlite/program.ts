// Prepares the steps of an operation once. In: steps of a plan. Out: a program: reads answer at once, writes go through
// the group. Design, section 6: an effect is one transaction; nothing is kept of a refused request.

import type { DatabaseSync } from 'node:sqlite';
import type { Step } from '../../plan/steps.ts';
import type { Bindings, Judge, Program, Result, StepOutcome } from '../store.ts';
import type { Group } from './group.ts';
import { insert } from './insert.ts';
import { find, list } from './reads.ts';
import type { Ran, RunStep } from './reads.ts';
import { remove } from './remove.ts';
import type { Schema } from './schema.ts';
import type { Sizes } from './sizes.ts';
import { put, update } from './update.ts';

export function programOf(
  database: DatabaseSync,
  schema: Schema,
  sizes: Sizes,
  group: Group,
  steps: readonly Step[],
): Program {
  const runs = steps.map((step) => prepareStep(database, schema, sizes, step));
  const all = runs.length === 1 && runs[0] ? single(runs[0]) : several(runs, steps);
  if (steps.every(isRead)) {
    return {
      reads: true,
      run: (bindings, judge) => judged(all(bindings), judge),
    };
  }
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

function isRead(step: Step): boolean {
  return step.kind === 'find' || step.kind === 'list';
}

/** Does it write with one statement at most? Then nothing of it is left when that statement fails. */
function isOneStatement(step: Step): boolean {
  switch (step.kind) {
    case 'find':
    case 'list':
    case 'insert':
    case 'put':
      return true;
    case 'update':
      return !step.every || !step.set.some((each) => each.slug);
    case 'delete':
      return step.cascade.length === 0;
  }
}

function prepareStep(database: DatabaseSync, schema: Schema, sizes: Sizes, step: Step): RunStep {
  switch (step.kind) {
    case 'insert':
      return insert(database, schema, step, sizes);
    case 'find':
      return find(database, schema, step);
    case 'list':
      return list(database, schema, step);
    case 'update':
      return update(database, schema, step);
    case 'delete':
      return remove(database, schema, step, sizes);
    case 'put':
      return put(database, schema, step, sizes);
  }
}

type RunAll = (bindings: Bindings) => Result;

function single(run: RunStep): RunAll {
  return (bindings) => {
    const ran = run(bindings);
    return ran.refused === undefined ? done(ran, ran.outcome ?? 'found') : refused(ran);
  };
}

/** The rows are those of the last step that answers, the outcome that of the last step that writes. */
function several(runs: readonly RunStep[], steps: readonly Step[]): RunAll {
  return (bindings) => {
    let answer: Ran = {};
    let outcome: StepOutcome = 'found';
    for (let i = 0; i < runs.length; i++) {
      const ran = runs[i]?.(bindings) ?? {};
      if (ran.refused !== undefined) return refused(ran);
      if (ran.rows) answer = ran;
      const step = steps[i];
      if (step && !isRead(step)) outcome = ran.outcome ?? outcome;
    }
    return done(answer, outcome);
  };
}

const NOTHING: readonly never[] = [];

function done(ran: Ran, outcome: StepOutcome): Result {
  return { kind: 'done', outcome, rows: ran.rows ?? NOTHING, total: ran.total };
}

function refused(ran: Ran): Result {
  const cause = ran.refused ?? '';
  return ran.also && ran.also.length > 0 ? { kind: 'refused', cause, also: ran.also } : { kind: 'refused', cause };
}

function judged(result: Result, judge: Judge | undefined): Result {
  if (!judge || result.kind !== 'done') return result;
  const value = judge(result);
  return value === undefined ? result : { kind: 'undone', value };
}
