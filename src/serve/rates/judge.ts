// Counts a call by the rates of one place, before its effect. Input: what the plan says of them, a counter. Output: a function that lets a
// request go on, or refuses it. Notation, part 8; decision 0072.

import type { RatePlace } from '../../plan/limits.ts';
import type { RateAsk, RateCounter, RateDecision, RateState } from '../../store/rates.ts';
import type { Compiled } from '../compiled.ts';
import { after, type Ended, type Request, type Run } from '../phases/phase.ts';
import { noted } from '../phases/refusals.ts';
import { refuse, unavailable } from '../phases/refuse.ts';
import { sentenceOf } from '../reason.ts';
import type { Headers } from '../respond.ts';
import { compileHold, type Judge } from './holding.ts';
import { compileCounter } from './keys.ts';
import { compileLook, type CallerBindings, type Looked } from './look.ts';
import type { Judging } from './judging.ts';
import { noteRated, type Rated } from './rated.ts';
import { RATE_WORDS, rateHeader } from './headers.ts';

export function compilePlace(compiled: Compiled, place: RatePlace, judging: Judging): Run {
  const look = place.look && compileLook(compiled, place.look, boundIn(place));
  const hold = place.atOnce && compileHold(compiled, place.atOnce, judging);
  const count = compileCount(compiled, place, judging);
  const judge: Judge = hold
    ? (request, value) => after(hold(request, value), (ended) => ended ?? count(request, value))
    : count;
  if (!look) return (request) => judge(request, (name) => request.findings.bindings[name] ?? null);
  return (request) =>
    after(look(request), (found: Looked) =>
      'unavailable' in found
        ? unavailable(request, found.unavailable)
        : judge(request, (name) => found.found[name] ?? request.findings.bindings[name] ?? null),
    );
}

/** The bindings that tell callers apart, and those of their rows. */
function boundIn({ rates, atOnce = [] }: RatePlace): CallerBindings {
  const keys = [...rates, ...atOnce].flatMap(({ by }) => by);
  const names = keys.flatMap((key) => (key.kind === 'caller' ? key.names : []));
  const rows = keys.flatMap((key) => (key.kind === 'caller row' ? [key.name] : []));
  return { names: [...new Set(names)], rows: [...new Set(rows)] };
}

function compileCount(compiled: Compiled, place: RatePlace, { counter, observing }: Judging): Judge {
  const { context, run } = compiled;
  const counters = place.rates.map((rate) => compileCounter(rate, context.addressOf));
  const counts = place.rates.map(({ name }) => observing.of(name, compiled.id));
  const isInOrder = run.rates?.isInOrder === true;
  const tells = tellsRates(compiled);
  const isAhead = place.rates.some(({ ends }) => ends !== undefined);
  return (request, value) => {
    const asks: RateAsk[] = [];
    const asked: number[] = [];
    for (const [at, rate] of place.rates.entries()) {
      const key = counters[at]!(request, value);
      if (key === undefined) continue;
      asks.push({ rate: rate.numbers, key });
      asked.push(at);
    }
    if (asks.length === 0) return undefined;
    const decided = ({ at, states }: RateDecision): Ended => {
      let refusedBy: number | undefined;
      for (const [order, state] of states.entries()) {
        const rate = asked[order]!;
        counts[rate]!(state.isAdmitted);
        if (!state.isAdmitted) refusedBy ??= rate;
      }
      const isRefused = refusedBy !== undefined && !observing.isOn;
      if (tells || isAhead) {
        const rated = states.map((state, order): Rated => ({ rate: place.rates[asked[order]!]!, state }));
        if (tells) noteRated(request.exchange.request, rated);
        if (refusedBy === undefined) endLater(request, counter, asks, rated, at);
      }
      if (!isRefused) return undefined;
      const { cause } = place.rates[refusedBy!]!;
      if (!isInOrder) return refuse(request, { cause });
      noted(request, 'limits', { kind: 'refused', failures: [{ cause }] });
      return undefined;
    };
    let decision: RateDecision | Promise<RateDecision>;
    try {
      decision = counter.admit(asks);
    } catch (error) {
      return unavailable(request, sentenceOf(error));
    }
    if (!(decision instanceof Promise)) return decided(decision);
    return decision.then(decided, (error: unknown) => unavailable(request, sentenceOf(error)));
  };
}

/** A place that was taken ahead for calls that end with a cause is given back where the call ends otherwise. */
function endLater(
  { exchange }: Request,
  counter: RateCounter,
  asks: readonly RateAsk[],
  rated: readonly Rated[],
  at: number,
): void {
  const ahead = rated.flatMap(({ rate: { ends } }, place) => (ends ? [{ ends, place }] : []));
  if (ahead.length === 0) return;
  const before = exchange.ended;
  exchange.ended = (causes, headers) => {
    if (before) exchange.ended = before;
    else delete exchange.ended;
    const free = ahead.filter(({ ends }) => !causes.some((cause) => ends.includes(cause)));
    if (free.length > 0)
      counter.giveBack(
        free.map(({ place }) => asks[place]!),
        at,
      );
    for (const { place } of free) giveBack(rated[place]!.state, rated[place]!.rate.numbers.count);
    const own = withRates(headers, exchange.request);
    return before ? before(causes, own) : own;
  };
}

function giveBack(state: { -readonly [K in keyof RateState]: RateState[K] }, most: number): void {
  state.remaining = Math.min(most, state.remaining + 1);
  if (state.remaining === most) state.after = 0;
}

/** What was said before it was known how the call ends. */
function withRates(headers: Headers, request: Request['exchange']['request']): Headers {
  return headers.map((value, place) =>
    place % 2 === 1 && headers[place - 1]!.toLowerCase() === 'ratelimit'
      ? (rateHeader('rate limit', request) ?? value)
      : value,
  );
}

/** Some answer has a header that says what rates have left. */
function tellsRates({ run, context: { plan }, id }: Compiled): boolean {
  const every = plan.operations.find((one) => one.id === id)?.headers;
  const answers = JSON.stringify([run.answers, run.refusals, every]);
  return RATE_WORDS.some((word) => answers.includes(`{"word":"${word}"}`));
}
