// The stream of a plan that is served, as requests find it. Input: a plan that is served, its store, a clock. Output: how it is started, and how a request
// becomes a reader; nothing of it is loaded where nothing is streamed. Notation, part 6; decision 0069.

import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../reason.ts';
import type { RelayContext } from '../relay/context.ts';
import type { Streams } from './context.ts';
import type { Hub, HubParts } from './hub.ts';

/** Undefined: nothing is streamed, or something holds it. */
export function compileStreams(context: RelayContext): Streams | undefined {
  const { plan } = context;
  const { deliveries } = context.store;
  const { stream, heldBy = [], events: held = {} } = plan.delivery ?? {};
  if (!stream || heldBy.length > 0 || !deliveries) return undefined;
  const kinds = (plan.events ?? []).filter((event) => !Object.hasOwn(held, event));
  let running: Beginning | undefined;
  return {
    plan: stream,
    start() {
      const own = begin({ context, stream, deliveries, kinds });
      running = own;
      return {
        wake: () => own.hub()?.wake(),
        stop() {
          if (running === own) running = undefined;
          return own.stop();
        },
      };
    },
    async place(sent) {
      if (running === undefined) throw new Error('the service stops');
      const hub = running.hub() ?? (await Promise.race([running.begun, sleep(PATIENCE, undefined, { ref: false })]));
      if (hub === undefined) throw new Error('its data cannot be read now');
      return hub.place(sent);
    },
    open(response, from, access) {
      const hub = running?.hub();
      if (hub !== undefined) return hub.open(response, from, access);
      access.left();
      response.end();
    },
    forget: () => running?.hub()?.forget(),
    end: () => running?.hub()?.end(),
  };
}

/** Milliseconds for which a reader waits for the start. */
const PATIENCE = 1_000;
/** Milliseconds until the data is asked again that cannot be read at the start. */
const PAUSE = 1_000;

interface Beginning {
  hub(): Hub | undefined;
  /** Undefined: it was stopped before. */
  readonly begun: Promise<Hub | undefined>;
  stop(): Promise<void>;
}

function begin(parts: HubParts): Beginning {
  const state = { isStopped: false, hub: undefined as Hub | undefined };
  const begun = (async () => {
    const { startHub } = await import('./hub.ts');
    for (let tries = 0; !state.isStopped; tries++) {
      try {
        return (state.hub = await startHub(parts));
      } catch (error) {
        if (tries === 0) parts.context.log(`events wait: ${reasonOf(error)}`);
        await sleep(PAUSE, undefined, { ref: false });
      }
    }
    return undefined;
  })();
  return {
    hub: () => state.hub,
    begun,
    async stop() {
      state.isStopped = true;
      await (await begun)?.stop();
    },
  };
}
