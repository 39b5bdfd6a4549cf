// `ninefold row set`: the operator's hand on one row, through the operator's port of a service that runs, and on the data.

import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { plan } from '../../src/plan/compile.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { modelOf } from '../plan/plan-of.ts';
import { send, start, type Answer, type Running } from '../serve/running.ts';
import { run } from '../../src/cli/program.ts';
import { captured } from './captured.ts';

interface Told {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function ninefold(args: readonly string[], given: Parameters<typeof captured>[0] = {}): Promise<Told> {
  const console = captured({ directory: folder, ...given });
  const status = await run(args, console);
  return { status, stdout: console.stdout(), stderr: console.stderr() };
}

const SHOP = join(import.meta.dirname, '..', '..', 'examples', 'ticket-shop.md');
const planned = plan(modelOf(readFileSync(SHOP, 'utf8')));

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-row-'));
  file = join(folder, 'shop.md');
  copyFileSync(SHOP, file);
});
afterAll(() => rmSync(folder, { recursive: true }));

const signedUp = (service: Running, email: string): Promise<Answer> =>
  send(service, 'POST', '/users', { email, name: 'Ann', password: 'the first of all' });
const personOf = ({ json }: Answer): { id: string; token: string } => {
  const { user, token } = json as { user: { id: string }; token: string };
  return { id: user.id, token };
};
const users = (service: Running, token: string): Promise<Answer> =>
  send(service, 'GET', '/users', undefined, { authorization: `Bearer ${token}` });

describe('through the operator’s port', () => {
  let service: Running;
  let ann: { id: string; token: string };
  const set = (...more: readonly string[]): Promise<Told> =>
    ninefold(['row', 'set', file, ...more, '--operator', service.operatorUrl]);
  beforeAll(async () => {
    service = await start(planned);
    ann = personOf(await signedUp(service, 'ann@x.org'));
  });
  afterAll(() => service.stop());

  it('makes the first administrator, with one line in the log', async () => {
    expect((await users(service, ann.token)).status).toBe(403);
    const { status, stdout } = await set('User', ann.id, 'role=admin');
    expect([status, stdout]).toEqual([0, `set User ${ann.id}: role\n`]);
    expect((await users(service, ann.token)).status).toBe(200);
    expect(service.logged).toEqual([`row set User ${ann.id}: role`]);
  });

  it.each([
    [['User', '00000000-0000-7000-8000-000000000000', 'role=admin'], 'There is no such `User`.'],
    [['User', 'nobody', 'role=admin'], 'There is no such `User`.'],
    [['User', 'ANN', 'role=king'], 'Nothing is set: User.role invalid.'],
    [['User', 'ANN', 'rank=1'], 'has no field `rank` that can be set'],
    [['User', 'ANN', 'id=1'], 'Nothing is set'],
    [['User', 'ANN', 'name= '], 'Nothing is set: User.name'],
    [['User', 'ANN', 'organiser=nowhere'], 'Nothing is set: no such Organiser in organiser'],
    [['Nobody', '1', 'role=admin'], 'there is no resource `Nobody`'],
  ])('says what is wrong: %j', async (more, said) => {
    const { status, stderr } = await set(...more.map((one) => (one === 'ANN' ? ann.id : one)));
    expect([status, stderr]).toEqual([1, expect.stringContaining(said)]);
  });

  it('refuses what another row has, and a page of another origin', async () => {
    await signedUp(service, 'bob@x.org');
    const { status, stderr } = await set('User', ann.id, 'email=bob@x.org');
    expect([status, stderr]).toEqual([1, expect.stringContaining('User.email taken')]);
    const answer = await fetch(`${service.operatorUrl}/rows`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example' },
      body: JSON.stringify({ resource: 'User', id: ann.id, set: { role: 'customer' } }),
    });
    expect(answer.status).toBe(403);
    expect((await users(service, ann.token)).status).toBe(200);
  });

  it('hashes a secret, revokes what its change revokes, and says it nowhere', async () => {
    const carl = personOf(await signedUp(service, 'carl@x.org'));
    const told = await set('User', carl.id, 'password=the second of all');
    expect(told.status).toBe(0);
    expect((await send(service, 'GET', '/me', undefined, { authorization: `Bearer ${carl.token}` })).status).toBe(401);
    const signsIn = (password: string): Promise<Answer> =>
      send(service, 'POST', '/sessions', { email: 'carl@x.org', password });
    expect((await signsIn('the first of all')).status).toBe(401);
    expect((await signsIn('the second of all')).status).toBe(201);
    expect([told.stdout, told.stderr, ...service.logged].join('\n')).not.toContain('second of all');
  });
});

it.each([
  ['text/html', '<!doctype html><title>Sign in to the proxy</title>'],
  ['application/json', 'null'],
])('says that another program answers at the address: %s', async (type, page) => {
  const proxy = createServer((_, response) => response.setHeader('Content-Type', type).end(page));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const told = await ninefold(['row', 'set', file, 'User', '1', 'role=admin', '--operator', address]);
  proxy.close();
  expect([told.status, told.stderr]).toEqual([
    1,
    expect.stringContaining(`the operator's port does not answer at ${address}, or it is not one of this version`),
  ]);
  const wrong = await ninefold(['row', 'set', file, 'User', '1', 'role=admin', '--operator', 'localhost:8081']);
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('--operator takes the address')]);
});

describe('on the data', () => {
  it('sets a row while nothing runs, and reads a secret from stdin', async () => {
    const directory = join(folder, 'shop.data');
    let store = await openSqlite({ directory, tables: planned.storage });
    let service = await start(planned, { store });
    const { id } = personOf(await signedUp(service, 'ann@x.org'));
    await service.stop();
    await store.close();
    const input = Readable.from(['typed in secret\n']);
    const told = await ninefold(['row', 'set', file, 'User', id, 'role=admin', 'password=-'], { input });
    expect([told.status, told.stdout]).toEqual([0, `set User ${id}: role, password\n`]);
    expect(told.stderr).toContain(`row set User ${id}: role, password`);
    expect(told.stdout + told.stderr).not.toContain('typed in');
    store = await openSqlite({ directory, tables: planned.storage });
    service = await start(planned, { store });
    const signsIn = await send(service, 'POST', '/sessions', { email: 'ann@x.org', password: 'typed in secret' });
    expect((await users(service, (signsIn.json as { token: string }).token)).status).toBe(200);
    await service.stop();
    await store.close();
  });
});
