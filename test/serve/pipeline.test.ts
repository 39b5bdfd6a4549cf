// The pipeline over real sockets and the embedded store: create, read, list, change, delete, and how each is refused.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send, start, type Running } from './running.ts';
import { TODO_PLAN } from './plans.ts';

let service: Running;
beforeAll(async () => {
  service = await start(TODO_PLAN);
});
afterAll(async () => {
  expect(service.logged).toEqual([]);
  await service.stop();
});

test('creates a row, says where it is, and reads it there', async () => {
  const made = await send(service, 'POST', '/todos', { title: 'first', price: 12.5 });
  expect(made.status).toBe(201);
  expect(made.json).toEqual({
    id: 1,
    title: 'first',
    done: false,
    price: 12.5,
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(made.text).toContain('"price":12.50');
  expect(made.headers.get('location')).toBe(`${service.url}/todos/1`);
  const read = await send(service, 'GET', '/todos/1');
  expect([read.status, read.text]).toEqual([200, made.text]);
});

test('sends the stated headers, the framing, and nothing else', async () => {
  const { headers } = await send(service, 'POST', '/todos', { title: 'headers' }, { connection: 'keep-alive' });
  expect([...headers.keys()].toSorted()).toEqual([
    'connection',
    'content-length',
    'content-type',
    'date',
    'keep-alive',
    'location',
  ]);
  expect(headers.get('content-type')).toBe('application/json');
});

test('lists rows with their total, in pages', async () => {
  for (const title of ['one', 'two', 'three']) await send(service, 'POST', '/todos', { title });
  const all = await send(service, 'GET', '/todos');
  const { todos, total } = all.json as { todos: unknown[]; total: number };
  expect(todos).toHaveLength(total);
  const page = (await send(service, 'GET', '/todos?limit=2')).json as { todos: { id: number }[]; total: number };
  expect([page.todos.map(({ id }) => id), page.total]).toEqual([[1, 2], total]);
});

test('a limit beyond the greatest counts as the greatest, one that is no number is refused', async () => {
  expect((await send(service, 'GET', '/todos?limit=100000')).status).toBe(200);
  for (const query of [
    'limit=0',
    'limit=-1',
    'limit=x',
    'limit=1.0',
    'limit=1e2',
    'limit=',
    'limit=1&limit=2',
    'limit=%ff',
    'limit',
    'limit=01',
  ]) {
    expect([query, (await send(service, 'GET', `/todos?${query}`)).status]).toEqual([query, 400]);
  }
  expect((await send(service, 'GET', '/todos?other=1&&=&%zz=%zz')).status).toBe(200);
});

test('replaces a row as a whole', async () => {
  const made = (await send(service, 'POST', '/todos', { title: 'old', price: 1 })).json as { id: number };
  const replaced = await send(service, 'PUT', `/todos/${made.id}`, { title: 'new', done: true });
  expect(replaced.json).toMatchObject({ id: made.id, title: 'new', done: true });
  expect(replaced.text).not.toContain('price');
});

test('deletes a row once', async () => {
  const made = (await send(service, 'POST', '/todos', { title: 'gone soon' })).json as { id: number };
  expect(await send(service, 'DELETE', `/todos/${made.id}`)).toMatchObject({ status: 204, text: '' });
  expect((await send(service, 'DELETE', `/todos/${made.id}`)).json).toEqual({ error: 'absent', fields: {} });
});

test('DELETE with a JSON content type and no body is accepted, as browsers send it', async () => {
  const made = (await send(service, 'POST', '/todos', { title: 'browser' })).json as { id: number };
  const answer = await service.raw(
    `DELETE /todos/${made.id} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 204 No Content\r\nDate: [^\r]*\r\nConnection: close\r\n\r\n$/);
});

describe('refusals', () => {
  test('every failed field is told, one message each, by the row that stands first', async () => {
    const refused = await send(service, 'POST', '/todos', { title: ' ', done: 'yes', price: 1.234 });
    expect(refused.status).toBe(422);
    expect(refused.json).toEqual({
      error: 'blank',
      fields: { title: ['is blank'], done: ['is invalid'], price: ['is invalid'] },
    });
  });
  test('a value taken already is told by its field', async () => {
    await send(service, 'POST', '/todos', { title: 'unique' });
    const refused = await send(service, 'POST', '/todos', { title: 'unique' });
    expect([refused.status, refused.json]).toEqual([409, { error: 'taken', fields: { title: ['is taken'] } }]);
  });
  test.each([
    '0',
    '-1',
    'x',
    '1.0',
    '1e0',
    '01',
    '9223372036854775808',
    '99999999999999999999999999',
    '%20',
    '1%00',
    '__proto__',
    '1 '.trimEnd() + '%20',
  ])('a path value that selects no row is no such row: %s', async (id) => {
    expect((await send(service, 'GET', `/todos/${id}`)).status).toBe(404);
  });
  test('existence comes before the body: of a row that is not there nobody learns how the body failed', async () => {
    for (const body of [{}, { title: 5 }, 'not json', '[]']) {
      const refused = await send(service, 'PUT', '/todos/777', body);
      expect([refused.status, refused.json]).toEqual([404, { error: 'absent', fields: {} }]);
    }
    const plain = await fetch(`${service.url}/todos/777`, {
      method: 'PUT',
      headers: { 'content-type': 'text/plain' },
      body: 'x',
    });
    expect(plain.status).toBe(404);
    expect((await send(service, 'PUT', '/todos/x', 'not json')).status).toBe(404);
    expect((await send(service, 'PUT', '/todos/1', {})).status).toBe(422);
    expect((await send(service, 'PUT', '/todos/1', 'not json')).status).toBe(400);
  });
  test('no body at all omits every field', async () => {
    const refused = await fetch(`${service.url}/todos`, { method: 'POST' });
    expect([refused.status, await refused.json()]).toEqual([
      422,
      { error: 'missing', fields: { title: ['is missing'] } },
    ]);
  });
});

describe('values', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s as a name pollutes nothing and stands for no field',
    async (name) => {
      const made = await send(service, 'POST', '/todos', `{"title":"${name}","${name}":{"polluted":true,"title":"x"}}`);
      expect(made.status).toBe(201);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      const nothing = await send(service, 'POST', '/todos', `{"${name}":{"title":"inherited"}}`);
      expect(nothing.status).toBe(422);
    },
  );
  test.each([
    '{"title":"a1","title":"a2"}',
    '{"title":"a","title":"a"}',
    '{"title":"a","\\u0074itle":"b"}',
    '{"title":"a","__proto__":1,"__proto__":2}',
    '{"title":"a","1":1,"1":2}',
    '{"title":"a","deep":[{"x":{"":1,"":2}}]}',
  ])('a name that is twice in one object is refused: %s', async (body) => {
    expect((await send(service, 'POST', '/todos', body)).status).toBe(400);
  });
  test('a name that stands in two objects, or in a text, stands once', async () => {
    const body = '{"title":"\\"title\\":{\\\\","a":{"x":1,"y":[{"x":2},{"x":3}]},"b":{"x":{}}}';
    expect((await send(service, 'POST', '/todos', body)).json).toMatchObject({ title: '"title":{\\' });
  });
  test.each([
    ['0.1', '0.10'],
    ['1e1', '10.00'],
    ['12.340', '12.34'],
    ['-0.01', '-0.01'],
    ['90071992547409.93', '90071992547409.93'],
    ['92233720368547758.07', '92233720368547758.07'],
    ['123456789012345678e-2', undefined],
    ['0.001', undefined],
    ['92233720368547758.08', undefined],
    ['1e30', undefined],
    ['1e400', undefined],
    [`0.${'0'.repeat(500)}`, '0.00'],
    [`0.${'0'.repeat(500)}1`, undefined],
  ])('a decimal %s is kept by all its digits, or refused', async (sent, shown) => {
    const made = await send(service, 'POST', '/todos', `{"title":"decimal ${sent.slice(0, 80)}","price":${sent}}`);
    if (shown === undefined && sent !== '123456789012345678e-2') expect(made.status).toBe(422);
    else expect(made.text).toContain(`"price":${shown ?? '1234567890123456.78'}`);
  });
  test.each([
    'äöü',
    '日本語',
    '😀',
    '"quoted" \\ back',
    'tab\tnewline\n',
    '\u2028\u2029',
    '\u0001',
    'x'.repeat(100),
    '</script>',
    '\ufeff',
  ])('the text %j comes back as it was sent', async (title) => {
    const made = await send(service, 'POST', '/todos', { title: `${title}.` });
    if (title.length === 100) expect(made.status).toBe(422);
    else expect(made.json).toMatchObject({ title: `${title}.` });
  });
  test('lengths count code points', async () => {
    expect((await send(service, 'POST', '/todos', { title: '😀'.repeat(100) })).status).toBe(201);
    expect((await send(service, 'POST', '/todos', { title: '😀'.repeat(101) })).status).toBe(422);
  });
});

function get(id: number, more = ''): string {
  return `GET /todos/${id} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
}

test('requests on one connection are answered in their order', async () => {
  const answers = await service.raw(get(1) + get(99_999) + get(1, 'Connection: close\r\n'));
  expect([...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1])).toEqual(['200', '404', '200']);
});

test('a client that goes away harms nobody', async () => {
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const whole = `POST /todos HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{"title":"aborted ${i}"`;
      const { connect } = await import('node:net');
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.write(whole.slice(0, whole.length - i), resolve));
      socket.resetAndDestroy();
    }),
  );
  expect((await send(service, 'GET', '/todos/1')).status).toBe(200);
});
