// Whose turn it is among the lanes that a node holds: nobody waits for a receiver that takes nothing.

import { describe, expect, it } from 'vitest';
import { receiversInHand } from '../../../src/serve/relay/receivers-in-hand.ts';

/** Lanes that run until the test ends them. */
function running(): {
  readonly run: (lane: readonly string[]) => Promise<boolean>;
  readonly names: () => readonly string[];
  readonly end: (name: string, isTaken?: boolean) => Promise<void>;
} {
  const ends = new Map<string, (isTaken: boolean) => void>();
  return {
    run: ([name = '']) => new Promise((resolve) => ends.set(name, resolve)),
    names: () => [...ends.keys()],
    async end(name, isTaken = true) {
      const resolve = ends.get(name)!;
      ends.delete(name);
      resolve(isTaken);
      await new Promise(setImmediate);
    },
  };
}

describe('lanes in hand', () => {
  it('run at once, of a receiver one to begin with, one more for each that it takes up to 32, and 256 in all', async () => {
    const lanes = running();
    const inHand = receiversInHand(lanes.run, () => undefined);
    for (let lane = 0; lane < 80; lane += 1) inHand.take('one', [`one ${lane}`]);
    expect(lanes.names()).toEqual(['one 0']);
    await lanes.end('one 0');
    expect(lanes.names()).toEqual(['one 1', 'one 2']);
    for (let lane = 1; lane < 40; lane += 1) await lanes.end(`one ${lane}`);
    expect(lanes.names()).toHaveLength(32);
    for (let other = 0; other < 300; other += 1) {
      inHand.take(`other ${other}`, [`first ${other}`]);
      await lanes.end(`first ${other}`);
    }
    for (let other = 0; other < 300; other += 1) inHand.take(`other ${other}`, [`other ${other}`]);
    expect(lanes.names()).toHaveLength(256);
  });

  it('of receivers that never answer are half of them at most, and keep nobody from the others', async () => {
    const lanes = running();
    const inHand = receiversInHand(lanes.run, () => undefined);
    inHand.take('well', ['well 0']);
    await lanes.end('well 0');
    // Some have accepted once, and not the last one.
    for (let other = 0; other < 100; other += 1) {
      inHand.take(`hangs ${other}`, [`first ${other}`, `second ${other}`]);
      await lanes.end(`first ${other}`, false);
    }
    for (let other = 0; other < 300; other += 1) inHand.take(`hangs ${other}`, [`hangs ${other}`]);
    for (let lane = 1; lane < 9; lane += 1) inHand.take('well', [`well ${lane}`]);
    expect(lanes.names().filter((name) => name.startsWith('hangs'))).toHaveLength(128);
    for (let lane = 1; lane < 9; lane += 1) await lanes.end(`well ${lane}`);
    // One that ends leaves its place to the next.
    await lanes.end('hangs 0', false);
    expect(lanes.names().at(-1)).toBe('hangs 128');
    expect(lanes.names()).toHaveLength(128);
  });

  it('of a receiver that takes no more wait for one of their own, and have their turn again', async () => {
    const lanes = running();
    const inHand = receiversInHand(lanes.run, () => undefined);
    const many = (name: string, from: number, to: number): void => {
      for (let lane = from; lane < to; lane += 1) inHand.take(name, [`${name} ${lane}`]);
    };
    many('one', 0, 40);
    for (let lane = 0; lane < 3; lane += 1) await lanes.end(`one ${lane}`);
    expect(lanes.names()).toEqual(['one 3', 'one 4', 'one 5', 'one 6']);
    await lanes.end('one 3', false);
    await lanes.end('one 4', false);
    await lanes.end('one 5', false);
    expect(lanes.names()).toEqual(['one 6']);
    await lanes.end('one 6', true);
    expect(lanes.names()).toEqual(['one 7', 'one 8']);
  });

  it('of which nothing is known change nothing', async () => {
    const dead: string[] = [];
    const ends: (() => void)[] = [];
    const inHand = receiversInHand<string>(
      async ([name = ''], isDead) => {
        dead.push(`${name} ${isDead}`);
        await new Promise<void>((resolve) => ends.push(resolve));
        return name === 'a' ? false : undefined;
      },
      () => undefined,
    );
    for (const name of ['a', 'b', 'c']) inHand.take('one', [name]);
    for (let lane = 0; lane < 3; lane += 1) {
      expect(ends).toHaveLength(lane + 1);
      ends[lane]!();
      await new Promise(setImmediate);
    }
    expect(dead).toEqual(['a false', 'b true', 'c true']);
  });

  it('follow each other where one has ended', async () => {
    const lanes = running();
    const inHand = receiversInHand(lanes.run, () => undefined);
    for (let lane = 0; lane < 2; lane += 1) inHand.take('one', [`one ${lane}`]);
    await lanes.end('one 0', false);
    expect(lanes.names()).toEqual(['one 1']);
  });

  it('of a receiver that takes nothing run one at a time, and say so, until it takes something', async () => {
    const lanes = running();
    const dead: string[] = [];
    const inHand = receiversInHand<string>(
      (lane, isDead) => {
        if (isDead) dead.push(...lane);
        return lanes.run(lane);
      },
      () => undefined,
    );
    inHand.take('dead', ['dead 0']);
    await lanes.end('dead 0', false);
    for (let lane = 1; lane < 9; lane += 1) inHand.take('dead', [`dead ${lane}`]);
    inHand.take('well', ['well 1']);
    expect(lanes.names()).toEqual(['dead 1', 'well 1']);
    await lanes.end('dead 1', false);
    expect(lanes.names()).toEqual(['well 1', 'dead 2']);
    await lanes.end('dead 2', true);
    expect(lanes.names()).toEqual(['well 1', 'dead 3', 'dead 4']);
    expect(dead).toEqual(['dead 1', 'dead 2']);
  });

  it('of a receiver that is known run as before when there are some again', async () => {
    const lanes = running();
    const inHand = receiversInHand(lanes.run, () => undefined);
    inHand.take('one', ['one 0']);
    await lanes.end('one 0');
    for (let lane = 1; lane < 9; lane += 1) inHand.take('one', [`one ${lane}`]);
    expect(lanes.names()).toEqual(['one 1', 'one 2']);
    // Of ten thousand others it is forgotten.
    for (let other = 0; other < 10_001; other += 1) {
      inHand.take(`other ${other}`, [`other ${other}`]);
      await lanes.end(`other ${other}`, false);
    }
    for (let lane = 1; lane < 9; lane += 1) await lanes.end(`one ${lane}`);
    inHand.take('last', ['last']);
    await lanes.end('last');
    for (let lane = 9; lane < 12; lane += 1) inHand.take('one', [`one ${lane}`]);
    expect(lanes.names()).toEqual(['one 9']);
  });

  it('are no more wanted of a receiver of which 64 are there, and wanted again', async () => {
    const lanes = running();
    const inHand = receiversInHand(lanes.run, () => undefined);
    expect(inHand.left()).toEqual({});
    for (let lane = 0; lane < 63; lane += 1) inHand.take('one', [`one ${lane}`]);
    inHand.take('other', ['other 0', 'other 1']);
    expect(inHand.left()).toEqual({ one: 1, other: 63 });
    inHand.take('one', ['one 63']);
    expect(inHand.left()).toEqual({ one: 0, other: 63 });
    await lanes.end('one 0');
    await lanes.end('other 0');
    expect(inHand.left()).toEqual({ one: 1 });
  });

  it('take room by their deliveries, and give it back', async () => {
    let asked = 0;
    const lanes = running();
    const inHand = receiversInHand(lanes.run, () => void asked++);
    const room = inHand.room();
    inHand.take('one', ['a', 'b', 'c']);
    expect(inHand.room()).toBe(room - 3);
    await lanes.end('a');
    expect(inHand.room()).toBe(room);
    expect(asked).toBe(1);
  });

  it('are gone when it is idle', async () => {
    const lanes = running();
    const inHand = receiversInHand(lanes.run, () => undefined);
    await inHand.idle();
    inHand.take('one', ['a']);
    let isIdle = false;
    const idle = inHand.idle().then(() => void (isIdle = true));
    await new Promise(setImmediate);
    expect(isIdle).toBe(false);
    await lanes.end('a');
    await idle;
    expect(isIdle).toBe(true);
  });

  it('find no room, and are run again in their place where another has ended', async () => {
    let hasRoom = false;
    const ran: string[] = [];
    const ends: (() => void)[] = [];
    const inHand = receiversInHand<string>(
      async (lane) => {
        ran.push(lane.join(' '));
        if (lane[0]!.startsWith('no')) return hasRoom ? true : lane.slice(1);
        await new Promise<void>((resolve) => ends.push(resolve));
        return true;
      },
      () => undefined,
    );
    const room = inHand.room();
    inHand.take('one', ['no 1', 'no 2', 'no 3']);
    inHand.take('one', ['no 4']);
    inHand.take('other', ['other 1']);
    await new Promise(setImmediate);
    // One was sent, two and another lane are left, and nothing of it runs.
    expect(ran).toEqual(['no 1 no 2 no 3', 'other 1']);
    expect([inHand.left(), inHand.room()]).toEqual([{ one: 62, other: 63 }, room - 4]);
    hasRoom = true;
    ends[0]!();
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(ran).toEqual(['no 1 no 2 no 3', 'other 1', 'no 2 no 3', 'no 4']);
    expect(inHand.room()).toBe(room);
  });

  it('that find no room are looked at again by themselves, and when it ends', async () => {
    let tries = 0;
    const inHand = receiversInHand<string>(
      (lane) => Promise.resolve(tries++ < 1 ? lane : true),
      () => undefined,
    );
    inHand.take('one', ['1']);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(tries).toBe(1);
    await inHand.idle();
    expect(tries).toBe(2);
    tries = 0;
    inHand.take('one', ['2']);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(tries).toBe(2);
  });
});
