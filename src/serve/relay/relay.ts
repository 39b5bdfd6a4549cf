// Sends the events that wait. Input: where deliveries are kept, to whom an event goes, how one is sent. Output: loops that give each event its deliveries,
// send what is due, and say that this node lives; they end between two sends. Notation, part 6; decision 0068.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt, Claimed, Deliveries, OutboxEvent } from '../../store/deliveries.ts';
import { instantText, type Clock } from '../clock.ts';
import { reasonOf } from '../reason.ts';
import { batchesOf, charactersOf } from './batches.ts';
import { doubtOf } from './in-doubt.ts';
import { startLoop } from './loop.ts';
import { receiversInHand, type Ran } from './receivers-in-hand.ts';
import type { Standing } from './turns.ts';
import { settlingIn } from './settling.ts';

export interface Relay {
  /** An event may have been written, or the clock was moved. */
  wake(): void;
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** What became of one try. `where`: what its receiver shares connections with others by. */
export type Sent = Outcome & { readonly where?: string };

type Outcome =
  | { readonly kind: 'accepted'; readonly attempt: Attempt }
  /** `again`: milliseconds until the next try; undefined: it is given up. */
  | { readonly kind: 'not accepted'; readonly attempt: Attempt; readonly again: number | undefined }
  /** It was not tried, since its receiver is left alone for so many milliseconds. */
  | { readonly kind: 'not tried'; readonly again: number }
  /** It is for nobody any more. */
  | { readonly kind: 'no receiver' }
  /** There are enough connections to where it goes. */
  | { readonly kind: 'no room' };

export interface RelayParts {
  readonly deliveries: Deliveries;
  /** The kinds of event that can be sent. */
  readonly kinds: readonly string[];
  receivers(event: OutboxEvent): Promise<readonly { readonly receiver: string; readonly lane: string }[]>;
  /** Rejects where it cannot be tried now, and where `stop` has interrupted it. */
  send(claimed: Claimed, stop: AbortSignal, standing: Standing): Promise<Sent>;
  /** What the document says of a receiver that accepts nothing, in a transaction of its own. Rejects where that cannot be done now. */
  givenUp(claimed: Claimed): Promise<void>;
  /** What became of each try. */
  readonly told?: (claimed: Claimed, sent: Exclude<Sent, { readonly kind: 'no room' }>) => void;
  /** What outcome of the event then. */
  readonly givenUpEvents: 'dropped' | 'kept';
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** Where nothing is given to receivers. */
export type Taking = Omit<RelayParts, 'kinds' | 'receivers'>;

/** Milliseconds: what another process has written is seen as late as that. */
const LONGEST_SLEEP = 500;
/** Milliseconds for which a node holds its lanes after its last word. */
export const LEASE = 10_000;
/** Deliveries of one lane that are taken together. */
const PER_LANE = 16;
/** Deliveries that are taken together. */
const TAKEN_AT_ONCE = 512;
/** Events that are given to receivers in one transaction. */
const EVENTS_AT_ONCE = 200;
/** Milliseconds after which others may be due while nothing but such lanes was. */
const UNTIL_SEEN = 50;
/** Milliseconds until what could not be tried is tried. */
const NOT_NOW = 5_000;
/** Milliseconds until what is stated of a receiver that accepts nothing is done, where it could not be. */
const PAUSE = 250;

export function startRelay(parts: RelayParts): Relay {
  const waits = (reason: string): void => parts.log(`events wait: ${reason}`);
  const sending = startTaking(parts);
  const batches = batchesOf(EVENTS_AT_ONCE);
  const dispatching = startLoop(async () => {
    const most = batches.next(EVENTS_AT_ONCE);
    const found = await dispatch(parts, most, batches.read);
    if (found > 0) {
      sending.wake();
      parts.deliveries.tellOthers?.();
    }
    return found === most ? 0 : LONGEST_SLEEP;
  }, waits);
  const deaf = parts.deliveries.whenTold?.(() => sending.wake());
  return {
    wake() {
      dispatching.wake();
      sending.wake();
    },
    async stop() {
      deaf?.();
      // What runs is interrupted at once, before its connection is ended.
      const sent = sending.stop();
      await dispatching.stop();
      await sent;
    },
  };
}

/** Takes what is due, and gives no event to receivers. */
export function startTaking(parts: Taking): Relay {
  const { deliveries, log } = parts;
  const waits = (reason: string): void => log(`events wait: ${reason}`);
  /** As others see it: until then nobody else takes the lanes of this node. */
  let until = -Infinity;
  const isAlive = (): boolean => performance.now() < until;
  const sending = senderOf(parts, waits, isAlive);
  const living = startLoop(async () => {
    const asked = performance.now();
    await deliveries.alive(LEASE);
    const isBack = !isAlive();
    until = asked + LEASE;
    if (isBack) sending.wake();
    return LEASE / 3;
  }, waits);
  return {
    wake: sending.wake,
    async stop() {
      await sending.stop();
      await living.stop();
      await deliveries.leave().catch(() => undefined);
    },
  };
}

/** How many events were given to their receivers. */
async function dispatch(
  { deliveries, kinds, receivers, clock }: RelayParts,
  most: number,
  read: (events: readonly OutboxEvent[]) => void,
): Promise<number> {
  const events = await deliveries.undispatched(kinds, most);
  if (events.length === 0) return 0;
  read(events);
  const found = await Promise.all(events.map(async (event) => ({ id: event.id, to: await receivers(event) })));
  await deliveries.dispatch(found, instantText(clock.now()));
  return events.length;
}

function senderOf(parts: Taking, waits: (reason: string) => void, isAlive: () => boolean): Relay {
  const { deliveries, clock } = parts;
  const stopping = new AbortController();
  const settling = settlingIn(deliveries, waits);
  const doubt = doubtOf(deliveries);
  const lane = laneRunner(
    { ...parts, send: doubt.sending(parts.send, NOBODY) },
    settling.settle,
    stopping.signal,
    isAlive,
  );
  const inHand = receiversInHand<Claimed>({
    run: lane,
    hasRoom: () => taking.wake(),
    giveBack: ([first]) => first && void settling.release(first.lane),
    sizeOf: ({ event }) => charactersOf(event),
  });
  const batches = batchesOf(TAKEN_AT_ONCE);
  const taking = startLoop(async () => {
    const room = inHand.room();
    if (room === 0 || !isAlive()) return LONGEST_SLEEP;
    const now = clock.now();
    const most = batches.next(room);
    const ofEach = inHand.wanted();
    const claims = doubt.claiming();
    const claimed = await deliveries.claim({ now: instantText(now), most, perLane: PER_LANE, ofEach });
    claims(claimed);
    if (claimed.length > 0) batches.read(claimed.map(({ event }) => event));
    for (const [, one] of Map.groupBy(claimed, (each) => each.lane)) inHand.take(one[0]!.receiver, one);
    if (claimed.length > 0) return 0;
    // What is due may be of receivers of which enough is in hand.
    if (ofEach.most === 0 || [...ofEach.of.values()].includes(0)) return UNTIL_SEEN;
    const next = await deliveries.next();
    return next === undefined ? LONGEST_SLEEP : Math.min(LONGEST_SLEEP, Math.max(1, Date.parse(next) - now));
  }, waits);
  return {
    wake: () => taking.wake(),
    async stop() {
      stopping.abort();
      await taking.stop();
      settling.stop();
      await inHand.idle();
    },
  };
}

const NOBODY: Sent = { kind: 'no receiver' };

type Settle = ReturnType<typeof settlingIn>['settle'];

/** Sends the deliveries of a lane one after the other. */
function laneRunner(
  parts: Taking,
  settle: Settle,
  stop: AbortSignal,
  isAlive: () => boolean,
): (deliveries: readonly Claimed[], standing: Standing) => Promise<Ran<Claimed>> {
  const { clock, log } = parts;
  const later = (milliseconds: number): string => instantText(clock.now() + milliseconds);
  return async (deliveries, standing) => {
    let hasTaken: boolean | undefined;
    let where: string | undefined;
    const ran = (taken: boolean | undefined): Ran<Claimed> => ({ hasTaken: taken, where });
    for (const [place, claimed] of deliveries.entries()) {
      const { delivery, lane } = claimed;
      const last = place === deliveries.length - 1 ? lane : undefined;
      const notNow = async (wait: number): Promise<Ran<Claimed>> => {
        await settle({ delivery, outcome: { again: later(wait) } }, lane);
        return ran(undefined);
      };
      // Another node may have its lane by now.
      if (stop.aborted || !isAlive()) return notNow(0);
      let sent: Sent;
      try {
        sent = await parts.send(claimed, stop, claimed.tries > 0 ? 'dead' : standing);
      } catch (error) {
        if (stop.aborted) return notNow(0);
        log(`event ${claimed.event.id} waits: ${reasonOf(error)}`);
        return notNow(NOT_NOW);
      }
      where = sent.where ?? where;
      if (sent.kind === 'no room') return { hasTaken, where, rest: deliveries.slice(place) };
      parts.told?.(claimed, sent);
      switch (sent.kind) {
        case 'accepted': {
          const kept = settle({ delivery, attempt: sent.attempt, outcome: 'accepted' }, last);
          // The next one need not wait until it is written; the lane ends with what is.
          if (last !== undefined) await kept;
          hasTaken = true;
          break;
        }
        case 'not tried':
          await notNow(sent.again);
          return ran(false);
        case 'no receiver':
          await settle({ delivery, outcome: 'dropped' }, last);
          break;
        case 'not accepted': {
          const { attempt, again } = sent;
          if (again !== undefined) {
            await settle({ delivery, attempt, outcome: { again: later(again) } }, lane);
            return ran(false);
          }
          // Not done, it is not settled either: then nobody would do it.
          if (!(await isGivenUp(parts, claimed, stop, isAlive))) return notNow(0);
          if (!(await settle({ delivery, attempt, outcome: parts.givenUpEvents }, last))) return ran(false);
          hasTaken = false;
        }
      }
    }
    return ran(hasTaken);
  };
}

/** Does what is stated of the receiver, as often as it takes; false: it was not done before the relay stops, or loses its lanes. */
async function isGivenUp(
  { givenUp, log }: Taking,
  claimed: Claimed,
  stop: AbortSignal,
  isAlive: () => boolean,
): Promise<boolean> {
  for (let failures = 0; ; failures++) {
    try {
      await givenUp(claimed);
      return true;
    } catch (error) {
      if (failures === 0) log(`event ${claimed.event.id} waits to be given up: ${reasonOf(error)}`);
      if (stop.aborted || !isAlive()) return false;
      await sleep(PAUSE, undefined, { signal: stop }).catch(() => undefined);
      if (stop.aborted || !isAlive()) return false;
    }
  }
}
