// Which of the lanes that this node holds has its turn. Input: lanes of receivers, how one is run, and what to do when there is room again. Output: so many
// run at once; of a receiver the more, the more it accepts; one that accepts nothing has one turn at a time, and those have a quarter of them. Lanes that
// find no connection wait in their order for one of the same origin. Decision 0068.

import { surplusOf, wantedOf, type Wanted } from './holding.ts';
import { parkingOf, placeOf, type Parking } from './parking.ts';
import { AT_ONCE, standingOf, turnsOf, type Receiver, type Standing, type Turns } from './turns.ts';

export interface InHand<T> {
  take(receiver: string, lane: readonly T[]): void;
  /** How many more can be taken. */
  room(): number;
  /** How many more lanes are wanted. */
  wanted(): Wanted;
  /** Resolves when nothing is in hand. */
  idle(): Promise<void>;
}

/** Lanes of one receiver that run at once: one to begin with and while it does not accept what it gets, one more for each that it does. */
const AT_FIRST = 1;
const OF_ONE = 96;
/** Receivers that are remembered. */
const KNOWN = 10_000;
/** Deliveries that are in hand, and what they take. */
const HELD = 16_384;
const HELD_SIZE = 64 * 2 ** 20;

/** What became of a lane. */
export interface Ran<T> {
  /** Whether the receiver took the last one; undefined: nothing tells. */
  readonly hasTaken: boolean | undefined;
  /** What the receiver shares connections with others by. */
  readonly where?: string | undefined;
  /** There is no room for these now. */
  readonly rest?: readonly T[];
}

export interface Hand<T> {
  /** Never rejects. */
  readonly run: (lane: readonly T[], standing: Standing) => Promise<Ran<T>>;
  readonly hasRoom: () => void;
  /** A lane that was taken is not in hand any more, and was not run. */
  readonly giveBack: (lane: readonly T[]) => void;
  /** Left out: each is small. */
  readonly sizeOf?: (one: T) => number;
}

/** What found no room is run again when another lane of the same connections has ended. */
export function receiversInHand<T>({ run, hasRoom, giveBack, sizeOf = () => 0 }: Hand<T>): InHand<T> {
  const receivers = new Map<string, Receiver<T>>();
  const turns = turnsOf<T>(() => pump());
  const held = heldOf(sizeOf);
  let running = 0;
  let whenIdle: (() => void) | undefined;

  const pump = (): void => {
    while (running < AT_ONCE) {
      const one = turns.next();
      if (!one) return;
      const lane = one.waiting.shift()!;
      one.running += 1;
      running += 1;
      const standing = standingOf(one);
      const end = turns.began(standing);
      offer(one);
      void run(lane, standing).then((result) => {
        end();
        ended(one, lane, standing, result);
      });
    }
  };
  const parking = parkingOf<T>((one) => turns.offer(one) && (pump(), true));
  const offer = (one: Receiver<T>): void => offerTo(turns, parking, one);
  const ended = (one: Receiver<T>, lane: readonly T[], standing: Standing, result: Ran<T>): void => {
    const { hasTaken, where, rest } = result;
    one.running -= 1;
    running -= 1;
    one.where = where ?? one.where;
    held.without(lane);
    held.with(rest ?? []);
    if (hasTaken !== undefined) took(one, hasTaken);
    if (hasTaken === false) for (const surplus of surplusOf(one)) giveBack(held.without(surplus));
    if (rest) setAside(parking, one, standing, rest);
    else {
      parking.next(placeOf(one.where, standing));
      offer(one);
    }
    forgetIdle(receivers);
    pump();
    if (held.count === 0) whenIdle?.();
    hasRoom();
  };
  return {
    take(name, lane) {
      const known = receivers.get(name) ?? freshOf<T>(name);
      receivers.set(name, known);
      known.waiting.push(lane);
      held.with(lane);
      offer(known);
      pump();
    },
    room: held.room,
    wanted: () => wantedOf(receivers.values()),
    async idle() {
      parking.end();
      if (held.count > 0) await new Promise<void>((resolve) => void (whenIdle = resolve));
    },
  };
}

/** Behind those that wait for the same connections; one that is dead has its own. */
function offerTo<T>(turns: Turns<T>, parking: Parking<T>, one: Receiver<T>): void {
  const standing = standingOf(one);
  const place = placeOf(one.where, standing);
  if (standing === 'dead' || !parking.isFull(place)) turns.offer(one);
  else if (one.waiting.length > 0 && one.running < one.most) parking.park(one, place);
}

/** It has as many lanes as have room. */
function setAside<T>(parking: Parking<T>, one: Receiver<T>, standing: Standing, rest: readonly T[]): void {
  one.waiting.unshift(rest);
  one.most = Math.max(AT_FIRST, one.running);
  parking.park(one, placeOf(one.where, standing));
}

function took<T>(one: Receiver<T>, isTaken: boolean): void {
  // It waits for its turn among others from now on.
  if (one.hasTaken !== isTaken) one.isReady = false;
  one.hasTaken = isTaken;
  one.most = isTaken ? Math.min(one.most + 1, OF_ONE) : AT_FIRST;
}

function freshOf<T>(name: string): Receiver<T> {
  return {
    name,
    running: 0,
    most: AT_FIRST,
    hasTaken: undefined,
    isReady: false,
    isParked: false,
    where: undefined,
    waiting: [],
  };
}

interface Held<T> {
  readonly count: number;
  room(): number;
  with(lane: readonly T[]): void;
  /** Answers it. */
  without(lane: readonly T[]): readonly T[];
}

function heldOf<T>(sizeOf: (one: T) => number): Held<T> {
  let [count, size] = [0, 0];
  const add = (lane: readonly T[], sign: 1 | -1): void => {
    count += sign * lane.length;
    for (const one of lane) size += sign * sizeOf(one);
  };
  return {
    get count() {
      return count;
    },
    room: () => (size < HELD_SIZE ? HELD - count : 0),
    with: (lane) => add(lane, 1),
    without(lane) {
      add(lane, -1);
      return lane;
    },
  };
}

/** Where too many are remembered, those that were known first. */
function forgetIdle<T>(receivers: Map<string, Receiver<T>>): void {
  if (receivers.size <= KNOWN) return;
  for (const { name, running, waiting } of receivers.values()) {
    if (running === 0 && waiting.length === 0) receivers.delete(name);
    if (receivers.size <= KNOWN) return;
  }
}
