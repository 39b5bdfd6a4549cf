// Phase `head`: the size of the headers, where part 8 states one. The operator's own bound counts where it is smaller. Notation, part 8;
// https://www.rfc-editor.org/rfc/rfc6585#section-5

import type { Phase } from './phase.ts';
import { noted } from './refusals.ts';
import { refuse } from './refuse.ts';

export const head: Phase = {
  name: 'head',
  check: 'limits',
  does: 'The octets of all headers, where part 8 states how many there may be',
  exits: ['too large', 'Most reached (a size of the headers)'],
  compile: ({ run: { head: limit } }) => {
    if (limit === undefined) return undefined;
    const failure = { cause: limit.cause, floor: 'too large' } as const;
    return (request) => {
      const { rawHeaders } = request.exchange.request;
      // Each character of a header is one octet.
      const octets = rawHeaders.reduce((sum, text) => sum + text.length, 0);
      if (octets <= limit.octets) return undefined;
      if (limit.isInOrder !== true) return refuse(request, failure);
      noted(request, 'limits', { kind: 'refused', failures: [failure] });
      return undefined;
    };
  },
};
