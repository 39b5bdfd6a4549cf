// What the rivals for lists of articles have in common: Fastify, tokens that were verified once and are kept. Input: how an engine finds a
// page, and the JSON of its rows. Output: `GET /api/articles` as in examples/conduit.md, with the total, and the same without it under
// `/api/plain`.

import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { JSONWebKeySet } from 'jose';

interface Query {
  readonly author?: string;
  readonly favorited?: string;
  readonly limit: number;
  readonly offset: number;
}

export interface Wanted extends Query {
  /** The id of a user; null: anyone. */
  readonly caller: string | null;
  readonly isCounted: boolean;
}

export interface Answer {
  /** Rows as JSON, with commas; the number of all where it is wanted. */
  readonly page: (articles: string, total: number) => void;
  /** There is no such caller. */
  readonly refuse: () => void;
}

export interface Rival {
  readonly port: string;
  readonly keyFile: string;
  readonly find: (wanted: Wanted, answer: Answer) => void;
  readonly close: () => unknown;
}

/** A page of articles, in the order of the columns that both engines answer. */
export type Kept = readonly [
  slug: string,
  title: string,
  description: string,
  tagList: string,
  createdAt: string,
  updatedAt: string,
  favorited: unknown,
  favoritesCount: number | string,
  username: string,
  bio: string | null,
  image: string | null,
  following: unknown,
];

const text = JSON.stringify;

/** `yes`: what the engine answers for true. */
export function shown(rows: readonly Kept[], yes: unknown): string {
  let all = '';
  for (const row of rows)
    all +=
      `${all === '' ? '' : ','}{"slug":${text(row[0])},"title":${text(row[1])},"description":${text(row[2])},` +
      `"tagList":${row[3]},"createdAt":"${row[4]}","updatedAt":"${row[5]}","favorited":${row[6] === yes},` +
      `"favoritesCount":${row[7]},"author":{"username":${text(row[8])},"bio":${row[9] === null ? 'null' : text(row[9])},` +
      `"image":${row[10] === null ? 'null' : text(row[10])},"following":${row[11] === yes}}}`;
  return all;
}

interface Known {
  readonly id: string;
  readonly until: number;
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

function refuse(reply: FastifyReply): void {
  reply.code(401).send({ errors: { token: ['is missing'] } });
}

export async function serveArticles({ port, keyFile, find, close }: Rival): Promise<void> {
  const keys = createLocalJWKSet(JSON.parse(readFileSync(keyFile, 'utf8')) as JSONWebKeySet);
  const known = new Map<string, Known>();
  const verified = async (token: string): Promise<Known> => {
    const { payload } = await jwtVerify(token, keys, { issuer: 'conduit', audience: 'conduit', algorithms: ['ES256'] });
    const one = { id: payload.sub ?? '', until: payload.exp ?? 0 };
    if (known.size >= 10_000) known.clear();
    known.set(token, one);
    return one;
  };
  const answer = (query: Query, caller: string | null, isCounted: boolean, reply: FastifyReply): void =>
    find(
      { ...query, caller, isCounted },
      {
        page(articles, total) {
          const end = isCounted ? `],"articlesCount":${total}}` : ']}';
          reply.header('content-type', 'application/json').send(`{"articles":[${articles}${end}`);
        },
        refuse: () => refuse(reply),
      },
    );
  const listing =
    (isCounted: boolean) =>
    (request: FastifyRequest<{ Querystring: Query }>, reply: FastifyReply): void => {
      const { authorization } = request.headers;
      if (authorization === undefined) return answer(request.query, null, isCounted, reply);
      const token = authorization.slice('Token '.length);
      const met = ({ until, id }: Known): void => {
        if (until > Date.now() / 1000) answer(request.query, id, isCounted, reply);
        else refuse(reply);
      };
      const before = known.get(token);
      if (before) return met(before);
      verified(token).then(met, () => refuse(reply));
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
  process.once('SIGTERM', () => void app.close().then(close));
}
