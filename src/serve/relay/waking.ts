// A store that says when events may have been written. Input: a store, what to call. Output: the same store; programs whose steps emit events call it
// behind each run that is done.

import type { Step } from '../../plan/steps.ts';
import type { Result, Store } from '../../store/store.ts';

export function waking(store: Store, wake: () => void): Store {
  const told = (result: Result): Result => {
    if (result.kind === 'done') wake();
    return result;
  };
  return Object.assign(Object.create(store) as Store, {
    prepare: (steps: readonly Step[], turn?: string) => {
      const program = store.prepare(steps, turn);
      if (!steps.some(mayEmit)) return program;
      const run: typeof program.run = (bindings, judge) => {
        const result = program.run(bindings, judge);
        return result instanceof Promise ? result.then(told) : told(result);
      };
      return { reads: program.reads, run };
    },
    prepareKeyed: (steps: readonly Step[], before: number) => {
      const program = store.prepareKeyed(steps, before);
      if (!steps.some(mayEmit)) return program;
      const run: typeof program.run = async (bindings, call) => {
        const result = await program.run(bindings, call);
        if (result.kind === 'done') wake();
        return result;
      };
      return { run };
    },
  });
}

export function mayEmit(step: Step): boolean {
  if (step.kind === 'put') return mayEmit(step.update) || mayEmit(step.insert);
  return 'emits' in step && (step.emits?.length ?? 0) > 0;
}
