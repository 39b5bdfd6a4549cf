// Clients that send thousands of requests in one piece and do not read, or bodies in chunks of one octet, beside others: the
// process stays small, and nobody else waits. The full size is `node bench/attack/main.ts`, with figures in docs/performance.md.

import { expect, test } from 'vitest';
import type { Kind } from '../../bench/attack/attacker.ts';
import { beside, percentile, type Beside } from '../../bench/attack/beside.ts';

const AMOUNT = { connections: 200, requests: 2000, seconds: 5, others: '127.0.0.1' };
/** Milliseconds that others may wait; a machine that is busy makes them wait without any attack, too. */
const bound = ({ alone }: Beside): number => 250 + 3 * worst(alone);
const worst = ({ kept, fresh }: Beside['alone']): number => Math.max(percentile(kept, 0.99), percentile(fresh, 0.99));

test.each<Kind>(['large', 'small', 'resets', 'half-closed', 'slow', 'chunks', 'silent'])(
  'an attack of the kind %s leaves others and the memory alone',
  { timeout: 120_000 },
  async (kind) => {
    let last = await beside(kind, AMOUNT);
    // What a busy machine explains is tried again.
    for (let i = 0; i < 2 && worst(last.meanwhile) > bound(last); i++) last = await beside(kind, AMOUNT);
    expect(last.meanwhile.failed).toBe(0);
    expect(last.most).toBeLessThan(600);
    expect(worst(last.meanwhile)).toBeLessThan(bound(last));
  },
);
