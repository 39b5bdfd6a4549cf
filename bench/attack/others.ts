// Clients that do nothing wrong, in a process of its own: reads at a fixed rate, whether or not the last one was answered, half of them on
// connections that stay, half on new ones. Input: an order in JSON. Output: how long they took, in JSON.

import { Agent, request } from 'node:http';

export interface Order {
  readonly port: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly from: string;
}

export interface Outcome {
  /** Milliseconds from the moment in which each was due, in order; those that failed are not among them. */
  readonly kept: readonly number[];
  readonly fresh: readonly number[];
  readonly failed: number;
}

function read({ port, from }: Order, agent: Agent | false): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(
      { port, host: '127.0.0.1', localAddress: from, path: '/todos/2', agent, timeout: 30_000 },
      (answer) => {
        answer.resume().once('end', resolve);
        if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode}`));
      },
    );
    call.once('error', reject);
    call.once('timeout', () => call.destroy(new Error('no answer')));
    call.end();
  });
}

const order = JSON.parse(process.argv[2]!) as Order;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const took: Record<'kept' | 'fresh', number[]> = { kept: [], fresh: [] };
let failed = 0;
const all: Promise<void>[] = [];
const many = order.seconds * order.perSecond;
const began = performance.now();
for (let i = 0; i < many; i++) {
  const due = began + (i * 1000) / order.perSecond;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  const kind = i % 2 === 0 ? 'kept' : 'fresh';
  all.push(
    read(order, kind === 'kept' && agent).then(
      () => void took[kind].push(performance.now() - due),
      () => void failed++,
    ),
  );
}
await Promise.all(all);
const [kept, fresh] = [took.kept, took.fresh].map((some) => some.toSorted((a, b) => a - b)) as [number[], number[]];
console.log(JSON.stringify({ kept, fresh, failed } satisfies Outcome));
process.exit(0);
