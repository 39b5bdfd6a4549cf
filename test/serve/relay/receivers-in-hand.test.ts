// Whose turn it is among the lanes that a node holds: nobody waits for a receiver that takes nothing.

import { describe, expect, it, vi } from 'vitest';
import { receiversInHand, type InHand, type Ran } from '../../../src/serve/relay/receivers-in-hand.ts';
import { SLOW, type Standing } from '../../../src/serve/relay/turns.ts';

/** Lanes that run until the test ends them. */
function running(): {
  readonly run: (lane: readonly string[]) => Promise<Ran<string>>;
  readonly names: () => readonly string[];
  readonly end: (name: string, isTaken?: boolean) => Promise<void>;
} {
  const ends = new Map<string, (ran: Ran<string>) => void>();
  return {
    run: ([name = '']) => new Promise((resolve) => ends.set(name, resolve)),
    names: () => [...ends.keys()],
    async end(name, isTaken = true) {
      const resolve = ends.get(name)!;
      ends.delete(name);
      resolve({ hasTaken: isTaken });
      await new Promise(setImmediate);
    },
  };
}

type Run = (lane: readonly string[], standing: Standing) => Promise<Ran<string>>;

/** What is given back is kept in `back`. */
function handOf(run: Run, back: string[] = [], hasRoom: () => void = () => undefined): InHand<string> {
  return receiversInHand<string>({ run, hasRoom, giveBack: (lane) => void back.push(...lane) });
}

