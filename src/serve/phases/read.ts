// Phase `read`: the octets of a body, as they were sent, up to the operator's bound or a smaller size that part 8 states. They are parsed
// in the next phase, so that what is signed can be judged by its octets. https://www.rfc-editor.org/rfc/rfc9112#section-6

import { hasBody, readBody } from '../body.ts';
import type { Bounds } from '../limits.ts';
import type { Octets } from '../respond.ts';
import type { Compiled } from '../compiled.ts';
import { after, type Phase, type Request, type Run } from './phase.ts';
import { noted } from './refusals.ts';
import { refuse } from './refuse.ts';

export const read: Phase = {
  name: 'read',
  check: 'body',
  does: "The body, up to the operator's bound or a size of part 8, when the operation takes, refuses or limits one",
  exits: ['too large', 'Most reached (a size of part 8)', 'floor: 408'],
  compile: (compiled) => {
    const { readFields, refusesBody, run } = compiled;
    return readFields === undefined && !refusesBody && run.size === undefined ? undefined : reading(compiled, false);
  },
};

/** `isSigned`: it is looked at before all else, and nothing is known of a request whose body is too large for that. */
export function reading({ run: { size }, context: { bounds: own } }: Compiled, isSigned: boolean): Run {
  const isStated = size !== undefined && size.octets < own.body;
  const bounds = isStated ? { ...own, body: size.octets } : own;
  const cause = isStated ? size.cause : 'too large';
  return (request) => {
    if (request.isUnread === true || request.octets !== undefined || !hasBody(request.exchange.request))
      return undefined;
    return after(received(request, bounds), (octets) => {
      request.stop = undefined;
      if (octets !== 'too large' && octets.length <= bounds.body) {
        request.octets = octets;
        return undefined;
      }
      if (isSigned || !isStated || size.isInOrder !== true) return refuse(request, { cause, floor: 'too large' });
      // Whatever it says, it is not looked at.
      request.isUnread = true;
      noted(request, 'limits', { kind: 'refused', failures: [{ cause, floor: 'too large' }] });
      return undefined;
    });
  };
}

/** At once where they are there already. Never settles when the client goes away, or another plan takes the request over. */
function received(request: Request, bounds: Bounds): Octets | Promise<Octets> {
  const { exchange } = request;
  if (exchange.octets !== undefined) return exchange.octets;
  return new Promise((resolve) => void (request.stop = readBody(exchange, bounds, resolve, exchange.done)));
}
