// Replies larger than there is room for: one is kept at a time, reports have the beginning, and a long list takes no longer for each row of it,
// and little memory.

import { Session as Inspector } from 'node:inspector/promises';

import { expect, it } from 'vitest';

import type { Exchange } from '../../src/verify/exchange.ts';
import { NOBODY, type Draft } from '../../src/verify/explore/draft.ts';
import { Found } from '../../src/verify/explore/found.ts';
import { Session } from '../../src/verify/explore/session.ts';
import type { Sender } from '../../src/verify/http/client.ts';
import { expect as expected, isHopeless, isRefusedFor } from '../../src/verify/judge/expect.ts';
import { NOTHING } from '../../src/verify/judge/findings.ts';
import { judge } from '../../src/verify/judge/judge.ts';
import { knowledge } from '../../src/verify/world/begin.ts';
import { Issued } from '../../src/verify/world/issued.ts';
import { exampleOf } from './judge/asking.ts';

const MODEL = exampleOf('todo-backend');
const URL_OF = 'http://127.0.0.1:8080';
const JUDGING = { judge, expect: expected, isHopeless, isRefusedFor };

function exchangeOf(body: string): Exchange {
  const headers = [['content-type', 'application/json']] as const;
  const call = { method: 'GET', target: '/todos', headers: [], body: undefined };
  return { call, reply: { status: 200, headers, body }, from: 0, to: 0 };
}

function todos(count: number): string {
  const rows = Array.from({ length: count }, (_, nth) => ({
    id: nth + 1,
    title: `title ${nth + 1}`,
    completed: false,
    order: nth + 1,
    url: `${URL_OF}/todos/${nth + 1}`,
  }));
  return JSON.stringify(rows);
}

const HAS = Object.getOwnPropertyDescriptor(Set.prototype, 'has')!;
const lengthOf = ({ reply }: Exchange): number => ('body' in reply ? reply.body.length : 0);

it('of several huge ones the last is kept whole', async () => {
  const body = JSON.stringify('x'.repeat(2_000_000));
  const atOnce: number[] = [];
  const sender: Sender = {
    send: (call) => {
      atOnce.push(session.steps.filter(({ exchange }) => lengthOf(exchange) > 1_000_000).length);
      return Promise.resolve({ ...exchangeOf(body), call });
    },
  };
  const session: Session = new Session(knowledge(MODEL, URL_OF), sender, JUDGING, {
    seed: 1,
    budget: { requests: 10, time: 10_000 },
    found: new Found(),
  });
  const draft: Draft = {
    linked: MODEL.operations.get('GET /todos'),
    method: 'GET',
    path: ['/todos'],
    query: [],
    headers: [],
    body: { kind: 'none' },
    actor: NOBODY,
    rows: [],
  };
  for (let nth = 0; nth < 3; nth += 1) await session.perform(draft);
  expect(session.steps.map(({ exchange }) => lengthOf(exchange))).toEqual([65_536, 65_536, body.length]);
  // Before the next one comes there is none.
  expect(atOnce).toEqual([0, 0, 0]);
});

it('what is reported of recorded traffic is the beginning', () => {
  const found = new Found();
  const exchange = exchangeOf('x'.repeat(2_000_000));
  const finding = {
    class: 'wrong body',
    operation: 'GET /todos',
    statement: undefined,
    expected: '',
    got: '',
  } as const;
  const findings: Parameters<Found['addSeen']>[2] = [];
  found.addSeen({ ...NOTHING, findings: [finding] }, exchange, findings);
  expect(findings.flatMap(({ exchanges }) => exchanges.map(lengthOf))).toEqual([65_536]);
});

it('rows of a list that are beyond those that are known are held against none of them', () => {
  const world = knowledge(MODEL, URL_OF);
  const long = exchangeOf(todos(6_000));
  judge(world, long);
  expect(world.rows('Todo')).toHaveLength(2_000);
  let asked = 0;
  Reflect.defineProperty(Set.prototype, 'has', {
    ...HAS,
    value(this: Set<unknown>, one: unknown): boolean {
      asked += 1;
      return HAS.value!.call(this, one);
    },
  });
  judge(world, long);
  Reflect.defineProperty(Set.prototype, 'has', HAS);
  expect(asked).toBeLessThan(500_000);
  judge(world, long);
  expect(world.rows('Todo')).toHaveLength(4_000);
});

/** Octets that the heap gave out meanwhile, also where they are collected. */
async function allocated(work: () => void): Promise<number> {
  const inspector = new Inspector();
  inspector.connect();
  const collected = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
  await inspector.post('HeapProfiler.startSampling', { samplingInterval: 32_768, ...collected });
  work();
  const { profile } = await inspector.post('HeapProfiler.stopSampling');
  inspector.disconnect();
  const sumOf = (node: typeof profile.head): number =>
    node.children.reduce((sum, one) => sum + sumOf(one), node.selfSize);
  return sumOf(profile.head);
}

it('a row of a list that is beyond those that are known leaves little to collect', async () => {
  const world = knowledge(MODEL, URL_OF);
  const [short, long] = [exchangeOf(todos(6_000)), exchangeOf(todos(26_000))];
  for (let nth = 0; nth < 3; nth += 1) judge(world, short);
  expect(world.rows('Todo')).toHaveLength(4_000);
  const least = await allocated(() => judge(world, short));
  const all = await allocated(() => judge(world, long));
  expect((all - least) / 20_000).toBeLessThan(2_000);
});

it('texts that may be tokens are kept as far as there is room; then any text may be one', () => {
  const issued = new Issued();
  const texts = Array.from({ length: 400 }, (_, nth) => `${nth}`.padEnd(16_000, 'x'));
  issued.mayBeIn({ status: 200, headers: [], body: JSON.stringify(texts.slice(0, 10)) });
  expect([issued.has(texts[0]!), issued.has('other')]).toEqual([true, false]);
  issued.mayBeIn({ status: 200, headers: [], body: JSON.stringify(texts) });
  expect(issued.has('other')).toBe(true);
});
