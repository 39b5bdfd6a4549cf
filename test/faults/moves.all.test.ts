// Moves and their events after `kill -9`. Five rounds here, sixty in moves.long.test.ts.

import { it } from 'vitest';
import { moveRounds } from './moves-under-kills.ts';

it('tells every acknowledged move once, and no refused one, through five kills under load', async () => {
  await moveRounds(5);
}, 600_000);
