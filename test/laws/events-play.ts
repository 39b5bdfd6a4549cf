// One trial of the law of events: a drawn document is served, called by chance, stopped and started again, its receivers fail. Input: a seed, an engine.
// Output: of each receiver what was delivered and what waits, beside the second computation; counts.

import { expect } from 'vitest';
import { check } from '../../src/check/check.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { manualClock, type Clock } from '../../src/serve/clock.ts';
import type { Delivery } from '../../src/store/deliveries.ts';
import type { Store } from '../../src/store/store.ts';
import { placeOf, type Engine } from '../serve/audited.ts';
import { hookOf, LOOPBACK, until, type Got } from '../serve/relay/listening.ts';
import { send, start, type Running } from '../serve/running.ts';
import { drawEvents, HOUR, KIND_NAMES, SecondOutbox, type Box, type Change, type Shelf } from './drawn-events.ts';
import { Random } from './random.ts';
import { START, understand } from './service.ts';

const SECOND = 1_000;
/** The row key of the receiver that never accepts anything. */
const DEAD = '3';

export interface Counted {
  readonly changes: number;
  readonly delivered: number;
  readonly waiting: number;
  readonly refused: number;
}

/** Its kinds by path; `/dead` never accepts anything. */
type Kinds = Readonly<Record<'/all' | '/some' | '/dead', readonly string[]>>;

/** `change` plants faults in what is served. */
export async function playEvents(
  seed: number,
  engine: Engine,
  calls: number,
  change: (plan: Plan) => Plan = (plan) => plan,
): Promise<Counted> {
  const random = new Random(seed);
  const drawn = drawEvents(random);
  const { model, errors } = understand(drawn.source);
  expect(errors, `seed ${seed}`).toEqual([]);
  const plan = change(compile(model));
  const wrong = check(model).diagnostics.filter(({ severity }) => severity === 'error');
  expect(
    wrong.map(({ message }) => message),
    `seed ${seed}`,
  ).toEqual([]);
  expect(plan.operations.flatMap(({ id, heldBy }) => heldBy.map((by) => `${id}: ${by}`))).toEqual([]);
  const place = await placeOf(engine);
  let instant = START;
  const clock = (): Clock => manualClock(instant, { keep: () => Promise.resolve(true) });
  const own = { clock: clock() };
  const some = random.some(KIND_NAMES, 1, 3);
  const kinds: Kinds = { '/all': KIND_NAMES, '/some': some, '/dead': KIND_NAMES };
  const flaky = new Random(seed + 1);
  const accepted: Got[] = [];
  const hook = await hookOf((got) => {
    if (got.path === '/dead' || (got.path === '/some' && flaky.chance(0.3))) return 503;
    accepted.push(got);
    return 204;
  });
  let store: Store = await place.store(plan);
  let service = await start(plan, { store, relay: LOOPBACK, ...own });
  const second = new SecondOutbox(drawn);
  let refused = 0;
  try {
    for (const [path, wanted] of Object.entries(kinds))
      await expectStatus(service, 'POST', '/hooks', { url: hook.address + path, kinds: wanted }, 201);
    for (let step = 0; step < calls; step += 1) {
      if (random.chance(0.08)) {
        instant += random.pick([SECOND, HOUR / 2, HOUR]);
        await own.clock.set!(instant);
      }
      if (random.chance(0.04)) {
        await service.stop();
        own.clock = clock();
        store = await place.store(plan);
        service = await start(plan, { store, relay: LOOPBACK, ...own });
      }
      second.settle(instant);
      if (!(await act(random, service, second, drawn.isCascading, instant))) refused += 1;
    }
    // What nobody asks for is written when the sweeper is woken.
    await drained(service, accepted, second, kinds, async () => {
      instant += SECOND;
      second.settle(instant);
      await own.clock.set!(instant);
    });
    for (const path of ['/all', '/some'] as const)
      compare(`seed ${seed} ${path}`, received(accepted, path), wantedBy(second, kinds[path]));
    // What a receiver has accepted is settled a moment later.
    const deliveries = store.deliveries!;
    const waits = (receiver?: string): Promise<readonly Delivery[]> =>
      deliveries.list({ state: 'waiting', receiver }, 0, 10_000);
    await until(async () => (await waits()).length === (await waits(DEAD)).length);
    const waiting = await waits(DEAD);
    const dead = wantedBy(second, kinds['/dead']);
    expect(waiting.map(({ event }) => event).toSorted(), `seed ${seed} waits`).toEqual(
      dead.flatMap(({ emits, whens }) => [...emits, ...whens].map(kindOf)).toSorted(),
    );
    expect(
      service.logged.filter((line) => !line.includes('events')),
      `seed ${seed}`,
    ).toEqual([]);
    return { changes: second.changes.length, delivered: accepted.length, waiting: waiting.length, refused };
  } finally {
    await service.stop();
    hook.end();
    await place.drop();
  }
}

