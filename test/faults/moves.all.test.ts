// Moves and their events after `kill -9`. Ten rounds here, sixty in moves.long.test.ts.

import { it } from 'vitest';
import { moveRounds } from './moves-under-kills.ts';

it('tells every acknowledged move once, and no refused one, through ten kills under load', async () => {
  await moveRounds(10);
}, 600_000);
