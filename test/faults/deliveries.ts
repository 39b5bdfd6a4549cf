// Events under kills: hostile receivers among well ones, nodes that are killed, a database that is restarted. Input: how many events, nodes and seconds between
// two deaths. Output: counts, and what is wrong: an event without its cause, a cause without its event, a wrong order, one id for two events.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, discard, root, scratch } from '../examples/running.ts';
import { again, startServers, type Kept, type Servers } from '../races/servers.ts';
import { startReceivers, type Accepted, type Receivers } from './hostile.ts';

export interface Trial {
  /** Of the first kind; each order has up to three. */
  readonly orders: number;
  readonly nodes: number;
  /** Milliseconds from one death to the next, at least and at most; left out: none dies. */
  readonly between?: readonly [number, number];
  /** Another thing that dies, once, in the middle. */
  readonly restart?: () => Promise<void>;
}

export interface Outcome {
  readonly events: number;
  readonly deliveries: number;
  readonly twice: number;
  readonly refused: number;
  readonly deaths: number;
  readonly milliseconds: number;
  readonly wrong: readonly string[];
}

const CUSTOMERS = ['ann', 'bob', 'eve'];
const KINDS = ['order_opened', 'order_paid', 'order_shipped'];
/** Milliseconds in which nothing arrives any more: the events of a lane whose node was killed wait for its lease, ten seconds, and for another node. */
const STILL = 60_000;

/** Orders can be listed, and who accepts nothing stays a receiver. */
export function documentIn(folder: string): string {
  const source = readFileSync(join(root, 'test/serve/relay/orders-and-listeners.md'), 'utf8')
    .replace(/^- Given up: .*$/m, '- Given up: dropped')
    .replace(
      '### GET /orders/{id}',
      '### GET /orders\n\n- Does: lists Order\n- Body: none\n- Order: oldest first\n- Pages: none\n- Repeat: safe\n- Answers: 200 found, array of Order\n\n### GET /orders/{id}',
    );
  const path = join(folder, 'orders.md');
  writeFileSync(path, source);
  return path;
}

export async function tryDeliveries(kept: Kept, trial: Trial): Promise<Outcome> {
  const folder = scratch();
  const receivers = await startReceivers();
  const servers = await startServers(trial.nodes, kept, documentIn(folder), ['--allow-addresses', '127.0.0.0/8']);
  const began = performance.now();
  let deaths = 0;
  const killing = again(trial.between ? Infinity : 0, trial.between ?? [0, 0], async () => {
    await servers.kill();
    deaths += 1;
  });
  try {
    const well = await listen(servers, receivers);
    await Promise.all([writeOrders(servers, trial.orders), middle(trial)]);
    const orders = await ordersOf(servers);
    const expected = new Map(
      [...well].map(([name, customer]) => [name, eventsOf(orders.filter((one) => one.customer === customer))]),
    );
    await drained(receivers, expected);
    await killing.stop();
    const told = { events: eventsOf(orders).length, refused: receivers.refused(), deaths };
    const { wrong, twice } = compare(receivers.accepted, expected);
    return {
      ...told,
      deliveries: receivers.accepted.length,
      twice,
      milliseconds: Math.round(performance.now() - began),
      wrong: [...wrong, ...(await servers.stop())],
    };
  } finally {
    await killing.stop().catch(() => undefined);
    await servers.stop();
    await receivers.stop();
    discard(folder);
  }
}

async function middle({ restart }: Trial): Promise<void> {
  if (!restart) return;
  await sleep(3_000);
  await restart();
}

/** A request that did not arrive, or was not answered, is sent to another node; what it has done by then shows in the end. */
async function asked(
  servers: Servers,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const url = servers.urls[Math.floor(Math.random() * servers.urls.length)]!;
    const answer = await call(`${url}${path}`, method, body).catch(() => undefined);
    if (answer && answer.status !== 503) return answer;
    await sleep(20);
  }
  throw new Error(`${method} ${path} is never answered`);
}

