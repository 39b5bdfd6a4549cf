// The rival for lists of articles: a service that a good programmer writes by hand with Fastify and node:sqlite, made to win. Input: a port,
// a data file, a file with public keys. Output: `GET /api/articles` as in examples/conduit.md, with the total, and the same without it under
// `/api/plain`. One statement with a join for each set of filters, rows as arrays, JSON put together by hand (of rows as objects, the
// serializer of Fastify and json_group_array this was the fastest); tokens that were verified once and the number of all articles are kept.

import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import Fastify from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { JSONWebKeySet } from 'jose';

const [port = '0', file = ':memory:', keyFile = ''] = process.argv.slice(2);

const db = new DatabaseSync(file);
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY');
db.exec(`
  CREATE TABLE IF NOT EXISTS User (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, username TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL UNIQUE, password TEXT NOT NULL, bio TEXT, image TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS Article (key INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
    description TEXT NOT NULL, tagList TEXT NOT NULL, createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL,
    author INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS byAuthor ON Article (author);
  CREATE TABLE IF NOT EXISTS Favorite ("by" INTEGER NOT NULL, article INTEGER NOT NULL,
    PRIMARY KEY (article, "by")) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS favoritesOf ON Favorite ("by", article);
  CREATE TABLE IF NOT EXISTS Follow (follower INTEGER NOT NULL, followed INTEGER NOT NULL,
    PRIMARY KEY (follower, followed)) STRICT, WITHOUT ROWID;`);
if (keyFile === '') process.exit(0);

interface List {
  readonly page: StatementSync;
  readonly total: StatementSync;
}

/** `?1` is what is filtered by, `?2` the caller, then the page. */
function listOf(from: string, where: string, order: string, counted = from): List {
  const page = db.prepare(`SELECT a.slug, a.title, a.description, a.tagList, a.createdAt, a.updatedAt,
    EXISTS (SELECT 1 FROM Favorite m WHERE m.article = a.key AND m."by" = ?2),
    (SELECT count(*) FROM Favorite m WHERE m.article = a.key), u.username, u.bio, u.image,
    EXISTS (SELECT 1 FROM Follow w WHERE w.follower = ?2 AND w.followed = a.author)
    FROM ${from} JOIN User u ON u.key = a.author WHERE ${where} ORDER BY ${order} DESC LIMIT ?3 OFFSET ?4`);
  const total = db.prepare(`SELECT count(*) FROM ${counted} WHERE ${where}`);
  page.setReturnArrays(true);
  total.setReturnArrays(true);
  return { page, total };
}

const userKey = '(SELECT key FROM User WHERE username = ?1)';
const all = listOf('Article a', '?1 IS NULL', 'a.key');
const ofAuthor = listOf('Article a', `a.author = ${userKey}`, 'a.key');
// A favourite goes with its article; the index by user has the order of the articles.
const ofReader = listOf(
  'Favorite f CROSS JOIN Article a ON a.key = f.article',
  `f."by" = ${userKey}`,
  'f.article',
  'Favorite f',
);
const userOf = db.prepare('SELECT key FROM User WHERE id = ?');
userOf.setReturnArrays(true);
// Nothing here writes; what did would add to it.
const articles = Number(Object.values(db.prepare('SELECT count(*) FROM Article').get() ?? {})[0]);

type Kept = readonly [
  slug: string,
  title: string,
  description: string,
  tagList: string,
  createdAt: string,
  updatedAt: string,
  favorited: number,
  favoritesCount: number,
  username: string,
  bio: string | null,
  image: string | null,
  following: number,
];

const text = JSON.stringify;

function shown(row: Kept): string {
  return (
    `{"slug":${text(row[0])},"title":${text(row[1])},"description":${text(row[2])},"tagList":${row[3]},` +
    `"createdAt":"${row[4]}","updatedAt":"${row[5]}","favorited":${row[6] === 1},"favoritesCount":${row[7]},` +
    `"author":{"username":${text(row[8])},"bio":${row[9] === null ? 'null' : text(row[9])},` +
    `"image":${row[10] === null ? 'null' : text(row[10])},"following":${row[11] === 1}}}`
  );
}

interface Known {
  readonly id: string;
  readonly until: number;
}

const keys = createLocalJWKSet(JSON.parse(readFileSync(keyFile, 'utf8')) as JSONWebKeySet);
const known = new Map<string, Known>();

async function verified(token: string): Promise<Known> {
  const { payload } = await jwtVerify(token, keys, { issuer: 'conduit', audience: 'conduit', algorithms: ['ES256'] });
  const one = { id: payload.sub ?? '', until: payload.exp ?? 0 };
  if (known.size >= 10_000) known.clear();
  known.set(token, one);
  return one;
}

interface Query {
  readonly author?: string;
  readonly favorited?: string;
  readonly limit: number;
  readonly offset: number;
}

function answer(query: Query, caller: number | null, isCounted: boolean, reply: FastifyReply): void {
  const { author, favorited, limit, offset } = query;
  const list = author !== undefined ? ofAuthor : favorited !== undefined ? ofReader : all;
  const value = author ?? favorited ?? null;
  const rows = list.page.all(value, caller, limit, offset) as unknown as Kept[];
  let body = '{"articles":[';
  for (let at = 0; at < rows.length; at += 1) body += at === 0 ? shown(rows[at]!) : `,${shown(rows[at]!)}`;
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  const counted = (): number => (list.total.get(value) as unknown as [number])[0];
  const count = list === all ? articles : isLast ? offset + rows.length : isCounted ? counted() : 0;
  reply.header('content-type', 'application/json').send(isCounted ? `${body}],"articlesCount":${count}}` : `${body}]}`);
}

function refuse(reply: FastifyReply): void {
  reply.code(401).send({ errors: { token: ['is missing'] } });
}

const now = (): number => Date.now() / 1000;

function listing(isCounted: boolean) {
  return (request: FastifyRequest<{ Querystring: Query }>, reply: FastifyReply): void => {
    const { authorization } = request.headers;
    if (authorization === undefined) return answer(request.query, null, isCounted, reply);
    const token = authorization.slice('Token '.length);
    const met = (one: Known): void => {
      const row = one.until > now() ? (userOf.get(one.id) as unknown as [number] | undefined) : undefined;
      if (row === undefined) refuse(reply);
      else answer(request.query, row[0], isCounted, reply);
    };
    const before = known.get(token);
    if (before) return met(before);
    verified(token).then(met, () => refuse(reply));
  };
}

const querystring = {
  type: 'object',
  properties: {
    author: { type: 'string' },
    favorited: { type: 'string' },
    limit: { type: 'integer', minimum: 1, default: 20 },
    offset: { type: 'integer', minimum: 0, default: 0 },
  },
};

const app = Fastify();
app.addHook('onRequest', (_request, reply, next) => {
  reply.header('access-control-allow-origin', '*');
  next();
});
app.get<{ Querystring: Query }>('/api/articles', { schema: { querystring } }, listing(true));
app.get<{ Querystring: Query }>('/api/plain', { schema: { querystring } }, listing(false));
await app.listen({ port: Number(port), host: '127.0.0.1' });
console.log(`listening on http://127.0.0.1:${port}`);
process.once('SIGTERM', () => void app.close().then(() => db.close()));