describe('lanes in hand', () => {
  it('run at once, of a receiver one to begin with, one more for each that it takes up to 96, and 256 in all', async () => {
    const lanes = running();
    const inHand = handOf(lanes.run);
    for (let lane = 0; lane < 240; lane += 1) inHand.take('one', [`one ${lane}`]);
    expect(lanes.names()).toEqual(['one 0']);
    await lanes.end('one 0');
    expect(lanes.names()).toEqual(['one 1', 'one 2']);
    for (let lane = 1; lane < 120; lane += 1) await lanes.end(`one ${lane}`);
    expect(lanes.names()).toHaveLength(96);
    for (let other = 0; other < 300; other += 1) {
      inHand.take(`other ${other}`, [`first ${other}`]);
      await lanes.end(`first ${other}`);
    }
    for (let other = 0; other < 300; other += 1) inHand.take(`other ${other}`, [`other ${other}`]);
    expect(lanes.names()).toHaveLength(256);
  });

  it('of receivers that never answer are less than half of them, of new ones and of dead ones so many, and keep nobody from the others', async () => {
    const lanes = running();
    const inHand = handOf(lanes.run);
    inHand.take('well', ['well 0']);
    await lanes.end('well 0');
    // Some did not accept the last one.
    for (let other = 0; other < 100; other += 1) {
      inHand.take(`fails ${other}`, [`first ${other}`]);
      await lanes.end(`first ${other}`, false);
    }
    for (let other = 0; other < 100; other += 1) inHand.take(`fails ${other}`, [`fails ${other}`]);
    for (let other = 0; other < 300; other += 1) inHand.take(`hangs ${other}`, [`hangs ${other}`]);
    for (let lane = 1; lane < 9; lane += 1) inHand.take('well', [`well ${lane}`]);
    const many = (of: string): number => lanes.names().filter((name) => name.startsWith(of)).length;
    expect([many('fails'), many('hangs')]).toEqual([64, 64]);
    for (let lane = 1; lane < 9; lane += 1) await lanes.end(`well ${lane}`);
    // One that ends leaves its place to the next of its kind.
    await lanes.end('hangs 0', false);
    expect(lanes.names().at(-1)).toBe('hangs 64');
    await lanes.end('fails 0', false);
    expect(lanes.names().at(-1)).toBe('fails 64');
    expect(lanes.names()).toHaveLength(128);
  });

  it('of new receivers that do not answer soon count as those of dead ones', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const lanes = running();
      const inHand = handOf(lanes.run);
      for (let other = 0; other < 300; other += 1) inHand.take(`hangs ${other}`, [`hangs ${other}`]);
      expect(lanes.names()).toHaveLength(64);
      vi.advanceTimersByTime(SLOW);
      expect(lanes.names()).toHaveLength(128);
      // Half of all, and no more.
      vi.advanceTimersByTime(10 * SLOW);
      expect(lanes.names()).toHaveLength(128);
      await lanes.end('hangs 0', false);
      expect(lanes.names().at(-1)).toBe('hangs 128');
    } finally {
      vi.useRealTimers();
    }
  });

  it('of a receiver that takes no more are given back but for one, and are taken again', async () => {
    const lanes = running();
    const back: string[] = [];
    const inHand = handOf(lanes.run, back);
    const room = inHand.room();
    const many = (name: string, from: number, to: number): void => {
      for (let lane = from; lane < to; lane += 1) inHand.take(name, [`${name} ${lane}`]);
    };
    many('one', 0, 9);
    many('other', 0, 3);
    for (let lane = 0; lane < 3; lane += 1) await lanes.end(`one ${lane}`);
    expect(lanes.names()).toEqual(['other 0', 'one 3', 'one 4', 'one 5', 'one 6']);
    await lanes.end('one 3', false);
    expect(back).toEqual(['one 7', 'one 8']);
    for (const lane of [4, 5, 6]) await lanes.end(`one ${lane}`, false);
    many('one', 7, 9);
    expect(lanes.names()).toEqual(['other 0', 'one 7']);
    await lanes.end('one 7', true);
    expect([lanes.names(), back]).toEqual([
      ['other 0', 'one 8'],
      ['one 7', 'one 8'],
    ]);
    await lanes.end('other 0', false);
    expect([lanes.names(), back.at(-1)]).toEqual([['one 8', 'other 1'], 'other 2']);
    await lanes.end('one 8');
    await lanes.end('other 1');
    expect(inHand.room()).toBe(room);
  });

  it('of which nothing is known change nothing', async () => {
    const dead: string[] = [];
    const ends: (() => void)[] = [];
    const inHand = handOf(async ([name = ''], standing) => {
      dead.push(`${name} ${standing}`);
      await new Promise<void>((resolve) => ends.push(resolve));
      return { hasTaken: name === 'a' ? false : undefined };
    });
    for (const [lane, name] of ['a', 'b', 'c'].entries()) {
      inHand.take('one', [name]);
      expect(ends).toHaveLength(lane + 1);
      ends[lane]!();
      await new Promise(setImmediate);
    }
    expect(dead).toEqual(['a new', 'b dead', 'c dead']);
  });

  it('follow each other where one has ended', async () => {
    const lanes = running();
    const inHand = handOf(lanes.run);
    for (let lane = 0; lane < 2; lane += 1) inHand.take('one', [`one ${lane}`]);
    await lanes.end('one 0', false);
    expect(lanes.names()).toEqual(['one 1']);
  });

  it('of a receiver that takes nothing run one at a time, and say so, until it takes something', async () => {
    const lanes = running();
    const dead: string[] = [];
    const inHand = handOf((lane, standing) => {
      if (standing === 'dead') dead.push(...lane);
      return lanes.run(lane);
    });
    inHand.take('dead', ['dead 0']);
    await lanes.end('dead 0', false);
    for (const lane of ['dead 1', 'dead 2']) inHand.take('dead', [lane]);
    inHand.take('well', ['well 1']);
    expect(lanes.names()).toEqual(['dead 1', 'well 1']);
    await lanes.end('dead 1', false);
    expect(lanes.names()).toEqual(['well 1', 'dead 2']);
    await lanes.end('dead 2', true);
    for (const lane of ['dead 3', 'dead 4', 'dead 5']) inHand.take('dead', [lane]);
    expect(lanes.names()).toEqual(['well 1', 'dead 3', 'dead 4']);
    expect(dead).toEqual(['dead 1', 'dead 2']);
  });

  it('of a new receiver that takes nothing have their turn again, among those of dead ones', async () => {
    const lanes = running();
    const inHand = handOf(lanes.run);
    for (let other = 0; other < 64; other += 1) inHand.take(`hangs ${other}`, [`hangs ${other}`]);
    await lanes.end('hangs 0');
    inHand.take('one', ['one 0']);
    inHand.take('one', ['one 1']);
    await lanes.end('one 0', false);
    expect(lanes.names().at(-1)).toBe('one 1');
  });

  it('of a receiver that is known run as before when there are some again', async () => {
    const lanes = running();
    const inHand = handOf(lanes.run);
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
});

