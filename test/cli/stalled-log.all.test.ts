// Nobody reads what `serve` says of requests: it goes on to answer, its memory stays, and it ends when it is told to.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { discard, freePort, root, scratch } from '../examples/running.ts';

let directory: string;
beforeEach(() => {
  directory = scratch();
});
afterEach(() => discard(directory));

test('a reader of stderr that stalls neither holds the service nor its end', async () => {
  const port = await freePort();
  const ports = ['--port', `${port}`, '--operator-port', '0'];
  const args = ['src/cli/main.ts', 'serve', 'examples/todo-backend.md', ...ports, '--data', join(directory, 'data')];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', (...how) => resolve(how)));
  // Nothing listens to stderr: the pipe fills, and what this process reads ahead.
  await new Promise<void>((resolve) =>
    child.stdout.on('data', (chunk: Buffer) => chunk.includes('operator on') && resolve()),
  );
  const ask = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) {
      const answer = await fetch(`http://127.0.0.1:${port}/${'a'.repeat(190)}`);
      expect(answer.status).toBe(404);
      await answer.arrayBuffer();
    }
  };
  const clients = (each: number): Promise<unknown> => Promise.all(Array.from({ length: 16 }, () => ask(each)));
  const resident = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
  await clients(250);
  const before = resident();
  await clients(750);
  if (process.platform === 'linux') expect(resident() - before).toBeLessThan(40);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}, 120_000);
