// Phases `path` and `absent`: the parameters of the path. One that does not fit its type names no row; what the parameters left of
// it select goes before it. Notation, part 4, table Path.

import { decide } from '../findings.ts';
import type { Phase } from './phase.ts';
import { noted, settle } from './refusals.ts';

export const path: Phase = {
  name: 'path',
  does: 'Path parameters, left to right',
  exits: [],
  compile: ({ run, readPath, refusals }) => {
    if (run.path.length === 0) return undefined;
    return (request) => {
      const { findings } = request;
      const place = readPath(request.exchange.path, request.places, findings);
      const decision = decide(findings, false, refusals);
      if (decision !== undefined && place !== undefined) request.absent = { place, decision };
      // What the path failed in is judged at its place.
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
  compile: ({ run }) => {
    if (run.path.length === 0) return undefined;
    return (request) => {
      if (request.absent !== undefined) noted(request, 'existence', request.absent.decision);
      return settle(request, 'path');
    };
  },
};
