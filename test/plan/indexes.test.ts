// Each index, with what in the document needs it.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { run } from '../../src/cli/program.ts';
import { plan } from '../../src/plan/compile.ts';
import type { IndexPlan } from '../../src/plan/index-plan.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { captured } from '../cli/captured.ts';
import { modelOf, planOf } from './plan-of.ts';

const CONDUIT = new URL('../../examples/conduit.md', import.meta.url);
const conduit = (): Plan => plan(modelOf(readFileSync(CONDUIT, 'utf8')));

const said = ({ because }: IndexPlan): readonly string[] =>
  because.map(({ what, by }) => (by ? `${what}: ${by.join(', ')}` : what));

it('names every index of Conduit, and what needs it is in the document', () => {
  const { storage, indexes = [], operations } = conduit();
  const kept = storage.flatMap((table) => [
    ...table.unique.map(({ columns }) => `${table.name}: ${columns.join(', ')} unique`),
    ...table.indexes.map((columns) => `${table.name}: ${columns.join(', ')}`),
    ...(table.members ?? []).map(({ column }) => `${table.name}: ${column}`),
    ...(table.total ? [`${table.name}: `] : []),
  ]);
  expect(
    indexes.map(({ resource, columns, unique }) => `${resource}: ${columns.join(', ')}${unique ? ' unique' : ''}`),
  ).toEqual(kept);
  const places = new Set([
    ...operations.map(({ id }) => id),
    ...storage.flatMap(({ name }) => [`When deleted of ${name}`, `the rules of ${name}`]),
    'User.following',
    'Article.favorited',
    'Article.favoritesCount',
  ]);
  for (const { because } of indexes) {
    expect(because.length).toBeGreaterThan(0);
    expect(because.flatMap(({ by = [] }) => by).filter((one) => !places.has(one))).toEqual([]);
  }
});

it('says what counts, lists and deletions look for rows by', () => {
  const { indexes = [] } = conduit();
  const of = (resource: string): readonly (readonly [string, readonly string[]])[] =>
    indexes.filter((one) => one.resource === resource).map((one) => [one.columns.join(', '), said(one)]);
  expect(of('Favorite')).toEqual([
    [
      'by, article',
      [
        'Favorite is identified by it',
        'rows are looked for by it: Article.favorited, GET /articles, DELETE /articles/{slug}/favorite',
      ],
    ],
    ['by', ['it refers to User']],
    ['article', ['it refers to Article', 'rows are looked for by it: When deleted of Article, Article.favoritesCount']],
  ]);
  // What is kept as JSON is found by its members alone.
  expect(of('Article').map(([columns]) => columns)).toEqual(['slug', 'author', 'tagList', '']);
  expect(of('Article').at(2)).toEqual(['tagList', ['lists are filtered by a member of `tagList`: GET /articles']]);
  // GET /articles/feed has its condition always.
  expect(of('Article').at(3)).toEqual(['', ['lists show how many rows there are: GET /articles']]);
});

it('plan prints them for people', async () => {
  const console = captured({});
  await run(['plan', CONDUIT.pathname], console);
  expect(console.stdout()).toContain(`Indexes of Comment
  article
    it refers to Article
    rows are looked for by it: When deleted of Article, GET /articles/{slug}/comments
  author
    it refers to User
`);
  expect(console.stdout()).toContain(`
  tagList  over its members
    lists are filtered by a member of \`tagList\`: GET /articles
  the number of all rows  kept beside them on PostgreSQL
    lists show how many rows there are: GET /articles
`);
});

const operation = (path: string, order: string, selects: string, where = ''): string => `### GET /${path}

- Does: lists Thing${where}
- Order: ${order}
- Pages: none
- Repeat: safe
- Answers: 200 found, array of Thing

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`q\` | string | no | none | ${selects} |`;

it('lists that are filtered by a member have an index over members for each of their orders', () => {
  const resources = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`tags\` | array of string | no | caller | any | none |
| \`sizes\` | array of decimal(2) | no | caller | any | none |
| \`marks\` | array of string | no | caller | any | none |
| \`title\` | string(20) | yes | caller | any | none |`;
  const operations = [
    operation('things', 'newest first', '`tags` has value'),
    operation('old-things', 'oldest first', '`tags` has value'),
    operation('titles', '`title` descending', '`tags` has value'),
    operation('sizes', 'newest first', '`title` = value', ' where `sizes` has 1.5'),
    operation('others', 'newest first', '`tags` has value or `title` = value'),
    operation('not', 'newest first', '`title` = value', ' where not `marks` has `a`'),
  ].join('\n\n');
  const { indexes = [], storage } = planOf({ resources, operations });
  expect(indexes.filter(({ members }) => members).map((one) => [one.columns.join(', '), said(one)])).toEqual([
    ['tags', ['lists are filtered by a member of `tags`: GET /things, GET /old-things']],
    ['tags, title', ['lists that are filtered by a member of `tags` are in this order: GET /titles']],
    ['sizes', ['lists are filtered by a member of `sizes`: GET /sizes']],
  ]);
  expect(storage[0]?.members).toEqual([
    { column: 'tags', type: 'text', order: [] },
    { column: 'tags', type: 'text', order: [{ column: 'title', descending: false }], descending: true },
    { column: 'sizes', type: 'decimal', scale: 2, order: [] },
  ]);
});