describe('how many lanes are wanted in hand', () => {
  it('up to 256 of one that takes them, 4 of a new one, 1 of one that takes nothing', async () => {
    const lanes = running();
    const inHand = handOf(lanes.run);
    const more = (): object => {
      const { most, of } = inHand.wanted();
      return { most, ...Object.fromEntries(of) };
    };
    expect(more()).toEqual({ most: 4 });
    inHand.take('one', ['one 0']);
    inHand.take('other', ['other 0', 'and 1', 'and 2']);
    expect(more()).toEqual({ most: 4, one: 3, other: 3 });
    await lanes.end('one 0');
    await lanes.end('other 0', false);
    expect(more()).toEqual({ most: 4, other: 1 });
    for (let lane = 1; lane < 256; lane += 1) inHand.take('one', [`one ${lane}`]);
    inHand.take('other', ['other 1']);
    expect(more()).toEqual({ most: 4, one: 1, other: 0 });
    inHand.take('one', ['one 256']);
    expect(more()).toEqual({ most: 4, one: 0, other: 0 });
  });

  it('of those that are not proven no more where 4,096 are there, and those of others are', async () => {
    const lanes = running();
    const inHand = handOf(lanes.run);
    inHand.take('well', ['well 0']);
    await lanes.end('well 0');
    inHand.take('well', ['well 1']);
    for (let other = 0; other < 2_048; other += 1)
      for (let lane = 0; lane < 2; lane += 1) inHand.take(`new ${other}`, [`new ${other} ${lane}`]);
    const { most, of } = inHand.wanted();
    expect([most, of.get('new 0'), of.get('well')]).toEqual([0, 0, 255]);
  });
});

