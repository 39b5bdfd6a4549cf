// From one plan to the next, while requests come and go. Input: plans that are compiled, one after the other. Output: which one a
// request meets. Where the new tables leave no room for requests of the old plan, the switch holds requests back for the moment in which those
// that run come to their end; whose body still arrives is not waited for, but met again by the new plan. docs/watch.md

import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrival, Octets } from './respond.ts';
import { idle, type Running } from './running.ts';

/** Requests of the plan that is served still run, and have to end before another replaces it. */
export class StillBusy extends Error {
  override readonly name = 'StillBusy';
}

/**
 * What a change asks of the plan that is served. `beside`: nothing. `still`: that nothing of it runs when the other is opened,
 * nor ever again. `closed`: that its store is closed then, too.
 */
export type Room = 'beside' | 'still' | 'closed';

export interface Next {
  readonly room: Room;
  open(): Promise<Running>;
}

export interface PlanSwitch {
  current(): Running;
  isShut(): boolean;
  /** Runs it now, or when the switch lets requests through. */
  through(run: () => void): void;
  arrivals(running: Running, again: (octets: Octets) => void): Arrival;
  change(next: Next): Promise<void>;
  /** Resolves when the store of the plan before is closed. */
  replace(next: Running): Promise<void>;
  /** Streams end; requests may still come. */
  endStreams(): void;
  /** No request comes any more. */
  close(): Promise<void>;
}

/** Milliseconds for which requests may be held back. */
const PATIENCE = 250;

export function openSwitch(first: Running): PlanSwitch {
  let now = first;
  let isClosed = false;
  let turn: Promise<unknown> = Promise.resolve();
  const latch = latchOf();
  /** Earlier plans, each until its last request is done. */
  const leaving = new Map<Running, Promise<void>>();

  const all = (): readonly Running[] => [now, ...leaving.keys()];
  const replace = (next: Running): Promise<void> => {
    const before = now;
    now = next;
    const left = leave(before, next).finally(() => leaving.delete(before));
    leaving.set(before, left);
    return left;
  };
  const instead = async ({ room, open }: Next): Promise<void> => {
    try {
      await Promise.all(all().map(({ sweeper }) => sweeper.stop()));
      latch.shut();
      await untilQuiet(all);
      const over = all();
      if (room === 'closed') await Promise.all(over.map(({ store }) => store.close()));
      const after = await open();
      for (const running of over) running.isOver = true;
      unseen(replace(after));
    } catch (error) {
      now.sweeper.resume();
      throw error;
    } finally {
      latch.open();
    }
  };
  const change = async (next: Next): Promise<void> => {
    if (isClosed) throw new Error('the service stops');
    if (next.room === 'beside') unseen(replace(await next.open()));
    else await instead(next);
  };
  return {
    current: () => now,
    isShut: latch.isShut,
    through: latch.through,
    arrivals: (running, again) => arrivalOf(running, again, latch.through),
    change(next) {
      const changed = turn.then(() => change(next));
      turn = changed.catch(() => undefined);
      return changed;
    },
    replace,
    endStreams: () => all().forEach((one) => one.endStreams()),
    async close() {
      isClosed = true;
      await turn;
      await Promise.allSettled(leaving.values());
      await idle(now);
      await now.sweeper.stop();
      await now.store.close();
    },
  };
}

interface Latch extends Pick<PlanSwitch, 'isShut' | 'through'> {
  shut(): void;
  open(): void;
}

function latchOf(): Latch {
  let isShut = false;
  const waiting: (() => void)[] = [];
  return {
    isShut: () => isShut,
    through(run) {
      if (isShut) waiting.push(run);
      else run();
    },
    shut: () => void (isShut = true),
    open() {
      isShut = false;
      for (const run of waiting.splice(0)) run();
    },
  };
}

/** That an earlier store could not be closed changes nothing for later requests. */
function unseen(left: Promise<void>): void {
  left.catch(() => undefined);
}

async function leave(before: Running, next: Running): Promise<void> {
  await before.sweeper.stop();
  if (before.store === next.store) return;
  await idle(before);
  await before.store.close();
}

async function untilQuiet(all: () => readonly Running[]): Promise<void> {
  const until = performance.now() + PATIENCE;
  while (all().some(({ busy, arriving }) => busy > arriving)) {
    if (performance.now() > until) throw new StillBusy('requests of the document that is served still run');
    await sleep(1);
  }
}

function arrivalOf(running: Running, again: (octets: Octets) => void, through: (run: () => void) => void): Arrival {
  return {
    begins: () => void running.arriving++,
    died: () => void running.arriving--,
    ends: (octets, then) =>
      through(() => {
        running.arriving--;
        if (running.isOver) again(octets);
        else then();
      }),
  };
}