async function expectStatus(
  service: Running,
  method: string,
  path: string,
  body: unknown,
  status: number,
): Promise<unknown> {
  const answer = await send(service, method, path, body);
  expect([method, path, body, answer.status], answer.text).toEqual([method, path, body, status]);
  return answer.json;
}

/** False: it is refused, as it must be. */
async function act(
  random: Random,
  service: Running,
  second: SecondOutbox,
  isCascading: boolean,
  at: number,
): Promise<boolean> {
  const boxes = [...second.boxes.values()];
  const shelves = [...second.shelves.values()];
  const box = boxes.length > 0 ? random.pick(boxes) : undefined;
  const shelf = shelves.length > 0 ? random.pick(shelves) : undefined;
  const values = (): { size: number; note: string | null; shelf: string | null } => ({
    size: random.whole(1, 4),
    note: random.pick([null, 'a', 'b']),
    shelf: shelf && random.chance(0.5) ? shelf.id : null,
  });
  const make = async (sent: readonly object[], call: 'POST /boxes' | 'POST /boxes/many'): Promise<void> => {
    const isMany = call === 'POST /boxes/many';
    const made = await expectStatus(service, 'POST', call.slice(5), isMany ? sent : sent[0], 201);
    for (const row of isMany ? (made as readonly Box[]) : [made as Box])
      second.created(call, { ...row, since: at }, at);
  };
  switch (random.whole(0, 11)) {
    case 0: {
      const row = (await expectStatus(service, 'POST', '/shelves', { name: 'x' }, 201)) as Shelf;
      second.created('POST /shelves', { ...row }, at);
      return true;
    }
    case 1:
    case 2:
      await make([values()], 'POST /boxes');
      return true;
    case 3:
      await make([values(), values()], 'POST /boxes/many');
      return true;
    case 4: {
      if (!shelf) return refuse(service, 'PATCH', '/shelves/none', { name: 'y' }, 404);
      const name = random.pick(['x', 'y']);
      await expectStatus(service, 'PATCH', `/shelves/${shelf.id}`, { name }, 200);
      second.updated('PATCH /shelves/{id}', shelf, { name }, at);
      return true;
    }
    case 5: {
      if (!shelf) return refuse(service, 'DELETE', '/shelves/none', undefined, 404);
      const path = `/shelves/${shelf.id}`;
      if (!isCascading && boxes.some((one) => one.shelf === shelf.id))
        return refuse(service, 'DELETE', path, undefined, 409);
      await expectStatus(service, 'DELETE', path, undefined, 204);
      second.deleted('DELETE /shelves/{id}', shelf, at);
      return true;
    }
    case 6: {
      const many = boxes.filter(({ stage }) => stage === 'shut');
      await expectStatus(service, 'DELETE', '/boxes', undefined, 204);
      for (const one of many) second.deleted('DELETE /boxes', one, at);
      return true;
    }
    case 7: {
      if (!box) return refuse(service, 'PUT', '/boxes/99', values(), 404);
      if (random.chance(0.2)) return refuse(service, 'PUT', `/boxes/${box.id}`, { ...values(), size: 10 }, 422);
      const to = values();
      await expectStatus(service, 'PUT', `/boxes/${box.id}`, to, 200);
      second.updated('PUT /boxes/{id}', box, to, at);
      return true;
    }
    case 8: {
      if (!box) return refuse(service, 'DELETE', '/boxes/99', undefined, 404);
      await expectStatus(service, 'DELETE', `/boxes/${box.id}`, undefined, 204);
      second.deleted('DELETE /boxes/{id}', box, at);
      return true;
    }
    case 9: {
      if (!box) return refuse(service, 'POST', '/boxes/99/shut', undefined, 404);
      const move = random.pick(['shut', 'open'] as const);
      const path = `/boxes/${box.id}/${move}`;
      if (box.stage !== (move === 'shut' ? 'open' : 'shut')) return refuse(service, 'POST', path, undefined, 409);
      await expectStatus(service, 'POST', path, undefined, 200);
      second.moved(`POST /boxes/{id}/${move}`, box, move, at);
      return true;
    }
    default: {
      if (!box) return refuse(service, 'PATCH', '/boxes/99', { size: 1 }, 404);
      const { size, note, shelf: on } = values();
      const to = random.pick<object>([{ size }, { note }, { shelf: on }, { size, note }]);
      await expectStatus(service, 'PATCH', `/boxes/${box.id}`, to, 200);
      second.updated('PATCH /boxes/{id}', box, to, at);
      return true;
    }
  }
}

