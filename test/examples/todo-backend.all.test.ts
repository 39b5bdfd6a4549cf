// The example todo-backend.md over real HTTP: each of the behaviours that todobackend.com asks of an implementation,
// in words of our own, and what the document states beyond them.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, discard, ninefold, serve } from './running.ts';
import type { Answer, Running } from './running.ts';

let service: Running;
let todos: string;

beforeAll(async () => {
  service = await serve('examples/todo-backend.md');
  todos = `${service.url}/todos`;
});
afterAll(async () => {
  await service.stop();
  discard(service.data);
});
beforeEach(async () => {
  await call(todos, 'DELETE');
});

async function add(todo: object): Promise<Answer> {
  const added = await call(todos, 'POST', todo);
  expect(added.status).toBe(201);
  return added;
}

describe('what a client needs first', () => {
  it('answers a GET of the root, to pages of any origin', async () => {
    const answer = await call(todos, 'GET', undefined, { origin: 'http://client.example' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('answers the preflight of a browser that wants to post JSON', async () => {
    const answer = await call(todos, 'OPTIONS', undefined, {
      origin: 'http://client.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
    const methods = answer.headers.get('access-control-allow-methods')?.split(/, */) ?? [];
    expect(methods).toEqual(expect.arrayContaining(['GET', 'POST', 'DELETE']));
    expect(methods).not.toContain('PATCH');
  });

  it('answers a POST to the root with the todo that was sent', async () => {
    expect((await add({ title: 'a todo' })).body).toMatchObject({ title: 'a todo' });
  });

  it('answers a DELETE of the root, with and without the content type that browser libraries add', async () => {
    expect((await call(todos, 'DELETE')).status).toBe(204);
    expect((await call(todos, 'DELETE', undefined, { 'content-type': 'application/json' })).status).toBe(204);
  });

  it('lists nothing after everything was deleted', async () => {
    await add({ title: 'soon gone' });
    await call(todos, 'DELETE');
    expect((await call(todos)).body).toEqual([]);
  });
});

describe('storing a todo', () => {
  it('adds it to the list', async () => {
    await add({ title: 'walk the cat' });
    const { body } = await call(todos);
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({ title: 'walk the cat' });
  });

  it('begins as not completed, in the answer and in the list', async () => {
    expect((await add({ title: 'begin' })).body.completed).toBe(false);
    expect((await call(todos)).body[0].completed).toBe(false);
  });

  it('gives it an address, in the answer and in the list', async () => {
    const { url } = (await add({ title: 'somewhere' })).body;
    expect(url).toMatch(new RegExp(`^${todos}/[^/]+$`));
    expect((await call(todos)).body[0].url).toBe(url);
  });

  it('answers the todo at its address', async () => {
    const { url } = (await add({ title: 'at its address' })).body;
    const { status, body } = await call(url);
    expect(status).toBe(200);
    expect(body).toEqual({ id: expect.any(Number), title: 'at its address', completed: false, url });
  });
});

describe('working with a todo', () => {
  it('leads from the list to a todo by its address', async () => {
    await Promise.all([add({ title: 'one' }), add({ title: 'two' })]);
    const { body } = await call(todos);
    expect(body).toHaveLength(2);
    expect((await call(body[0].url)).body.title).toBe(body[0].title);
  });

  it('changes the title', async () => {
    const { url } = (await add({ title: 'first words' })).body;
    const { status, body } = await call(url, 'PATCH', { title: 'better words' });
    expect(status).toBe(200);
    expect(body.title).toBe('better words');
  });

  it('changes whether it is completed', async () => {
    const { url } = (await add({ title: 'to be done' })).body;
    expect((await call(url, 'PATCH', { completed: true })).body).toMatchObject({
      title: 'to be done',
      completed: true,
    });
  });

  it('remembers a change, at its address and in the list', async () => {
    const { url } = (await add({ title: 'before' })).body;
    await call(url, 'PATCH', { title: 'after', completed: true });
    const after = { title: 'after', completed: true, url };
    expect((await call(url)).body).toMatchObject(after);
    const { body } = await call(todos);
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject(after);
  });

  it('deletes it, and only it', async () => {
    const { url } = (await add({ title: 'goes' })).body;
    await add({ title: 'stays' });
    expect((await call(url, 'DELETE')).status).toBe(204);
    expect((await call(todos)).body.map((todo: { title: string }) => todo.title)).toEqual(['stays']);
    expect((await call(url)).status).toBe(404);
  });
});

describe('the order of todos', () => {
  it('takes an order at creation', async () => {
    expect((await add({ title: 'ordered', order: 523 })).body.order).toBe(523);
  });

  it('changes the order', async () => {
    const { url } = (await add({ title: 'moves', order: 10 })).body;
    expect((await call(url, 'PATCH', { order: 95 })).body.order).toBe(95);
  });

  it('remembers the changed order', async () => {
    const { url } = (await add({ title: 'moves', order: 10 })).body;
    await call(url, 'PATCH', { order: 95 });
    expect((await call(url)).body.order).toBe(95);
  });
});

describe('what the document states beyond that', () => {
  it('refuses what is no todo, naming every field that is wrong, and keeps nothing of it', async () => {
    const { status, body } = await call(todos, 'POST', { title: '  ', completed: 'yes', order: 1.5 });
    expect(status).toBe(422);
    expect(body.error).toBe('invalid_todo');
    expect(body.fields.toSorted()).toEqual(['completed', 'order', 'title']);
    expect((await call(todos, 'POST', { order: 3 })).body).toMatchObject({ error: 'invalid_todo', fields: ['title'] });
    expect((await call(todos)).body).toEqual([]);
  });

  it('ignores what it does not know and what is not the caller’s to set', async () => {
    const { body } = await add({ title: 'mine', id: 999_999, url: 'http://elsewhere.example/', color: 'red' });
    expect(body.id).not.toBe(999_999);
    expect(body.url).toBe(`${todos}/${body.id}`);
    expect(body).not.toHaveProperty('color');
  });

  it('never gives a number twice, not even after everything was deleted', async () => {
    const first = (await add({ title: 'first' })).body.id;
    await call(todos, 'DELETE');
    expect((await add({ title: 'second' })).body.id).toBeGreaterThan(first);
  });

  it('keeps whole numbers exactly, however large', async () => {
    const { text } = await call(todos, 'POST', '{"title":"large","order":9007199254740993}');
    expect(text).toContain('"order":9007199254740993');
  });

  it.each([
    ['GET', '/todos/4711', 404, 'no_such_todo'],
    ['GET', '/todos/seven', 404, 'no_such_todo'],
    ['PATCH', '/todos/4711', 404, 'no_such_todo'],
    ['DELETE', '/todos/4711', 404, 'no_such_todo'],
    ['GET', '/somewhere', 404, 'no_such_path'],
    ['PUT', '/todos', 405, 'method_not_allowed'],
  ])('answers %s %s with %i %s', async (method, path, status, error) => {
    const answer = await call(service.url + path, method, method === 'PATCH' ? {} : undefined);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error, fields: [] });
    expect(answer.headers.get('content-type')).toBe('application/json');
  });

  it('says which methods an address knows', async () => {
    const answer = await call(todos, 'PUT', {});
    expect(answer.headers.get('allow')?.split(/, */)).toEqual(expect.arrayContaining(['GET', 'POST', 'DELETE']));
  });

  it('tells a body that is not JSON, and one of another type, apart', async () => {
    expect((await call(todos, 'POST', '{"title":')).body.error).toBe('not_json');
    const answer = await call(todos, 'POST', 'title=x', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([answer.status, answer.body.error]).toEqual([415, 'not_a_json_type']);
  });

  it('is complete: no gap, nothing held, nothing unsupported, nothing resting on what is not said', async () => {
    const { status, stdout } = await ninefold(['check', 'examples/todo-backend.md', '--format', 'json']);
    const report = JSON.parse(stdout);
    expect(status).toBe(0);
    expect(report.gaps).toEqual([]);
    expect(report.operations.map((o: { runs: string; restsOn: string[] }) => [o.runs, o.restsOn])).toEqual(
      Array.from({ length: 6 }, () => ['yes', []]),
    );
  });
});
