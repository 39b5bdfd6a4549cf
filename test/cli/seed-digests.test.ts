// What a journal of seed counts rows with.
import { describe, expect, it } from 'vitest';

import { DigestCounts } from '../../src/cli/seeding/digests.ts';

const digest = (n: number): Buffer => {
  const octets = Buffer.alloc(8);
  octets.writeUInt32LE(n % 7 === 0 ? 0 : n, 0);
  octets.writeUInt32LE(n, 4);
  return octets;
};

describe('counts of digests', () => {
  it('give each back as often as it was added, among many, the one of zeros included', () => {
    const counts = new DigestCounts();
    for (let n = 0; n < 20_000; n++) for (let times = 0; times <= n % 3; times++) counts.add(digest(n));
    const total = Array.from({ length: 20_000 }, (_, n) => (n % 3) + 1).reduce((a, b) => a + b);
    expect(counts.total).toBe(total);
    const given = Array.from({ length: 20_000 }, (_, n) => [0, 1, 2, 3].filter(() => counts.take(digest(n))).length);
    expect(given.every((times, n) => times === (n % 3) + 1)).toBe(true);
    expect([counts.total, counts.take(digest(30_000))]).toEqual([0, false]);
  });
});
