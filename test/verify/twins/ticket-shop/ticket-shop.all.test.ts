// The twin of examples/ticket-shop.md answers thousands of calls as Ninefold does; with a fault it does not.

import { expect, it } from 'vitest';
import { oneUntilLong } from '../../../trials.ts';
import { isSeen, played } from '../played.ts';
import { TICKET_PLAY } from './draw.ts';
import { FAULTS } from './faults.ts';

it.each(oneUntilLong(2, [11, 12, 13, 14]))('answers as Ninefold does, seed %i', { timeout: 300_000 }, async (seed) => {
  expect(await played(TICKET_PLAY, { seed, calls: 1500 })).toEqual([]);
});

it.each(oneUntilLong(3, FAULTS))('$name: not as Ninefold does', { timeout: 300_000 }, async ({ name }) => {
  expect(await isSeen(TICKET_PLAY, { fault: name, calls: 1500 })).toBe(true);
});
