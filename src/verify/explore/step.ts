// A call that was made, and what became known by it. A type, and a tiny function.

import { isReply, type Call, type Exchange } from '../exchange.ts';
import type { Judgement } from '../verdict.ts';
import type { Row } from '../world/known.ts';
import { copied } from '../world/copied.ts';
import type { Draft } from './draft.ts';

export interface Step {
  readonly draft: Draft;
  /** Of an old one a long reply is cut. */
  exchange: Exchange;
  readonly judgement: Judgement;
  /** In the order in which they became known. */
  readonly rows: readonly Row[];
}

/** A reply that says yes. */
export function isSuccessful({ exchange: { reply } }: Step): boolean {
  return isReply(reply) && reply.status >= 200 && reply.status < 300;
}

/** A reply is kept so far, in characters; of a service a run sees more than there is room for. */
export const LONGEST_REPLY = 65_536;

export function cut(step: Step): void {
  step.exchange = briefly(step.exchange);
}

/** Of these there is room for one at a time, in characters. */
const HUGE = 1_000_000;

export function isHuge({ exchange: { reply } }: Step): boolean {
  return isReply(reply) && reply.body.length > HUGE;
}

/** As it is kept and reported. */
export function briefly(exchange: Exchange): Exchange {
  const [call, reply] = [unpadded(exchange.call), shortened(exchange.reply)];
  return call === exchange.call && reply === exchange.reply ? exchange : { ...exchange, call, reply };
}

function shortened(reply: Exchange['reply']): Exchange['reply'] {
  if (!isReply(reply) || reply.body.length <= LONGEST_REPLY) return reply;
  return { ...reply, body: copied(reply.body.slice(0, LONGEST_REPLY)) };
}

/** The white space that makes a body large is written again when it is asked for. */
function unpadded(call: Call): Call {
  const { body } = call;
  if (body === undefined || body.length <= LONGEST_REPLY) return call;
  const { length } = body;
  const trimmed = body.trimEnd();
  if (trimmed.length > LONGEST_REPLY || trimmed.padEnd(length) !== body) return call;
  const text = copied(trimmed);
  return {
    ...call,
    get body() {
      return text.padEnd(length);
    },
  };
}
