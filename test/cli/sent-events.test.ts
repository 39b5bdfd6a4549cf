// `ninefold events` of a service that sends them: what became of each is listed and shown, and what was delivered or given up is sent again.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/cli/program.ts';
import { placeOf, type Place } from '../serve/audited.ts';
import {
  hookOf,
  LISTENED,
  listened,
  listener,
  LOOPBACK,
  made,
  ORDER,
  until,
  type Hook,
} from '../serve/relay/listening.ts';
import { send, start, type Running } from '../serve/running.ts';
import { hasPostgres } from '../store/postgres.ts';
import { captured } from './captured.ts';

const ENGINES = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

/** Given up after one try, and kept. */
const KEPT = LISTENED.replace('- Tries: at most 3 times', '- Tries: 1').replace(
  '- Given up: sets `Listener.active` = `false`',
  '- Given up: kept for the operator',
);

const AT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe.each(ENGINES)('%s', (engine) => {
  let place: Place;
  let folder: string;
  let service: Running;
  let hook: Hook;
  let status: (path: string) => number;

  beforeEach(async () => {
    place = await placeOf(engine);
    ends.push(() => place.drop());
    folder = mkdtempSync(join(tmpdir(), 'ninefold-sent-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'orders.md'), KEPT);
    status = (path) => (path === '/down' ? 503 : 200);
    hook = await hookOf(({ path }) => status(path));
    ends.push(() => hook.end());
    const plan = listened(KEPT);
    service = await start(plan, { store: await place.store(plan), relay: LOOPBACK });
    let isStopped = false;
    const stop = service.stop.bind(service);
    service = { ...service, stop: async () => (isStopped ? undefined : ((isStopped = true), await stop())) };
    ends.push(() => service.stop());
    await made(service, '/listeners', listener(`${hook.address}/up`));
    await made(service, '/listeners', listener(`${hook.address}/down`, { kinds: ['order_paid'] }));
  });

  async function events(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
    const console = captured({ directory: folder });
    const [action = '', ...more] = args;
    const at = [engine === 'sqlite' ? '--data' : '--database', place.where];
    const code = await run(['events', action, 'orders.md', ...more, ...at], console);
    return { status: code, stdout: console.stdout().replace(AT, 'AT'), stderr: console.stderr() };
  }

  interface Told {
    readonly id: number;
    readonly done: string | null;
    readonly deliveries: readonly { readonly receiver: string; readonly state: string; readonly tries: number }[];
    readonly attempts?: readonly {
      readonly receiver: string;
      readonly status: number | null;
      readonly answer: string;
    }[];
  }

  const told = async (...args: string[]): Promise<readonly Told[]> =>
    (await events(...args, '--json')).stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Told);

  const numbers = async (...args: string[]): Promise<readonly number[]> =>
    (await told('list', ...args)).map(({ id }) => id);

  /** Of each order an event that is opened and one that is paid. */
  async function sent(orders: number): Promise<void> {
    const before = hook.got.length;
    for (let count = 0; count < orders; count += 1) {
      const order = await made(service, '/orders', ORDER);
      await made(service, `/orders/${order.id}/pay`);
    }
    await until(() => hook.got.length === before + 3 * orders);
    await until(async () => (await told('list', '--state', 'waiting')).length === 0);
  }

  const paths = (from: number): readonly string[] => hook.got.slice(from).map(({ path }) => path);

  it('have nothing of the row that they are signed with', async () => {
    const source = KEPT.replace(
      '### order_opened',
      '### heard\n\n- When: Listener is created\n- Payload: Listener\n\n### order_opened',
    );
    await service.stop();
    writeFileSync(join(folder, 'orders.md'), source);
    const plan = listened(source);
    const other = await start(plan, { store: await place.store(plan), relay: LOOPBACK });
    await made(other, '/listeners', listener(`${hook.address}/up`));
    await other.stop();
    const shown = await told('list', '--all', '--event', 'heard');
    expect(shown).toHaveLength(1);
    const lines = (await events('show', String(shown[0]!.id))).stdout;
    expect(lines).toContain(`"url":"${hook.address}/up"`);
    expect(lines).not.toContain('whsec_');
  });

  it('are listed with what became of them, and shown with each try', async () => {
    await sent(1);
    expect((await events('list')).stdout).toBe(
      '2  AT  order_paid  Order 1  POST /orders/{id}/pay\n  to 1: delivered, 1 try\n  to 2: given up, 1 try\n',
    );
    expect((await events('list', '--all')).stdout).toContain(
      '1  AT  order_opened  Order 1  POST /orders\n  to 1: delivered, 1 try\n2  AT',
    );
    const lines = (await events('show', '2')).stdout.split('\n');
    expect(JSON.parse(lines[1]!)).toMatchObject({ customer: 'ann', status: 'paid' });
    expect(lines[2]).toMatch(/^carries \{"kind":"order_paid"/);
    expect(lines.slice(3).map((line) => line.replace(/\d+ ms/, 'MS'))).toEqual([
      '  to 1: delivered, 1 try',
      '    AT  200  MS  it is 200',
      '  to 2: given up, 1 try',
      '    AT  503  MS  it is 503',
      '',
    ]);
    const [one] = await told('show', '2');
    expect(one).toMatchObject({
      id: 2,
      done: null,
      deliveries: [
        { receiver: '1', state: 'delivered', tries: 1 },
        { receiver: '2', state: 'given up', tries: 1 },
      ],
    });
    const attempts = one!.attempts!.toSorted((a, b) => Number(a.receiver) - Number(b.receiver));
    expect(attempts).toMatchObject([
      { receiver: '1', status: 200, answer: 'it is 200' },
      { receiver: '2', status: 503, answer: 'it is 503' },
    ]);
    expect((await told('show', '1'))[0]!.done).toMatch(/^AT$/);
  });

  it('are found by receiver and state, also behind the outbox', async () => {
    await sent(2);
    expect(await numbers()).toEqual([2, 4]);
    expect(await numbers('--all')).toEqual([1, 2, 3, 4]);
    expect(await numbers('--all', '--event', 'order_opened')).toEqual([1, 3]);
    expect(await numbers('--receiver', '2')).toEqual([2, 4]);
    expect(await numbers('--receiver', '1')).toEqual([1, 2, 3, 4]);
    expect(await numbers('--receiver', '1', '--state', 'given-up')).toEqual([]);
    expect(await numbers('--state', 'given-up')).toEqual([2, 4]);
    expect(await numbers('--state', 'delivered', '--event', 'order_opened')).toEqual([1, 3]);
  });

  it('an event that is for nobody says so', async () => {
    await made(service, '/orders', { customer: 'nobody', total: 1 });
    await until(async () => (await told('list')).length === 0);
    expect((await events('list', '--all')).stdout).toBe(
      '1  AT  order_opened  Order 1  POST /orders\n  done, without a receiver\n',
    );
  });

  it('one that waits says when it is tried next', async () => {
    hook.end();
    const plan = listened(LISTENED.replace('- Waits: 1 second, 2 seconds', '- Waits: 1 hour'));
    await service.stop();
    service = await start(plan, { store: await place.store(plan), relay: LOOPBACK });
    ends.push(() => service.stop());
    await made(service, '/orders', ORDER);
    await until(async () => (await events('list')).stdout.includes('1 try'));
    expect((await events('show', '1')).stdout).toMatch(
      /  to 1: waiting, 1 try, next AT\n    AT  ---  \d+ ms  Nothing listens there \(ECONNREFUSED\)\.\n$/,
    );
  });

  it('are sent again while the service runs: one, of a kind, for a receiver, of a time, all', async () => {
    await sent(2);
    const between = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await sent(1);
    const port = ['--operator', service.operatorUrl];
    const again = async (...args: string[]): Promise<readonly string[]> => {
      const before = hook.got.length;
      const { stderr } = await events('replay', ...args, ...port);
      const count = Number(/^(\d+) (?:delivery is|deliveries are) sent again\n$/.exec(stderr)?.[1]);
      await until(() => hook.got.length === before + count);
      await until(async () => (await told('list', '--state', 'waiting')).length === 0);
      return paths(before).toSorted();
    };
    expect(await again('2')).toEqual(['/down', '/up']);
    expect(hook.got.at(-1)!.headers['webhook-id']).toBe(hook.got.at(-2)!.headers['webhook-id']);
    expect(await again('--event', 'order_opened')).toEqual(['/up', '/up', '/up']);
    expect(await again('--state', 'given-up', '--before', between)).toEqual(['/down', '/down']);
    expect(await again('--receiver', '1', '--since', between)).toEqual(['/up', '/up']);
    status = () => 204;
    expect(await again('--state', 'given-up')).toEqual(['/down', '/down', '/down']);
    expect(await told('list')).toEqual([]);
    expect(await again('--all')).toHaveLength(9);
    expect((await told('show', '2'))[0]!.attempts).toHaveLength(8);
    expect((await events('replay', '99', ...port)).stderr).toBe(
      'ninefold: there is no such delivery of event 99: it waits, was never sent, or is kept no more\n',
    );
  });

  it('are sent again by the next start, where no service runs', async () => {
    await sent(1);
    await service.stop();
    const before = hook.got.length;
    expect((await events('replay', '--all')).stderr).toBe('3 deliveries are sent again\n');
    expect((await events('list')).stdout).toBe(
      '1  AT  order_opened  Order 1  POST /orders\n  to 1: waiting, 0 tries, next AT\n' +
        '2  AT  order_paid  Order 1  POST /orders/{id}/pay\n  to 1: waiting, 0 tries, next AT\n  to 2: waiting, 0 tries, next AT\n',
    );
    const plan = listened(KEPT);
    service = await start(plan, { store: await place.store(plan), relay: LOOPBACK });
    ends.push(() => service.stop());
    await until(() => hook.got.length === before + 3);
  });

  it('are dropped with what was to be delivered', async () => {
    await sent(1);
    expect((await events('drop', '2', '--operator', service.operatorUrl)).stderr).toBe('1 event is dropped\n');
    expect((await events('show', '2')).status).toBe(1);
    expect((await events('replay', '2', '--operator', service.operatorUrl)).status).toBe(1);
  });

  it('of one row nothing stays but that they happened, and what waits of it is gone', async () => {
    await sent(2);
    // The payment of each waits for the receiver that is away.
    expect(await numbers('--state', 'delivered')).toEqual([1, 2, 3, 4]);
    const erase = ['erase', '--resource', 'Order', '--row', '1'];
    const port = ['--operator', service.operatorUrl];
    expect((await events(...erase, ...port)).stderr).toBe('2 events are erased\n');
    const [opened] = await told('list', '--all');
    expect(opened).toMatchObject({ id: 1, event: 'order_opened', resource: 'Order', row: {}, deliveries: [] });
    expect((await events('show', '2')).status).toBe(1);
    const shown = (await events('show', '1')).stdout;
    expect(shown).not.toMatch(/customer|carries|ann/);
    // Nothing of it is sent again, and all of the others.
    expect((await events('replay', '--all', ...port)).stderr).toBe('3 deliveries are sent again\n');
    const whole = await told('list', '--all');
    expect(whole.map(({ id }) => id)).toEqual([1, 3, 4]);
    expect((await events('show', '3')).stdout).toMatch(/carries/);
  });

  it('the port refuses what it does not know', async () => {
    const post = async (body: unknown): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${service.operatorUrl}/outbox`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return [answer.status, ((await answer.json()) as { readonly error?: string }).error];
    };
    expect(await post({ replay: {} })).toEqual([
      400,
      'Unexpected body, expected {"replay": {"id": 1}}, or "all" in the place of the object.',
    ]);
    expect(await post({ replay: { state: 'waiting' } })).toEqual([
      400,
      'Unexpected `state`, expected one of `delivered`, `given up`, `dropped`.',
    ]);
    expect(await post({ drop: { receiver: '1' } })).toEqual([
      400,
      'Unexpected `receiver`, expected `id`, `event`, `resource`, `since`, `before`.',
    ]);
    expect(await post({ resend: 'all' })).toEqual([
      400,
      'Unexpected body, expected {"drop": {"id": 1}} or {"replay": {"id": 1}}.',
    ]);
    expect((await send(service, 'GET', '/orders/x')).status).toBe(404);
  });
});
