// Moves and their events after `kill -9`, at length.

import { it } from 'vitest';
import { moveRounds } from './moves-under-kills.ts';

it('tells every acknowledged move once, and no refused one, through sixty kills under load', async () => {
  await moveRounds(60);
});
