// The twin of examples/todo-backend.md answers a thousand calls as Ninefold does, for several seeds; with a fault it does not.

import { expect, it } from 'vitest';
import { oneUntilLong } from '../../../trials.ts';
import { isSeen, played } from '../played.ts';
import { TODO_PLAY } from './draw.ts';
import { FAULTS } from './faults.ts';

it.each(oneUntilLong(2, [11, 12, 13, 14]))('answers as Ninefold does, seed %i', { timeout: 120_000 }, async (seed) => {
  expect(await played(TODO_PLAY, { seed, calls: 1000 })).toEqual([]);
});

it.each(oneUntilLong(3, FAULTS))('$name: not as Ninefold does', { timeout: 120_000 }, async ({ name }) => {
  expect(await isSeen(TODO_PLAY, { fault: name, calls: 400 })).toBe(true);
});
