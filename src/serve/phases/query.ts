// Phases `query` and `headers`: the parameters behind the question mark, and those among the headers. What does not fit is judged with
// the body. Notation, part 4, tables Query and Header.

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

export const headers: Phase = {
  name: 'headers',
  check: 'body',
  does: 'Headers that the document declares, by their rules; what fails is kept for the phase rules',
  exits: [],
  compile: ({ readHeaders }) =>
    readHeaders &&
    ((request) => {
      readHeaders(request.exchange.request, request.findings);
      return undefined;
    }),
};
