// The ceiling: Fastify without a database. `GET /todos/1` answers a constant, `POST /todos` validates and echoes. Input: a port. Output:
// the answers' bytes are those of the todo service, so that only the work behind them differs.

import Fastify from 'fastify';

const [port = '0'] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;
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
const body = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string', pattern: '\\S' }, completed: { type: 'boolean' }, order: { type: 'integer' } },
};
const constant = { id: 1, title: 'Buy oat milk and two lemons', completed: false, order: 17, url: `${base}/todos/1` };

const app = Fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
app.addHook('onRequest', (_request, reply, next) => {
  reply.header('access-control-allow-origin', '*');
  next();
});
app.get('/todos/:id', { schema: { response: { 200: todo } } }, (_request, reply) => {
  reply.send(constant);
});
app.post<{ Body: { title: string; completed?: boolean; order?: number } }>(
  '/todos',
  { schema: { body, response: { 201: todo } } },
  (request, reply) => {
    const { title, completed = false, order } = request.body;
    reply.code(201).send({ id: 1, title, completed, order, url: constant.url });
  },
);
await app.listen({ port: Number(port), host: '127.0.0.1' });
console.log(`listening on ${base}`);
process.once('SIGTERM', () => void app.close());
