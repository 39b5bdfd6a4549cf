// The example service-broker.md over real HTTP, called by a platform that was written from the text of the Open Service Broker API
// alone (broker-platform.ts). What the text says MUST is asked here, on both engines.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPostgres, ownSchema, type OwnSchema } from '../store/postgres.ts';
import { platform, type Connection, type Platform, type Provisioning } from './broker-platform.ts';
import { call, discard, ninefold, scratch, serve } from './running.ts';
import type { Answer, Running } from './running.ts';

const DOCUMENT = 'examples/service-broker.md';

const errorOf = ({ status, body }: Answer): readonly unknown[] => [status, body.error];

describe.each(hasPostgres ? ['SQLite', 'PostgreSQL'] : ['SQLite'])('a platform and the broker, on %s', (engine) => {
  let service: Running;
  let schema: OwnSchema | undefined;
  let credentials: Pick<Connection, 'url' | 'user' | 'password'>;
  let cloud: Platform;
  let small: Provisioning;
  let large: Provisioning;
  let made = 0;

  const data = scratch();
  const fresh = (): string => `instance-${(made += 1)}`;
  /** Whoever provisions says how it ended: on the operator's port. */
  const decide = async (id: string, to: string): Promise<number> =>
    (await call(`${service.operator}/moves`, 'POST', { resource: 'Instance', field: 'state', id, to })).status;

  beforeAll(async () => {
    schema = engine === 'PostgreSQL' ? await ownSchema() : undefined;
    const where = schema ? ['--database', schema.url] : ['--data', data];
    const { status, stdout, stderr } = await ninefold(['keys', 'create', DOCUMENT, 'cloud', ...where]);
    expect([status, stderr]).toEqual([0, expect.anything()]);
    service = await serve(DOCUMENT, schema ? { database: schema.url } : { data });
    credentials = { url: service.url, user: 'cloud', password: stdout.trim() };
    cloud = platform(credentials);
    const { body } = await cloud.catalog();
    const plans: readonly { readonly offering: string; readonly id: string; readonly polled: boolean }[] =
      body.services.flatMap((offering: { id: string; plans: { id: string; maximum_polling_duration?: number }[] }) =>
        offering.plans.map((plan) => ({
          offering: offering.id,
          id: plan.id,
          polled: plan.maximum_polling_duration !== undefined,
        })),
      );
    const wish = (polled: boolean): Provisioning => {
      const plan = plans.find((one) => one.polled === polled)!;
      return { service_id: plan.offering, plan_id: plan.id };
    };
    [small, large] = [wish(false), wish(true)];
  });
  afterAll(async () => {
    await service?.stop();
    await schema?.drop();
    discard(data);
  });

  it('shows a catalogue that has every required field', async () => {
    const { status, body } = await cloud.catalog();
    expect(status).toBe(200);
    const ids = new Set<string>();
    for (const offering of body.services) {
      for (const text of ['name', 'id', 'description']) expect(offering[text]).toMatch(/./);
      expect(typeof offering.bindable).toBe('boolean');
      expect(offering.plans.length).toBeGreaterThan(0);
      for (const plan of offering.plans) {
        for (const text of ['name', 'id', 'description']) expect(plan[text]).toMatch(/./);
        expect(ids.has(plan.id)).toBe(false);
        ids.add(plan.id);
      }
    }
  });

  it('refuses a caller without credentials, with wrong ones, and without the version', async () => {
    expect((await call(`${service.url}/v2/catalog`)).status).toBe(401);
    expect((await platform({ ...credentials, password: 'guessed' }).catalog()).status).toBe(401);
    expect(errorOf(await platform({ ...credentials, version: '' }).catalog())[0]).toBe(400);
    expect(errorOf(await platform({ ...credentials, version: '1.3' }).catalog())[0]).toBe(412);
  });

  it('has the identity of a request in each of its answers', async () => {
    const asking = platform({ ...credentials, requestIdentity: 'e26cee84-6b38-4456-b34e-d1a9f002c956' });
    for (const answer of [
      await asking.catalog(),
      await asking.lastOperation('nobody'),
      await asking.provision(fresh(), large),
    ])
      expect(answer.headers.get('x-broker-api-request-identity')).toBe('e26cee84-6b38-4456-b34e-d1a9f002c956');
    expect((await cloud.catalog()).headers.get('x-broker-api-request-identity')).toBeNull();
  });

  it('provisions at once where the plan can', async () => {
    const id = fresh();
    expect((await cloud.provision(id, small)).status).toBe(201);
    expect((await cloud.provision(id, small)).status).toBe(200);
    expect((await cloud.provision(id, { ...small, parameters: { size: 2 } })).status).toBe(409);
    expect((await cloud.lastOperation(id)).body.state).toBe('succeeded');
  });

  it('asks for patience where the plan takes a while, and is polled', async () => {
    const id = fresh();
    expect(errorOf(await cloud.provision(id, large))).toEqual([422, 'AsyncRequired']);
    expect(errorOf(await cloud.provision(id, large, false))).toEqual([422, 'AsyncRequired']);
    expect((await cloud.lastOperation(id)).status).toBe(404);
    expect((await cloud.provision(id, large, true)).status).toBe(202);
    expect((await cloud.provision(id, large, true)).status).toBe(202);
    expect((await cloud.provision(id, { ...large, space_guid: 'space-2' }, true)).status).toBe(409);
    expect((await cloud.lastOperation(id, large)).body.state).toBe('in progress');
    expect((await cloud.fetch(id)).status).toBe(404);
    expect(errorOf(await cloud.deprovision(id, large))).toEqual([422, 'ConcurrencyError']);
    const settled = cloud.settled(id);
    expect(await decide(id, 'succeeded')).toBe(200);
    expect(await settled).toBe('succeeded');
    expect((await cloud.provision(id, large, true)).status).toBe(200);
    expect((await cloud.fetch(id)).body).toEqual(large);
  });

  it('says that an instance failed', async () => {
    const id = fresh();
    expect((await cloud.provision(id, large, true)).status).toBe(202);
    expect(await decide(id, 'failed')).toBe(200);
    expect(await cloud.settled(id)).toBe('failed');
    expect((await cloud.deprovision(id, large)).status).toBe(200);
  });

  it('deprovisions once; then the instance is gone', async () => {
    const id = fresh();
    await cloud.provision(id, small);
    const { status, body } = await cloud.deprovision(id, small);
    expect([status, body]).toEqual([200, {}]);
    expect((await cloud.deprovision(id, small)).status).toBe(410);
  });

  it('refuses what is missing or names no plan', async () => {
    expect((await cloud.provision(fresh(), { ...small, plan_id: 'nowhere' })).status).toBe(400);
    expect((await cloud.provision(fresh(), { service_id: small.service_id } as Provisioning)).status).toBe(400);
    expect((await cloud.provision(fresh(), { ...small, organization_guid: '' })).status).toBe(400);
  });

  it('makes one instance of many calls at once', async () => {
    const id = fresh();
    const answers = await Promise.all(Array.from({ length: 16 }, () => cloud.provision(id, small)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array.from({ length: 15 }, () => 200), 201]);
  });
});
