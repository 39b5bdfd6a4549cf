// The sweeper and what it waits for, over stores that fail or never come to an end: one line for the operator, longer and
// longer pauses, and an end when it is told to end.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { realClock, type Clock } from '../../src/serve/clock.ts';
import { startSweeper, type Sweeper } from '../../src/serve/sweeper.ts';
import { compileTimed, type TimedRunner } from '../../src/serve/timed.ts';
import { TURN_TAKEN, type Result, type Store } from '../../src/store/store.ts';
import { modelOf } from '../plan/plan-of.ts';
import { done, fakeStore, type Asked } from './fake-store.ts';
import { start, type Running } from './running.ts';
import { timedSource } from './timed-source.ts';

const settled = async (): Promise<void> => undefined;

let sweeper: Sweeper | undefined;
let logged: string[];
afterEach(async () => {
  vi.restoreAllMocks();
  await sweeper?.stop();
  sweeper = undefined;
});

function sweeping(group: TimedRunner, clock: Clock = realClock({})): void {
  logged = [];
  sweeper = startSweeper([group], clock, (line) => logged.push(line));
}

describe('a sweeper whose store fails', () => {
  it('says so once, tries again with growing pauses, and says it again the next time', async () => {
    const tries: number[] = [];
    let fails = true;
    sweeping({
      catchUp: () => {
        tries.push(performance.now());
        return fails ? 'the disk is full' : undefined;
      },
      next: async () => undefined,
      settled,
    });
    await expect.poll(() => tries.length, { timeout: 5_000 }).toBe(4);
    const pauses = tries.slice(1).map((at, n) => at - tries[n]!);
    expect(pauses[0]).toBeGreaterThan(100);
    expect(pauses[1]).toBeGreaterThan(220);
    expect(pauses[2]).toBeGreaterThan(450);
    expect(logged).toEqual(['moves by time wait: the disk is full']);
    fails = false;
    sweeper!.wake();
    await expect.poll(() => tries.length).toBe(5);
    await sleep(20);
    fails = true;
    sweeper!.wake();
    await expect.poll(() => logged.length).toBe(2);
  });

  it('does the same where nobody knows what time it is', async () => {
    let asked = 0;
    const clock: Clock = { now: () => 0, look: async () => 'the clock is gone' };
    sweeping({ catchUp: () => void asked++, next: async () => undefined, settled }, clock);
    await expect.poll(() => logged).toEqual(['moves by time wait: the clock is gone']);
    expect(asked).toBe(0);
  });

  it('ends at once in a pause, and not before what it writes is written', async () => {
    sweeping({ catchUp: () => 'gone', next: async () => undefined, settled });
    await expect.poll(() => logged.length).toBe(1);
    const began = performance.now();
    await sweeper!.stop();
    expect(performance.now() - began).toBeLessThan(100);
    let isWritten = false;
    sweeping({
      catchUp: async () => {
        await sleep(150);
        isWritten = true;
        return undefined;
      },
      next: async () => undefined,
      settled,
    });
    await sleep(20);
    await sweeper!.stop();
    expect(isWritten).toBe(true);
  });
});

const NOW = '2026-01-01T00:00:00.000Z';

/** `write` answers what is written; a row is due as long as `isDue`. */
function runner(
  isDue: () => boolean,
  write: () => Result | Promise<Result>,
  last: () => number = () => 1,
): { readonly group: TimedRunner; readonly asked: readonly Asked[] } {
  const plan = compile(modelOf(timedSource({ moves: ['| `new` | `old` | after 15 minutes | none'] })));
  const store = fakeStore(({ steps: [step] }) => {
    if (step?.kind === 'find') return isDue() ? done([[]]) : { kind: 'refused', cause: 'nothing is due' };
    if (step?.kind === 'list') return done(isDue() ? [[NOW, last()]] : []);
    return step?.kind === 'update' && step.set.length > 2 ? write() : done([], 'updated');
  });
  return { group: compileTimed(plan.timed![0]!, store satisfies Store, ''), asked: store.asked };
}

/** A clock on which so many milliseconds pass from one look to the next. */
function passing(step: number): () => number {
  let now = 0;
  return () => (now += step);
}

const NOTHING: Result = { kind: 'done', outcome: 'unchanged', rows: [], total: undefined };
const WRITTEN: Result = { kind: 'done', outcome: 'moved', rows: [], total: undefined };

