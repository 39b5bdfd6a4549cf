// Events of a service that arrive: at those whom the document names, signed, in order, tried as often as it states.

import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { link } from '../../../src/link/link.ts';
import { plan } from '../../../src/plan/compile.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { read } from '../../../src/read/read.ts';
import { NO_RANGES } from '../../../src/serve/relay/addresses.ts';
import { start, type Running } from '../running.ts';
import {
  hookOf as startHook,
  LISTENED,
  listener,
  LOOPBACK,
  made,
  SECRET,
  until,
  type Got,
  type Hook,
} from './listening.ts';

function planned(edit: (source: string) => string = (source) => source): Plan {
  const source = edit(LISTENED);
  const { document, diagnostics } = read(source, 'orders-and-listeners.md');
  const model = link(document, diagnostics);
  expect(model.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const made = plan(model);
  expect(made.delivery?.heldBy).toEqual([]);
  return made;
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function hookOf(status: (got: Got) => number): Promise<Hook> {
  const hook = await startHook(status);
  ends.push(() => hook.end());
  return hook;
}

async function serving(made: Plan, allowed = LOOPBACK.allowed, secrets: readonly string[] = []): Promise<Running> {
  const service = await start(made, { relay: { allowed, secrets: () => secrets } });
  ends.push(() => service.stop());
  return service;
}

it('signed, to those for whom they are, in the order of each row', async () => {
  const hook = await hookOf(() => 204);
  const service = await serving(planned());
  await made(service, '/listeners', listener(`${hook.address}/ann`));
  await made(service, '/listeners', listener(`${hook.address}/paid`, { kinds: ['order_paid'] }));
  await made(service, '/listeners', listener(`${hook.address}/bob`, { customer: 'bob' }));
  await made(service, '/listeners', listener(`${hook.address}/off`, { active: false }));
  const order = await made(service, '/orders', { customer: 'ann', total: 12 });
  await made(service, `/orders/${order.id}/pay`);
  await made(service, `/orders/${order.id}/ship`);
  await until(() => hook.got.length === 4);
  expect(hook.got.map(({ path }) => path).sort()).toEqual(['/ann', '/ann', '/ann', '/paid']);
  const bodies = hook.got.filter(({ path }) => path === '/ann').map(({ body }) => JSON.parse(body) as unknown);
  expect(bodies).toEqual([
    { kind: 'order_opened', order: { id: order.id, customer: 'ann', total: 12, status: 'open' } },
    { kind: 'order_paid', at: expect.any(String), order: { id: order.id, customer: 'ann', total: 12, status: 'paid' } },
    { id: order.id, customer: 'ann', total: 12, status: 'shipped' },
  ]);
  for (const { body, headers } of hook.got)
    expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
  const ids = hook.got.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(3);
  expect(service.logged).toEqual([]);
});

it(
  'again, until they are accepted, and what is behind them waits; given up after the stated tries',
  { timeout: 20_000 },
  async () => {
    let failing = 1;
    const hook = await hookOf(({ path }) => (path === '/dead' || (path === '/slow' && failing-- > 0) ? 503 : 200));
    const service = await serving(
      planned((source) => source.replace('- Waits: 1 second, 2 seconds', '- Waits: 1 second')),
    );
    await made(service, '/listeners', listener(`${hook.address}/slow`));
    await made(service, '/listeners', listener(`${hook.address}/dead`, { kinds: ['order_opened'] }));
    const order = await made(service, '/orders', { customer: 'ann', total: 12 });
    await made(service, `/orders/${order.id}/pay`);
    const ids = (path: string): readonly unknown[] =>
      hook.got.filter((one) => one.path === path).map(({ headers }) => headers['webhook-id']);
    await until(() => ids('/slow').length === 3 && ids('/dead').length === 3);
    expect(ids('/slow')[0]).toBe(ids('/slow')[1]);
    expect(ids('/slow')[2]).not.toBe(ids('/slow')[1]);
    expect(new Set(ids('/dead')).size).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(ids('/dead')).toHaveLength(3);
  },
);

describe('by a secret of the operator', () => {
  const signature = '- Signature: Standard Webhooks, secret kept by the operator';
  const ofOperator = planned((source) => source.replace(/^- Signature: .*$/m, signature));

  it('they are signed', { timeout: 20_000 }, async () => {
    const hook = await hookOf(() => 204);
    const service = await serving(ofOperator, LOOPBACK.allowed, [SECRET]);
    await made(service, '/listeners', listener(hook.address));
    await made(service, '/orders', { customer: 'ann', total: 12 });
    await until(() => hook.got.length === 1);
    const [{ body, headers }] = hook.got as [Got];
    expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
  });

  it('without one nothing is looked for, tried or logged, and the operator sees why', async () => {
    const hook = await hookOf(() => 204);
    const service = await serving(ofOperator, LOOPBACK.allowed, []);
    await made(service, '/listeners', listener(hook.address));
    await made(service, '/orders', { customer: 'ann', total: 12 });
    await new Promise((resolve) => setTimeout(resolve, 700));
    const outbox = (await (await fetch(`${service.operatorUrl}/outbox`)).json()) as object;
    expect(outbox).toMatchObject({ waiting: 1, why: [{ event: 'order_opened', why: 'no secret', events: 1 }] });
    expect([hook.got, service.logged]).toEqual([[], []]);
  });
});

it('at no address that is not public, unless the operator allows it', async () => {
  const hook = await hookOf(() => 204);
  const service = await serving(planned(), NO_RANGES);
  await made(service, '/listeners', listener(hook.address));
  await made(service, '/orders', { customer: 'ann', total: 12 });
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(hook.got).toEqual([]);
});

it('all of them, of many writes at once, once each', { timeout: 30_000 }, async () => {
  const hook = await hookOf(() => 204);
  const service = await serving(planned());
  await made(service, '/listeners', listener(hook.address));
  const orders = await Promise.all(
    Array.from({ length: 100 }, (_, total) => made(service, '/orders', { customer: 'ann', total })),
  );
  await until(() => hook.got.length >= 100);
  const told = hook.got.map(({ body }) => (JSON.parse(body) as { order: { id: string } }).order.id);
  expect(told.sort()).toEqual(orders.map(({ id }) => id).sort());
});
