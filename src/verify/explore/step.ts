// A call that was made, and what became known by it. A type, and a tiny function.

import { isReply, type Exchange } from '../exchange.ts';
import type { Judgement } from '../verdict.ts';
import type { Row } from '../world/known.ts';
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
  const { exchange } = step;
  const { reply } = exchange;
  if (!isReply(reply) || reply.body.length <= LONGEST_REPLY) return;
  // A part of a text would keep the whole of it.
  const body = Buffer.from(reply.body.slice(0, LONGEST_REPLY), 'utf16le').toString('utf16le');
  step.exchange = { ...exchange, reply: { ...reply, body } };
}
