// The relay over deliveries that are kept in memory: what is sent, in which order, and what outcome of what is not accepted.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { LEASE, startRelay, type Relay, type RelayParts, type Sent } from '../../../src/serve/relay/relay.ts';
import type { Claimed, Deliveries, Fate, Found, OutboxEvent } from '../../../src/store/deliveries.ts';

const moment = (milliseconds = 10): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !holds(); tries += 1) await moment(5);
  expect(holds()).toBe(true);
}

const attempt = { at: '2026-01-01T00:00:00.000Z', status: 200, ms: 1, answer: '' };

function eventOf(id: number, key: string): OutboxEvent {
  const at = '2026-01-01T00:00:00.000Z';
  return {
    id,
    at,
    event: 'told',
    resource: 'Order',
    key,
    operation: 'x',
    traceparent: null,
    row: '{}',
    payload: '[]',
    shape: 's',
  };
}

interface Lane {
  readonly waiting: Claimed[];
  due: number;
  isHeld: boolean;
}

/** As a store keeps them, without other nodes. */
function kept(events: readonly OutboxEvent[]): Deliveries & {
  readonly settled: Fate[];
  isAway: boolean;
  readonly isLeft: () => boolean;
  /** By another process. */
  readonly add: (event: OutboxEvent, to: { readonly receiver: string; readonly lane: string }) => void;
} {
  const undispatched = [...events];
  const lanes = new Map<string, Lane>();
  const settled: Fate[] = [];
  let [count, isLeft] = [0, false];
  const here = <T>(value: T): Promise<T> =>
    store.isAway ? Promise.reject(new Error('it is away')) : Promise.resolve(value);
  const store = {
    settled,
    isAway: false,
    isLeft: () => isLeft,
    add(event: OutboxEvent, { receiver, lane }: { readonly receiver: string; readonly lane: string }) {
      const since = new Date(0).toISOString();
      const waiting = [{ delivery: ++count, lane, receiver, tries: 0, since, event, seq: event.id }];
      lanes.set(lane, { waiting, due: 0, isHeld: false });
    },
    undispatched: (_: readonly string[], most: number) => here(undispatched.slice(0, most)),
    dispatch: (found: readonly Found[], now: string) => {
      for (const { id, to } of found) {
        const event = undispatched.splice(
          undispatched.findIndex((one) => one.id === id),
          1,
        )[0]!;
        for (const { receiver, lane } of to) {
          const known = lanes.get(lane) ?? { waiting: [], due: Date.parse(now), isHeld: false };
          lanes.set(lane, known);
          known.waiting.push({ delivery: ++count, lane, receiver, tries: 0, since: now, event, seq: id });
        }
      }
      return here(undefined);
    },
    alive: () => here(undefined),
    leave: () => here(void (isLeft = true)),
    claim: ({ now, perLane, ofEach }: Parameters<Deliveries['claim']>[0]) => {
      const taken: Claimed[] = [];
      const seen = new Map<string, number>();
      for (const lane of lanes.values()) {
        if (lane.isHeld || lane.waiting.length === 0 || lane.due > Date.parse(now)) continue;
        const { receiver } = lane.waiting[0]!;
        const more = seen.get(receiver) ?? ofEach!.of.get(receiver) ?? ofEach!.most;
        if (more === 0) continue;
        seen.set(receiver, more - 1);
        lane.isHeld = true;
        taken.push(...lane.waiting.slice(0, perLane));
      }
      return here(taken);
    },
    next: () => {
      const due = [...lanes.values()].flatMap((lane) => (lane.isHeld || lane.waiting.length === 0 ? [] : [lane.due]));
      return here(due.length === 0 ? undefined : new Date(Math.min(...due)).toISOString());
    },
    settle: async (fates: readonly Fate[], release: readonly string[]) => {
      await here(undefined);
      for (const fate of fates) {
        settled.push(fate);
        const lane = [...lanes.values()].find(({ waiting }) =>
          waiting.some(({ delivery }) => delivery === fate.delivery),
        )!;
        const place = lane.waiting.findIndex(({ delivery }) => delivery === fate.delivery);
        if (typeof fate.outcome === 'string') lane.waiting.splice(place, 1);
        else {
          lane.due = Date.parse(fate.outcome.again);
          const { tries, ...same } = lane.waiting[place]!;
          lane.waiting[place] = { ...same, tries: tries + (fate.attempt ? 1 : 0) };
        }
      }
      for (const name of release) lanes.get(name)!.isHeld = false;
      return fates.map(() => true);
    },
    list: () => here([]),
    attempts: () => here([]),
    replay: () => here(0),
    log: () => Promise.resolve([]),
    ends: () => Promise.resolve(undefined),
    standing: () => Promise.resolve({ events: [], receivers: [] }),
    sweep: () => here(0),
  };
  return store;
}

