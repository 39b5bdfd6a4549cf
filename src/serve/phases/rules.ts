// Phase `rules`: rules over what is sent alone, and whether the request is refused for what it sent. Notation, part 7, head When;
// part 4, `All failed fields at once`.

import type { Compiled } from '../compiled.ts';
import { decide, note, type Failure, type Findings } from '../findings.ts';
import { instantOf } from '../up-to-date.ts';
import type { Phase } from './phase.ts';
import { noted } from './refusals.ts';

const NO_ROW = {};

export const rules: Phase = {
  name: 'rules',
  check: 'body',
  does: 'Rules over what is sent alone; all failures of query, headers and body, or the first',
  exits: [
    'malformed body; unsupported media type (a body where there is none)',
    'invalid query',
    'invalid header',
    'header X missing',
    'unknown field',
    'read-only field',
    'R.f missing, blank, invalid',
    'no such R in f',
    'the code of a condition over what is sent alone',
    'gap',
  ],
  compile: (compiled) => {
    const { make, makeEach, needs, requires, failureOf, collect, refusals } = compiled;
    const inOrder = new Set(compiled.run.limitsInOrder);
    return (request) => {
      const { findings } = request;
      make?.(findings.bindings, instantOf(compiled, findings), request.exchange.request);
      makeEach?.(findings.bindings, instantOf(compiled, findings), request.exchange.request);
      for (const need of needs) refuseLeftOut(need, findings);
      if (findings.failures.length === 0 && findings.held.length === 0) {
        for (const { holds, cause } of requires) {
          if (!holds(NO_ROW, findings.bindings)) findings.failures.push(failureOf(cause));
        }
      }
      const limited = inOrder.size === 0 ? NONE : findings.failures.filter(({ cause }) => inOrder.has(cause));
      const rest = limited.length === 0 ? findings : without(findings, inOrder);
      const decision = decide(rest, collect, refusals);
      if (decision !== undefined) noted(request, 'body', decision);
      if (limited.length > 0)
        noted(request, 'limits', decide({ ...findings, held: [], failures: [...limited] }, collect, refusals)!);
      return undefined;
    };
  },
};

const NONE: readonly Failure[] = [];

function without(findings: Findings, causes: ReadonlySet<string>): Findings {
  return { ...findings, failures: findings.failures.filter(({ cause }) => !causes.has(cause)) };
}

/** A body that is none of the stated form says nothing that a condition could look at. */
function refuseLeftOut({ plan, rule, holds }: Compiled['needs'][number], findings: Findings): void {
  const { bindings, failures } = findings;
  if (bindings[`sent.${plan.parameter}`] === 1) return;
  if (failures.some(({ cause, field }) => cause === 'malformed body' || field === plan.name)) return;
  if (holds(NO_ROW, bindings)) note(rule, findings, plan.name);
}
