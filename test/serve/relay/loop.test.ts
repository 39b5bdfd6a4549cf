// Work that is done again and again: it can be woken at any time, survives failures, and ends.

import { expect, it } from 'vitest';
import { startLoop } from '../../../src/serve/relay/loop.ts';

const LONG = 60_000;
const moment = (milliseconds = 5): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

it('is woken out of its sleep', async () => {
  let turns = 0;
  const loop = startLoop(
    async () => (turns++, LONG),
    () => undefined,
  );
  await moment();
  expect(turns).toBe(1);
  loop.wake();
  await moment();
  expect(turns).toBe(2);
  await loop.stop();
});

it('turns once more where it is woken while a turn runs', async () => {
  let turns = 0;
  let end: (() => void) | undefined;
  const turn = async (): Promise<number> => {
    turns += 1;
    await new Promise<void>((resolve) => void (end = resolve));
    return LONG;
  };
  const loop = startLoop(turn, () => undefined);
  await moment();
  loop.wake();
  loop.wake();
  end!();
  await moment();
  expect(turns).toBe(2);
  end!();
  await loop.stop();
});

it('goes on after a failure, which is said once, and is not hurried by those who wake it', async () => {
  let turns = 0;
  const said: string[] = [];
  const loop = startLoop(
    async () => {
      turns += 1;
      if (turns < 3) throw new Error('it is away');
      return LONG;
    },
    (reason) => said.push(reason),
  );
  await moment();
  for (let i = 0; i < 20; i += 1) loop.wake();
  await moment(50);
  expect(turns).toBe(1);
  await moment(500);
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(said).toEqual(['it is away']);
  await loop.stop();
});

it('ends behind the turn that runs', async () => {
  let isDone = false;
  const loop = startLoop(
    async () => {
      await moment(20);
      isDone = true;
      return 0;
    },
    () => undefined,
  );
  await moment();
  await loop.stop();
  expect(isDone).toBe(true);
});
