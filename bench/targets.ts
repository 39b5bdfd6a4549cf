// The services that are measured against each other, each with the data that an operation needs: 10,000 todos for
// creating and reading one, 20 for the list (the example's list has no pages).

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestText } from './generator.ts';
import { environment, freePort, load, serve } from './processes.ts';
import type { Server } from './processes.ts';

export type Operation = 'create' | 'read' | 'list';
export type Target = 'ninefold' | 'hand-written' | 'group commit' | 'bare fastify';
export const TARGETS: readonly Target[] = ['ninefold', 'hand-written', 'group commit', 'bare fastify'];
export const CONNECTIONS = 32;
const KEPT = 10_000;
const LISTED = 20;
const TODO = JSON.stringify({ title: 'Buy oat milk and two lemons', order: 17 });

export interface Measured {
  readonly target: Target;
  readonly operation: Operation;
  readonly server: Server;
  readonly mix: readonly RequestText[];
}

export const create: RequestText = { method: 'POST', path: '/todos', body: TODO, status: 201 };

/** Todos spread over all there are, in no order that a cache would like. */
export function reads(count: number, of: number): RequestText[] {
  return Array.from({ length: count }, (_, i) => ({
    method: 'GET',
    path: `/todos/${((i * 7919) % of) + 1}`,
    status: 200,
  }));
}

/** The rivals write no line for each request: nor does it, unless it is asked for. */
export async function startNinefold(
  directory: string,
  cache: string,
  log: 'failures' | 'requests' = 'failures',
  more: readonly string[] = ['--data', directory],
): Promise<Server> {
  const port = await freePort();
  const operator = await freePort();
  const args = [
    'serve',
    'examples/todo-backend.md',
    '--port',
    String(port),
    '--operator-port',
    String(operator),
    '--log',
    log,
    ...more,
  ];
  return serve('ninefold', port, ['dist/cli/main.js', ...args], environment(cache));
}

async function startTarget(target: Target, directory: string, cache: string): Promise<Server> {
  if (target === 'ninefold') return startNinefold(directory, cache);
  const port = await freePort();
  mkdirSync(directory, { recursive: true });
  if (target === 'bare fastify') return serve(target, port, ['bench/rivals/bare.ts', String(port)], environment(cache));
  const args = [
    'bench/rivals/hand-written.ts',
    String(port),
    join(directory, 'todos.db'),
    target === 'group commit' ? 'group' : 'each',
  ];
  return serve(target, port, args, environment(cache));
}

export async function seed(server: Server, count: number): Promise<void> {
  await load({ port: server.port, connections: CONNECTIONS, seconds: 0, warm: 0, requests: count, mix: [create] });
}

export async function startAll(directory: string, cache: string): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const target of TARGETS) {
    const big = await startTarget(target, join(directory, `${target} big`), cache);
    measured.push({ target, operation: 'create', server: big, mix: [create] });
    measured.push({ target, operation: 'read', server: big, mix: reads(500, KEPT) });
    if (target === 'bare fastify') continue;
    await seed(big, KEPT);
    const small = await startTarget(target, join(directory, `${target} small`), cache);
    await seed(small, LISTED);
    measured.push({ target, operation: 'list', server: small, mix: [{ method: 'GET', path: '/todos', status: 200 }] });
  }
  return measured;
}
