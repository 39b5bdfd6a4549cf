// Octets of one reply after another in one place: each reply is its own.

import { expect, it } from 'vitest';

import { Room } from '../../../src/verify/http/room.ts';

const PIECE = Buffer.alloc(100_000, 'x');

it('has nothing of a longer reply in a shorter one, and takes letters that come in pieces', () => {
  const room = new Room(150_000);
  room.add(Buffer.from('x'.repeat(100_000)));
  expect(room.text()).toBe('x'.repeat(100_000));
  const [first, rest] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
  room.clear().add(first);
  room.add(rest);
  expect([room.size, room.text()]).toEqual([2, 'é']);
});

it('gives back what a long reply took', () => {
  const room = new Room(64_000_000);
  for (let nth = 0; nth < 640; nth += 1) room.add(PIECE);
  const before = process.memoryUsage.rss();
  room.clear();
  expect(before - process.memoryUsage.rss()).toBeGreaterThan(32_000_000);
});
