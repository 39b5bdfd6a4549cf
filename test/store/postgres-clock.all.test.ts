// The database's clock, as a process computes it: right within half a round trip, smooth, and without a look at the
// machine's own clock.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { pacer, compute, serverClock, type Sample } from '../../src/store/postgres/clock.ts';
import type { Session } from '../../src/store/postgres/session.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { hasPostgres, ownSchema, sql } from './postgres.ts';

const sample = (sent: number, trip: number, server: number): Sample => ({ sent, received: sent + trip, server });

describe('one measurement', () => {
  it('rests on the shortest round trip, and says by how much it may be wrong', () => {
    expect(compute(undefined, [sample(0, 40, 1030), sample(50, 4, 1052), sample(60, 10, 1069)])).toEqual({
      offset: 1000,
      error: 2,
      at: 54,
    });
  });

  it('that knows less than is known changes only what it is sure of', () => {
    const known = { offset: 1000, error: 1, at: 0 };
    expect(compute(known, [sample(0, 40, 1030)])).toMatchObject({ offset: 1000 });
    expect(compute(known, [sample(0, 40, 1060)])).toMatchObject({ offset: 1020, error: 40 });
    expect(compute(known, [sample(0, 40, 980)])).toMatchObject({ offset: 980, error: 40 });
  });

  it('takes what is known for less sure with every second that passes', () => {
    const known = { offset: 1000, error: 1, at: 0 };
    expect(compute(known, [sample(1000, 20, 2020)])).toMatchObject({ offset: 1000 });
    expect(compute(known, [sample(60_000, 20, 61_020)])).toMatchObject({ offset: 1010, error: 10 });
  });
});

describe('time that is corrected', () => {
  let local = 0;
  it('never goes back, never jumps, and comes to where it is sent', () => {
    local = 0;
    const time = pacer(500_000, () => local);
    for (const offset of [500_100, 499_900, 500_050]) {
      time.aim(offset);
      let before = time.now();
      for (let step = 0; step < 300; step++) {
        local += 10;
        const now = time.now();
        expect(now - before).toBeGreaterThanOrEqual(8);
        expect(now - before).toBeLessThanOrEqual(12);
        before = now;
      }
      expect(time.now()).toBe(local + offset);
    }
  });

  it('follows at once who sets the clock of the server', () => {
    local = 0;
    const time = pacer(500_000, () => local);
    time.aim(4_100_000);
    expect(time.now()).toBe(4_100_000);
  });
});

describe('the clock of a server that drifts', () => {
  it('is followed, and what fails is measured the next time', async () => {
    let local = 0;
    let isBroken = false;
    const session = {
      query: async () => {
        if (isBroken) throw new Error('gone');
        local += 1;
        return [[local * 1.0004 + 10_000]];
      },
    } as unknown as Session;
    const clock = await serverClock(
      (run) => run(session),
      () => local,
      2,
    );
    try {
      for (let round = 0; round < 60; round++) {
        isBroken = round % 3 === 1;
        local += 200;
        await new Promise((resolve) => setTimeout(resolve, 4));
        clock.now();
      }
      expect(local * 0.0004).toBeGreaterThan(4);
      expect(Math.abs(clock.now() - (local * 1.0004 + 10_000))).toBeLessThan(3);
    } finally {
      clock.stop();
    }
  });
});

describe.skipIf(!hasPostgres)('a process whose own clock is wrong by hours', () => {
  afterEach(() => vi.restoreAllMocks());

  it('goes by the clock of the database', async () => {
    const real = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => real() + 5 * 3_600_000);
    const own = await ownSchema();
    const store = await openPostgres({ url: own.url, tables: [] });
    try {
      const [row] = await sql('SELECT extract(epoch FROM clock_timestamp()) * 1000');
      expect(Math.abs(store.now!() - Number(row![0]))).toBeLessThan(100);
    } finally {
      await store.close();
      await own.drop();
    }
  });

  it('agrees with another within milliseconds', async () => {
    const own = await ownSchema();
    const stores = await Promise.all([1, 2, 3].map(() => openPostgres({ url: own.url, tables: [] })));
    try {
      const times = stores.map((store) => store.now!());
      expect(Math.max(...times) - Math.min(...times)).toBeLessThan(25);
    } finally {
      await Promise.all(stores.map((store) => store.close()));
      await own.drop();
    }
  });
});

describe.skipIf(!hasPostgres)('what is noted beside the rows', () => {
  it('is seen by every process, and is raised by one of two, never lowered', async () => {
    const own = await ownSchema();
    const [one, other] = await Promise.all([1, 2].map(() => openPostgres({ url: own.url, tables: [] })));
    try {
      expect(await one!.notes.read('clock')).toBeUndefined();
      expect(await one!.notes.raise('clock', '2026-01-02')).toBe(true);
      expect(await other!.notes.read('clock')).toBe('2026-01-02');
      expect(await other!.notes.raise('clock', '2026-01-01')).toBe(false);
      expect(await one!.notes.read('clock')).toBe('2026-01-02');
      const raised = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one! : other!).notes.raise('clock', `2027-${10 + i}`)),
      );
      expect(raised).toContain(true);
      expect(await one!.notes.read('clock')).toBe('2027-29');
      await one!.notes.write('clock', undefined);
      expect(await other!.notes.read('clock')).toBeUndefined();
    } finally {
      await Promise.all([one!.close(), other!.close()]);
      await own.drop();
    }
  });
});
