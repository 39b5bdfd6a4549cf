// When a next try is made, and what a receiver may ask for.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isAccepted } from '../../../src/serve/relay/accepted.ts';
import type { WebhookPlan } from '../../../src/plan/delivery-plan.ts';
import { nextTry, retryAfterOf, waitAfter } from '../../../src/serve/relay/waits.ts';

type Tries = WebhookPlan['tries'];
type Waits = NonNullable<WebhookPlan['waits']>;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LISTED: Waits = { times: [5 * SECOND, 5 * MINUTE, HOUR], doubling: false, atMost: undefined };
const DOUBLING: Waits = { times: [30 * SECOND], doubling: true, atMost: HOUR };
const first = (waits: Waits | undefined, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => waitAfter(index + 1, waits, 0));

describe('a wait', () => {
  it('is the one that is listed, and behind them the last one', () => {
    expect(first(LISTED, 5)).toEqual([5 * SECOND, 5 * MINUTE, HOUR, HOUR, HOUR]);
  });

  it('doubles behind the last one, up to the longest', () => {
    expect(first(DOUBLING, 9).map((wait) => wait / SECOND)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
    const two: Waits = { times: [SECOND, 10 * SECOND], doubling: true, atMost: undefined };
    expect(first(two, 4)).toEqual([SECOND, 10 * SECOND, 20 * SECOND, 40 * SECOND]);
  });

  it('is none where none is stated', () => {
    expect(first(undefined, 3)).toEqual([0, 0, 0]);
    expect(waitAfter(1, undefined, 0.99)).toBe(0);
  });

  it('stays an instant that can be written, however often it doubles', () => {
    const wait = waitAfter(100_000, { times: [SECOND], doubling: true, atMost: undefined }, 0.99);
    expect(new Date(Date.now() + wait).getUTCFullYear()).toBeLessThan(3000);
  });

  it('is never shorter than stated, a tenth longer at most, and never longer than the longest', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 10 * DAY }), { minLength: 1, maxLength: 5 });
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(
        lengths,
        fc.boolean(),
        fc.option(fc.nat(DAY)),
        fc.integer({ min: 1, max: 40 }),
        chance,
        (times, doubling, atMost, tries, random) => {
          const waits: Waits = { times, doubling, atMost: atMost ?? undefined };
          const stated = waitAfter(tries, waits, 0);
          const wait = waitAfter(tries, waits, random);
          expect(wait).toBeGreaterThanOrEqual(stated);
          expect(wait).toBeLessThanOrEqual(Math.min(atMost ?? Infinity, Math.round(stated * 1.1)));
        },
      ),
    );
  });

  it('becomes longer where the receiver asks for it, up to the longest that is stated, or a day', () => {
    expect(waitAfter(1, LISTED, 0, 20 * SECOND)).toBe(20 * SECOND);
    expect(waitAfter(2, LISTED, 0, 20 * SECOND)).toBe(5 * MINUTE);
    expect(waitAfter(1, LISTED, 0, 9 * DAY)).toBe(HOUR);
    expect(waitAfter(1, DOUBLING, 0, 9 * DAY)).toBe(HOUR);
    expect(waitAfter(1, { times: [SECOND], doubling: true, atMost: undefined }, 0, 9 * DAY)).toBe(DAY);
    expect(waitAfter(1, { times: [2 * DAY, SECOND], doubling: true, atMost: undefined }, 0, 9 * DAY)).toBe(2 * DAY);
    expect(waitAfter(1, undefined, 0, 9 * DAY)).toBe(DAY);
    expect(waitAfter(1, LISTED, 0, Infinity)).toBe(HOUR);
  });
});

const at = (tries: number, now: number, plan: Tries, random = 0, retryAfter?: number): number | undefined =>
  nextTry({ tries, since: 0, now, ...(retryAfter === undefined ? {} : { retryAfter }) }, plan, LISTED, random);

describe('the next try', () => {
  it('is made until so many were made', () => {
    const plan: Tries = { kind: 'times', times: 3 };
    expect([at(1, 0, plan), at(2, 0, plan), at(3, 0, plan), at(4, 0, plan)]).toEqual([
      5 * SECOND,
      5 * MINUTE,
      undefined,
      undefined,
    ]);
    expect(at(1, 0, { kind: 'times', times: 1 })).toBeUndefined();
  });

  it('is made for as long as is stated, at its end too, and chance does not decide', () => {
    const plan: Tries = { kind: 'for', time: 2 * HOUR };
    expect(at(3, 30 * MINUTE, plan)).toBe(1.5 * HOUR);
    expect(at(3, HOUR, plan)).toBe(2 * HOUR);
    expect(at(3, HOUR, plan, 0.99)).toBe(2 * HOUR);
    expect(at(3, HOUR + 1, plan)).toBeUndefined();
  });

  it('is made at the end where the receiver asks for later', () => {
    expect(at(1, 0, { kind: 'for', time: MINUTE }, 0, HOUR)).toBe(MINUTE);
  });

  it('is made for ever where it is to be', () => {
    expect(at(100_000, 5, { kind: 'until accepted' })).toBe(HOUR + 5);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z');
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
    ['Sunday, 01-Mar-26 12:01:00 GMT', 60_000],
    ['Sun Mar  1 12:01:00 2026', 60_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
    ['9'.repeat(400), Infinity],
    ['Sun, 31 Feb 2026 12:01:00 GMT', undefined],
    ['Sun, 01 Mrz 2026 12:01:00 GMT', undefined],
    ['Sun, 01 Mar 2026 25:01:00 GMT', undefined],
    ['2026-03-01T12:01:00Z', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['', undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('%j', (header, expected) => {
    expect(retryAfterOf(header, now)).toBe(expected);
  });
});

describe('an answer', () => {
  it('is accepted by its code or by its range', () => {
    const range = [{ class: '2xx' }, { code: 410 }];
    expect([200, 204, 299, 410].every((status) => isAccepted(range, status))).toBe(true);
    expect([199, 300, 301, 404, 500, 1200].some((status) => isAccepted(range, status))).toBe(false);
    expect([200, 201, 202].map((status) => isAccepted([{ code: 200 }, { code: 202 }], status))).toEqual([
      true,
      false,
      true,
    ]);
  });
});