describe('the room in hand', () => {
  it('is taken by deliveries, and given back', async () => {
    let asked = 0;
    const lanes = running();
    const inHand = handOf(lanes.run, [], () => void asked++);
    const room = inHand.room();
    inHand.take('one', ['a', 'b', 'c']);
    expect(inHand.room()).toBe(room - 3);
    await lanes.end('a');
    expect(inHand.room()).toBe(room);
    expect(asked).toBe(1);
  });

  it('are gone when it is idle', async () => {
    const lanes = running();
    const inHand = handOf(lanes.run);
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

  it('find no room, and are run again in their place where one of the same connections has ended', async () => {
    let hasRoom = false;
    const ran: string[] = [];
    const ends = new Map<string, () => void>();
    const inHand = handOf(async (lane) => {
      ran.push(lane.join(' '));
      if (lane[0]!.startsWith('no'))
        return hasRoom ? { hasTaken: true, where: 'o' } : { hasTaken: true, where: 'o', rest: lane.slice(1) };
      await new Promise<void>((resolve) => ends.set(lane[0]!, resolve));
      return { hasTaken: true, where: lane[0]!.split(' ')[0]! };
    });
    const ended = async (name: string): Promise<void> => {
      ends.get(name)!();
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    };
    const room = inHand.room();
    inHand.take('one', ['no 1', 'no 2', 'no 3']);
    inHand.take('one', ['no 4']);
    inHand.take('elsewhere', ['p 1']);
    inHand.take('other', ['o 1']);
    await new Promise(setImmediate);
    // One was sent, two and another lane are left, and nothing of it runs.
    const first = ['no 1 no 2 no 3', 'p 1', 'o 1'];
    expect(ran).toEqual(first);
    expect([Object.fromEntries(inHand.wanted().of), inHand.room()]).toEqual([
      { one: 254, other: 3, elsewhere: 3 },
      room - 5,
    ]);
    hasRoom = true;
    await ended('p 1');
    expect(ran).toEqual(first);
    await ended('o 1');
    expect(ran).toEqual([...first, 'no 2 no 3', 'no 4']);
    expect(inHand.room()).toBe(room);
  });

  it('of those that are known to go there wait behind those that found no room', async () => {
    let isFull = false;
    const ran: string[] = [];
    const inHand = handOf(async (lane) => {
      ran.push(lane[0]!);
      return isFull ? { hasTaken: undefined, where: 'o', rest: lane } : { hasTaken: true, where: 'o' };
    });
    for (const name of ['one', 'two', 'three']) inHand.take(name, [`${name} 0`]);
    await new Promise(setImmediate);
    ran.length = 0;
    isFull = true;
    inHand.take('three', ['three 1']);
    await new Promise(setImmediate);
    expect(ran).toEqual(['three 1']);
    for (let more = 2; more < 100; more += 1) {
      inHand.take('one', [`one ${more}`]);
      inHand.take('two', [`two ${more}`]);
    }
    await new Promise(setImmediate);
    // Nothing of them is tried in vain.
    expect(ran).toHaveLength(1);
    isFull = false;
    await expect.poll(() => ran.length).toBe(1 + 1 + 2 * 98);
    expect(ran.slice(1, 4)).toEqual(['three 1', 'one 2', 'two 2']);
  });

  it('that find no room are looked at again by themselves, and when it ends', async () => {
    let tries = 0;
    const inHand = handOf((lane) => Promise.resolve({ hasTaken: true, ...(tries++ < 1 && { rest: lane }) }));
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

describe('turns', () => {
  it('a connection that ends is for the next where the first has no use for it, and one timer looks at all', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let room = Infinity;
      const ran: string[] = [];
      const ends = new Map<string, () => void>();
      const inHand = handOf(async (lane) => {
        ran.push(lane[0]!);
        if (room === 0) return { hasTaken: undefined, where: 'o', rest: lane };
        room -= 1;
        await new Promise<void>((resolve) => ends.set(lane[0]!, resolve));
        return { hasTaken: true, where: 'o' };
      });
      const end = async (name: string): Promise<void> => {
        ends.get(name)!();
        await vi.advanceTimersByTimeAsync(0);
      };
      for (const name of ['a', 'b', 'x']) {
        inHand.take(name, [`${name} 0`]);
        await end(`${name} 0`);
      }
      for (const name of ['a', 'x']) inHand.take(name, [`${name} 1`]);
      room = 0;
      // `a` has one that runs and one that found no room: it has no use for another connection until its own ends.
      inHand.take('a', ['a 2']);
      await vi.advanceTimersByTimeAsync(0);
      inHand.take('b', ['b 1']);
      expect(ran.slice(3)).toEqual(['a 1', 'x 1', 'a 2']);
      await end('x 1');
      expect(ran.slice(6)).toEqual(['b 1']);
      expect(vi.getTimerCount()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('of a receiver that is to have its turn when it takes something no more have it among those of dead ones', async () => {
    const lanes = running();
    const inHand = handOf(lanes.run);
    const of = (name: string): readonly string[] => lanes.names().filter((lane) => lane.startsWith(name));
    const names = ['a', 'b', 'c'];
    for (const name of names) for (let lane = 0; lane < 250; lane += 1) inHand.take(name, [`${name} ${lane}`]);
    for (let first = 0; first < 300; first += 1) await lanes.end(of(names[first % 3]!)[0]!);
    expect(lanes.names()).toHaveLength(256);
    // More of `a` may run than there is place for.
    expect(of('a').length).toBeLessThan(96);
    for (const lane of of('a')) await lanes.end(lane, false);
    for (let lane = 0; lane < 3; lane += 1) inHand.take('a', [`a again ${lane}`]);
    expect(of('a')).toEqual(['a again 0']);
    for (const name of ['b', 'c', 'a']) while (of(name).length > 0) await lanes.end(of(name)[0]!);
    expect(inHand.wanted().of.size).toBe(0);
  });
});
