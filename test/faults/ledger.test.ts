// The ledger itself must be able to find fault: a service that forgets, halves or invents writes is caught.

import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Ledger } from './ledger.ts';

interface Todo {
  id: number;
  title: string;
  order: number;
}

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** A todo service in memory whose list `spoil` may change. */
async function service(spoil: (todos: Todo[]) => Todo[]): Promise<string> {
  const todos = new Map<number, Todo>();
  let last = 1000;
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const id = Number(request.url!.split('/')[2]);
      if (request.method === 'GET') return response.end(JSON.stringify(spoil([...todos.values()])));
      if (request.method === 'DELETE') {
        todos.delete(id);
        return response.writeHead(204).end();
      }
      const todo = { id: id || (last += 1), ...(JSON.parse(text) as { title: string; order: number }) };
      todos.set(todo.id, todo);
      return response.writeHead(request.method === 'POST' ? 201 : 200).end(JSON.stringify(todo));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function verdict(spoil: (todos: Todo[]) => Todo[]): Promise<string> {
  const url = await service(spoil);
  const ledger = new Ledger();
  await ledger.write(url, 1, () => ledger.acknowledged >= 60);
  return (await ledger.compare(url)).join('\n');
}

it('is content with a service that keeps what it acknowledged', async () => {
  expect(await verdict((todos) => todos)).toBe('');
});

it.each<[string, (todos: Todo[]) => Todo[], RegExp]>([
  ['a lost write', (todos) => todos.slice(1), /acknowledged, and lost/],
  ['half a write', (todos) => [{ ...todos[0]!, title: 'n0' }, ...todos.slice(1)], /half of a write/],
  ['an invented todo', (todos) => [...todos, { id: 7, title: 'n99999', order: 99_999 }], /never sent/],
])('finds %s', async (_name, spoil, expected) => {
  expect(await verdict(spoil)).toMatch(expected);
});
