// `node bench/attack/main.ts`: hostile clients beside others. Each attack meets a service of its own; printed are what its
// process holds at most, how long the others wait, and how many of them fail.
// `--kind NAME` (all), `--connections N` (1500), `--requests N` (2000), `--seconds S` (15), `--others ADDRESS` (127.0.0.1, as
// the attack).

import { parseArgs } from 'node:util';
import type { Kind } from './attacker.ts';
import { beside, percentile } from './beside.ts';
import type { Outcome } from './others.ts';

const KINDS: readonly Kind[] = ['large', 'small', 'resets', 'half-closed', 'slow', 'bodies', 'chunks', 'silent'];

const { values } = parseArgs({
  options: {
    kind: { type: 'string' },
    connections: { type: 'string', default: '1500' },
    requests: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '15' },
    others: { type: 'string', default: '127.0.0.1' },
  },
});

function columns({ kept, fresh, failed }: Outcome): string[] {
  const waits = [kept, fresh].flatMap((took) =>
    [0.5, 0.99, 1].map((share) => `${percentile(took, share).toFixed(1)} ms`.padStart(11)),
  );
  return [...waits, `${failed}`.padStart(8)];
}

console.log('attack          most   after   kept p50        p99        max  fresh p50        p99        max  failed');
for (const kind of KINDS) {
  if ((values.kind ?? kind) !== kind) continue;
  const { alone, meanwhile, most, after } = await beside(kind, {
    connections: Number(values.connections),
    requests: Number(values.requests),
    seconds: Number(values.seconds),
    others: values.others,
  });
  console.log(['  before'.padEnd(28), ...columns(alone)].join(''));
  const memory = [most, after].map((megabytes) => `${Math.round(megabytes)} MB`.padStart(8));
  console.log([kind.padEnd(12), ...memory, ...columns(meanwhile)].join(''));
}
