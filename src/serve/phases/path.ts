// Phases `path` and `absent`: the parameters of the path. One that does not fit its type names no row; what the parameters left of
// it select goes before it. Notation, part 4, table Path.

import type { Compiled } from '../compiled.ts';
import { decide } from '../findings.ts';
import { instantOf } from '../up-to-date.ts';
import { catchUp } from './due.ts';
import { after, type Ended, type Phase, type Request } from './phase.ts';
import { conclude, end } from './refuse.ts';

export const path: Phase = {
  name: 'path',
  does: 'Path parameters, left to right',
  exits: [],
  compile: ({ run, readPath, leftOf, refusals }) => {
    if (run.path.length === 0) return undefined;
    return (request) => {
      const { findings } = request;
      const place = readPath(request.exchange.path, request.places, findings);
      const decision = decide(findings, false, refusals);
      if (decision !== undefined && place !== undefined) request.absent = { decision, left: leftOf[place] };
      // What the path failed in is kept back until the body has been judged.
      findings.failures.length = 0;
      findings.held.length = 0;
      return undefined;
    };
  },
};

export const absent: Phase = {
  name: 'absent',
  check: 'existence',
  does: 'What a path parameter that does not fit means, behind the rows that the parameters left of it select',
  exits: ['no such R', 'invalid path', 'R.f invalid (creates or replaces)'],
  compile: ({ run }: Compiled) => {
    if (run.path.length === 0) return undefined;
    // A refusal of a check that goes first leaves nothing to find out about the path.
    return (request) =>
      request.absent === undefined || request.refusal !== undefined ? undefined : nowhere(request, request.absent);
  },
};

function nowhere(request: Request, { decision, left }: NonNullable<Request['absent']>): Ended | Promise<Ended> {
  if (left === undefined || decision.kind === 'held') return end(request, decision);
  const { compiled, findings } = request;
  return after(catchUp(request), (late) => {
    if (late === 'answered') return late;
    // A token is judged by the instant of the request.
    compiled.make?.(findings.bindings, instantOf(compiled, findings));
    return after(left.run(findings.bindings), (result) =>
      result.kind === 'done' ? end(request, decision) : conclude(request, result),
    );
  });
}
