// The stream of a plan that is served. Input: its plan, its store, a clock. Output: numbers for events that committed, and readers of them, which end when it
// stops. Numbers are given behind the commit, one after the other, so that none becomes visible behind a higher one. Notation, part 6; decision 0069.

import type { ServerResponse } from 'node:http';
import type { StreamPlan } from '../../plan/delivery-plan.ts';
import type { Deliveries, NumberedEvent } from '../../store/deliveries.ts';
import { instantText } from '../clock.ts';
import { reasonOf } from '../reason.ts';
import type { RelayContext } from '../relay/context.ts';
import { wrapped } from '../relay/envelopes.ts';
import { startLoop } from '../relay/loop.ts';
import { compilePayloads } from '../relay/payload.ts';
import { prefixOf } from '../relay/prefix.ts';
import { startTaking, type Taking } from '../relay/relay.ts';
import type { Access } from './context.ts';
import { blockOf, numberIn, streamId } from './ids.ts';
import { eventLog } from './log.ts';
import { startReader, type Reader } from './reader.ts';

export interface Hub {
  /** Where a reader goes on: behind the id that it sends, or with what is new. Undefined: no event that is kept has this id. */
  place(sent: string | undefined): Promise<number | undefined>;
  /** Its head has been sent. */
  open(response: ServerResponse, from: number, access: Access): void;
  wake(): void;
  /** Events were erased. */
  forget(): void;
  /** All readers end, and each that comes. */
  end(): void;
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

export interface HubParts {
  readonly context: RelayContext;
  readonly stream: StreamPlan;
  readonly deliveries: Deliveries;
  /** The kinds of event that can be sent. */
  readonly kinds: readonly string[];
}

/** Milliseconds: what another process has written is seen as late as that. */
const LONGEST_SLEEP = 500;
/** Events that get their numbers in one transaction. */
const EVENTS_AT_ONCE = 200;
/** Milliseconds between two signs of life. */
const BEAT = 15_000;

export async function startHub(parts: HubParts): Promise<Hub> {
  const { context, stream, deliveries } = parts;
  const { store } = context;
  const failed = nowAndThen((error) => context.log(`readers of events wait: ${reasonOf(error)}`));
  const waits = (reason: string): void => context.log(`events wait: ${reason}`);
  const prefix = await prefixOf(store.notes);
  const name = prefix.replace(/\W$/, '');
  const idOf = (seq: number): string | undefined => (stream.keptFor === null ? undefined : streamId(name, seq));
  const log = eventLog(deliveries, showing(parts, prefix, idOf));
  const readers = new Set<Reader>();
  const news = newsOf();
  let isEnding = false;
  const numbering = startLoop(async () => {
    const many = await number(parts);
    if (many > 0) reading.wake();
    return many === EVENTS_AT_ONCE ? 0 : LONGEST_SLEEP;
  }, waits);
  const ending = startTaking(forNobody(parts));
  const reading = startLoop(async () => {
    if (readers.size === 0) return LONGEST_SLEEP;
    const isNew = await log.look();
    if (isNew) news.told();
    return isNew ? 0 : LONGEST_SLEEP;
  }, waits);
  const deaf = deliveries.whenTold?.(() => reading.wake());
  const beating = setInterval(() => readers.forEach((one) => one.beat()), BEAT);
  beating.unref();
  const end = (): void => {
    isEnding = true;
    for (const one of readers) one.end();
  };
  return {
    async place(sent) {
      if (sent === undefined || sent === '') return log.newest();
      const seq = stream.keptFor === null ? undefined : numberIn(name, sent);
      return seq !== undefined && (await log.isKept(seq)) ? seq : undefined;
    },
    open(response, from, access) {
      const reader = startReader({ response, log, access, from, idOf, news: news.next, failed });
      readers.add(reader);
      void reader.ended.then(() => {
        readers.delete(reader);
        access.left();
        if (readers.size === 0) log.forget();
      });
      reading.wake();
      if (isEnding) reader.end();
    },
    wake: () => numbering.wake(),
    forget: () => log.forget(),
    end,
    async stop() {
      clearInterval(beating);
      deaf?.();
      end();
      await Promise.all([numbering.stop(), reading.stop(), ending.stop(), ...[...readers].map(({ ended }) => ended)]);
    },
  };
}

/** What an earlier document would have sent to its receivers, or what was made due again. */
function forNobody({ context: { clock, log }, deliveries }: HubParts): Taking {
  return {
    deliveries,
    send: () => Promise.resolve({ kind: 'no receiver' }),
    givenUp: () => Promise.resolve(),
    givenUpEvents: 'kept',
    clock,
    log,
  };
}

/** How many events got their numbers. */
async function number({ context: { clock }, deliveries, kinds }: HubParts): Promise<number> {
  const events = await deliveries.undispatched(kinds, EVENTS_AT_ONCE);
  if (events.length === 0) return 0;
  const found = events.map(({ id }) => ({ id, to: [] }));
  await deliveries.dispatch(found, instantText(clock.now()));
  deliveries.tellOthers?.();
  return events.length;
}

/** Undefined: it cannot be shown, or the document has no such event any more. */
function showing(
  { context, stream, kinds }: HubParts,
  prefix: string,
  idOf: (seq: number) => string | undefined,
): (event: NumberedEvent) => Promise<string | undefined> {
  const payload = compilePayloads(context.plan, context.store.notes);
  return async (event) => {
    const { id, event: type, at: time, traceparent, seq } = event;
    // The row of one that the operator has erased has no field.
    if (!kinds.includes(type) || event.row === '{}') return undefined;
    const shown = await payload(event);
    if ('held' in shown) {
      context.log(`event ${id} is not streamed: ${shown.held}`);
      return undefined;
    }
    const of = { id: `${prefix}${id}`, source: context.url, type, time, traceparent, payload: shown.json };
    return blockOf(type, wrapped(stream.envelope, of).body, idOf(seq));
  };
}

/** Milliseconds between two lines about readers that wait. */
const QUIET = 10_000;

/** All readers meet the same failure, again and again. */
function nowAndThen(tell: (error: unknown) => void): (error: unknown) => void {
  let next = 0;
  return (error) => {
    if (performance.now() < next) return;
    next = performance.now() + QUIET;
    tell(error);
  };
}

/** Many wait for one piece of news. */
function newsOf(): { readonly next: () => Promise<void>; readonly told: () => void } {
  let resolve: () => void;
  let next: Promise<void>;
  const begin = (): void => {
    next = new Promise<void>((done) => {
      resolve = done;
    });
  };
  begin();
  return {
    next: () => next,
    told() {
      const tell = resolve;
      begin();
      tell();
    },
  };
}
