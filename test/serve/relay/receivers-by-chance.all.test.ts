// Lanes in hand by chance: receivers that take, refuse, hang and change their minds, at a few origins with few connections. Each lane is run to its
// end, never more run than may, and nothing waits for long while connections are free.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type InFlight, inFlightOf } from '../../../src/serve/relay/in-flight.ts';
import { type Ran, receiversInHand } from '../../../src/serve/relay/receivers-in-hand.ts';
import { AT_ONCE, SLOW, type Standing } from '../../../src/serve/relay/turns.ts';
import { Random } from '../../laws/random.ts';
import { trials } from '../../trials.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

interface Item {
  readonly receiver: string;
  readonly lane: number;
  readonly place: number;
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What receivers do, in milliseconds of their own clock. */
class Trial {
  readonly taken: Item[] = [];
  readonly done: Item[] = [];
  readonly faults: string[] = [];
  readonly running = new Map<string, number>();
  readonly waiting = new Map<string, number>();
  /** Lanes that have begun, by the standing with which they did. */
  readonly began = { new: 0, proven: 0, dead: 0 };
  /** Longest wait of a receiver that nothing of is run, while there is room at its origin. */
  longest = 0;
  back = 0;
  readonly #inFlight: InFlight;
  readonly #origins: readonly string[];
  readonly #proven = new Set<string>();
  readonly #hungry = new Map<string, number>();
  readonly #random: Random;
  #all = 0;
  #slow = 0;

  constructor(random: Random, connections: number, origins: number) {
    this.#random = random;
    this.#inFlight = inFlightOf(connections, 4);
    this.#origins = Array.from({ length: origins }, (_, origin) => `https://o${origin}`);
  }

  originOf(receiver: string): string {
    return this.#origins[Number(receiver.slice(1)) % this.#origins.length]!;
  }

  /** 0 always takes, 1 never does, 2 as it comes, 3 hangs. */
  moodOf(receiver: string): number {
    return Math.floor(Number(receiver.slice(1)) / this.#origins.length) % 4;
  }

  async run(lane: readonly Item[], standing: Standing): Promise<Ran<Item>> {
    const { receiver } = lane[0]!;
    const where = this.originOf(receiver);
    const now = (this.running.get(receiver) ?? 0) + 1;
    this.running.set(receiver, now);
    this.#all += 1;
    this.began[standing] += 1;
    let isSlow = false;
    const slow = standing === 'new' ? setTimeout(() => ((isSlow = true), (this.#slow += 1)), SLOW) : undefined;
    if (this.#all > AT_ONCE) this.faults.push(`${this.#all} run`);
    if (now > 96) this.faults.push(`${now} of ${receiver}`);
    if (standing !== 'proven' && now > 1) this.faults.push(`${now} of ${receiver}, which is ${standing}`);
    if (this.began.new - this.#slow > 64) this.faults.push(`${this.began.new} new`);
    if (this.began.new + this.began.dead > 128) this.faults.push(`${this.began.new + this.began.dead} new or dead`);
    const result = await this.#sent(lane, standing, where);
    clearTimeout(slow);
    if (isSlow) this.#slow -= 1;
    this.running.set(receiver, this.running.get(receiver)! - 1);
    this.#all -= 1;
    this.began[standing] -= 1;
    if (result.rest) this.waiting.set(receiver, this.waiting.get(receiver)! + 1);
    if (result.hasTaken !== undefined) this.#proven[result.hasTaken ? 'add' : 'delete'](receiver);
    return result;
  }

  async #sent(lane: readonly Item[], standing: Standing, where: string): Promise<Ran<Item>> {
    let hasTaken: boolean | undefined;
    const { receiver } = lane[0]!;
    this.waiting.set(receiver, this.waiting.get(receiver)! - 1);
    for (const [place, item] of lane.entries()) {
      await Promise.resolve();
      if (standing !== 'dead' && this.#inFlight.room(where, standing) <= 0)
        return { hasTaken, where, rest: lane.slice(place) };
      const end = standing === 'dead' ? undefined : this.#inFlight.began(where, standing);
      const mood = this.moodOf(receiver);
      hasTaken = mood === 0 || (mood === 2 && this.#random.chance(0.7));
      await wait(mood === 3 ? this.#random.whole(1_000, 9_000) : this.#random.whole(1, 60));
      end?.();
      this.done.push(item);
      // What is not taken ends its lane; the others are given back.
      if (!hasTaken) {
        this.done.push(...lane.slice(place + 1));
        break;
      }
    }
    return { hasTaken, where };
  }

  /** It is taken again by whoever has room; here it counts as done. */
  givenBack(lane: readonly Item[]): void {
    const { receiver } = lane[0]!;
    this.waiting.set(receiver, this.waiting.get(receiver)! - 1);
    this.done.push(...lane);
    this.back += 1;
  }

  /** Called every 10 milliseconds. */
  look(): void {
    for (const [receiver, lanes] of this.waiting) {
      const isHungry =
        lanes > 0 &&
        this.running.get(receiver) === 0 &&
        this.#proven.has(receiver) &&
        this.#inFlight.room(this.originOf(receiver), 'proven') > 0;
      const since = this.#hungry.get(receiver) ?? 0;
      this.#hungry.set(receiver, isHungry ? since + 10 : 0);
      this.longest = Math.max(this.longest, since);
    }
  }
}

it.each(Array.from({ length: trials(5, 12) }, (_, seed) => seed))('lanes by chance, seed %i', async (seed) => {
  const random = new Random(seed);
  const trial = new Trial(random, random.pick([1, 4, 32]) - 16 + random.pick([1, 4, 16]), random.pick([1, 3, 40]));
  const inHand = receiversInHand<Item>({
    run: (lane, standing) => trial.run(lane, standing),
    hasRoom: () => undefined,
    giveBack: (lane) => trial.givenBack(lane),
  });
  const receivers = random.pick([3, 30, 200]);
  let lane = 0;
  for (let round = 0; round < 3_000; round += 1) {
    if (round < 600 && inHand.room() > 100)
      for (let more = random.whole(0, 8); more > 0; more -= 1) {
        const receiver = `r${random.whole(0, receivers - 1)}`;
        const items = Array.from({ length: random.whole(1, 5) }, (_, place) => ({ receiver, lane, place }));
        lane += 1;
        trial.waiting.set(receiver, (trial.waiting.get(receiver) ?? 0) + 1);
        trial.taken.push(...items);
        inHand.take(receiver, items);
      }
    await vi.advanceTimersByTimeAsync(10);
    trial.look();
  }
  await vi.advanceTimersByTimeAsync(3_000_000);
  expect(trial.faults).toEqual([]);
  // All of them once, those of a lane in their order.
  const done = Map.groupBy(trial.done, (item) => item.lane);
  const taken = Map.groupBy(trial.taken, (item) => item.lane);
  expect(trial.taken.length).toBeGreaterThan(1_000);
  expect(done.size).toBe(taken.size);
  for (const [each, items] of taken) expect(done.get(each)).toEqual(items);
  expect(trial.longest).toBeLessThanOrEqual(100);
  expect([[...inHand.wanted().of].filter(([, more]) => more < 1), vi.getTimerCount()]).toEqual([[], 0]);
  await inHand.idle();
});
