// Phase `rules`: rules over what is sent alone, and whether the request is refused for what it sent. Notation, part 7, head When;
// part 4, `All failed fields at once`.

import { decide } from '../findings.ts';
import { instantOf } from '../up-to-date.ts';
import type { Phase } from './phase.ts';

const NO_ROW = {};

export const rules: Phase = {
  name: 'rules',
  check: 'body',
  does: 'Rules over what is sent alone; all failures of query and body, or the first',
  exits: [
    'malformed body; unsupported media type (a body where there is none)',
    'invalid query',
    'unknown field',
    'read-only field',
    'R.f missing, blank, invalid',
    'no such R in f',
    'the code of a condition over what is sent alone',
    'gap',
  ],
  compile: (compiled) => {
    const { make, requires, failureOf, collect, refusals } = compiled;
    return (request) => {
      const { findings } = request;
      make?.(findings.bindings, instantOf(compiled, findings), request.exchange.request);
      if (findings.failures.length === 0 && findings.held.length === 0) {
        for (const { holds, cause } of requires) {
          if (!holds(NO_ROW, findings.bindings)) findings.failures.push(failureOf(cause));
        }
      }
      request.refusal = decide(findings, collect, refusals);
      return undefined;
    };
  },
};
