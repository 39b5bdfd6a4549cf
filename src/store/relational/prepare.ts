// Prepares the steps of an operation. Input: steps of a plan and an engine. Output: for each step a generator of what it asks.
// Both engines run the same ones: an effect is one transaction, nothing is kept of a refused request.

import type { Step } from '../../plan/steps.ts';
import { insert } from './insert.ts';
import { insertEach } from './insert-each.ts';
import { withLate } from './payloads.ts';
import { limit } from './limit.ts';
import { again, prepareRead } from './reads.ts';
import type { Reading, RunStep } from './ran.ts';
import { remove } from './remove.ts';
import { runAll, type RunAll } from './run.ts';
import { eventsOf, locksFirst } from './with-events.ts';
import type { Preparing } from './statement.ts';
import { put, update } from './update.ts';

/** Inside a transaction that writes: no reader may be used, since it sees only what is committed. */
const INSIDE: Reading = { ticks: false };

export function prepareStep(on: Preparing, step: Step): RunStep {
  switch (step.kind) {
    case 'find':
    case 'list':
    case 'bind':
    case 'free':
      return prepareRead(on, step, INSIDE);
    case 'insert':
      return step.each ? insertEach(on, step) : insert(on, step);
    case 'update':
      return update(on, step);
    case 'delete':
      return remove(on, step);
    case 'put':
      return put(on, step);
    case 'again':
      return again(on, step);
    case 'limit':
      return limit(on, step);
  }
}

/** All steps of a program, one after the other. */
export function prepareAll(on: Preparing, steps: readonly Step[]): RunAll {
  const runs = steps.map((step) => prepareStep(on, step));
  return withLate(on, steps, runAll(runs, steps));
}

/** Does it write with one statement at most? Then nothing of it is left when that statement fails. */
export function isOneStatement(on: Preparing, step: Step): boolean {
  const parts = step.kind === 'put' ? [step.update, step.insert] : [step];
  if (parts.some((part) => 'emits' in part && eventsOf(on, part).beside.length > 0)) return false;
  switch (step.kind) {
    case 'find':
    case 'list':
    case 'bind':
    case 'free':
      return true;
    case 'insert':
      return step.each === undefined;
    case 'update':
      return !step.every || !step.set.some((each) => each.slug);
    case 'delete':
      return step.cascade.length === 0 && !step.every && !locksFirst(on, step);
    case 'put':
    case 'again':
      return true;
    case 'limit':
      return false;
  }
}
