// The store contract, deliveries: every event goes to every receiver once in the order of its lane, and again where that is not known. Input:
// the store of a test, which has events and their deliveries.

import { expect, test } from 'vitest';
import { Random } from '../laws/random.ts';
import { OUTBOX } from '../../src/plan/outbox.ts';
import type { Step } from '../../src/plan/steps.ts';
import type { Claimed, Deliveries, Fate, Found } from '../../src/store/deliveries.ts';
import type { Store } from '../../src/store/store.ts';
import { answer, column, parameter, select } from './fixtures.ts';

export const NOW = '2026-11-22T01:00:00.000Z';
export const LATER = '2026-11-22T01:00:10.000Z';
const GIVEN = ['event', 'resource', 'at', 'operation', 'row', 'payload', 'shape'] as const;

const WRITE: Step = {
  kind: 'insert',
  table: OUTBOX.name,
  values: [
    ...GIVEN.map((name) => ({ column: name, value: parameter(name, typeOf(name)) })),
    { column: 'key', value: parameter('key', 'integer') },
  ],
  answer: answer(column('id', 'integer')),
  checks: [],
};

function typeOf(name: string): 'text' | 'instant' | 'json' {
  return OUTBOX.columns.find((one) => one.name === name)!.type as 'text';
}

/** Events that happened: answers their numbers. */
export async function happen(
  store: Store,
  many: number,
  more: Readonly<Record<string, string | null>> = {},
): Promise<number[]> {
  const program = store.prepare([WRITE]);
  const given = {
    event: 'told',
    resource: 'Task',
    at: NOW,
    operation: 'POST /tasks',
    row: '{"a":1}',
    payload: '["1"]',
  };
  const ids: number[] = [];
  for (let n = 0; n < many; n++) {
    const result = await program.run({ ...given, shape: 'digest', ...more, key: n + 1 });
    if (result.kind === 'done') ids.push(Number(result.rows[0]![0]));
  }
  return ids;
}

export async function countOf(store: Store, table: string): Promise<number> {
  const result = await store.prepare([{ kind: 'list', select: select(table, []), total: true }]).run({ limit: 0 });
  return result.kind === 'done' ? result.total! : -1;
}

export const to = (ids: readonly number[], ...lanes: readonly string[]): Found[] =>
  ids.map((id) => ({ id, to: lanes.map((lane) => ({ receiver: lane, lane })) }));

/** Several lanes of one receiver: `a 1`, `a 2`. */
const toReceivers = (ids: readonly number[], ...lanes: readonly string[]): Found[] =>
  ids.map((id) => ({ id, to: lanes.map((lane) => ({ receiver: lane.split(' ')[0]!, lane })) }));

const all = { now: NOW, most: 100, perLane: 100 };

export const accepted = ({ delivery }: Pick<Claimed, 'delivery'>): Fate => ({
  delivery,
  attempt: { at: NOW, status: 204, ms: 3, answer: '' },
  outcome: 'accepted',
});

