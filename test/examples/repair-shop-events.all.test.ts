// What the example repair-shop.md tells the apps of an owner, over real HTTP and on both engines: to whom it is sent, signed by which secret, in which
// order, and what becomes of an app that does not answer.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { run } from '../../src/cli/program.ts';
import { captured } from '../cli/captured.ts';
import { placeOf, type Place } from '../serve/audited.ts';
import { hookOf, until, type Got, type Hook } from '../serve/relay/listening.ts';
import { hasPostgres } from '../store/postgres.ts';
import { call, root, serve, type Running } from './running.ts';

const ENGINES = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

interface Event {
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly id: string; readonly status: string; readonly estimate: number };
}

const secretOf = (letter: string): string => `whsec_${Buffer.alloc(32, letter).toString('base64')}`;
const ADA = { owner: 'ada@example.org', secret: secretOf('a') };
const BOB = { owner: 'bob@example.org', secret: secretOf('b') };

/** Throws where the signature, the id or the instant is not right. */
function verified({ body, headers }: Got, { secret }: { readonly secret: string }): Event {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as Event;
}

describe.each(ENGINES)('%s', (engine) => {
  let place: Place;
  let hook: Hook;
  let status: (got: Got) => number;
  let service: Running;
  let serial: number;

  const started = async (): Promise<Running> =>
    serve('examples/repair-shop.md', {
      ...(engine === 'sqlite' ? { data: place.where } : { database: place.where }),
      options: ['--allow-addresses', '127.0.0.0/8', '--clock', 'manual'],
    });

  beforeEach(async () => {
    place = await placeOf(engine);
    status = () => 204;
    hook = await hookOf((got) => status(got));
    service = await started();
    serial = 0;
  }, 30_000);
  afterEach(async () => {
    await service.stop();
    hook.end();
    await place.drop();
  });

  async function registered(path: string, of: typeof ADA): Promise<string> {
    const {
      status: answered,
      body,
      text,
    } = await call(`${service.url}/apps`, 'POST', {
      url: hook.address + path,
      ...of,
    });
    expect([answered, text.includes(of.secret)]).toEqual([201, false]);
    return body.id as string;
  }

  /** A new repair of that owner, moved as the verbs say. */
  async function repaired(owner: string, ...verbs: readonly string[]): Promise<string> {
    serial += 1;
    const sent = { machine: 'Toaster', serial: `SN-${serial}`, owner, estimate: 12.5 };
    const { body } = await call(`${service.url}/repairs`, 'POST', sent);
    for (const verb of verbs) await moved(body.id as string, verb);
    return body.id as string;
  }

  async function moved(id: string, verb: string): Promise<void> {
    const answer = await call(`${service.url}/repairs/${id}/${verb}`, 'POST');
    expect([verb, answer.status]).toEqual([verb, 200]);
  }

  async function advance(by: string): Promise<void> {
    expect((await call(`${service.operator}/clock`, 'POST', { advance: by })).status).toBe(200);
  }

  const at = (path: string): readonly Got[] => hook.got.filter((got) => got.path === path);
  /** Nothing waits; what is sent to somebody else would have arrived by then, too. */
  const settled = (): Promise<void> =>
    until(async () => {
      const console = captured({ directory: root });
      const data = [engine === 'sqlite' ? '--data' : '--database', place.where];
      await run(['events', 'list', 'examples/repair-shop.md', '--json', ...data], console);
      const lines = console.stdout().split('\n').slice(0, -1);
      return lines.every((line) => {
        const { deliveries } = JSON.parse(line) as { deliveries: readonly { state: string }[] };
        return deliveries.length > 0 && deliveries.every(({ state }) => state !== 'waiting');
      });
    });

  it('a quote arrives at the apps of its owner, and at nobody else', { timeout: 60_000 }, async () => {
    await registered('/ada-phone', ADA);
    await registered('/ada-watch', { ...ADA, secret: secretOf('w') });
    await registered('/bob', BOB);
    const off = await registered('/off', ADA);
    await call(`${service.url}/apps/${off}`, 'PATCH', { active: false });
    const gone = await registered('/gone', ADA);
    expect((await call(`${service.url}/apps/${gone}`, 'DELETE')).status).toBe(204);

    const repair = await repaired(ADA.owner, 'quote');
    await until(() => hook.got.length >= 2);
    await settled();
    expect(hook.got.map(({ path }) => path).toSorted()).toEqual(['/ada-phone', '/ada-watch']);
    const [phone, watch] = [at('/ada-phone')[0]!, at('/ada-watch')[0]!];
    const { body: shown } = await call(`${service.url}/repairs/${repair}`);
    expect(verified(phone, ADA)).toEqual({ type: 'repair.quoted', timestamp: expect.any(String), data: shown });
    expect(shown).toMatchObject({ id: repair, status: 'quoted', estimate: 12.5 });
    expect(phone.body).toContain('"estimate":12.50');
    expect(watch.headers['webhook-id']).toBe(phone.headers['webhook-id']);
    expect(verified(watch, { secret: secretOf('w') })).toEqual(verified(phone, ADA));
    expect(() => verified(watch, ADA)).toThrow('No matching signature');
    expect(() => verified({ ...phone, body: phone.body.replace('12.50', '1.00') }, ADA)).toThrow(
      'No matching signature',
    );
  });

  it('what needs no answer and no visit is told to nobody', { timeout: 60_000 }, async () => {
    await registered('/ada', ADA);
    const repair = await repaired(ADA.owner, 'decline');
    await call(`${service.url}/repairs/${repair}`, 'PATCH', { estimate: 20 });
    await moved(repair, 'return');
    await until(() => hook.got.length >= 1);
    await settled();
    expect(hook.got.map((got) => verified(got, ADA).type)).toEqual(['repair.returned']);
  });

  it('an app that answers 500 is tried five times, then it is inactive', { timeout: 60_000 }, async () => {
    status = ({ path }) => (path === '/broken' ? 500 : 204);
    const broken = await registered('/broken', ADA);
    await registered('/works', ADA);
    const isActive = async (): Promise<unknown> => {
      const { body } = await call(`${service.url}/apps?owner=${ADA.owner}`);
      return (body as { id: string; active: boolean }[]).find(({ id }) => id === broken)?.active;
    };

    await repaired(ADA.owner, 'quote');
    const waits = ['6 seconds', '70 seconds', '11 minutes', '67 minutes'];
    for (const [before, wait] of waits.entries()) {
      await until(() => at('/broken').length === before + 1);
      expect(await isActive()).toBe(true);
      await advance(wait);
    }
    await until(async () => (await isActive()) === false);
    await advance('1 day');
    await repaired(ADA.owner, 'quote');
    await until(() => at('/works').length === 2);
    await settled();
    expect(at('/broken')).toHaveLength(5);
    expect(new Set(at('/broken').map(({ headers }) => headers['webhook-id'])).size).toBe(1);

    status = () => 204;
    expect((await call(`${service.url}/apps/${broken}`, 'PATCH', { active: true })).status).toBe(200);
    await repaired(ADA.owner, 'quote');
    await until(() => at('/broken').length === 6);
  });

  it('the events of a repair arrive in order, others pass what waits', { timeout: 60_000 }, async () => {
    const late = await repaired(ADA.owner);
    const isLate = ({ body }: Got): boolean => (JSON.parse(body) as Event).data.id === late;
    const first = (): Got => hook.got.find(isLate)!;
    status = (got) => (got === first() ? 500 : 204);
    const accepted = (): readonly Got[] => {
      const byId = new Map<unknown, Got>();
      for (const got of hook.got)
        if (got !== first() && !byId.has(got.headers['webhook-id'])) byId.set(got.headers['webhook-id'], got);
      return [...byId.values()];
    };
    await registered('/ada', ADA);
    for (const verb of ['quote', 'accept', 'mend', 'return']) await moved(late, verb);
    const other = await repaired(ADA.owner, 'quote', 'accept', 'mend', 'return');
    await until(() => hook.got.length === 4);
    // What waits is there after a restart. What was accepted just before it may come again, by the id that it had.
    await service.stop();
    service = await started();
    await advance('6 seconds');
    await until(() => accepted().length === 6);
    await settled();
    const told = accepted().map((got) => verified(got, ADA));
    const of = (id: string): readonly Event[] => told.filter(({ data }) => data.id === id);
    const types = ['repair.quoted', 'repair.mended', 'repair.returned'];
    expect(of(late).map(({ type }) => type)).toEqual(types);
    expect(of(late).map(({ data }) => data.status)).toEqual(['quoted', 'mended', 'returned']);
    expect(of(other).map(({ type }) => type)).toEqual(types);
    expect(told.slice(0, 3)).toEqual(of(other));
  });
});