function relayOf(deliveries: Deliveries, parts: Partial<RelayParts>): Relay & { readonly lines: readonly string[] } {
  const lines: string[] = [];
  const relay = startRelay({
    deliveries,
    kinds: ['told'],
    receivers: async ({ key }) => [{ receiver: 'r', lane: `r/${key}` }],
    send: async () => ({ kind: 'accepted', attempt }),
    givenUp: async () => undefined,
    givenUpEvents: 'dropped',
    clock: { now: () => Date.now() },
    log: (line) => void lines.push(line),
    ...parts,
  });
  return { ...relay, lines };
}

afterEach(() => void vi.restoreAllMocks());

/** The clock of this process, moved. */
function movedBy(milliseconds: () => number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds());
}

describe('a node that cannot say that it lives', () => {
  it('sends nothing before it has said so, and nothing more when others may have its lanes, until it can', async () => {
    const store = kept([1, 2, 3].map((id) => eventOf(id, 'x')));
    let [said, isAway, moved, claims] = [0, true, 0, 0];
    movedBy(() => moved);
    const sent: number[] = [];
    const alive = async (): Promise<void> => {
      said += 1;
      if (isAway) throw new Error('it is away');
    };
    const claim: Deliveries['claim'] = (asked) => {
      claims += 1;
      return store.claim(asked);
    };
    const relay = relayOf(
      { ...store, alive, claim, settle: store.settle },
      {
        async send({ event }) {
          sent.push(event.id);
          if (event.id === 2 && moved === 0) {
            moved = LEASE;
            isAway = true;
          }
          return { kind: 'accepted', attempt };
        },
      },
    );
    await until(() => said === 2);
    expect([sent, claims]).toEqual([[], 0]);
    isAway = false;
    await until(() => store.settled.length === 3);
    // The third is given back, which is no try, and is not taken again.
    expect(sent).toEqual([1, 2]);
    expect(store.settled[2]).toEqual({ delivery: 3, outcome: { again: expect.any(String) } });
    claims = 0;
    relay.wake();
    await moment(100);
    expect([sent, claims]).toEqual([[1, 2], 0]);
    isAway = false;
    await vi.waitFor(() => expect(store.settled).toHaveLength(4), 6_000);
    expect(sent).toEqual([1, 2, 3]);
    await relay.stop();
  });

  it('gives up nothing', async () => {
    const store = kept([eventOf(1, 'x')]);
    let [moved, tries] = [0, 0];
    movedBy(() => moved);
    const relay = relayOf(store, {
      send: async () => ({ kind: 'not accepted', attempt, again: undefined }),
      async givenUp() {
        tries += 1;
        moved = LEASE;
        throw new Error('it is away');
      },
    });
    await until(() => store.settled.length === 1);
    expect(tries).toBe(1);
    expect(store.settled[0]!.attempt).toBeUndefined();
    await relay.stop();
  });
});