const shown = (found: readonly Claimed[]): string[] => found.map(({ lane, event }) => `${lane} ${event.id}`);
const receiversOf = (found: readonly Claimed[]): readonly string[] => found.map(({ lane }) => lane[0]!).toSorted();
const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export function deliveries(store: () => Store): void {
  const own = (): Deliveries => store().deliveries!;
  const begin = async (many: number, ...lanes: readonly string[]): Promise<number[]> => {
    await own().alive(60_000);
    const ids = await happen(store(), many);
    await own().dispatch(to(ids, ...lanes), NOW);
    return ids;
  };
  /** By their lanes: which of two that are due at once comes first is not said. */
  const claimed = async (asked: Partial<typeof all> = {}): Promise<readonly Claimed[]> =>
    (await own().claim({ ...all, ...asked })).toSorted((one, other) => byText(one.lane, other.lane));

  test('receivers are looked for of events of the kinds asked for that carry what is known, in their order', async () => {
    const [a, b] = await happen(store(), 2);
    await happen(store(), 1, { event: 'other' });
    await happen(store(), 1, { shape: null, payload: null });
    const [c] = await happen(store(), 1, { event: 'odd\u0000\u{1f600}' });
    const kinds = ['told', 'odd\u0000\u{1f600}'];
    expect((await own().undispatched(kinds, 10)).map(({ id }) => id)).toEqual([a, b, c]);
    expect((await own().undispatched(kinds, 2)).map(({ id }) => id)).toEqual([a, b]);
    expect(await own().undispatched([], 2)).toEqual([]);
    expect((await own().undispatched(kinds, 1))[0]).toEqual({
      id: a,
      at: NOW,
      event: 'told',
      resource: 'Task',
      key: '1',
      operation: 'POST /tasks',
      traceparent: null,
      row: '{"a":1}',
      payload: '["1"]',
      shape: 'digest',
    });
    await own().dispatch(to([a!], 'x'), NOW);
    expect((await own().undispatched(kinds, 10)).map(({ id }) => id)).toEqual([b, c]);
  });

  test('an event is dispatched once, and is done at once where nobody receives it', async () => {
    const [a, b] = await begin(2, 'x');
    await own().dispatch(to([a!, b!], 'y'), NOW);
    const [c] = await happen(store(), 1);
    await own().dispatch(to([c!]), NOW);
    await own().dispatch(to([c!, 12345], 'z'), NOW);
    expect(shown(await claimed())).toEqual([`x ${a}`, `x ${b}`]);
    expect([await countOf(store(), '_outbox'), await countOf(store(), '_delivered')]).toEqual([2, 1]);
  });

  test('deliveries of a lane are claimed in their order, at most so many, and not again before it is given back', async () => {
    const ids = await begin(5, 'x', 'y');
    const first = await claimed({ perLane: 2 });
    expect(shown(first)).toEqual([`x ${ids[0]}`, `x ${ids[1]}`, `y ${ids[0]}`, `y ${ids[1]}`]);
    expect(first.map(({ seq }) => seq)).toEqual([1, 2, 1, 2]);
    expect(first[0]).toMatchObject({ receiver: 'x', tries: 0, since: NOW, event: { key: '1', shape: 'digest' } });
    expect(await claimed()).toEqual([]);
    expect(await own().next()).toBeUndefined();
    expect(await own().settle(first.slice(0, 1).map(accepted), ['x'])).toEqual([true]);
    expect(await own().next()).toBe(NOW);
    expect(shown(await claimed({ perLane: 1 }))).toEqual([`x ${ids[1]}`]);
    expect(await claimed()).toEqual([]);
  });

  test('at most so many are claimed in all, and each lane gives something', async () => {
    await begin(10, 'a', 'b', 'c');
    expect(await claimed({ most: 2, perLane: 10 })).toHaveLength(2);
    expect(await claimed({ most: 2, perLane: 10 })).toHaveLength(2);
    expect(await claimed({ most: 2, perLane: 10 })).toEqual([]);
  });

  test('a lane is due when its first delivery is, and those behind it wait', async () => {
    const [a, b] = await begin(2, 'x');
    const [first] = await claimed();
    const again = { delivery: first!.delivery, attempt: { at: NOW, status: null, ms: 9, answer: 'no\u0000 answer' } };
    expect(await own().settle([{ ...again, outcome: { again: LATER } }], ['x'])).toEqual([true]);
    expect(await claimed()).toEqual([]);
    expect(await own().next()).toBe(LATER);
    const found = await claimed({ now: LATER });
    expect(shown(found)).toEqual([`x ${a}`, `x ${b}`]);
    expect(found.map(({ tries }) => tries)).toEqual([1, 0]);
    expect(await own().attempts(a!, 10)).toEqual([
      { receiver: 'x', at: NOW, status: null, ms: 9, answer: 'no\u0000 answer' },
    ]);
  });

  test('an event leaves the outbox with its last delivery, unless one is kept for the operator', async () => {
    const [a, b] = await begin(2, 'x', 'y');
    const found = await claimed();
    const [xa, xb, ya, yb] = found;
    expect(await own().settle([accepted(xa!), { delivery: xb!.delivery, outcome: 'kept' }], ['x'])).toEqual([
      true,
      true,
    ]);
    expect(await countOf(store(), '_outbox')).toBe(2);
    expect(await own().settle([{ delivery: ya!.delivery, outcome: 'dropped' }, accepted(yb!)], ['y'])).toEqual([
      true,
      true,
    ]);
    expect([await countOf(store(), '_outbox'), await countOf(store(), '_delivered')]).toEqual([1, 1]);
    expect(await countOf(store(), '_lanes')).toBe(0);
    const listed = await own().list({}, 0, 10);
    expect(listed.map(({ id, receiver, state }) => `${id} ${receiver} ${state}`)).toEqual([
      `${a} x accepted`,
      `${a} y dropped`,
      `${b} x kept`,
      `${b} y accepted`,
    ]);
    expect(listed[0]).toEqual({
      delivery: listed[0]!.delivery,
      id: a,
      seq: 1,
      event: 'told',
      receiver: 'x',
      lane: 'x',
      state: 'accepted',
      tries: 1,
      since: NOW,
      due: NOW,
    });
  });

  test('what was settled is not settled again', async () => {
    await begin(1, 'x');
    const [one] = await claimed();
    expect(await own().settle([accepted(one!)], [])).toEqual([true]);
    expect(await own().settle([accepted(one!), accepted({ delivery: 999 })], ['x', 'none'])).toEqual([false, false]);
    expect(await own().settle([], [])).toEqual([]);
    expect(await countOf(store(), '_attempts')).toBe(1);
  });

  test('a lane that is given back without a fate is claimed again, and so are those of a node that leaves', async () => {
    const [a] = await begin(1, 'x');
    await claimed();
    await own().settle([], ['x']);
    expect(shown(await claimed())).toEqual([`x ${a}`]);
    await own().leave();
    await own().alive(60_000);
    expect(shown(await claimed())).toEqual([`x ${a}`]);
  });

  test('what comes into a lane while it is held is claimed when it is given back', async () => {
    await begin(1, 'x');
    const [one] = await claimed();
    const [b] = await begin(1, 'x');
    expect(await claimed()).toEqual([]);
    expect(await own().settle([accepted(one!)], ['x'])).toEqual([true]);
    expect(shown(await claimed())).toEqual([`x ${b}`]);
  });

  test('what is settled is due again where that is asked for, in its old place, and no event is left over', async () => {
    const [a, b, c] = await begin(3, 'x', 'y');
    const found = await claimed();
    const fates = found.map(accepted).with(1, { delivery: found[1]!.delivery, outcome: 'kept' });
    await own().settle(fates.slice(0, 5), ['x', 'y']);
    expect(await countOf(store(), '_outbox')).toBe(2);
    expect(await own().replay({ receiver: 'x', state: 'accepted' }, LATER)).toBe(2);
    expect(await own().replay({ receiver: 'x', state: 'accepted' }, LATER)).toBe(0);
    expect(await own().replay({ id: b! }, LATER)).toBe(2);
    expect(await own().replay({ event: 'none' }, LATER)).toBe(0);
    expect([await countOf(store(), '_outbox'), await countOf(store(), '_delivered')]).toEqual([3, 0]);
    const again = await claimed({ now: LATER });
    expect(shown(again)).toEqual([`x ${a}`, `x ${b}`, `x ${c}`, `y ${b}`, `y ${c}`]);
    expect(again[0]).toMatchObject({ tries: 0, since: LATER, seq: 1 });
    await own().settle(again.map(accepted), ['x', 'y']);
    expect([await countOf(store(), '_outbox'), await countOf(store(), '_delivered')]).toEqual([0, 3]);
    expect(await countOf(store(), '_lanes')).toBe(0);
  });

  test('numbers in visible order rise, whatever was swept', async () => {
    await begin(2, 'x');
    await own().settle((await claimed()).map(accepted), ['x']);
    expect(await own().sweep(NOW, 10)).toBe(0);
    expect(await own().sweep(LATER, 1)).toBe(2);
    expect(await own().sweep('2099-01-01T00:00:00.000Z', 10)).toBeGreaterThan(0);
    const tables = ['_outbox', '_delivered', '_deliveries', '_attempts', '_lanes'];
    expect(await Promise.all(tables.map((table) => countOf(store(), table)))).toEqual([0, 0, 0, 0, 0]);
    await begin(1, 'x');
    expect((await claimed()).map(({ seq }) => seq)).toEqual([3]);
  });

  test('sweeping leaves events that wait or are kept', async () => {
    await begin(2, 'x');
    const found = await claimed();
    await own().settle([{ delivery: found[0]!.delivery, outcome: 'kept' }], []);
    await own().sweep('2099-01-01T00:00:00.000Z', 10);
    expect([await countOf(store(), '_outbox'), await countOf(store(), '_deliveries')]).toEqual([2, 2]);
    expect(await own().settle([accepted(found[1]!)], ['x'])).toEqual([true]);
  });

  test('events that are dropped take their deliveries along, also those that are held, and free their lanes', async () => {
    const [a, b] = await begin(2, 'x', 'y');
    const found = await claimed({ perLane: 1 });
    await own().settle([accepted(found[0]!)], ['x']);
    expect(await store().outbox!.drop({ id: a }, 10)).toBe(1);
    expect(await own().settle([accepted(found[1]!)], ['y'])).toEqual([false]);
    expect(shown(await claimed())).toEqual([`x ${b}`, `y ${b}`]);
    expect(await store().outbox!.drop({}, 10)).toBe(1);
    const tables = ['_outbox', '_delivered', '_deliveries', '_attempts', '_lanes'];
    expect(await Promise.all(tables.map((table) => countOf(store(), table)))).toEqual([0, 0, 0, 0, 0]);
    expect(await own().next()).toBeUndefined();
  });

  test('a lane is any text', async () => {
    await own().alive(60_000);
    const long = 'é'.repeat(5_000);
    const odd = [
      '',
      ' ',
      '\u0000',
      '\u0001\u0002',
      '\ud800',
      `'"\\{},NULL`,
      '\u{1f600}',
      'a\nb',
      long,
      `${long}x`,
      `${long}y`,
    ];
    const ids = await happen(store(), 2);
    await own().dispatch(to(ids, ...odd), NOW);
    const found = await claimed({ perLane: 1 });
    expect(found).toHaveLength(odd.length);
    const formed = odd.map((text) => text.toWellFormed());
    expect(found.map(({ receiver }) => receiver).toSorted()).toEqual(formed.toSorted());
    // By the text that was given, or by the one that came back.
    const names = found.map(({ lane, receiver }, place) => (place % 2 === 0 ? lane : odd[formed.indexOf(receiver)]!));
    expect(await own().settle(found.map(accepted), names)).toEqual(odd.map(() => true));
    const rest = await claimed();
    expect(new Set(rest.map(({ event }) => event.id))).toEqual(new Set([ids[1]]));
    expect(await own().settle(rest.map(accepted), odd)).toEqual(odd.map(() => true));
    expect(await countOf(store(), '_lanes')).toBe(0);
    expect((await own().attempts(ids[0]!, 20)).map(({ receiver }) => receiver).toSorted()).toEqual(formed.toSorted());
  });

  test('whatever happens to a try, each lane keeps its order and everything is settled in the end', async () => {
    const random = new Random(7);
    const lanes = ['a', 'b', 'c', 'd'];
    await own().alive(60_000);
    const ids = await happen(store(), 30);
    const found = ids.map((id) => to([id], ...lanes.filter(() => random.whole(0, 2) > 0))[0]!);
    for (let start = 0; start < found.length; start += 7) await own().dispatch(found.slice(start, start + 7), NOW);
    const sent = new Map<string, number[]>(lanes.map((lane) => [lane, []]));
    let now = Date.parse(NOW);
    for (let round = 0; round < 1_000; round++) {
      now += 1_000;
      const part = await claimed({ now: new Date(now).toISOString(), perLane: 1 + random.whole(0, 3), most: 10 });
      if (part.length === 0 && (await own().next()) === undefined) break;
      const fates: Fate[] = [];
      const failed = new Set<string>();
      for (const one of part) {
        if (failed.has(one.lane)) continue;
        if (random.whole(0, 3) === 0) {
          failed.add(one.lane);
          if (random.whole(0, 1) === 0) continue;
          fates.push({
            delivery: one.delivery,
            outcome: { again: new Date(now + random.whole(0, 5_000)).toISOString() },
          });
        } else {
          sent.get(one.lane)!.push(one.event.id);
          fates.push(accepted(one));
        }
      }
      expect(await own().settle(fates, [...new Set(part.map(({ lane }) => lane))])).toEqual(fates.map(() => true));
    }
    for (const lane of lanes)
      expect(sent.get(lane)).toEqual(
        found.flatMap((one) => (one.to.some((each) => each.lane === lane) ? [one.id] : [])),
      );
    expect([await countOf(store(), '_outbox'), await countOf(store(), '_delivered')]).toEqual([0, 30]);
  });

  turns(store);
  sweeping(store);
}

