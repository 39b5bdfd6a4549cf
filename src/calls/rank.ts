// In which order operations are called, so that what they need is there. Input: an operation. Output: its place.

import type { OperationPlan } from '../plan/plan.ts';
import type { Step } from '../plan/steps.ts';

/** 0 creates, 1 reads, 2 changes, 3 moves, 4 deletes one, 5 deletes every. */
export function rankOf({ run }: OperationPlan): number {
  const { steps = [] } = run ?? {};
  return Math.max(
    ...steps.filter((step) => !('quiet' in step)).map(rankOfStep),
    steps.some(makes) || signsIn(run) ? 0 : 1,
  );
}

/** A signed token is made as a row is. */
function signsIn(run: OperationPlan['run']): boolean {
  return run?.signs !== undefined && run.credentials === undefined;
}

function makes(step: Step): boolean {
  return step.kind === 'insert' || step.kind === 'put';
}

function rankOfStep(step: Step): number {
  switch (step.kind) {
    case 'insert':
    case 'put':
    case 'find':
    case 'list':
    case 'bind':
    case 'free':
    case 'again':
    case 'limit':
      return 0;
    case 'update':
      return step.outcome === 'moved' ? 3 : 2;
    case 'delete':
      return step.every ? 5 : 4;
  }
}
