// A call that was made, and what became known by it. A type, and a tiny function.

import { isReply, type Exchange } from '../exchange.ts';
import type { Judgement } from '../verdict.ts';
import type { Row } from '../world/known.ts';
import type { Draft } from './draft.ts';

export interface Step {
  readonly draft: Draft;
  readonly exchange: Exchange;
  readonly judgement: Judgement;
  /** In the order in which they became known. */
  readonly rows: readonly Row[];
}

/** A reply that says yes. */
export function isSuccessful({ exchange: { reply } }: Step): boolean {
  return isReply(reply) && reply.status >= 200 && reply.status < 300;
}
