// Work of which little is done at once: what comes later waits in its order, and a failure gives its place on.

import { expect, test } from 'vitest';

import { AtOnce } from '../../src/serve/at-once.ts';

const turned = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('so many run, the others wait in their order, and there is room for some more', async () => {
  const turns = new AtOnce(2);
  const begun: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const all = Array.from({ length: 5 }, (_, index) =>
    turns.run(() => {
      begun.push(index);
      return new Promise<number>((resolve, reject) => {
        ends[index] = (error) => (error ? reject(error) : resolve(index));
      });
    }),
  );
  const settled = Promise.allSettled(all);
  await turned();
  expect(begun).toEqual([0, 1]);
  expect(turns.room(10)).toBe(7);
  ends[1]!(new Error('it failed'));
  await turned();
  expect(begun).toEqual([0, 1, 2]);
  ends[0]!();
  ends[2]!();
  await turned();
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(turns.room(10)).toBe(10);
  ends[3]!();
  ends[4]!();
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(turns.room(10)).toBe(12);
});
