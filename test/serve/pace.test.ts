// How long requests are met before the loop turns, under a clock of its own: who has sent one request never waits for all of
// those who have sent many.

import { describe, expect, test } from 'vitest';
import { Pace, type Paced } from '../../src/serve/pace.ts';

let time = 0;
const now = (): number => time;
const turned = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function pace(clock: () => number): Pick<Pace, 'meet' | 'read' | 'mayRead' | 'opened'> {
  const all = new Pace(clock);
  return {
    meet: (paced, run) => all.meet(paced, run),
    read: (paced, run) => all.read(paced, run),
    mayRead: () => all.mayRead(),
    opened: () => all.opened(),
  };
}

function one(more: Partial<Paced> = {}): Paced {
  return { at: 0, isNew: false, isQueued: false, waiting: 0, hasMore: false, isGone: () => false, ...more };
}

/** Takes so many milliseconds, and is written down. */
function work(met: string[], name: string, milliseconds: number): () => void {
  return () => {
    met.push(name);
    time += milliseconds;
  };
}

test('little is met at once', () => {
  const { meet } = pace(now);
  const met: string[] = [];
  for (let i = 0; i < 30; i++) meet(one(), work(met, `${i}`, 0.03));
  expect(met).toHaveLength(30);
});

test('beyond some milliseconds the rest waits for the next turn, in its order', async () => {
  const { meet } = pace(now);
  const met: string[] = [];
  for (const name of 'abcdef') meet(one(), work(met, name, 3));
  expect(met.join('')).toBe('ab');
  await turned();
  expect(met.join('')).toBe('abcd');
  await turned();
  expect(met.join('')).toBe('abcdef');
});

test('one alone goes before those that were sent in one piece, however many wait', async () => {
  const { meet } = pace(now);
  const met: string[] = [];
  for (let i = 0; i < 100; i++) meet(one({ waiting: 5 }), work(met, 'piped', 3));
  const before = met.length;
  meet(one(), work(met, 'alone', 0.1));
  await turned();
  expect(met.indexOf('alone')).toBeLessThan(before + 2);
  for (let i = 0; i < 200 && met.length < 101; i++) await turned();
  expect(met).toHaveLength(101);
});

test('the first request of a connection shows what stands behind it before it is met', async () => {
  const { meet } = pace(now);
  const met: string[] = [];
  const first = one({ isNew: true });
  meet(first, work(met, 'piped', 1));
  Object.assign(first, { waiting: 3 });
  meet(one({ isNew: true }), work(met, 'alone', 1));
  expect(met).toEqual([]);
  await turned();
  expect(met).toEqual(['alone', 'piped']);
});

test('while connections are opened, most of the time is theirs', async () => {
  const { meet, opened } = pace(now);
  const met: number[] = [];
  const many = Array.from({ length: 100 }, () => one({ waiting: 5 }));
  for (const each of many) meet(each, () => void met.push((time += 5)));
  const began = time;
  for (let i = 0; i < 40; i++) {
    opened();
    await turned();
    time += 1;
  }
  expect(met.length * 5).toBeLessThan((time - began) * 0.4);
  for (let i = 0; i < 200 && met.length < 100; i++) await turned();
  expect(met).toHaveLength(100);
});

test('of whom nobody is there any more nothing is met', async () => {
  const { meet } = pace(now);
  const met: string[] = [];
  meet(one(), work(met, 'long', 10));
  meet(one({ isGone: () => true }), work(met, 'gone', 1));
  meet(one({ isGone: () => true, waiting: 2 }), work(met, 'gone', 1));
  await turned();
  await turned();
  expect(met).toEqual(['long']);
});

describe('bodies', () => {
  test('are read for some milliseconds of a turn, then they wait', () => {
    const { mayRead } = pace(now);
    expect(mayRead()).toBe(true);
    time += 3;
    expect(mayRead()).toBe(true);
    time += 3;
    expect(mayRead()).toBe(false);
  });

  test('that wait have their turns one after the other, each a part at a time', async () => {
    const { mayRead, read } = pace(now);
    const parts: string[] = [];
    const reading = (name: string, one: Paced): void => {
      do {
        parts.push(name);
        time += 0.3;
      } while (mayRead());
      read(one, () => reading(name, one));
    };
    const names = ['a', 'b', 'c'];
    for (const name of names) {
      const body = one();
      read(body, () => reading(name, body));
    }
    await turned();
    expect(parts.join('')).toBe('aabbcc');
    await turned();
    expect(parts.join('')).toBe('aabbccaabbcc');
  });

  test('take no more of a turn than some milliseconds, however many wait, and requests go first', async () => {
    const { meet, read } = pace(now);
    const met: string[] = [];
    for (let i = 0; i < 1000; i++) read(one(), work(met, 'body', 1));
    meet(one({ isNew: true }), work(met, 'request', 1));
    await turned();
    expect(met[0]).toBe('request');
    expect(met.length).toBeLessThan(8);
  });

  test('of clients that send nothing keep nobody waiting', async () => {
    const { mayRead, read } = pace(now);
    const met: string[] = [];
    // A run that finds nothing more to read does not come back.
    for (let i = 0; i < 1000; i++) read(one(), () => undefined);
    read(one(), () => void (mayRead() && met.push('another')));
    await turned();
    expect(met).toEqual(['another']);
  });
});
