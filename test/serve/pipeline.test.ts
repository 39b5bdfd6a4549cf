// The pipeline over real sockets: create, read, list, change, delete, and how each is refused.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { start, type Running } from './running.ts';
import { TODO_PLAN } from './plans.ts';

let service: Running;
beforeAll(async () => {
  service = await start(TODO_PLAN);
});
afterAll(() => service.stop());

async function send(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; headers: Headers; json: unknown }> {
  const response = await fetch(service.url + path, {
    method,
    ...(body === undefined
      ? {}
      : {
          headers: { 'content-type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}

test('creates a row and says where it is', async () => {
  const made = await send('POST', '/todos', { title: 'first', price: 12.5 });
  expect(made.status).toBe(201);
  expect(made.json).toEqual({
    id: 1,
    title: 'first',
    done: false,
    price: 12.5,
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(made.headers.get('location')).toBe(`${service.url}/todos/1`);
  const read = await send('GET', '/todos/1');
  expect(read.status).toBe(200);
  expect(read.json).toEqual(made.json);
});

test('collects every failed field, one message each', async () => {
  const refused = await send('POST', '/todos', { title: ' ', done: 'yes', price: 1.234 });
  expect(refused.status).toBe(422);
  expect(refused.json).toEqual({
    error: 'blank',
    fields: { title: ['is blank'], done: ['is invalid'], price: ['is invalid'] },
  });
});
