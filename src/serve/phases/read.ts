// Phase `read`: the octets of a body, as they were sent, up to the operator's bound or a smaller size that part 8 states. They are parsed
// in the next phase, so that what is signed can be judged by its octets. https://www.rfc-editor.org/rfc/rfc9112#section-6

import { hasBody, readBody } from '../body.ts';
import type { Bounds } from '../limits.ts';
import type { Exchange, Octets } from '../respond.ts';
import { after, type Phase } from './phase.ts';
import { refuse } from './refuse.ts';

export const read: Phase = {
  name: 'read',
  check: 'body',
  does: "The body, up to the operator's bound or a size of part 8, when the operation takes, refuses or limits one",
  exits: ['too large', 'Most reached (a size of part 8)', 'floor: 408'],
  compile: ({ readFields, refusesBody, run: { size }, context: { bounds: own } }) => {
    if (readFields === undefined && !refusesBody && size === undefined) return undefined;
    const isStated = size !== undefined && size.octets < own.body;
    const bounds = isStated ? { ...own, body: size.octets } : own;
    const cause = isStated ? size.cause : 'too large';
    return (request) => {
      if (request.isOfWrongType === true || !hasBody(request.exchange.request)) return undefined;
      return after(received(request.exchange, bounds), (octets) => {
        if (octets === 'too large' || octets.length > bounds.body)
          return refuse(request, { cause, floor: 'too large' });
        request.octets = octets;
        return undefined;
      });
    };
  },
};

/** At once where they are there already. Never settles when the client goes away, or another plan takes the request over. */
function received(exchange: Exchange, bounds: Bounds): Octets | Promise<Octets> {
  if (exchange.octets !== undefined) return exchange.octets;
  return new Promise((resolve) => readBody(exchange, bounds, resolve, exchange.done));
}
