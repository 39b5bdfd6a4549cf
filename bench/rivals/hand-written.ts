// The rival: a todo service that a good programmer writes by hand with Fastify and node:sqlite, made to win. Input: a port, a data file,
// `each` (one durable commit a request) or `group` (requests that wait share a commit). Output: the interface of examples/todo-backend.md:
// same validation, same answers, same pragmas (WAL, FULL).

import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';

const [port = '0', file = ':memory:', commits = 'each'] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;

const db = new DatabaseSync(file);
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY');
db.exec(
  'CREATE TABLE IF NOT EXISTS todo (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, completed INTEGER NOT NULL, "order" INTEGER)',
);
const insert = db.prepare('INSERT INTO todo (title, completed, "order") VALUES (?, ?, ?)');
const one = db.prepare('SELECT id, title, completed, "order" FROM todo WHERE id = ?');
const all = db.prepare('SELECT id, title, completed, "order" FROM todo ORDER BY id');
const change = db.prepare(
  'UPDATE todo SET title = coalesce(?, title), completed = coalesce(?, completed), "order" = coalesce(?, "order") WHERE id = ? RETURNING id, title, completed, "order"',
);
const remove = db.prepare('DELETE FROM todo WHERE id = ?');
const removeAll = db.prepare('DELETE FROM todo');
const begin = db.prepare('BEGIN IMMEDIATE');
const commit = db.prepare('COMMIT');

interface Body {
  readonly title?: string;
  readonly completed?: boolean;
  readonly order?: number;
}
interface Kept {
  readonly id: number;
  readonly title: string;
  readonly completed: number;
  readonly order: number | null;
}

function shown(row: Kept): object {
  return {
    id: row.id,
    title: row.title,
    completed: row.completed === 1,
    order: row.order ?? undefined,
    url: `${base}/todos/${row.id}`,
  };
}

/** Writes that wait together are committed together; nobody is answered before COMMIT returns. */
const waiting: { readonly work: () => unknown; readonly done: (value: unknown) => void }[] = [];
let planned = false;

function flush(): void {
  planned = false;
  const group = waiting.splice(0, 64);
  const answers: unknown[] = [];
  begin.run();
  for (const { work } of group) answers.push(work());
  commit.run();
  for (const [i, { done }] of group.entries()) done(answers[i]);
  if (waiting.length > 0) plan();
}

function plan(): void {
  planned = true;
  setImmediate(flush);
}

function write<T>(work: () => T): T | Promise<T> {
  if (commits !== 'group') return work();
  return new Promise((resolve) => {
    waiting.push({ work, done: resolve as (value: unknown) => void });
    if (!planned) plan();
  });
}

const todo = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    completed: { type: 'boolean' },
    order: { type: 'integer' },
    url: { type: 'string' },
  },
};
const fields = {
  title: { type: 'string', pattern: '\\S' },
  completed: { type: 'boolean' },
  order: { type: 'integer' },
};
const params = { type: 'object', properties: { id: { type: 'string', pattern: '^-?[0-9]+$' } } };

function missing(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ error: 'no_such_todo', message: 'There is no todo at this address.', fields: [] });
}

function routes(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('access-control-allow-origin', '*');
    next();
  });
  app.get('/todos', { schema: { response: { 200: { type: 'array', items: todo } } } }, (_request, reply) => {
    reply.send((all.all() as unknown as Kept[]).map(shown));
  });
  app.get<{ Params: { id: string } }>(
    '/todos/:id',
    { schema: { params, response: { 200: todo } } },
    (request, reply) => {
      const row = one.get(request.params.id) as unknown as Kept | undefined;
      if (row) reply.send(shown(row));
      else missing(reply);
    },
  );
  app.post<{ Body: Body }>(
    '/todos',
    { schema: { body: { type: 'object', required: ['title'], properties: fields }, response: { 201: todo } } },
    async (request, reply) => {
      const { title = '', completed = false, order } = request.body;
      const done = write(() => insert.run(title, completed ? 1 : 0, order ?? null));
      const { lastInsertRowid } = done instanceof Promise ? await done : done;
      reply.code(201);
      return { id: Number(lastInsertRowid), title, completed, order, url: `${base}/todos/${lastInsertRowid}` };
    },
  );
  app.patch<{ Params: { id: string }; Body: Body }>(
    '/todos/:id',
    { schema: { params, body: { type: 'object', properties: fields }, response: { 200: todo } } },
    async (request, reply) => {
      const { title, completed, order } = request.body;
      const values: SQLInputValue[] = [
        title ?? null,
        completed === undefined ? null : Number(completed),
        order ?? null,
        request.params.id,
      ];
      const row = (await write(() => change.get(...values))) as unknown as Kept | undefined;
      return row ? shown(row) : missing(reply);
    },
  );
  app.delete('/todos', async (_request, reply) => {
    await write(() => removeAll.run());
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>('/todos/:id', { schema: { params } }, async (request, reply) => {
    const { changes } = await write(() => remove.run(request.params.id));
    return changes ? reply.code(204).send() : missing(reply);
  });
}

const app = Fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
app.setErrorHandler((error: { statusCode?: number; validation?: { instancePath: string }[] }, _request, reply) => {
  if (error.validation) {
    const fields = error.validation.map((failure) => failure.instancePath.slice(1));
    return reply.code(422).send({ error: 'invalid_todo', message: 'A todo needs a title that is not blank.', fields });
  }
  return reply.code(error.statusCode ?? 500).send({ error: 'not_json', message: 'The body is not JSON.', fields: [] });
});
routes(app);
await app.listen({ port: Number(port), host: '127.0.0.1' });
console.log(`listening on ${base}`);
process.once('SIGTERM', () => void app.close().then(() => db.close()));
