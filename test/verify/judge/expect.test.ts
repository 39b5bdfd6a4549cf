// What must come of a call, by what is known: causes that hold, that do not, and of which nobody can tell.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { creates, documentOf, errors, machine, modelOf, moves, REFUSED, resource, updates } from '../document.ts';
import { Asking, exampleOf, type Sent } from './asking.ts';

const todo = (): Asking => {
  const asking = new Asking(exampleOf('todo-backend'));
  asking.row('Todo', { id: 1, title: 'Bread', completed: false, order: null });
  return asking;
};

const TODO: readonly (readonly [line: string, sent: Sent, outcomes: readonly string[]])[] = [
  ['GET /todos/1', {}, ['success']],
  ['GET /todos/2', {}, ['no_such_todo: no such Todo']],
  ['GET /todos/x', {}, ['no_such_todo: no such Todo']],
  ['POST /todos', { body: { title: 'a' } }, ['success']],
  ['POST /todos', { body: { title: ' ' } }, ['invalid_todo: Todo.title blank']],
  ['POST /todos', { body: {} }, ['invalid_todo: Todo.title missing']],
  ['POST /todos', { body: { title: 1 } }, ['invalid_todo: Todo.title invalid']],
  ['POST /todos', { text: '{' }, ['not_json: malformed body']],
  ['POST /todos', { text: '[]' }, ['not_json: malformed body']],
  ['POST /todos', { body: { title: 'a', else: 1 } }, ['success']],
  [
    'POST /todos',
    { body: { title: 'a' }, headers: { 'Content-Type': 'text/plain' } },
    ['not_a_json_type: unsupported media type'],
  ],
  ['PATCH /todos/1', { body: { order: 1.5 } }, ['invalid_todo: Todo.order invalid']],
  ['PATCH /todos/1', { body: { order: 2 } }, ['success']],
  // Without Checks, any refusal may come that applies.
  ['PATCH /todos/2', { body: { order: 1.5 } }, ['no_such_todo: no such Todo', 'invalid_todo: Todo.order invalid']],
  ['PATCH /todos/2', { body: { order: 2 } }, ['no_such_todo: no such Todo']],
  ['PATCH /todos/1', { body: { title: null } }, ['invalid_todo: Todo.title blank']],
  ['GET /todos', { headers: { Accept: 'text/html' } }, ['only_json: not acceptable']],
  ['GET /todos', { headers: { Accept: 'text/html, */*;q=0.1' } }, ['success']],
];

it.each(TODO)('%s %j: %j', (line, sent, outcomes) => {
  expect(todo().expect(line, sent)).toEqual(outcomes);
});

it('holds the order of refusals to Checks, where it is stated', () => {
  const text = readFileSync(new URL('../../../examples/todo-backend.md', import.meta.url), 'utf8');
  const asking = new Asking(modelOf(text.replace('- Who: anyone', '- Who: anyone\n- Checks: body, existence')));
  expect(asking.expect('PATCH /todos/2', { body: { order: 1.5 } })).toEqual(['invalid_todo: Todo.order invalid']);
});

it('does not know whether a row is there that nobody has seen', () => {
  const asking = new Asking(exampleOf('todo-backend'), false);
  expect(asking.expect('GET /todos/2')).toEqual(['success', 'no_such_todo: no such Todo']);
});

const BOXES = documentOf({
  resources: resource(
    'Box',
    [
      '`code` | string(1..8) | yes | caller at create',
      '`label` | string | no',
      '`room` | Box by `code` | no',
      '`state` | state | yes | service: state',
    ],
    { Unique: '`label` ignoring case' },
  ),
  states: machine(
    'Box.state',
    ['`open` | initial', '`held` | any'],
    ['`open` | `held` | `POST /boxes/{code}/hold` | `label` is set', '`open` | same | `PATCH /boxes/{code}`'],
    { 'Any other move': '`stage`', 'Any other change': '`shut`' },
  ),
  operations: [
    creates('Box', { 'Null fields': 'refused' }),
    updates('Box', { 'Null fields': 'cleared' }).replace('{id}', '{code}'),
    moves('POST /boxes/{code}/hold', 'Box.state'),
  ].join(''),
  errors: errors(
    [
      '`absent` | 404 | no such Box',
      REFUSED,
      '`nowhere` | 422 | no such Box in `room`',
      '`taken` | 409 | any field taken, Box already there',
      '`stage` | 409 | none',
      '`shut` | 409 | none',
    ],
    { 'All failed fields at once': 'yes' },
  ),
});

