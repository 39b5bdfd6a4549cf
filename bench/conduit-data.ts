// Rows for the list of articles, the same in every service: users, articles with tags, favourites and follows, dealt out by numbers that
// only look like chance. Input: where to, and how many. They go into the tables directly.

import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import { Client } from 'pg';

export interface Amount {
  readonly users: number;
  readonly articles: number;
  /** Favourites of an article, follows of a user, on average. */
  readonly favorites: number;
  readonly follows: number;
}

export const USUAL: Amount = { users: 10_000, articles: 100_000, favorites: 3, follows: 20 };
export const LARGE: Amount = { users: 100_000, articles: 1_000_000, favorites: 3, follows: 20 };

const TAGS = ['angular', 'cooking', 'databases', 'gardens', 'hiking', 'markdown', 'music', 'papers'];
/** Of one article in so many. */
export const RARE = 'volcanoes';
const RARELY = 20_000;
export const COMMON = 'music';
const BIO = 'Writes about what can be seen from here, now and then with "quotes" and an umlaut: ä.';

export const nameOf = (user: number): string => `user-${user}`;
export const idOf = (user: number): string => `00000000-0000-4000-8000-${String(user).padStart(12, '0')}`;

/** Whole numbers below `most`, the same in each run. */
function chance(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * most);
  };
}

interface Rows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly SQLInputValue[]>;
}

/** Users and articles have the keys from 1 on. A pair of the later tables may come twice, and counts once. */
function* tablesOf({ users, articles, favorites, follows }: Amount): Generator<Rows> {
  const next = chance(9);
  yield { table: 'User', columns: ['id', 'username', 'email', 'password', 'bio', 'image'], rows: usersOf(users) };
  yield {
    table: 'Article',
    columns: ['slug', 'title', 'description', 'body', 'tagList', 'createdAt', 'updatedAt', 'author'],
    rows: articlesOf(articles, users, next),
  };
  const pairs = function* (most: number, each: number): Generator<[number, number]> {
    for (let at = 1; at <= most; at += 1)
      for (let left = next(2 * each + 1); left > 0; left -= 1) yield [at, next(users) + 1];
  };
  yield { table: 'Favorite', columns: ['article', 'by'], rows: pairs(articles, favorites) };
  yield { table: 'Follow', columns: ['follower', 'followed'], rows: pairs(users, follows) };
}

function* usersOf(users: number): Generator<readonly SQLInputValue[]> {
  for (let at = 1; at <= users; at += 1) {
    const [bio, image] = [at % 3 === 0 ? null : BIO, at % 4 === 0 ? null : `https://images.example/${at}.png`];
    yield [idOf(at), nameOf(at), `${nameOf(at)}@example.org`, 'none', bio, image];
  }
}

export const slugOf = (article: number): string => `on-the-use-of-number-${article}`;

function* articlesOf(
  articles: number,
  users: number,
  next: (most: number) => number,
): Generator<readonly SQLInputValue[]> {
  for (let at = 1; at <= articles; at += 1) {
    const title = `On the use of number ${at}`;
    const tags = Array.from({ length: next(4) }, () => TAGS[next(TAGS.length)]!);
    const list = JSON.stringify(at % RARELY === 7 ? [...tags, RARE] : tags);
    const made = new Date(1_700_000_000_000 + at * 1000).toISOString();
    const said = `What can be said about ${at}, in a few words and no more.`;
    yield [slugOf(at), title, said, `${title}. `.repeat(20), list, made, made, next(users) + 1];
  }
}

/** The tables are there. */
export function fill(file: string, amount: Amount): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN');
  for (const { table, columns, rows } of tablesOf(amount)) {
    const places = columns.map(() => '?').join(', ');
    const statement = db.prepare(`INSERT OR IGNORE INTO "${table}" ("${columns.join('", "')}") VALUES (${places})`);
    for (const row of rows) statement.run(...row);
  }
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

/** So many rows in one statement. */
const AT_ONCE = 10_000;

/** The same on PostgreSQL. */
export async function fillDatabase(url: string, amount: Amount): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('SET synchronous_commit = off');
  for (const { table, columns, rows } of tablesOf(amount)) {
    const kept = await client.query<{ name: string; type: string }>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = '"${table}"'::regclass`,
    );
    const types = new Map(kept.rows.map(({ name, type }) => [name, type]));
    const names = columns.map((_, place) => `c${place}`);
    const values = columns.map((column, place) => `c${place}::${types.get(column)}`).join(', ');
    const lists = columns.map((_, place) => `$${place + 1}::text[]`).join(', ');
    const text = `INSERT INTO "${table}" ("${columns.join('", "')}") SELECT ${values} FROM unnest(${lists}) AS each (${names.join(', ')}) ON CONFLICT DO NOTHING`;
    let some: (readonly SQLInputValue[])[] = [];
    const keep = async (): Promise<void> => {
      const values = columns.map((_, place) => some.map((row) => row[place]));
      some = [];
      await client.query({ name: table, text, values });
    };
    for (const row of rows) if (some.push(row) === AT_ONCE) await keep();
    await keep();
  }
  await client.query('VACUUM ANALYZE');
  await client.end();
}
