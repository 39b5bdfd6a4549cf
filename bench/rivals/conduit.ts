// The rival for lists of articles: a service that a good programmer writes by hand with Fastify and node:sqlite, made to win. Input: a port,
// a data file, a file with public keys. Output: what articles.ts serves. One statement with a join for each set of filters, rows as arrays,
// JSON put together by hand (of rows as objects, the serializer of Fastify and json_group_array this was the fastest); the number of all
// articles is kept.

import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import { serveArticles, shown } from './articles.ts';
import type { Kept } from './articles.ts';

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

await serveArticles({
  port,
  keyFile,
  find({ author, favorited, limit, offset, caller, isCounted }, answer) {
    const user = caller === null ? null : (userOf.get(caller) as unknown as [number] | undefined)?.[0];
    if (user === undefined) return answer.refuse();
    const list = author !== undefined ? ofAuthor : favorited !== undefined ? ofReader : all;
    const value = author ?? favorited ?? null;
    const rows = list.page.all(value, user, limit, offset) as unknown as Kept[];
    const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
    const counted = (): number => (list.total.get(value) as unknown as [number])[0];
    const total = list === all ? articles : isLast ? offset + rows.length : isCounted ? counted() : 0;
    answer.page(shown(rows, 1), total);
  },
  close: () => db.close(),
});
