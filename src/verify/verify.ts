// A running service held to its document. Input: a model, and where the service is, or exchanges that others recorded. Output: a verdict.
// Decision 0075.

import type { Model } from '../model/model.ts';
import type { Exchange } from './exchange.ts';
import type { Judging } from './explore/judging.ts';
import { BOUNDS, Client } from './http/client.ts';
import { expect, isHopeless, isRefusedFor } from './judge/expect.ts';
import { judge } from './judge/judge.ts';
import type { Verdict } from './verdict.ts';
import { judged, type TrafficOptions } from './traffic.ts';
import { verified, type VerifyOptions } from './verified.ts';

export type { TrafficOptions } from './traffic.ts';
export type { VerifyOptions } from './verified.ts';

const JUDGING: Judging = { judge, expect, isHopeless, isRefusedFor };

/** Calls the service at `options.url`, and nothing else. Rejects only where the model has errors. */
export async function verify(model: Model, options: VerifyOptions): Promise<Verdict> {
  const client = new Client(options.url, { ...BOUNDS, ...options.bounds });
  try {
    return await verified(model, options, client, JUDGING);
  } finally {
    client.close();
  }
}

/** Traffic that others made: nothing is sent. */
export function judgeTraffic(
  model: Model,
  exchanges: AsyncIterable<Exchange> | Iterable<Exchange>,
  options: TrafficOptions,
): Promise<Verdict> {
  return judged(model, exchanges, options, JUDGING);
}
