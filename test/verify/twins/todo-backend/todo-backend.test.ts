// The twin of examples/todo-backend.md answers as Ninefold does.

import { expect, it } from 'vitest';
import { played } from '../played.ts';
import { TODO_PLAY } from './draw.ts';
import { TODO_BACKEND } from './service.ts';

it('answers as Ninefold does', async () => {
  expect(await played(TODO_PLAY, { seed: 1, calls: 400 })).toEqual([]);
});

it('knows no other fault', async () => {
  await expect(TODO_BACKEND.start({ fault: 'none of them' })).rejects.toThrow('there is no fault none of them');
});
