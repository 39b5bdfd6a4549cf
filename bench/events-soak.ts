// What dead receivers do to well ones, and to memory, over time: `--only events --soak MINUTES`. A backlog of a million deliveries and a new event every
// two seconds for 1,000 receivers, of which a fifth is dead (half of those refuse connections, half never answer); beside the same without the dead.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventService, posted, signing } from './events-service.ts';
import { environment, freePort, load, resident, serve, stop, type Server } from './processes.ts';

const RECEIVERS = 1_000;
const DEAD = 200;
const BACKLOG = 1_000_000;
const EVERY = 2_000;
const POINTS = 6;

interface Options {
  readonly directory: string;
  readonly cache: string;
  readonly minutes: number;
}

interface Told {
  readonly count: number;
  readonly fresh: number;
  readonly p50: number;
  readonly p99: number;
}

export async function eventsSoak(options: Options): Promise<void> {
  const alone = await soaked('without the dead', RECEIVERS - DEAD, 0, options);
  const among = await soaked('with the dead', RECEIVERS - DEAD, DEAD, options);
  const ratio = (among.p99 / alone.p99).toFixed(2);
  console.log(`p99 of well receivers, with the dead beside without them: ${ratio} (at most 2)`);
}

async function soaked(what: string, well: number, dead: number, options: Options): Promise<Told> {
  const { directory, cache, minutes } = options;
  const data = join(directory, `soak-${dead}`);
  const port = await freePort();
  const receivers = await serve('receivers', port, ['bench/many-receivers.ts', String(port)], environment(cache), 1);
  const address = `http://127.0.0.1:${port}`;
  try {
    const silent = await eventService(['--data', data], cache);
    const closed = await freePort();
    for (let each = 0; each < well; each += 1)
      await posted(silent, '/listeners', { address: `${address}/well/${each}` });
    for (let each = 0; each < dead; each += 1)
      await posted(silent, '/listeners', {
        address: each % 2 === 0 ? `http://127.0.0.1:${closed}/${each}` : `${address}/hanging/${each}`,
      });
    await load({
      port: silent.port,
      connections: 32,
      seconds: 600,
      warm: 0,
      requests: Math.ceil(BACKLOG / (well + dead)),
      mix: [{ method: 'POST', path: '/orders', body: '{"label":"an old one","total":12}', status: 201 }],
    });
    await stop(silent);
    const sending = await eventService(['--data', data], cache, signing(directory));
    try {
      return await watched(what, sending, address, minutes);
    } finally {
      await stop(sending);
    }
  } finally {
    await stop(receivers);
    rmSync(data, { recursive: true, force: true });
  }
}

/** New events are written meanwhile. */
async function watched(what: string, sending: Server, address: string, minutes: number): Promise<Told> {
  const began = performance.now();
  const until = began + minutes * 60_000;
  let point = 0;
  let told: Told = { count: 0, fresh: 0, p50: 0, p99: 0 };
  while (performance.now() < until) {
    await posted(sending, '/orders', { label: String(Date.now()), total: 12 });
    await sleep(EVERY);
    if (performance.now() - began < (point * minutes * 60_000) / POINTS) continue;
    point += 1;
    told = (await (await fetch(address)).json()) as Told;
    const minute = ((performance.now() - began) / 60_000).toFixed(1);
    console.log(
      `${what}: ${minute} min, ${Math.round(resident(sending))} MB, ${told.count} delivered; new events: ` +
        `${told.fresh}, p50 ${(told.p50 / 1000).toFixed(1)} s, p99 ${(told.p99 / 1000).toFixed(1)} s`,
    );
  }
  return (await (await fetch(address)).json()) as Told;
}
