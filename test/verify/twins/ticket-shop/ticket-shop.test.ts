// The twin of examples/ticket-shop.md answers as Ninefold does.

import { expect, it } from 'vitest';
import { played } from '../played.ts';
import { TICKET_PLAY } from './draw.ts';

it('answers as Ninefold does', async () => {
  expect(await played(TICKET_PLAY, { seed: 1, calls: 400 })).toEqual([]);
});
