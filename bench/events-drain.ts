// What a backlog that is being sent does to those who write: `--only drain`. 500 writes a second, each at its time, before anything is sent and while
// a million deliveries are; memory at the end.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventService, posted, signing } from './events-service.ts';
import { environment, freePort, load, resident, serve, stop, type Server } from './processes.ts';

const RECEIVERS = 50;
const BACKLOG = 1_000_000;
const RATE = 500;
const ROUNDS = 4;
const SECONDS = 10;

export async function eventsDrain(options: { readonly directory: string; readonly cache: string }): Promise<void> {
  const { directory, cache } = options;
  const data = join(directory, 'drain');
  const port = await freePort();
  const receivers = await serve('receivers', port, ['bench/many-receivers.ts', String(port)], environment(cache), 1);
  const address = `http://127.0.0.1:${port}`;
  try {
    const silent = await eventService(['--data', data], cache);
    for (let each = 0; each < RECEIVERS; each += 1)
      await posted(silent, '/listeners', { address: `${address}/well/${each}` });
    const before = await written(silent);
    await load({
      port: silent.port,
      connections: 32,
      seconds: 600,
      warm: 0,
      requests: BACKLOG / RECEIVERS,
      mix: [{ method: 'POST', path: '/orders', body: '{"label":"an old one","total":12}', status: 201 }],
    });
    await stop(silent);
    const sending = await eventService(['--data', data], cache, signing(directory));
    try {
      const meanwhile = await written(sending);
      const { count } = (await (await fetch(address)).json()) as { readonly count: number };
      console.log(
        `${RATE} writes a second: p99 ${before.toFixed(1)} ms with nothing to send, ${meanwhile.toFixed(1)} ms while ${BACKLOG} ` +
          `deliveries are sent (${(meanwhile / before).toFixed(2)}, at most 2); ${count} delivered meanwhile, ${Math.round(resident(sending))} MB (under 250)`,
      );
      if (count >= BACKLOG) throw new Error('the backlog ended before the last write');
    } finally {
      await stop(sending);
    }
  } finally {
    await stop(receivers);
    rmSync(data, { recursive: true, force: true });
  }
}

/** The least p99 of the rounds, in milliseconds: what disturbs only adds. */
async function written({ port }: Server): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { p99, wrong } = await load({
      port,
      connections: 32,
      seconds: SECONDS,
      warm: 1,
      rate: RATE,
      mix: [{ method: 'POST', path: '/silent', body: '{"label":"a new one","total":12}', status: 201 }],
    });
    if (wrong > 0) throw new Error(`${wrong} writes were not answered as they must be`);
    least = Math.min(least, p99);
  }
  return least;
}