describe('the relay', () => {
  it('sends each event to each receiver, those of one lane one after the other', async () => {
    const store = kept(Array.from({ length: 100 }, (_, id) => eventOf(id, String(id % 3))));
    const sent: number[] = [];
    let now = 0;
    const atOnce = new Map<string, number>();
    const relay = relayOf(store, {
      receivers: async ({ key }) => [
        { receiver: 'a', lane: `a/${key}` },
        { receiver: 'b', lane: 'b' },
      ],
      async send({ lane, event, receiver }) {
        atOnce.set(lane, (atOnce.get(lane) ?? 0) + 1);
        expect(atOnce.get(lane)).toBe(1);
        await moment((now = (now + 3) % 4));
        atOnce.set(lane, 0);
        if (receiver === 'b') sent.push(event.id);
        return { kind: 'accepted', attempt };
      },
    });
    await until(() => store.settled.length === 200);
    expect(sent).toEqual(Array.from({ length: 100 }, (_, id) => id));
    expect(store.settled.every(({ outcome }) => outcome === 'accepted')).toBe(true);
    await relay.stop();
    expect(store.isLeft()).toBe(true);
  });

  it('tries again what is not accepted, and nothing of its lane goes before it', async () => {
    const store = kept([eventOf(1, 'x'), eventOf(2, 'x'), eventOf(3, 'y')]);
    const tried: number[] = [];
    const relay = relayOf(store, {
      async send({ event, tries }): Promise<Sent> {
        tried.push(event.id);
        return event.id === 1 && tries < 2
          ? { kind: 'not accepted', attempt: { ...attempt, status: 500 }, again: 20 }
          : { kind: 'accepted', attempt };
      },
    });
    await until(() => tried.length === 5);
    expect(tried.filter((id) => id !== 3)).toEqual([1, 1, 1, 2]);
    await relay.stop();
  });

  it('gives up, does what is stated then, and sends what is behind it', async () => {
    const store = kept([eventOf(1, 'x'), eventOf(2, 'x')]);
    const givenUp: number[] = [];
    const relay = relayOf(store, {
      send: async ({ event }) =>
        event.id === 1 ? { kind: 'not accepted', attempt, again: undefined } : { kind: 'accepted', attempt },
      givenUp: async ({ event }) => void givenUp.push(event.id),
      givenUpEvents: 'kept',
    });
    await until(() => store.settled.length === 2);
    expect(givenUp).toEqual([1]);
    expect(store.settled.map(({ outcome }) => outcome)).toEqual(['kept', 'accepted']);
    await relay.stop();
  });

  it('gives up when the store can do what is stated then, and says once that it waits', async () => {
    const store = kept([eventOf(1, 'x'), eventOf(2, 'x')]);
    let tries = 0;
    const relay = relayOf(store, {
      send: async ({ event }) =>
        event.id === 1 ? { kind: 'not accepted', attempt, again: undefined } : { kind: 'accepted', attempt },
      async givenUp() {
        tries += 1;
        if (tries < 3) throw new Error('it is away');
        expect(store.settled).toEqual([]);
      },
    });
    await until(() => store.settled.length === 2);
    expect(tries).toBe(3);
    expect(store.settled.map(({ outcome }) => outcome)).toEqual(['dropped', 'accepted']);
    expect(relay.lines).toEqual([expect.stringMatching(/^event 1 waits to be given up: Error: it is away\n/)]);
    await relay.stop();
  });

  it('gives nothing up where it ends before that is done', async () => {
    const store = kept([eventOf(1, 'x')]);
    let tries = 0;
    const relay = relayOf(store, {
      send: async () => ({ kind: 'not accepted', attempt, again: undefined }),
      async givenUp() {
        tries += 1;
        throw new Error('it is away');
      },
    });
    await until(() => tries === 1);
    const began = performance.now();
    await relay.stop();
    expect(performance.now() - began).toBeLessThan(200);
    expect(store.settled).toEqual([{ delivery: 1, outcome: { again: expect.any(String) } }]);
  });

  it('drops what is for nobody any more', async () => {
    const store = kept([eventOf(1, 'x')]);
    const relay = relayOf(store, { send: async () => ({ kind: 'no receiver' }) });
    await until(() => store.settled.length === 1);
    expect(store.settled).toEqual([{ delivery: 1, outcome: 'dropped' }]);
    await relay.stop();
  });

  it('waits for a store that is away, says so once, and loses nothing', async () => {
    const store = kept([eventOf(1, 'x'), eventOf(2, 'y')]);
    let isFirst = true;
    const relay = relayOf(store, {
      async send() {
        if (isFirst) {
          store.isAway = true;
          setTimeout(() => void (store.isAway = false), 300);
        }
        isFirst = false;
        return { kind: 'accepted', attempt };
      },
    });
    await until(() => store.settled.length === 2);
    expect(relay.lines.length).toBeGreaterThan(0);
    expect(relay.lines.every((line) => line === 'events wait: it is away')).toBe(true);
    await relay.stop();
  });

  it('interrupts what runs when it ends, which is no try', async () => {
    const store = kept([eventOf(1, 'x')]);
    const relay = relayOf(store, {
      send: (_, stop) =>
        new Promise((_resolve, reject) => stop.addEventListener('abort', () => reject(new Error('interrupted')))),
    });
    await moment(50);
    await relay.stop();
    expect(store.settled).toHaveLength(1);
    expect(store.settled[0]!.attempt).toBeUndefined();
    expect(relay.lines).toEqual([]);
  });

  it('takes no more lanes of a receiver than it can have in hand, and gives none back', async () => {
    const store = kept(Array.from({ length: 600 }, (_, id) => eventOf(id, String(id))));
    const most: number[] = [];
    let inHand = 0;
    const claim: Deliveries['claim'] = async (asked) => {
      const found = await store.claim(asked);
      inHand += found.length;
      most.push(inHand);
      return found;
    };
    const relay = relayOf(
      { ...store, claim, settle: store.settle },
      {
        async send() {
          await moment(1);
          inHand -= 1;
          return { kind: 'accepted', attempt };
        },
      },
    );
    await until(() => store.settled.length === 600);
    await relay.stop();
    expect(Math.max(...most)).toBeGreaterThan(150);
    expect(Math.max(...most)).toBeLessThanOrEqual(256);
    expect(store.settled.every(({ outcome }) => outcome === 'accepted')).toBe(true);
  });

  it('tells other processes of what it has dispatched, and looks at once where another tells', async () => {
    const store = kept([eventOf(1, 'x')]);
    let [told, hear] = [0, (): void => undefined];
    const relay = relayOf(
      {
        ...store,
        settle: store.settle,
        tellOthers: () => void told++,
        whenTold(heard) {
          hear = heard;
          return () => void (hear = () => undefined);
        },
      },
      {},
    );
    await until(() => store.settled.length === 1);
    expect(told).toBe(1);
    // Another process gives an event its receivers: this one would see it half a second later.
    await moment(30);
    store.add(eventOf(2, 'y'), { receiver: 'r', lane: 'r y' });
    const began = performance.now();
    hear();
    await until(() => store.settled.length === 2);
    expect(performance.now() - began).toBeLessThan(300);
    await relay.stop();
  });

  it('sends the rest of a lane later, in its order, where there is no room, which is no try', async () => {
    const store = kept([1, 2, 3].map((id) => eventOf(id, 'x')));
    let isFull = true;
    const sent: number[] = [];
    const relay = relayOf(store, {
      async send({ event, tries }) {
        expect(tries).toBe(0);
        if (event.id > 1 && isFull) return { kind: 'no room' };
        sent.push(event.id);
        return { kind: 'accepted', attempt };
      },
    });
    await until(() => sent.length === 1);
    await moment(30);
    isFull = false;
    await until(() => store.settled.length === 3);
    expect(sent).toEqual([1, 2, 3]);
    expect(store.settled.every(({ outcome }) => outcome === 'accepted')).toBe(true);
    await relay.stop();
  });

  it('is not kept from others by a receiver that never answers', async () => {
    const dead = Array.from({ length: 500 }, (_, id) => eventOf(id, `dead ${id}`));
    const well = Array.from({ length: 50 }, (_, id) => eventOf(1000 + id, `well ${id}`));
    const store = kept([...dead, ...well]);
    const relay = relayOf(store, {
      receivers: async ({ key }) => [{ receiver: key.split(' ')[0]!, lane: key }],
      async send({ receiver }, stop) {
        if (receiver === 'well') return { kind: 'accepted', attempt };
        return new Promise((_resolve, reject) =>
          stop.addEventListener('abort', () => reject(new Error('interrupted'))),
        );
      },
    });
    await until(() => store.settled.filter(({ outcome }) => outcome === 'accepted').length === 50);
    await relay.stop();
  });
});
