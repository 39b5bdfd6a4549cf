// A stop under load: what runs is finished and answered, nothing acknowledged is lost, exit 0; a second signal ends at once.

import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { call, discard, serve } from '../examples/running.ts';
import { hasPostgres, ownSchema } from '../store/postgres.ts';
import { Ledger } from './ledger.ts';

it('finishes what runs, answers it, and keeps it', async () => {
  const service = await serve('examples/todo-backend.md');
  const ledger = new Ledger();
  const writing = ledger.write(service.url, 24, () => false);
  while (ledger.acknowledged < 500) await sleep(5);
  const began = Date.now();
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(Date.now() - began).toBeLessThan(5000);
  await writing;
  // A request that was sent was answered, or its connection was closed before the service had read it.
  const underway = ledger.entries.filter((entry) => entry.underway !== undefined).length;
  const again = await serve('examples/todo-backend.md', { data: service.data });
  const { body } = await call(`${again.url}/todos`);
  const lost = ledger.entries.filter(
    (entry) =>
      entry.underway !== undefined && (body as { order: number }[]).some((todo) => todo.order === entry.underway),
  );
  expect(lost, `done and not answered, of ${underway} underway`).toEqual([]);
  expect(await ledger.compare(again.url)).toEqual([]);
  expect(await again.stop('SIGINT')).toBe(0);
  discard(service.data);
});

it('does not wait for a client that sends nothing', async () => {
  const service = await serve('examples/todo-backend.md');
  const { connect } = await import('node:net');
  const idle = connect(service.port, '127.0.0.1');
  idle.on('error', () => undefined);
  await new Promise((resolve) => idle.once('connect', resolve));
  const began = Date.now();
  expect(await service.stop()).toBe(0);
  expect(Date.now() - began).toBeLessThan(5000);
  idle.destroy();
  discard(service.data);
});

it('ends at once on a second signal', async () => {
  const service = await serve('examples/todo-backend.md');
  const { connect } = await import('node:net');
  const slow = connect(service.port, '127.0.0.1');
  slow.on('error', () => undefined);
  slow.write('POST /todos HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{');
  await sleep(100);
  service.process.kill('SIGTERM');
  await sleep(100);
  const began = Date.now();
  await service.stop('SIGTERM');
  expect(Date.now() - began).toBeLessThan(15_000);
  slow.destroy();
  discard(service.data);
});

// Longer than the five seconds in which a client has to take something of its answer during a stop.
it.runIf(hasPostgres)(
  'answers a change that waits for a row which another transaction holds, however long that takes',
  { timeout: 30_000 },
  async () => {
    const { url: database, drop } = await ownSchema();
    const service = await serve('examples/todo-backend.md', { database });
    const other = new Client({ connectionString: database });
    await other.connect();
    try {
      const made = await call(`${service.url}/todos`, 'POST', { title: 'held' });
      await other.query('BEGIN');
      expect((await other.query('SELECT * FROM "Todo" FOR UPDATE')).rowCount).toBe(1);
      const path = new URL(made.body.url as string).pathname;
      const changing = call(service.url + path, 'PATCH', { title: 'changed' }).catch((error: unknown) => error);
      await sleep(300);
      const stopping = service.stop('SIGTERM');
      await sleep(5500);
      await other.query('COMMIT');
      expect(await changing).toMatchObject({ status: 200, body: { title: 'changed' } });
      expect(await stopping).toBe(0);
    } finally {
      await other.end();
      await service.stop('SIGKILL');
      await drop();
      discard(service.data);
    }
  },
);

describe('with a delay of a second', () => {
  const options = ['--shutdown-delay', '1'];

  it('says at once that it is not ready, takes calls until the delay is over, then closes the port and ends', async () => {
    const service = await serve('examples/todo-backend.md', { options });
    expect((await call(`${service.operator}/readyz`)).status).toBe(200);
    const began = Date.now();
    const ended = service.stop('SIGTERM').then((status) => ({ status, after: Date.now() - began }));
    const answered: { readonly status: number; readonly connection: string | null; readonly at: number }[] = [];
    const ready: number[] = [];
    let closed = 0;
    while (closed === 0) {
      await sleep(20);
      const { status } = await call(`${service.operator}/readyz`).catch(() => ({ status: 0 }));
      if (status !== 0) ready.push(status);
      try {
        const todo = { title: 'late', order: answered.length };
        const answer = await call(`${service.url}/todos`, 'POST', todo);
        const connection = answer.headers.get('connection');
        answered.push({ status: answer.status, connection, at: Date.now() - began });
      } catch {
        closed = Date.now() - began;
      }
    }
    expect(new Set(ready.slice(1))).toEqual(new Set([503]));
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([201]));
    // Whoever keeps a connection is led away from here.
    expect(new Set(answered.slice(1).map(({ connection }) => connection))).toEqual(new Set(['close']));
    expect(answered.length).toBeGreaterThan(5);
    expect(answered.at(-1)!.at).toBeGreaterThan(700);
    expect(closed).toBeGreaterThan(950);
    const { status, after } = await ended;
    expect([status, after < 5000]).toEqual([0, true]);
    expect(service.said()).toContain('stopping: calls are taken for 1 s more; a second signal ends it at once');
    const again = await serve('examples/todo-backend.md', { data: service.data });
    expect((await call(`${again.url}/todos`)).body).toHaveLength(answered.length);
    await again.stop();
    discard(service.data);
  });

  it('finishes what is in flight when the port closes, and takes it from the environment', async () => {
    const service = await serve('examples/todo-backend.md', { env: { NINEFOLD_SHUTDOWN_DELAY: '1' } });
    const { connect } = await import('node:net');
    const slow = connect(service.port, '127.0.0.1');
    let answer = '';
    slow.on('data', (data: Buffer) => (answer += data.toString()));
    const over = new Promise((resolve) => slow.once('close', resolve));
    const body = JSON.stringify({ title: 'slow' });
    slow.write(
      `POST /todos HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n{`,
    );
    await sleep(100);
    const ended = service.stop('SIGTERM');
    await sleep(1600);
    // The port is closed, the operator's is not.
    await expect(call(`${service.url}/todos`)).rejects.toThrow();
    expect((await call(`${service.operator}/readyz`)).status).toBe(503);
    slow.write(body.slice(1));
    await over;
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(await ended).toBe(0);
    discard(service.data);
  });

  it('ends at once on a second signal', async () => {
    const service = await serve('examples/todo-backend.md', { options: ['--shutdown-delay', '30'] });
    service.process.kill('SIGTERM');
    await sleep(100);
    const began = Date.now();
    await service.stop('SIGTERM');
    expect(Date.now() - began).toBeLessThan(15_000);
    discard(service.data);
  });
});
