// Every stated slot is seen in the plan, holds, or is reported: a law for statements that are read and
// dropped. seen.all.test.ts judges more documents.

import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { effectOf, type Effect } from './seen.ts';
import { EXCEPTED, fileOf, freed, idleRows, judge, ofWords, ownOf, unsaid } from './seen-documents.ts';
import type { Understood } from './service.ts';
import { trials } from '../trials.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TODO = 'examples/todo-backend.md';

it('a document of the project has no statement that nothing sees: one in thirty', { timeout: 240_000 }, () => {
  const { statements, unseen } = judge(TODO, fileOf(TODO), (_, index) => index % 30 === 0);
  expect(unseen).toEqual([]);
  expect(statements).toBeGreaterThan(3);
});

it('each word that runs makes a difference where it stands: one in eighty', { timeout: 240_000 }, () => {
  const own = ownOf();
  const judged = ofWords(true)
    .filter((_, place) => place % 80 === 0)
    .map(([name, source]) => judge(name, source, own));
  expect(judged.flatMap(({ unseen }) => unseen)).toEqual([]);
  expect(judged.reduce((sum, { statements }) => sum + statements, 0)).toBeGreaterThan(2);
});

it('each row of a table makes a difference, so that it is taken out for something', { timeout: 240_000 }, () => {
  const judged = ['test/catalogue/base.md'].map((name) => idleRows(name, fileOf(name)));
  expect(judged.flatMap(({ idle }) => idle)).toEqual([]);
  expect(judged.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(20);
});

const withRow = (cause: string): string =>
  fileOf('test/catalogue/base.md').replace('| `not_now` | 409 |', `| \`idle\` | 412 | ${cause} | Idle |\n$&`);

it('would see a row that nothing takes up, and leaves out one of which something is said', () => {
  expect(idleRows('base.md', withRow('any field taken')).idle).toEqual([]);
  expect(idleRows('base.md', withRow('precondition failed')).idle).toEqual([expect.stringContaining('Idle')]);
});

/** As if what stands under one head were read and dropped. */
const blind =
  (what: RegExp) =>
  (one: Understood): Effect => {
    const { runs, gaps } = effectOf(one);
    return { gaps, runs: runs.replaceAll(what, '') };
  };

it.each([
  ['status', /"status":\d+,?/g, 'errors.codes.items.status'],
  ['messages', /"message":"[^"]*",?/g, 'errors.codes.items.message'],
])('would see that %s is dropped', (_, what, place) => {
  let taken = 0;
  const few = (one: { readonly place: string }): boolean => one.place === place && taken++ < 2;
  const { unseen, statements } = judge(TODO, fileOf(TODO), few, blind(what));
  expect(statements).toBeGreaterThan(0);
  expect(unseen).toHaveLength(statements);
});

it('each exception has its reason', () => {
  for (const { place, because } of EXCEPTED) expect(because.length, String(place)).toBeGreaterThan(40);
});

it('what the parts that are only read state is said to be not done', () => {
  const names = globSync('test/parts/{limits,versioning}/*.md', { cwd: ROOT });
  const sources = ['test/deletions/parcels.md', 'test/deletions/library.md', ...names].map(
    (name) => [name, fileOf(name)] as const,
  );
  const words = ofWords(false).filter(([name]) => /^(?:Limit|Versioning): /.test(name));
  const judged = [...sources, ...words].map(([name, source]) => unsaid(name, source));
  expect(judged.flatMap((one) => one.unsaid)).toEqual([]);
  expect(judged.reduce((sum, { statements }) => sum + statements, 0)).toBeGreaterThan(90);
});

/** A gap in its When deleted stops nothing, so it can cover nothing else. */
const NEVER_DELETED = `### Shelf

- Identified by: \`id\`
- When deleted: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |

`;

it('a gap frees nothing else that holds: a condition that no operation can judge', { timeout: 240_000 }, () => {
  const [one] = ofWords(false).filter(([name]) => name === 'Cause: condition that no operation can judge');
  const [name, source] = one!;
  let place = 0;
  const { gaps, freed: wrong } = freed(
    name,
    source.replace(/(?=^### Line$)/m, NEVER_DELETED),
    () => place++ % trials(12, 1) === 0,
  );
  expect(wrong).toEqual([]);
  expect(gaps).toBeGreaterThan(trials(7, 100));
});
