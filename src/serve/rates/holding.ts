// Holds places for a call that runs, until its answer has been sent or its connection is gone. Input: what the plan says of the limits of one
// place in the order of a request. Output: a function that lets a request go on, or refuses it. Notation, part 8, `25 at once`; decision 0073.

import type { ServerResponse } from 'node:http';
import type { AtOncePlan } from '../../plan/limits.ts';
import type { PlaceAsk, Places, Taken } from '../../store/places.ts';
import type { Compiled } from '../compiled.ts';
import type { Ended, Request } from '../phases/phase.ts';
import { noted } from '../phases/refusals.ts';
import { refuse, unavailable } from '../phases/refuse.ts';
import { sentenceOf } from '../reason.ts';
import type { Judging } from './judging.ts';
import { compileCounter, type Value } from './keys.ts';

/** With what is bound of the request and its caller. */
export type Judge = (request: Request, value: Value) => Ended | Promise<Ended>;

export function compileHold(
  { context, run, id }: Compiled,
  limits: readonly AtOncePlan[],
  { places, observing }: Judging,
): Judge {
  const counters = limits.map((limit) => compileCounter(limit, context.addressOf));
  const counts = limits.map(({ name }) => observing.of(name, id));
  const isInOrder = run.rates?.isInOrder === true;
  return (request, value) => {
    const asks = limits.flatMap(({ most }, place) => {
      const key = counters[place]!(request, value);
      return key === undefined ? [] : [{ most, key, place }];
    });
    if (asks.length === 0) return undefined;
    const decided = (full: number | undefined): Ended => {
      for (const [at, { place }] of asks.entries()) if (full === undefined || at === full) counts[place]!(at !== full);
      if (full === undefined || observing.isOn) return undefined;
      const { cause } = limits[asks[full]!.place]!;
      if (!isInOrder) return refuse(request, { cause });
      noted(request, 'limits', { kind: 'refused', failures: [{ cause }] });
      return undefined;
    };
    const held = hold(places, asks, request.exchange.response);
    if (!(held instanceof Promise)) return decided(held);
    return held.then(decided, (error: unknown) => unavailable(request, sentenceOf(error)));
  };
}

/** A request that goes on under another plan has its places already. */
const HELD = new WeakMap<ServerResponse, Set<string>>();

function hold(
  places: Places,
  asks: readonly PlaceAsk[],
  response: ServerResponse,
): number | undefined | Promise<number | undefined> {
  const held = HELD.get(response) ?? new Set();
  const missing = asks.filter(({ key }) => !held.has(key));
  if (missing.length === 0) return undefined;
  const settle = (taken: Taken): number | undefined => {
    if ('full' in taken) return asks.indexOf(missing[taken.full]!);
    const free = (): void => {
      for (const { key } of missing) held.delete(key);
      taken.giveBack();
    };
    // Meanwhile its client went away, or its time was over.
    if (response.closed || response.destroyed) {
      free();
      return undefined;
    }
    for (const { key } of missing) held.add(key);
    HELD.set(response, held);
    response.once('close', free);
    return undefined;
  };
  const taken = places.take(missing);
  return taken instanceof Promise ? taken.then(settle) : settle(taken);
}
