// What the operator says about events: how many may wait, by which secrets they are signed, how long they are kept.

import { chmodSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/plan/plan.ts';
import { manualClock } from '../../../src/serve/clock.ts';
import { operatorSecrets } from '../../../src/serve/relay/operator-secrets.ts';
import type { Store } from '../../../src/store/store.ts';
import { hasPostgres } from '../../store/postgres.ts';
import { placeOf, type Place } from '../audited.ts';
import { send, start, type Running } from '../running.ts';
import { hookOf, LISTENED, listened, listener, LOOPBACK, made, ORDER, SECRET, until } from './listening.ts';

const ENGINES = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
const NEWER = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const opened = async (service: Running): Promise<number> => (await send(service, 'POST', '/orders', ORDER)).status;
const dropped = async (service: Running, drop: unknown): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ drop });
  expect((await fetch(`${service.operatorUrl}/outbox`, { method: 'POST', headers, body })).status).toBe(200);
};

describe.each(ENGINES)('%s', (engine) => {
  let place: Place;
  let store: Store;
  beforeEach(async () => {
    place = await placeOf(engine);
    ends.push(() => place.drop());
  });

  async function serving(plan: Plan, more: Parameters<typeof start>[1]): Promise<Running> {
    store = await place.store(plan);
    const service = await start(plan, { store, ...more });
    ends.push(() => service.stop());
    return service;
  }

  it('calls that emit are unavailable while as many events wait as may, and nothing else is', async () => {
    const service = await serving(listened(LISTENED, ['6/delivery']), { relay: { ...LOOPBACK, outboxLimit: 3 } });
    const order = await made(service, '/orders', ORDER);
    expect([await opened(service), await opened(service), await opened(service)]).toEqual([201, 201, 503]);
    expect((await send(service, 'POST', `/orders/${order.id}/pay`)).status).toBe(503);
    expect((await send(service, 'PATCH', `/orders/${order.id}`, { total: 13 })).status).toBe(200);
    expect((await send(service, 'GET', `/orders/${order.id}`)).json).toMatchObject({ total: 13, status: 'open' });
    expect(service.logged[0]).toContain('POST /orders is unavailable');
    expect(service.logged[0]).toContain('3 events are in the outbox, and the limit is 3 (--outbox-limit)');
    await dropped(service, { id: 2 });
    await until(async () => (await opened(service)) === 201);
    expect(await opened(service)).toBe(503);
    const { waiting } = (await (await fetch(`${service.operatorUrl}/outbox`)).json()) as { waiting: number };
    expect(waiting).toBe(3);
  });

  it('of many calls at once as many are done as there is room for', async () => {
    const service = await serving(listened(LISTENED, ['6/delivery']), { relay: { ...LOOPBACK, outboxLimit: 20 } });
    const statuses = await Promise.all(Array.from({ length: 60 }, () => opened(service)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 503)).toHaveLength(40);
  });

  it('what is delivered makes room', async () => {
    const hook = await hookOf(() => 204);
    ends.push(() => hook.end());
    const service = await serving(listened(), { relay: { ...LOOPBACK, outboxLimit: 2 } });
    await made(service, '/listeners', listener(hook.address));
    for (let count = 1; count <= 6; count += 1) await until(async () => (await opened(service)) === 201);
    await until(() => hook.got.length === 6);
  });

  it('what was delivered is kept for its time by the clock of the service, and then it is gone', async () => {
    const hook = await hookOf(() => 204);
    ends.push(() => hook.end());
    const clock = manualClock(Date.parse('2026-01-01T00:00:00Z'), { keep: () => Promise.resolve(true) });
    const service = await serving(listened(), { clock, relay: { ...LOOPBACK, keep: 86_400_000 } });
    await made(service, '/listeners', listener(hook.address));
    await made(service, '/orders', ORDER);
    await until(async () => (await store.deliveries!.list({ state: 'accepted' }, 0, 9)).length === 1);
    const moved = async (now: string): Promise<void> => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ now });
      expect((await fetch(`${service.operatorUrl}/clock`, { method: 'POST', headers, body })).status).toBe(200);
    };
    await moved('2026-01-01T23:59:00Z');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await store.deliveries!.list({}, 0, 9)).toHaveLength(1);
    expect(await store.deliveries!.attempts(1, 9)).toHaveLength(1);
    await moved('2026-01-02T00:02:00Z');
    await until(async () => (await store.deliveries!.list({}, 0, 9)).length === 0);
    expect(await store.deliveries!.attempts(1, 9)).toEqual([]);
  });
});

describe('the secrets of the operator', () => {
  let file: string;
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-secrets-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    file = join(folder, 'events.secrets');
  });
  const write = (text: string, mode = 0o600): void => {
    writeFileSync(file, text);
    chmodSync(file, mode);
  };
  const secrets = (): readonly string[] =>
    operatorSecrets(file, { kind: 'Standard Webhooks', secret: 'of the operator' }, () => {})();

  it('sign events where the document says so, all of them, and are read again when the file has changed', async () => {
    write(`${SECRET}\n`);
    const hook = await hookOf(() => 204);
    ends.push(() => hook.end());
    const kept = LISTENED.replace('secret `Listener.secret`', 'secret kept by the operator');
    const plan = listened(kept);
    const logged: string[] = [];
    const settings = {
      ...LOOPBACK,
      secrets: operatorSecrets(file, plan.delivery?.webhook?.signature, (line) => logged.push(line)),
    };
    const service = await start(plan, { relay: settings });
    ends.push(() => service.stop());
    await made(service, '/listeners', listener(hook.address));
    await made(service, '/orders', ORDER);
    await until(() => hook.got.length === 1);
    const verified = (secret: string): void => {
      const { body, headers } = hook.got.at(-1)!;
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
    };
    verified(SECRET);
    write(`${NEWER}\r\n${SECRET}\n`);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await made(service, '/orders', ORDER);
    await until(() => hook.got.length === 2);
    verified(NEWER);
    verified(SECRET);
    expect(hook.got[1]!.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    // A file that is wrong later changes nothing.
    write('whsec_short\n');
    utimesSync(file, 1, 1);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await made(service, '/orders', ORDER);
    await until(() => hook.got.length === 3);
    verified(NEWER);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('events are signed as before: line 1 of');
    expect(logged[0]).not.toContain('whsec_short');
  });

  it.each([
    ['', 'holds no secret: write one a line, the newest first'],
    [
      `${SECRET}\n\nwhsec_AAAA\n`,
      'line 3 of FILE signs nothing: what follows `whsec_` holds 3 bytes: Standard Webhooks wants 24 to 64',
    ],
    ['whsec_%%%%\n', 'line 1 of FILE signs nothing: what follows `whsec_` is not base64'],
  ])('%j is refused', (text, sentence) => {
    write(text);
    expect(() => secrets()).toThrow(sentence.replace('FILE', file));
  });

  it.skipIf(process.platform === 'win32')('are refused where others may read them', () => {
    write(SECRET, 0o640);
    expect(() => secrets()).toThrow('may be read by others than its owner; `chmod 600` changes that');
  });

  it('are none where there is no file', () => expect(() => secrets()).toThrow('ENOENT'));
});