it.each([
  ['with a filter that may be left out', '`title` = value', '', '<total>', true],
  ['with two of them', '`title` = value or `kind` = value', '', '<total>', true],
  ['with a condition that is always there', '`title` = value', ' where `kind` = `a`', '<total>', undefined],
  ['with a filter that is always sent', '`title` = value', '', '<total>', undefined, 'yes'],
  ['without a total', '`title` = value', '', '"none"', undefined],
] as const)('a list %s', (_, selects, where, shown, total, required: string = 'no') => {
  const resources = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`kind\` | string(20) | yes | caller | any | none |
| \`title\` | string(20) | yes | caller | any | none |`;
  const list = operation('things', 'newest first', selects, where)
    .replace('Pages: none', 'Pages: offset and limit; default 20')
    .replace('array of Thing', `\`{"things": array of Thing, "total": ${shown}}\``)
    .replace('| string | no |', `| string | ${required} |`);
  const { indexes = [], storage, operations } = planOf({ resources, operations: list });
  expect(operations[0]?.runs).not.toBe('no');
  expect(storage[0]?.total).toBe(total);
  const because = [{ what: 'lists show how many rows there are', by: ['GET /things'] }];
  expect(indexes.filter((one) => one.total)).toEqual(
    total ? [{ resource: 'Thing', columns: [], total: true, because }] : [],
  );
});

/** Of Thing, beside the key of its rows. */
function indexesOf(
  rule: string,
  order = 'newest first',
  selects = '`code` = value',
): readonly (readonly [string, readonly string[]])[] {
  const resources = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`code\` | string(20) | yes | caller | any | none |
| \`kind\` | string(20) | yes | caller | any | none |
| \`like\` | integer | yes | service: ${rule} | any | none |`;
  const operations = `### GET /things

- Does: lists Thing
- Order: ${order}
- Pages: none
- Repeat: safe
- Answers: 200 found, array of Thing

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`q\` | string | no | none | ${selects} |`;
  const { indexes = [] } = planOf({ resources, operations });
  return indexes.map((one) => [one.columns.join(', '), said(one)]);
}

it.each([
  // Each row of a list counts others: without an index it would read all of them.
  ['count of Thing where `code` = this `code`', 'newest first', [['code', ['rows are looked for by it: Thing.like']]]],
  [
    'count of Thing where `kind` = `a` and `code` = this `code`',
    'newest first',
    [['code', ['rows are looked for by it: Thing.like']]],
  ],
  ['count of Thing where `kind` = `a`', 'newest first', []],
  ['count of Thing where `id` = this `id`', 'newest first', []],
  ['count of Thing where `code` != this `code`', 'newest first', []],
  [
    'count of Thing where `code` = this `code`',
    '`code` ascending',
    [['code', ['lists are in this order: GET /things', 'rows are looked for by it: Thing.like']]],
  ],
] as const)('%s, %s', (rule, order, expected) => {
  expect(indexesOf(rule, order)).toEqual(expected);
});

it('a filter with `there is` looks for rows, too', () => {
  expect(indexesOf('count of Thing where `id` = this `id`', 'newest first', 'there is Thing (`kind` = value)')).toEqual(
    [['kind', ['rows are looked for by it: GET /things']]],
  );
});

it('what a reference or a unique key finds needs no index of another field', () => {
  const resources = `### Thing

- Identified by: \`id\`
- Unique: \`code\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`code\` | string(20) | yes | caller | any | none |
| \`kind\` | string(20) | yes | caller | any | none |
| \`next\` | Thing by \`id\` | no | caller | any | none |
| \`before\` | integer | yes | service: count of Thing where \`kind\` = this \`kind\` and \`next\` = this | any | none |
| \`known\` | boolean | yes | service: there is Thing (\`kind\` = this \`kind\` and \`code\` = this \`kind\`) | any | none |`;
  const { indexes = [] } = planOf({ resources, operations: '' });
  expect(indexes.map((one) => [one.columns.join(', '), said(one)])).toEqual([
    ['code', ['Thing states that it is unique', 'rows are looked for by it: Thing.known']],
    ['next', ['it refers to Thing', 'rows are looked for by it: Thing.before']],
  ]);
});