describe('rows that are due', () => {
  it('and that nothing ever writes do not turn in circles: the request is unavailable', async () => {
    const { group, asked } = runner(
      () => true,
      () => NOTHING,
    );
    expect(await group.catchUp(NOW)).toBe('moves are due, and nothing writes them');
    expect(asked.length).toBeLessThan(80);
    sweeping(group);
    await expect
      .poll(() => logged, { timeout: 5_000 })
      .toEqual(['moves by time wait: moves are due, and nothing writes them']);
  });

  it.each([
    ['another row each time', 1],
    ['the same row', 0],
  ])('and that are written take as long as there are some: %s', async (_, step) => {
    let left = 100;
    const { group } = runner(
      () => left > 0,
      () => {
        left--;
        return WRITTEN;
      },
      () => 1 + step * left,
    );
    expect(await group.catchUp(NOW)).toBeUndefined();
    expect(left).toBe(0);
  });

  it('and that go round at one instant without an end make the request unavailable', async () => {
    vi.spyOn(performance, 'now').mockImplementation(passing(500));
    const { group, asked } = runner(
      () => true,
      () => WRITTEN,
    );
    expect(await group.catchUp(NOW)).toBe('moves at one instant do not come to an end');
    expect(asked.length).toBeLessThan(200);
  });

  it('and that are many at one instant are written to the end, however long it takes', async () => {
    vi.spyOn(performance, 'now').mockImplementation(passing(9_000));
    let left = 100;
    const { group } = runner(
      () => left > 0,
      () => {
        left--;
        return WRITTEN;
      },
      () => 1_000 - left,
    );
    expect(await group.catchUp(NOW)).toBeUndefined();
  });

  it('and that are more than one request waits for: it is unavailable after two seconds, and the sweep goes on', async () => {
    let left = Number.POSITIVE_INFINITY;
    const { group } = runner(
      () => left > 0,
      async () => {
        left--;
        await sleep(2);
        return WRITTEN;
      },
      () => left,
    );
    const began = performance.now();
    expect(await group.catchUp(NOW)).toBe('what was due is still being written');
    expect(performance.now() - began).toBeLessThan(5_000);
    let asked = 0;
    const another: TimedRunner = { catchUp: () => void asked++, next: async () => undefined, settled };
    logged = [];
    sweeper = startSweeper([group, another], realClock({}), (line) => logged.push(line));
    left = 900;
    await expect.poll(() => left, { timeout: 10_000 }).toBe(0);
    expect(asked).toBeGreaterThan(1);
    expect(logged).toEqual([]);
    expect(await group.catchUp(NOW)).toBeUndefined();
  });

  it('and whose write takes long: the request does not wait for it, a stop does', async () => {
    let isWritten = false;
    const { group } = runner(
      () => !isWritten,
      async () => {
        await sleep(2_800);
        isWritten = true;
        return WRITTEN;
      },
    );
    const began = performance.now();
    expect(await group.catchUp(NOW)).toBe('what was due is still being written');
    expect(performance.now() - began).toBeLessThan(2_600);
    sweeping(group);
    await sweeper!.stop();
    expect(isWritten).toBe(true);
  });

  it('and that another process writes are waited for', async () => {
    let turns = 0;
    const { group } = runner(
      () => turns < 12,
      () => {
        turns++;
        return { kind: 'refused', cause: TURN_TAKEN };
      },
    );
    expect(await group.catchUp(NOW)).toBeUndefined();
    expect(turns).toBe(12);
  });

  it('and that the store cannot write are told by its reason', async () => {
    const { group } = runner(
      () => true,
      () => ({ kind: 'unavailable', reason: 'the disk is full' }),
    );
    expect(await group.catchUp(NOW)).toBe('the disk is full');
  });
});

describe('the sweeper of a service whose document changes', () => {
  const timed = compile(modelOf(timedSource({ moves: ['| `new` | `old` | after 15 minutes | none'] })));
  let service: Running | undefined;
  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });

  it('goes on where the change fails', async () => {
    const store = fakeStore(() => done([]));
    service = await start(timed, { store, clock: realClock({}) });
    await expect.poll(() => store.asked.length).toBeGreaterThan(0);
    let before = Number.NaN;
    const open = async (): Promise<never> => {
      before = store.asked.length;
      throw new Error('no room');
    };
    await expect(service.change({ room: 'still', open })).rejects.toThrow('no room');
    // It looks at once, and not when the second of its sleep is over.
    await expect.poll(() => store.asked.length, { timeout: 900 }).toBeGreaterThan(before);
  });

  it('is that of the new document alone once it has changed, also when a change before has failed', async () => {
    const [before, after] = [fakeStore(() => done([])), fakeStore(() => done([]))];
    service = await start(timed, { store: before, clock: realClock({}) });
    await expect.poll(() => before.asked.length).toBeGreaterThan(0);
    const failed = service.change({ room: 'still', open: () => Promise.reject(new Error('no room')) });
    await expect(failed).rejects.toThrow('no room');
    await service.change({ room: 'still', open: async () => ({ plan: timed, store: after }) });
    const asked = before.asked.length;
    // It has slept, and looked again.
    await expect.poll(() => after.asked.length, { timeout: 5_000 }).toBeGreaterThan(2);
    expect(before.asked.length).toBe(asked);
  });
});