const boxes = (isWhole = true): Asking => {
  const asking = new Asking(modelOf(BOXES), isWhole);
  asking.row('Box', { code: 'a', label: 'Straße', room: null, state: 'open' });
  asking.row('Box', { code: 'b', label: null, room: null, state: 'open' });
  asking.row('Box', { code: 'c', label: null, room: null, state: 'held' });
  asking.row('Box', { code: 'gone', label: 'x', room: null, state: 'open' }, false);
  return asking;
};

const MADE: typeof TODO = [
  ['POST /boxes', { body: { code: 'a' } }, ['taken: Box already there']],
  ['POST /boxes', { body: { code: 'd', label: 'STRASSE' } }, ['taken: Box.label taken']],
  ['POST /boxes', { body: { code: 'd', label: 'x' } }, ['success']],
  ['POST /boxes', { body: { code: 'gone' } }, ['success']],
  ['POST /boxes', { body: { code: 'd', room: 'a' } }, ['success']],
  ['POST /boxes', { body: { code: 'd', room: 'gone' } }, ['nowhere: no such Box in room']],
  ['POST /boxes', { body: { code: 'd', colour: 1 } }, ['invalid: unknown field']],
  ['POST /boxes?colour=1', { body: { code: 'd' } }, ['invalid: unknown field']],
  ['POST /boxes', { body: { code: 'd', state: 'open' } }, ['invalid: read-only field']],
  ['POST /boxes', { body: { code: 'd', label: null } }, ['invalid: Box.label invalid']],
  ['POST /boxes', { body: { code: '123456789' } }, ['invalid: Box.code invalid']],
  ['PATCH /boxes/b', { body: { label: null } }, ['success']],
  ['PATCH /boxes/b', { body: { label: 'strasse' } }, ['taken: Box.label taken']],
  ['PATCH /boxes/a', { body: { label: 'strasse' } }, ['success']],
  ['PATCH /boxes/c', { body: {} }, ['shut: refused shut']],
  ['POST /boxes/a/hold', {}, ['success']],
  ['POST /boxes/b/hold', {}, ['stage: illegal move of Box.state']],
  ['POST /boxes/c/hold', {}, ['stage: illegal move of Box.state']],
  ['POST /boxes/gone/hold', {}, ['absent: no such Box']],
];

it.each(MADE)('%s %j: %j', (line, sent, outcomes) => {
  expect(boxes().expect(line, sent)).toEqual(outcomes);
});

it('cannot tell whether a key is taken, or a reference leads nowhere, where rows may be there that nobody has seen', () => {
  expect(boxes(false).expect('POST /boxes', { body: { code: 'd', room: 'e' } })).toEqual([
    'success',
    'nowhere: no such Box in room',
    'taken: Box already there',
  ]);
});

it('cannot tell whether a move is legal from a state that nobody has seen', () => {
  const asking = new Asking(modelOf(BOXES));
  asking.row('Box', { code: 'a', label: 'x' });
  expect(asking.expect('POST /boxes/a/hold')).toEqual(['success', 'stage: illegal move of Box.state']);
});

it.each([
  ['offset=9007199254740991', ['success']],
  ['offset=9007199254740992', ['success', 'wrong_query: invalid query']],
  ['limit=9007199254740992', ['success', 'wrong_query: invalid query']],
  ['offset=9223372036854775808', ['wrong_query: invalid query']],
  ['offset=-1', ['wrong_query: invalid query']],
  ['limit=0', ['success']],
  ['limit=1000', ['success']],
])('how far pages count is left to the service: %s', (query, outcomes) => {
  const asking = new Asking(exampleOf('quotations'));
  expect(asking.expect(`GET /quotations?${query}`).filter((one) => !one.startsWith('too_fast'))).toEqual(outcomes);
});
