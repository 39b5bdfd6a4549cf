// Phase `query`: the parameters behind the question mark. What does not fit is judged with the body. Notation, part 4, table Query.

import type { Phase } from './phase.ts';

export const query: Phase = {
  name: 'query',
  check: 'body',
  does: 'Query parameters by their rules; what fails is kept for the phase rules',
  exits: [],
  compile: ({ readQuery }) =>
    readQuery &&
    ((request) => {
      readQuery(request.exchange.query, request.findings);
      return undefined;
    }),
};
