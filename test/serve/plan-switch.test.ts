// From one plan to the next, without a socket and without a clock: who is waited for, who is met again, and when sweepers stop and
// stores close. docs/watch.md, "Requests while a document changes".

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSwitch, StillBusy, type PlanSwitch, type Room } from '../../src/serve/plan-switch.ts';
import type { Arrival, Octets } from '../../src/serve/respond.ts';
import { less, type Running } from '../../src/serve/running.ts';
import { done, fakeStore } from './fake-store.ts';

/** What happened, in its order. */
let order: string[];
let now: number;

beforeEach(() => {
  order = [];
  now = 0;
  // Nobody loses patience because a machine is busy.
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

interface Told extends Running {
  /** How many sweepers of it run. */
  sweeping: number;
}

/** What the planSwitch knows of a plan: its name stands for all else. */
function running(name: string, store = fakeStore(() => done([])), stop = (): Promise<void> => Promise.resolve()): Told {
  const plan = {
    store: {
      ...store,
      async close() {
        order.push(`${name} is closed`);
        await store.close();
      },
    },
    sweeper: {
      wake: () => undefined,
      async stop() {
        await stop();
        if (plan.sweeping === 0) return;
        plan.sweeping = 0;
        order.push(`${name} sweeps no more`);
      },
      resume() {
        plan.sweeping++;
        order.push(`${name} sweeps again`);
      },
    },
    sweeping: 1,
    busy: 0,
    arriving: 0,
    isOver: false,
    whenIdle: undefined as (() => void) | undefined,
  };
  return plan as unknown as Told;
}

function change(planSwitch: PlanSwitch, room: Room, next: Running, name = 'the next'): Promise<void> {
  return planSwitch.change({
    room,
    async open() {
      order.push(`${name} is opened`);
      return next;
    },
  });
}

function failing(planSwitch: PlanSwitch, room: Room): Promise<void> {
  return planSwitch.change({ room, open: () => Promise.reject(new Error('no room')) });
}

function gated(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** Until all has happened that happens by itself; the planSwitch looks each millisecond. */
async function turns(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise<void>((resolve) => void setTimeout(resolve, 1));
}

/** A request whose body begins to arrive. */
function arriving(planSwitch: PlanSwitch, plan: Running, name: string): Arrival & { ended(octets: string): void } {
  plan.busy++;
  const arrival = planSwitch.arrivals(plan, (octets: Octets) => {
    order.push(`${name} is met again with ${String(octets)}`);
    less(plan);
  });
  arrival.begins();
  return {
    ...arrival,
    ended: (octets) =>
      arrival.ends(Buffer.from(octets), () => {
        order.push(`${name} goes on`);
        less(plan);
      }),
  };
}

const STILL = ['still', 'closed'] as const;

describe('a change that leaves no room for requests of the plan before', () => {
  test.each(STILL)('%s: waits until those that run have ended; who comes meanwhile waits for it', async (room) => {
    const [before, after] = [running('before'), running('after')];
    const planSwitch = openSwitch(before);
    before.busy = 1;
    const changed = change(planSwitch, room, after);
    await expect.poll(() => planSwitch.isShut()).toBe(true);
    planSwitch.through(() => order.push(`somebody meets ${planSwitch.current() === after ? 'after' : 'before'}`));
    await turns();
    expect(order).toEqual(['before sweeps no more']);
    less(before);
    await changed;
    expect(order.filter((what) => what !== 'before is closed')).toEqual([
      'before sweeps no more',
      'the next is opened',
      'somebody meets after',
    ]);
    planSwitch.through(() => order.push('and who comes now, at once'));
    expect(order.at(-1)).toBe('and who comes now, at once');
  });

  test('waits for requests of each plan that is not done yet', async () => {
    const [first, second, third] = [running('first'), running('second'), running('third')];
    const planSwitch = openSwitch(first);
    first.busy = 1;
    await change(planSwitch, 'beside', second, 'second');
    const changed = change(planSwitch, 'still', third, 'third');
    await turns();
    expect(order).toEqual(['second is opened', 'first sweeps no more', 'second sweeps no more']);
    less(first);
    await changed;
    expect(order).toContain('third is opened');
    expect(planSwitch.current()).toBe(third);
  });

  test('does not wait for a body that arrives, but for whatever else runs', async () => {
    const before = running('before');
    const planSwitch = openSwitch(before);
    const slow = arriving(planSwitch, before, 'the slow one');
    before.busy++;
    const changed = change(planSwitch, 'still', running('after'));
    await turns();
    expect(order).not.toContain('the next is opened');
    less(before);
    await changed;
    expect(order).toContain('the next is opened');
    slow.ended('late');
    expect(order.at(-1)).toBe('the slow one is met again with late');
    expect([before.busy, before.arriving]).toEqual([0, 0]);
  });

  test('waits for others as before when the client of a body has gone', async () => {
    const before = running('before');
    const planSwitch = openSwitch(before);
    arriving(planSwitch, before, 'who goes').died();
    void change(planSwitch, 'still', running('after'));
    await turns();
    expect(order).not.toContain('the next is opened');
    less(before);
    await expect.poll(() => order).toContain('the next is opened');
  });

  test('a body that ends while the planSwitch is shut waits for what comes of it, and is not waited for', async () => {
    const before = running('before');
    const planSwitch = openSwitch(before);
    const slow = arriving(planSwitch, before, 'the slow one');
    const gate = gated();
    const changed = planSwitch.change({ room: 'still', open: () => gate.opened.then(() => running('after')) });
    await expect.poll(() => planSwitch.isShut()).toBe(true);
    slow.ended('x');
    await turns();
    expect(order).toEqual(['before sweeps no more']);
    gate.open();
    await changed;
    expect(order).toContain('the slow one is met again with x');
  });

  test('meets again whose body still arrives under any plan of before, also long after', async () => {
    const first = running('first');
    const planSwitch = openSwitch(first);
    const slow = arriving(planSwitch, first, 'the slow one');
    await change(planSwitch, 'beside', running('second'));
    expect(first.isOver).toBe(false);
    await change(planSwitch, 'still', running('third'));
    await turns();
    slow.ended('late');
    expect(order.at(-1)).toBe('the slow one is met again with late');
    await turns();
    expect(order).toContain('first is closed');
  });

  test.each(['beside', 'still'] as const)(
    '%s: closes the store of before when its requests have ended',
    async (room) => {
      const before = running('before');
      const planSwitch = openSwitch(before);
      const slow = arriving(planSwitch, before, 'the slow one');
      await change(planSwitch, room, running('after'));
      await turns();
      expect(order).not.toContain('before is closed');
      slow.ended('late');
      await expect.poll(() => order.at(-1)).toBe('before is closed');
    },
  );

  test('closes the stores first where it is to be closed, and only there', async () => {
    for (const room of STILL) {
      order.length = 0;
      await change(openSwitch(running('before')), room, running('after'));
      const [closed, opened] = ['before is closed', 'the next is opened'].map((what) => order.indexOf(what));
      expect([room, closed! < opened!]).toEqual([room, room === 'closed']);
    }
  });
});

describe('a change that fails', () => {
  test.each(['beside', 'still'] as const)('%s: leaves all as it was, and moves by time go on', async (room) => {
    const before = running('before');
    const planSwitch = openSwitch(before);
    const slow = arriving(planSwitch, before, 'the slow one');
    await expect(failing(planSwitch, room)).rejects.toThrow('no room');
    expect([planSwitch.current(), planSwitch.isShut(), before.sweeping, before.isOver]).toEqual([
      before,
      false,
      1,
      false,
    ]);
    slow.ended('late');
    expect(order.at(-1)).toBe('the slow one goes on');
    await change(planSwitch, 'still', running('after'));
    expect(order).toContain('the next is opened');
  });

  test('because requests do not end says so, and moves by time go on', async () => {
    const before = running('before');
    const planSwitch = openSwitch(before);
    before.busy = 1;
    const changed = change(planSwitch, 'still', running('after'));
    changed.catch(() => undefined);
    await expect.poll(() => planSwitch.isShut()).toBe(true);
    now = 250;
    await turns();
    expect(planSwitch.isShut()).toBe(true);
    now = 251;
    await expect(changed).rejects.toBeInstanceOf(StillBusy);
    expect(order).toEqual(['before sweeps no more', 'before sweeps again']);
    expect([planSwitch.isShut(), planSwitch.current()]).toEqual([false, before]);
  });
});

describe('moves by time', () => {
  test('of the plan before have stopped when another is opened in its place, and do not begin again', async () => {
    const gate = gated();
    const before = running('before', undefined, () => gate.opened);
    const changed = change(openSwitch(before), 'still', running('after'));
    await turns();
    expect(order).toEqual([]);
    gate.open();
    await changed;
    await turns();
    expect(order).toEqual(['before sweeps no more', 'the next is opened', 'before is closed']);
    expect(before.sweeping).toBe(0);
  });

  test.each([true, false])(
    'of the plan before stop when another stands beside it; the same store: %s',
    async (same) => {
      const store = fakeStore(() => done([]));
      const [before, after] = [running('before', store), running('after', store)];
      if (same) Object.assign(after, { store: before.store });
      const planSwitch = openSwitch(before);
      await change(planSwitch, 'beside', after);
      await turns();
      expect([before.sweeping, after.sweeping, store.isClosed]).toEqual([0, 1, !same]);
    },
  );
});

describe('a close', () => {
  test('comes after the change that is under way and each plan that is not done yet; nothing is changed then', async () => {
    const [first, second] = [running('first'), running('second')];
    const planSwitch = openSwitch(first);
    first.busy = 1;
    const gate = gated();
    void planSwitch.change({ room: 'beside', open: () => gate.opened.then(() => second) });
    await turns();
    const closed = planSwitch.close();
    await turns();
    expect(order).toEqual([]);
    gate.open();
    await turns();
    expect(order).toEqual(['first sweeps no more']);
    less(first);
    await closed;
    expect(order).toEqual(['first sweeps no more', 'first is closed', 'second sweeps no more', 'second is closed']);
    await expect(change(planSwitch, 'beside', running('third'))).rejects.toThrow('the service stops');
  });

  test('comes after the last request', async () => {
    const only = running('only');
    const planSwitch = openSwitch(only);
    only.busy = 1;
    const closed = planSwitch.close();
    await turns();
    expect(order).toEqual([]);
    less(only);
    await closed;
    expect(order).toEqual(['only sweeps no more', 'only is closed']);
  });
});

test('a plan that is done is let go of, its store closed once', async () => {
  const planSwitch = openSwitch(running('first'));
  await change(planSwitch, 'beside', running('second'));
  await expect.poll(() => order).toContain('first is closed');
  await change(planSwitch, 'closed', running('third'));
  expect(order.filter((what) => what === 'first is closed')).toHaveLength(1);
});

test('changes come one after the other', async () => {
  const planSwitch = openSwitch(running('first'));
  const gate = gated();
  const one = planSwitch.change({ room: 'beside', open: () => gate.opened.then(() => running('second')) });
  const other = change(planSwitch, 'beside', running('third'), 'third');
  await turns();
  expect(order).toEqual([]);
  gate.open();
  await Promise.all([one, other]);
  expect(order.filter((what) => what.includes('opened'))).toEqual(['third is opened']);
});
