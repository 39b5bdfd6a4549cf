// The rival over a database: a ticket service that a good programmer writes by hand with Fastify and pg, made to win. Input: a port, a
// database's address, `pool` (a connection for each query), `pipeline` (queries follow each other on the same connections) or `both`
// (reads over two that are pipelined, writes over a pool), how many connections, `outbox` or `bare`. Output: the interface of
// bench/tickets.md.

import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Client, Pool } from 'pg';
import type { QueryConfig, QueryResult } from 'pg';

const [port = '0', database = '', way = 'pool', size = '8', outbox = 'bare'] = process.argv.slice(2);

interface Ticket {
  readonly id: number;
  readonly title: string;
  readonly seats: number;
  readonly status: string;
}

type Ask = (query: QueryConfig) => Promise<QueryResult<Ticket>>;

/** Prepared once on each connection: a statement with a name is parsed the first time only. */
const COLUMNS = 'id, title, seats, status';
const ONE = { name: 'one', text: `SELECT ${COLUMNS} FROM ticket WHERE id = $1` };
const MAKE = { name: 'make', text: `INSERT INTO ticket (title, seats) VALUES ($1, $2) RETURNING ${COLUMNS}` };

/** The guard, the write and what is to be sent in one statement: one way there and back, one commit. */
function move(name: string, from: string, to: string): { readonly name: string; readonly text: string } {
  const update = `UPDATE ticket SET status = '${to}', version = version + 1 WHERE id = $1 AND status = '${from}' RETURNING ${COLUMNS}`;
  if (outbox !== 'outbox') return { name, text: update };
  const send = `INSERT INTO outbox (kind, ticket, payload) SELECT 'ticket_${to}', id, row_to_json(moved) FROM moved`;
  return { name, text: `WITH moved AS (${update}), sent AS (${send}) SELECT ${COLUMNS} FROM moved` };
}
const TAKE = move('take', 'free', 'taken');
const GIVE = move('give', 'taken', 'free');

const TABLES = `
  CREATE TABLE IF NOT EXISTS ticket (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title text NOT NULL, seats integer NOT NULL,
    status text NOT NULL DEFAULT 'free', version integer NOT NULL DEFAULT 1) WITH (fillfactor = 70);
  CREATE TABLE IF NOT EXISTS outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL, ticket integer NOT NULL, payload json NOT NULL)`;

interface Connected {
  readonly read: Ask;
  readonly write: Ask;
  readonly end: () => Promise<unknown>;
}

async function connect(): Promise<Connected> {
  const pool = new Pool({ connectionString: database, max: Number(size), min: Number(size), idleTimeoutMillis: 0 });
  const first = await pool.connect();
  // Several processes may begin at once.
  await first.query(`BEGIN; SELECT pg_advisory_xact_lock(1); ${TABLES}; COMMIT`);
  first.release();
  const pooled: Ask = (query) => pool.query<Ticket>(query);
  if (way === 'pool') return { read: pooled, write: pooled, end: () => pool.end() };
  const count = way === 'both' ? 2 : Number(size);
  const clients = Array.from({ length: count }, () => new Client({ connectionString: database, pipeline: true }));
  await Promise.all(clients.map((client) => client.connect()));
  let turn = 0;
  const piped: Ask = (query) => clients[(turn = (turn + 1) % clients.length)]!.query<Ticket>(query);
  if (way === 'pipeline') await pool.end();
  const end = (): Promise<unknown> =>
    Promise.all([...clients.map((client) => client.end()), ...(way === 'both' ? [pool.end()] : [])]);
  return { read: piped, write: way === 'both' ? pooled : piped, end };
}

const ticket = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    seats: { type: 'integer' },
    status: { type: 'string' },
  },
};
const body = {
  type: 'object',
  required: ['title', 'seats'],
  additionalProperties: false,
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 80, pattern: '\\S' },
    seats: { type: 'integer', minimum: 1, maximum: 1000 },
  },
};
const params = { type: 'object', properties: { id: { type: 'string', pattern: '^\\d{1,9}$' } } };
const schema = { params, response: { 200: ticket } };

function refuse(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.code(status).send({ error, fields: [] });
}

type ById = { Params: { id: string } };

function routes(app: FastifyInstance, { read, write }: Connected): void {
  app.get<ById>('/tickets/:id', { schema }, async (request, reply) => {
    const { rows } = await read({ ...ONE, values: [request.params.id] });
    return rows[0] ?? refuse(reply, 404, 'no_ticket');
  });
  app.post<{ Body: { title: string; seats: number } }>(
    '/tickets',
    { schema: { body, response: { 201: ticket } } },
    async (request, reply) => {
      const { title, seats } = request.body;
      const { rows } = await write({ ...MAKE, values: [title, seats] });
      reply.code(201);
      return rows[0];
    },
  );
  for (const [path, statement] of [
    ['/tickets/:id/take', TAKE],
    ['/tickets/:id/give', GIVE],
  ] as const)
    app.post<ById>(path, { schema }, async (request, reply) => {
      const { rows } = await write({ ...statement, values: [request.params.id] });
      if (rows[0]) return rows[0];
      const found = await write({ ...ONE, values: [request.params.id] });
      return found.rows[0] ? refuse(reply, 409, 'not_now') : refuse(reply, 404, 'no_ticket');
    });
}

const app = Fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
app.setErrorHandler((error: { statusCode?: number; validation?: { instancePath: string }[] }, _request, reply) => {
  if (!error.validation) return reply.code(error.statusCode ?? 500).send();
  const fields = error.validation.map((failure) => failure.instancePath.slice(1));
  return reply.code(422).send({ error: 'invalid', fields });
});
const connected = await connect();
routes(app, connected);
await app.listen({ port: Number(port), host: '127.0.0.1' });
console.log(`listening on http://127.0.0.1:${port}`);
process.once('SIGTERM', () => void app.close().then(connected.end));
