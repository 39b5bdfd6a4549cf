// Where a call changes every row or none, the log names a row for which it is refused: by its identity where that may be shown.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Served } from '../../src/serve/request-log.ts';
import { modelOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const THINGS = readFileSync(join(import.meta.dirname, '..', 'parts', 'states', 'every-row-moves.md'), 'utf8');
const IDENTITY = '| `id` | integer | yes | service: new id | any | none |\n';
const DELETING = `### DELETE /things

- Does: deletes every Thing
- Body: none
- Repeat: same effect
- Errors: \`over\`
- Answers: 204 deleted

`;

let running: Running | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** Two things, of which the second was sent; then a call for all of them. */
async function refusedFor(
  document: string,
  method: string,
  path: string,
  names?: readonly [string, string],
): Promise<Served> {
  const entries: Served[] = [];
  running = await start(compile(modelOf(document)), { served: (entry) => void entries.push(entry) });
  for (const [at, n] of [2, 3].entries()) {
    const { status } = await send(running, 'POST', '/things', { n, ...(names && { name: names[at] }) });
    expect(status).toBe(201);
  }
  const one = encodeURIComponent(names?.[1] ?? '2');
  expect((await send(running, 'POST', `/things/${one}/go`)).status).toBe(200);
  await send(running, method, path);
  await running.stop();
  running = undefined;
  for (const { status, refusedBy } of entries.slice(0, 3))
    expect({ status, refusedBy }).toMatchObject({ refusedBy: undefined });
  return entries[3]!;
}

test('a move that one of the rows cannot make', async () => {
  const served = await refusedFor(THINGS, 'POST', '/things/all');
  expect(served).toMatchObject({ status: 409, refusedBy: 'Thing with id 2', failed: false });
});

test('a deletion that a rule refuses for one of the rows', async () => {
  const ruled = THINGS.replace('| `over` | 410 | none |', '| `over` | 410 | `Thing.status` = `sent` |');
  const document = ruled.replace('### POST /things/all', `${DELETING}### POST /things/all`);
  expect(await refusedFor(document, 'DELETE', '/things')).toMatchObject({ status: 410, refusedBy: 'Thing with id 2' });
});

const NAMED = THINGS.replace('- Identified by: `id`', '- Identified by: `name`').replaceAll('{id}', '{name}');

test.each([
  ['what answers show', 'caller', 'Thing with name t3\n'],
  ['what is hidden is not written down', 'caller, hidden', 'Thing with _row 2'],
])('a row that is identified by %s', async (_, setBy, refusedBy) => {
  const document = NAMED.replace(IDENTITY, `| \`name\` | string | yes | ${setBy} | any | none |\n`);
  const served = await refusedFor(document, 'POST', '/things/all', ['t2', 't3\n']);
  expect(served).toMatchObject({ status: 409, refusedBy });
});

test('nothing is named where every row is changed', async () => {
  const document = THINGS.replace('where `n` > 1', 'where `n` = 2');
  expect(await refusedFor(document, 'POST', '/things/all')).toMatchObject({ status: 200, refusedBy: undefined });
});
