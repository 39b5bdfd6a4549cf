// Phases `rates`, `caller rates` and `sent rates`: a call is counted, or refused, before its effect. Each counts by what is
// known by then. Notation, part 8; decision 0072.

import type { RateStage } from '../../plan/limits.ts';
import type { Phase, Run } from './phase.ts';

const EXITS = ['too many requests', 'Calls reached (a rate of part 8)', 'unavailable'];

export const rates: Phase = {
  name: 'rates',
  check: 'limits',
  does: 'Rates of part 8 by address and operation: all of them count the call, or none does',
  exits: EXITS,
  compile: counting('first'),
};

export const ratesOfCallers: Phase = {
  name: 'caller rates',
  check: 'limits',
  does: 'Rates by caller, and those with a condition on the caller; who calls is looked up',
  exits: EXITS,
  compile: counting('ofCaller'),
};

export const ratesOfSent: Phase = {
  name: 'sent rates',
  check: 'limits',
  does: 'Rates by a row or a value that the call names',
  exits: EXITS,
  compile: counting('ofSent'),
};

function counting(stage: RateStage): Phase['compile'] {
  return (compiled) => {
    const place = compiled.run.rates?.[stage];
    const judging = compiled.context.rates;
    if (place === undefined || judging === undefined) return undefined;
    let run: Run | undefined;
    const loading = Promise.all([import('../rates/judge.ts'), judging]).then(
      ([{ compilePlace }, by]) => (run = compilePlace(compiled, place, by)),
    );
    loading.catch(() => undefined);
    return (request) => (run === undefined ? loading.then((loaded) => loaded(request)) : run(request));
  };
}
