// When a request that waits for something is over: near its deadline exactly, and the timers of many that are far from theirs are one.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTime } from '../../src/serve/phases/in-time.ts';
import type { Ended, Request } from '../../src/serve/phases/phase.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Waiting {
  readonly overAt: () => number | undefined;
  readonly go: (ended: Ended) => void;
  readonly settled: Promise<Ended>;
}

function waiting(milliseconds: number): Waiting {
  let over: number | undefined;
  const began = performance.now();
  const exchange = { at: began, response: { destroyed: true }, done: () => (over = performance.now() - began) };
  const request = { exchange, findings: { bindings: {} } } as unknown as Request;
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const settled = inTime(promise, request, { milliseconds, failure: { cause: 'timed out' } });
  return { overAt: () => over, go: resolve, settled };
}

it.each([5, 200, 9_999, 10_000, 30_000, 90_000])('is over after %i milliseconds, and not before', async (time) => {
  const one = waiting(time);
  vi.advanceTimersByTime(time - 1);
  expect(one.overAt()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(one.overAt()).toBe(time);
  expect(await one.settled).toBe('answered');
});

it('is not over where it has gone on, and keeps no timer then', async () => {
  const all = [200, 30_000, 90_000].map(waiting);
  expect(vi.getTimerCount()).toBe(2);
  vi.advanceTimersByTime(100);
  for (const one of all) one.go(undefined);
  expect(await Promise.all(all.map(({ settled }) => settled))).toEqual([undefined, undefined, undefined]);
  vi.advanceTimersByTime(1_000);
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(100_000);
  expect(all.map(({ overAt }) => overAt())).toEqual([undefined, undefined, undefined]);
});
