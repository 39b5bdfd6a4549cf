// How often an effect begins again on PostgreSQL, for which reason, and when no more.

import { describe, expect, test } from 'vitest';
import { attempts } from '../../src/store/postgres/attempts.ts';
import { crowdOf } from '../../src/store/postgres/concurrency-limit.ts';
import { FateUnknown, TakenMeanwhile } from '../../src/store/postgres/effects.ts';
import { Unreachable } from '../../src/store/postgres/faults.ts';
import { ComeBetween } from '../../src/store/relational/statement.ts';
import type { Result } from '../../src/store/store.ts';

const DONE: Result = { kind: 'done', outcome: 'updated', rows: [], total: undefined };
const of = (code: string): Error => Object.assign(new Error(code), { code, severity: 'ERROR' });

/** Fails so often with that error, and then comes through. */
async function runs(error: unknown, failures: number, deadline?: number): Promise<readonly [string, number]> {
  let times = 0;
  const result = await attempts(
    async () => {
      if (times++ < failures) throw error;
      return DONE;
    },
    undefined,
    deadline,
  );
  return [result.kind, times];
}

describe('an effect begins again', () => {
  test.each([
    ['others that came between', new ComeBetween('x'), 3],
    ['a conflict', of('40001'), 9],
    ['a deadlock', of('40P01'), 9],
    ['a slug that another took', new TakenMeanwhile('x'), 9],
    ['a connection that was lost before anything was kept', new Unreachable('x'), 1],
    ['a database that stops', of('57P01'), 1],
    ['a write whose fate nobody knows', new FateUnknown('x'), 0],
    ['a full disk', of('53100'), 0],
  ])('for %s', async (_, error, most) => {
    expect(await runs(error, most)).toEqual(['done', most + 1]);
    expect(await runs(error, most + 1)).toEqual(['unavailable', most + 1]);
  });

  test('for no error of the program', async () => {
    await expect(runs(of('42601'), 1)).rejects.toThrow('42601');
    await expect(runs(new TypeError('x'), 1)).rejects.toThrow('x');
  });

  test('for nothing when its time has run out', async () => {
    expect(await runs(of('40001'), 1, performance.now() + 60_000)).toEqual(['done', 2]);
    expect(await runs(of('40001'), 1, performance.now() - 1)).toEqual(['unavailable', 1]);
  });
});

test('of a program whose runs undo each other fewer go on at a time, and more again when they do not', async () => {
  const crowd = crowdOf(4);
  const entered: number[] = [];
  const enter = (n: number): void => void crowd.enter().then(() => entered.push(n));
  const now = async (): Promise<readonly number[]> => {
    await new Promise((resolve) => setImmediate(resolve));
    return entered.splice(0);
  };
  for (const n of [1, 2, 3, 4, 5]) enter(n);
  expect(await now()).toEqual([1, 2, 3, 4]);
  crowd.leave(false);
  expect(await now()).toEqual([]);
  crowd.leave(false);
  expect(await now()).toEqual([]);
  crowd.leave(false);
  expect(await now()).toEqual([]);
  crowd.leave(true);
  expect(await now()).toEqual([5]);
  enter(6);
  crowd.leave(true);
  expect(await now()).toEqual([6]);
  for (let n = 0; n < 20; n++) {
    crowd.leave(true);
    enter(n);
    await now();
  }
  for (const n of [7, 8, 9]) enter(n);
  expect(await now()).toEqual([7, 8, 9]);
});
