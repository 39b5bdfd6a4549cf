// The same rival over PostgreSQL: Fastify and pg, made to win. Input: a port, a database's address, a file with public keys, and how the JSON
// of a page is made: `columns` (here, of rows as arrays) or `text` (by the database, one text a row). Output: what articles.ts serves.
// One prepared statement a request, the caller and the total in it, over two connections that are pipelined; the rows of a page are found
// first, by an index that has their order, and joined afterwards; the number of all articles is kept in a row by a trigger.

import { Client } from 'pg';
import type { CustomTypesConfig, QueryArrayConfig } from 'pg';
import { serveArticles, shown } from './articles.ts';
import type { Kept } from './articles.ts';

const [port = '0', database = '', keyFile = '', way = 'columns'] = process.argv.slice(2);

const TABLES = `
  CREATE TABLE IF NOT EXISTS "User" (key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE,
    username text COLLATE "C" NOT NULL UNIQUE, email text COLLATE "C" NOT NULL UNIQUE, password text NOT NULL, bio text, image text);
  CREATE TABLE IF NOT EXISTS "Article" (key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, slug text COLLATE "C" NOT NULL UNIQUE,
    title text NOT NULL, description text NOT NULL, "tagList" text NOT NULL, "createdAt" text NOT NULL, "updatedAt" text NOT NULL,
    author bigint NOT NULL, body text NOT NULL);
  CREATE INDEX IF NOT EXISTS "byAuthor" ON "Article" (author, key);
  CREATE TABLE IF NOT EXISTS "Favorite" ("by" bigint NOT NULL, article bigint NOT NULL, PRIMARY KEY (article, "by"));
  CREATE INDEX IF NOT EXISTS "favoritesOf" ON "Favorite" ("by", article);
  CREATE TABLE IF NOT EXISTS "Follow" (follower bigint NOT NULL, followed bigint NOT NULL, PRIMARY KEY (follower, followed));
  CREATE TABLE IF NOT EXISTS articles (many bigint NOT NULL);
  INSERT INTO articles SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM articles);
  CREATE OR REPLACE FUNCTION counted() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN UPDATE articles SET many = many + (SELECT count(*) FROM made); RETURN NULL; END $$;
  CREATE OR REPLACE TRIGGER counted AFTER INSERT ON "Article" REFERENCING NEW TABLE AS made EXECUTE FUNCTION counted()`;

/** Texts are what is written. */
const types: CustomTypesConfig = { getTypeParser: () => (value: string) => value } as unknown as CustomTypesConfig;
const clients = [1, 2].map(() => new Client({ connectionString: database, pipeline: true, types }));
await Promise.all(clients.map((client) => client.connect()));
if (keyFile === '') {
  await clients[0]!.query(TABLES);
  await Promise.all(clients.map((client) => client.end()));
  process.exit(0);
}

const string = (column: string): string => `to_json(${column})::text`;
const COLUMNS = [
  'a.slug',
  'a.title',
  'a.description',
  'a."tagList"',
  'a."createdAt"',
  'a."updatedAt"',
  'EXISTS (SELECT 1 FROM "Favorite" m WHERE m.article = a.key AND m."by" = (SELECT key FROM caller))',
  '(SELECT count(*) FROM "Favorite" m WHERE m.article = a.key)',
  'u.username',
  'u.bio',
  'u.image',
  'EXISTS (SELECT 1 FROM "Follow" w WHERE w.follower = (SELECT key FROM caller) AND w.followed = a.author)',
];

function textOf(): string {
  const [slug, title, description, tags, made, changed, favorited, count, username, bio, image, following] = COLUMNS;
  const parts = [
    [`{"slug":`, string(slug!)],
    [`,"title":`, string(title!)],
    [`,"description":`, string(description!)],
    [`,"tagList":`, tags],
    [`,"createdAt":"`, made],
    [`","updatedAt":"`, changed],
    [`","favorited":`, `(${favorited})::text`],
    [`,"favoritesCount":`, count],
    [`,"author":{"username":`, string(username!)],
    [`,"bio":`, `coalesce(${string(bio!)}, 'null')`],
    [`,"image":`, `coalesce(${string(image!)}, 'null')`],
    [`,"following":`, `(${following})::text`],
  ];
  return `${parts.map(([before, value]) => `'${before}' || ${value}`).join(' || ')} || '}}'`;
}

interface List {
  readonly page: string;
  readonly counted: string;
}

/** `$1` is what is filtered by, `$2` the caller, then the page. `keys`: those of a page and of all, with `key`. */
function listOf(keys: string, total: string): List {
  const shownAs = way === 'text' ? textOf() : COLUMNS.join(', ');
  const page = (more: string): string => `
    WITH caller AS MATERIALIZED (SELECT key FROM "User" WHERE id = $2)
    SELECT ${shownAs}, (SELECT key FROM caller)${more}
    FROM (${keys} DESC LIMIT $3 OFFSET $4) k JOIN "Article" a ON a.key = k.key JOIN "User" u ON u.key = a.author
    ORDER BY k.key DESC`;
  return { page: page(''), counted: page(`, (${total})`) };
}

const userKey = '(SELECT key FROM "User" WHERE username = $1)';
const LISTS = {
  all: listOf('SELECT key FROM "Article" WHERE $1::text IS NULL ORDER BY key', 'SELECT many FROM articles'),
  author: listOf(
    `SELECT key FROM "Article" WHERE author = ${userKey} ORDER BY key`,
    `SELECT count(*) FROM "Article" WHERE author = ${userKey}`,
  ),
  favorited: listOf(
    `SELECT article AS key FROM "Favorite" WHERE "by" = ${userKey} ORDER BY article`,
    `SELECT count(*) FROM "Favorite" WHERE "by" = ${userKey}`,
  ),
};
const WIDTH = way === 'text' ? 1 : COLUMNS.length;

let turn = 0;
const ask = async (query: QueryArrayConfig): Promise<unknown[][]> =>
  (await clients[(turn = 1 - turn)]!.query<unknown[]>(query)).rows;

await serveArticles({
  port,
  keyFile,
  find({ author, favorited, limit, offset, caller, isCounted }, answer) {
    const which = author !== undefined ? 'author' : favorited !== undefined ? 'favorited' : 'all';
    const values = [author ?? favorited ?? null, caller, limit, offset];
    const kind = isCounted ? 'counted' : 'page';
    void ask({ name: `${which} ${kind}`, text: LISTS[which][kind], values, rowMode: 'array' }).then(async (rows) => {
      const [first] = rows;
      if (caller !== null && !first) {
        const found = await ask({ text: 'SELECT 1 FROM "User" WHERE id = $1', values: [caller], rowMode: 'array' });
        if (found.length === 0) return answer.refuse();
      } else if (caller !== null && first?.[WIDTH] === null) return answer.refuse();
      // A page behind all rows is none that the benchmark asks for.
      const total = first && isCounted ? Number(first[WIDTH + 1]) : 0;
      const all = way === 'text' ? rows.map(([each]) => each).join(',') : shown(rows as unknown as Kept[], 't');
      answer.page(all, total);
    });
  },
  close: () => Promise.all(clients.map((client) => client.end())),
});
