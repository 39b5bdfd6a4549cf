// What a saved document changes in what runs. Input: the earlier plan and the new one. Output: lines: what newly runs, what is
// newly held and by which gap, what is there or gone, what takes or answers something else; one line where nothing changed.

import { fewest } from '../../base/few.ts';
import type { OperationPlan, Plan } from '../../plan/plan.ts';
import type { Console } from '../console.ts';
import { operationDiffers, wholeDiffers } from './differs.ts';

type Kind = 'runs' | 'partly' | 'differs' | 'held' | 'gone';

const SIGNS: Readonly<Record<Kind, readonly ['+' | '~' | '-', 'green' | 'yellow' | 'red']>> = {
  runs: ['+', 'green'],
  partly: ['~', 'yellow'],
  differs: ['~', 'yellow'],
  held: ['-', 'red'],
  gone: ['-', 'red'],
};

export function toldChanges(before: Plan, after: Plan, paint: Console['paint']): readonly string[] {
  const old = new Map(before.operations.map((operation) => [operation.id, operation]));
  const ids = new Set(after.operations.map(({ id }) => id));
  const own: readonly Line[] = [
    ...after.operations.flatMap((operation) => told(old.get(operation.id), operation)),
    ...before.operations
      .filter(({ id }) => !ids.has(id))
      .map(({ id }) => ({ kind: 'gone' as const, what: `${id} is gone` })),
    ...differing(before, after),
    ...others(before, after),
  ];
  const whole = wholeDiffers(before, after, own.length > 0);
  const lines: readonly Line[] = [...own, ...whole.map((what) => ({ kind: 'differs' as const, what }))];
  if (lines.length === 0) return ['no change in what runs'];
  const asked = new Set<string>();
  return lines.flatMap(({ kind, what, by = [] }) => [
    `  ${paint(SIGNS[kind][1], SIGNS[kind][0])} ${what}${fewest(by, MOST_GAPS)}`,
    ...questions(by, after, asked).map((line) => `      ${paint('dim', line)}`),
  ]);
}

interface Line {
  readonly kind: Kind;
  readonly what: string;
  /** The gaps that hold it. */
  readonly by?: readonly string[];
}

/** Named in one line; `ask` and `/gaps` have all. */
const MOST_GAPS = 3;

/** Of one save; the others are what `ask` is for. */
const MOST_QUESTIONS = 5;

/** Each is asked once. */
function questions(by: readonly string[], { gaps }: Plan, asked: Set<string>): readonly string[] {
  return by.flatMap((id) => {
    const question = gaps[id];
    if (question === undefined || asked.has(id) || asked.size === MOST_QUESTIONS) return [];
    asked.add(id);
    return [`${id}: ${question}`];
  });
}

function told(was: OperationPlan | undefined, is: OperationPlan): readonly Line[] {
  if (was !== undefined && stateOf(was) === stateOf(is)) return [];
  const isNew = was === undefined ? 'is new and ' : '';
  switch (is.runs) {
    case 'yes':
      return [{ kind: 'runs', what: `${is.id} ${isNew}runs` }];
    case 'partly':
      return [{ kind: 'partly', what: `${is.id} ${isNew}runs, held for some requests by `, by: is.partlyHeldBy }];
    case 'no':
      return [{ kind: 'held', what: `${is.id} is ${was === undefined ? 'new, ' : ''}held by `, by: is.heldBy }];
  }
}

/** The most operations that differ in the same way and are listed one by one. */
const MOST_ALIKE = 3;

/** Of operations that run as they did before. */
function differing(before: Plan, after: Plan): readonly Line[] {
  const old = new Map(before.operations.map((operation) => [operation.id, operation]));
  const found = after.operations.flatMap((is) => {
    const was = old.get(is.id);
    const how = was === undefined || stateOf(was) !== stateOf(is) ? undefined : operationDiffers(was, is);
    return how === undefined ? [] : [{ id: is.id, how }];
  });
  return [...Map.groupBy(found, ({ how }) => how)].flatMap(([how, alike]) => {
    const ids = alike.map(({ id }) => id);
    const told =
      ids.length > MOST_ALIKE ? [`${ids.slice(0, MOST_ALIKE).join(', ')} and ${ids.length - MOST_ALIKE} more:`] : ids;
    return told.map((id) => ({ kind: 'differs' as const, what: `${id} ${how}` }));
  });
}

function stateOf({ runs, heldBy, partlyHeldBy }: OperationPlan): string {
  return JSON.stringify([runs, heldBy, partlyHeldBy]);
}

/** Paths and methods that no operation has. */
function others({ complete: was, openBy: wasBy }: Plan, { complete, openBy }: Plan): readonly Line[] {
  if (was === complete && wasBy.join() === openBy.join()) return [];
  if (complete) return [{ kind: 'runs', what: 'other paths and methods are refused' }];
  return [{ kind: 'held', what: 'other paths and methods are held by ', by: openBy }];
}