function turns(store: () => Store): void {
  const own = (): Deliveries => store().deliveries!;

  test('few lanes of each receiver are claimed where that is asked for, and others are left alone', async () => {
    await own().alive(60_000);
    await own().dispatch(toReceivers(await happen(store(), 1), 'a 1', 'a 2', 'a 3', 'b 1', 'c', 'd 1', 'd 2'), NOW);
    const ofEach = { most: 1, of: new Map(Object.entries({ a: 2, b: 0 })) };
    expect(receiversOf(await own().claim({ ...all, ofEach })).toSorted()).toEqual(['a', 'a', 'c', 'd']);
    expect(receiversOf(await own().claim({ ...all, ofEach: { most: 0, of: new Map() } }))).toEqual([]);
    expect(receiversOf(await own().claim(all))).toEqual(['a', 'b', 'd']);
  });

  test('what is left alone is not in the way of others, and is taken when it is wanted', async () => {
    const many = Array.from({ length: 1_500 }, (_, lane) => `full ${lane}`);
    const ids = await happen(store(), 1);
    await own().alive(60_000);
    await own().dispatch(toReceivers(ids, ...many, 'other', 'zeta'), NOW);
    const ofEach = { most: 9, of: new Map([['full', 0]]) };
    expect(shown(await own().claim({ ...all, ofEach })).toSorted()).toEqual([`other ${ids[0]}`, `zeta ${ids[0]}`]);
    expect(await own().claim({ ...all, ofEach })).toEqual([]);
    const found = await own().claim({ ...all, most: 64, ofEach: { most: 9, of: new Map() } });
    expect(new Set(found.map(({ receiver }) => receiver))).toEqual(new Set(['full']));
    expect(found.length).toBeLessThanOrEqual(9);
  });

  test('each receiver has its turn, however much waits for one before it', async () => {
    const ids = await happen(store(), 1);
    await own().alive(60_000);
    await own().dispatch(
      toReceivers(ids, ...Array.from({ length: 300 }, (_, lane) => `a ${lane}`), 'b', 'c', 'd'),
      NOW,
    );
    const found = new Set<string>();
    for (let claims = 0; claims < 5; claims++)
      for (const name of receiversOf(await own().claim({ ...all, most: 8 }))) found.add(name);
    expect([...found].toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('many receivers have their turn before the first has its second one', async () => {
    const many = Array.from({ length: 40 }, (_, receiver) => [`r${receiver} 1`, `r${receiver} 2`]).flat();
    const ids = await happen(store(), 1);
    await own().alive(60_000);
    await own().dispatch(toReceivers(ids, ...many), NOW);
    const found: string[] = [];
    for (let claims = 0; claims < 5; claims++)
      found.push(...(await own().claim({ ...all, most: 8 })).map(({ receiver }) => receiver));
    expect([found.length, new Set(found).size]).toEqual([40, 40]);
  });
}

function sweeping(store: () => Store): void {
  test('sweeping takes out no event behind one that stays, whatever a clock said', async () => {
    const ids = await happen(store(), 4);
    for (const [place, now] of [LATER, NOW, LATER, NOW].entries())
      await store().deliveries!.dispatch(to([ids[place]!]), now);
    const kept = async (): Promise<readonly number[]> => (await store().deliveries!.log(1, 10)).map(({ seq }) => seq);
    expect(await store().deliveries!.sweep(LATER, 10)).toBe(0);
    expect(await kept()).toEqual([1, 2, 3, 4]);
    expect(await store().deliveries!.sweep('2099-01-01T00:00:00.000Z', 3)).toBe(3);
    await store().deliveries!.dispatch(to(await happen(store(), 1)), LATER);
    expect(await store().deliveries!.sweep(LATER, 10)).toBe(1);
    expect(await kept()).toEqual([5]);
  });
}