async function refuse(service: Running, method: string, path: string, body: unknown, status: number): Promise<false> {
  await expectStatus(service, method, path, body, status);
  return false;
}

const wantedBy = (second: SecondOutbox, kinds: readonly string[]): readonly Change[] =>
  second.changes
    .map((change) => ({
      ...change,
      emits: change.emits.filter((text) => kinds.includes(kindOf(text))),
      whens: change.whens.filter((text) => kinds.includes(kindOf(text))),
    }))
    .filter(({ emits, whens }) => emits.length + whens.length > 0);

const kindOf = (text: string): string => (JSON.parse(text) as readonly [string, unknown])[0];

interface Received {
  readonly id: number;
  readonly kind: string;
  readonly at: string;
  readonly data: { readonly id: number | string };
}

/** Each event once, in the order in which it came. */
function received(accepted: readonly Got[], path: string): readonly Received[] {
  const seen = new Map<string, Received>();
  const order = accepted.filter((got) => got.path === path);
  for (const { headers, body } of order) {
    const id = String(headers['x-id']);
    seen.set(id, { id: Number(/\d+$/.exec(id)![0]), ...(JSON.parse(body) as Omit<Received, 'id'>) });
  }
  return [...seen.values()];
}

/** Of each row its changes in their order: those of Emits in any order, then those of When. */
function compare(where: string, got: readonly Received[], wanted: readonly Change[]): void {
  const rows = new Map<number | string, string[]>();
  for (const { kind, data, at } of got) {
    const all = rows.get(data.id) ?? [];
    all.push(`${at} ${JSON.stringify([kind, data])}`);
    rows.set(data.id, all);
  }
  const due = new Map<number | string, string[]>();
  for (const { row, at, emits, whens } of wanted) {
    const all = due.get(row) ?? [];
    const place = all.length;
    const written = (text: string): string => `${new Date(at).toISOString()} ${text}`;
    const mine = rows.get(row);
    if (mine) mine.splice(place, emits.length, ...mine.slice(place, place + emits.length).toSorted());
    all.push(...emits.map(written).toSorted(), ...whens.map(written));
    due.set(row, all);
  }
  expect(Object.fromEntries(rows), where).toEqual(Object.fromEntries(due));
  // As they happened: with one lane an event is sent when the one before it was accepted.
  const ids = got.map(({ id }) => id);
  expect(ids, where).toEqual(ids.toSorted((one, other) => one - other));
}

/** Until the receivers that accept anything have all that is due. */
async function drained(
  service: Running,
  accepted: readonly Got[],
  second: SecondOutbox,
  kinds: Kinds,
  passes: () => Promise<void>,
): Promise<void> {
  const due = (path: '/all' | '/some'): number =>
    wantedBy(second, kinds[path]).reduce((sum, { emits, whens }) => sum + emits.length + whens.length, 0);
  const count = (path: string): number => received(accepted, path).length;
  await until(async () => {
    await passes();
    return count('/all') >= due('/all') && count('/some') >= due('/some');
  });
  // What is too much comes, too.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(service.logged.join('\n')).not.toMatch(/fault/);
}
