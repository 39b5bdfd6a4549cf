// `ninefold audit`: what it shows to people and to programs, and what it says where there is nothing to show.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run } from '../../src/cli/program.ts';
import { auditedPlan, placeOf, serveAt, type Place } from '../serve/audited.ts';
import { send, start } from '../serve/running.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { modelOf } from '../plan/plan-of.ts';
import { captured } from './captured.ts';

const TODOS = readFileSync(join(import.meta.dirname, '..', '..', 'examples', 'todo-backend.md'), 'utf8');

let place: Place;
beforeEach(async () => {
  place = await placeOf('sqlite');
});
afterEach(() => place.drop());

async function audit(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const console = captured({ directory: dirname(place.where) });
  const status = await run(['audit', 'todos.md', '--data', place.where, ...args], console);
  return { status, stdout: console.stdout(), stderr: console.stderr() };
}

it('shows each change in words, and as JSON', async () => {
  const running = await serveAt(place, auditedPlan(TODOS));
  const headers = { 'x-request-id': 'r1' };
  expect((await send(running, 'POST', '/todos', { title: 'two\nlines' }, headers)).status).toBe(201);
  expect((await send(running, 'PATCH', '/todos/1', { title: 'one', order: 9007199254740991 })).status).toBe(200);
  expect((await send(running, 'DELETE', '/todos/1')).status).toBe(204);
  // While it runs.
  const { status, stdout, stderr } = await audit();
  expect([status, stderr]).toEqual([0, '']);
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/gm;
  const lines = stdout.replace(at, 'AT').trimEnd().split('\n');
  expect(lines).toEqual([
    'AT  Todo 1 created  POST /todos  request r1',
    '    id: 1',
    String.raw`    title: "two\nlines"`,
    '    completed: false',
    'AT  Todo 1 changed  PATCH /todos/{id}',
    String.raw`    title: "two\nlines" → "one"`,
    '    order: null → 9007199254740991',
    'AT  Todo 1 deleted  DELETE /todos/{id}',
    '    id: 1',
    '    title: "one"',
    '    completed: false',
    '    order: 9007199254740991',
  ]);
  const entries = (await audit('--json', '--resource', 'Todo', '--row', '1', '--since', '2020-01-01')).stdout;
  expect(
    entries
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind),
  ).toEqual(['create', 'change', 'delete']);
  expect((await audit('--resource', 'Other')).stdout).toBe('');
  await running.stop();
});

it('says that there is no audit, or no data', async () => {
  expect(await audit()).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `ninefold: There is no data in ${place.where}.\n`,
  });
  const plain = compile(modelOf(TODOS));
  const running = await start(plain, { store: await place.store(plain) });
  await running.stop();
  expect(await audit()).toMatchObject({
    status: 1,
    stderr: `ninefold: there is no audit in ${place.where}: ninefold serve writes one with --audit\n`,
  });
});

it.each([
  [['--row', '1'], 'name the resource of the row: --resource R --row ID'],
  [['--since', 'monday'], '--since is "monday", expected a date or an instant: 2026-01-31, 2026-01-31T08:00:00Z'],
])('refuses %j', async (args, message) => {
  expect(await audit(...args)).toEqual({ status: 2, stdout: '', stderr: `ninefold: ${message}\n` });
});
