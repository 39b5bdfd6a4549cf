// The stream of a plan that is served, as requests find it. Input: a plan that is served, its store, a clock. Output: how it is started, and how a request
// becomes a reader; nothing of it is loaded where nothing is streamed. Notation, part 6; decision 0069.

import { reasonOf } from '../reason.ts';
import type { RelayContext } from '../relay/context.ts';
import type { Streams } from './context.ts';
import type { Hub } from './hub.ts';

/** Undefined: nothing is streamed, or something holds it. */
export function compileStreams(context: RelayContext): Streams | undefined {
  const { plan, log } = context;
  const { deliveries } = context.store;
  const { stream, heldBy = [], events: held = {} } = plan.delivery ?? {};
  if (!stream || heldBy.length > 0 || !deliveries) return undefined;
  let hub: Promise<Hub> | undefined;
  return {
    plan: stream,
    start() {
      const kinds = (plan.events ?? []).filter((event) => !Object.hasOwn(held, event));
      let known: Hub | undefined;
      const begin = async (): Promise<Hub> => {
        const { startHub } = await import('./hub.ts');
        return startHub({ context, stream, deliveries, kinds });
      };
      const begun = begin();
      hub = begun;
      begun.then(
        (one) => (known = one),
        (error: unknown) => log(`events wait: ${reasonOf(error)}`),
      );
      return {
        wake: () => known?.wake(),
        async stop() {
          if (hub === begun) hub = undefined;
          await begun.then(
            (one) => one.stop(),
            () => undefined,
          );
        },
      };
    },
    async place(sent) {
      if (hub === undefined) throw new Error('the service stops');
      return (await hub).place(sent);
    },
    open(response, from, access) {
      if (hub === undefined) {
        access.left();
        response.end();
        return;
      }
      hub.then(
        (one) => one.open(response, from, access),
        () => response.destroy(),
      );
    },
    end: () => void hub?.then((one) => one.end()),
  };
}
