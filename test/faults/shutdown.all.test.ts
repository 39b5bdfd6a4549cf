// A stop under load: what runs is finished and answered, nothing acknowledged is lost, exit 0; a second signal ends at once.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { call, discard, serve } from '../examples/running.ts';
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
  expect(Date.now() - began).toBeLessThan(1500);
  slow.destroy();
  discard(service.data);
});
