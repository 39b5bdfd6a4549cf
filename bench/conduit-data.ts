// Rows for the list of articles, the same in every service: users, articles with tags, favourites and follows, dealt out by numbers that
// only look like chance. Input: where to, and how many. They go into the tables directly, in one transaction.

import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';

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

/** The tables are there; keys count from 1. */
export function fill(file: string, { users, articles, favorites, follows }: Amount): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN');
  const into = (table: string, columns: readonly string[]): ((...values: SQLInputValue[]) => void) => {
    const places = columns.map(() => '?').join(', ');
    const statement = db.prepare(`INSERT OR IGNORE INTO "${table}" ("${columns.join('", "')}") VALUES (${places})`);
    return (...values) => void statement.run(...values);
  };
  const next = chance(9);
  const user = into('User', ['id', 'username', 'email', 'password', 'bio', 'image']);
  for (let at = 1; at <= users; at += 1) {
    const [bio, image] = [at % 3 === 0 ? null : BIO, at % 4 === 0 ? null : `https://images.example/${at}.png`];
    user(idOf(at), nameOf(at), `${nameOf(at)}@example.org`, 'none', bio, image);
  }
  const article = into('Article', [
    'slug',
    'title',
    'description',
    'body',
    'tagList',
    'createdAt',
    'updatedAt',
    'author',
  ]);
  for (let at = 1; at <= articles; at += 1) {
    const title = `On the use of number ${at}`;
    const tags = JSON.stringify(Array.from({ length: next(4) }, () => TAGS[next(TAGS.length)]!));
    const made = new Date(1_700_000_000_000 + at * 1000).toISOString();
    const slug = title.toLowerCase().replaceAll(' ', '-');
    const body = `${title}. `.repeat(20);
    article(
      slug,
      title,
      `What can be said about ${at}, in a few words and no more.`,
      body,
      tags,
      made,
      made,
      next(users) + 1,
    );
  }
  const favorite = into('Favorite', ['by', 'article']);
  for (let at = 1; at <= articles; at += 1)
    for (let left = next(2 * favorites + 1); left > 0; left -= 1) favorite(next(users) + 1, at);
  const follow = into('Follow', ['follower', 'followed']);
  for (let at = 1; at <= users; at += 1)
    for (let left = next(2 * follows + 1); left > 0; left -= 1) follow(at, next(users) + 1);
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}