/** Two that accept for each customer, and one of each kind that does not. Output: whose events each is to have. */
export async function listen(servers: Servers, receivers: Receivers): Promise<ReadonlyMap<string, string>> {
  const well = new Map(CUSTOMERS.flatMap((customer) => [1, 2].map((number) => [`${customer} ${number}`, customer])));
  const hostile = receivers.hostile.flatMap((name) => CUSTOMERS.map((customer) => [name, customer] as const));
  for (const [name, customer] of [...hostile, ...well]) {
    const secret = `whsec_${Buffer.alloc(24, name).toString('base64')}`;
    const listener = { url: receivers.address(name), customer, kinds: KINDS, secret };
    const { status } = await asked(servers, 'POST', '/listeners', listener);
    if (status !== 201) throw new Error(`a listener was answered ${status}`);
  }
  return well;
}

const WRITERS = 12;

export async function writeOrders(servers: Servers, count: number): Promise<void> {
  let number = 0;
  const writer = async (): Promise<void> => {
    while (number < count) {
      const own = number++;
      const customer = CUSTOMERS[own % CUSTOMERS.length]!;
      const { body } = await asked(servers, 'POST', '/orders', { customer, total: own });
      const { id } = body as { readonly id: string };
      for (const move of ['pay', 'ship'].slice(0, own % 3)) await asked(servers, 'POST', `/orders/${id}/${move}`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

interface Order {
  readonly id: string;
  readonly customer: string;
  readonly status: string;
}

async function ordersOf(servers: Servers): Promise<readonly Order[]> {
  const { body } = await asked(servers, 'GET', '/orders');
  return body as Order[];
}

/** `order kind`, in the order of each row: what its state says has happened. */
function eventsOf(orders: readonly Order[]): readonly string[] {
  return orders.flatMap(({ id, status }) =>
    KINDS.slice(0, ['open', 'paid', 'shipped'].indexOf(status) + 1).map((kind) => `${id} ${kind}`),
  );
}

async function drained(receivers: Receivers, expected: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const due = [...expected.values()].reduce((sum, events) => sum + events.length, 0);
  let [most, since] = [0, performance.now()];
  while (most < due && performance.now() - since < STILL) {
    const got = new Set(receivers.accepted.map(({ receiver, id }) => `${receiver} ${id}`));
    if (got.size > most) [most, since] = [got.size, performance.now()];
    await sleep(200);
  }
  // What would arrive and must not.
  await sleep(1_000);
}

const KIND_OF: Readonly<Record<string, string>> = { open: KINDS[0]!, paid: KINDS[1]!, shipped: KINDS[2]! };

/** `order kind` of a body; that of shipped is the order itself. */
function eventIn(body: string): string {
  const json = JSON.parse(body) as { readonly kind?: string; readonly order?: Order } & Order;
  const order = json.order ?? json;
  const kind = KIND_OF[order.status];
  return `${order.id} ${json.kind !== undefined && json.kind !== kind ? `${json.kind} as ${kind}` : kind}`;
}

export function compare(
  accepted: readonly Accepted[],
  expected: ReadonlyMap<string, readonly string[]>,
): { readonly wrong: readonly string[]; readonly twice: number } {
  const wrong: string[] = [];
  let twice = 0;
  const ids = new Map<string, string>();
  for (const [receiver, events] of expected) {
    const due = new Set(events);
    const first: string[] = [];
    for (const { id, body } of accepted.filter((one) => one.receiver === receiver)) {
      const event = eventIn(body);
      if ((ids.get(event) ?? id) !== id) wrong.push(`${event} has two ids`);
      ids.set(event, id);
      if (first.includes(event)) twice += 1;
      else first.push(event);
    }
    const got = new Set(first);
    wrong.push(...events.filter((one) => !got.has(one)).map((one) => `${receiver} has no ${one}`));
    wrong.push(...first.filter((one) => !due.has(one)).map((one) => `${receiver} has ${one}, which has not happened`));
    wrong.push(...outOfOrder(first).map((one) => `${receiver} has ${one} behind a later one`));
  }
  for (const [id, events] of Map.groupBy(ids, ([, one]) => one))
    if (events.length > 1) wrong.push(`${id} is the id of ${events.map(([event]) => event).join(' and ')}`);
  return { wrong, twice };
}

function outOfOrder(first: readonly string[]): readonly string[] {
  const last = new Map<string, number>();
  return first.filter((event) => {
    const [order, kind] = event.split(' ') as [string, string];
    const place = KINDS.indexOf(kind);
    const before = last.get(order) ?? -1;
    last.set(order, Math.max(before, place));
    return place < before;
  });
}
