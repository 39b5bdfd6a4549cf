// The judge of verify on exchanges that are written down: right ones give no finding, each wrong one gives exactly the one that names what
// is stated.
import { describe, expect, it } from 'vitest';

import { FINDING_CLASSES } from '../../src/verify/verdict.ts';
import { obligationsOf } from '../../src/verify/obligations.ts';
import {
  creates,
  deletes,
  documentOf,
  errors,
  ID,
  lists,
  machine,
  modelOf,
  moves,
  reads,
  REFUSED,
  resource,
  table,
  updates,
} from './document.ts';
import { Played, URL_OF_SERVICE, type Recorded } from './recorded.ts';

const TASKS = modelOf(
  documentOf({
    resources:
      resource(
        'Task',
        [
          ID,
          '`title` | string(10) | yes | caller | not blank',
          '`points` | integer | no | caller | 1..5 | `3`',
          '`hint` | string or null | no',
          '`pin` | string | no | caller, hidden',
          '`made` | date-time | yes | service: now at create',
          '`status` | state | yes | service: state',
          '`notes` | integer | yes | service: count of Note where `task` = this',
          '`url` | url | yes | service: address of `GET /tasks/{id}`',
        ],
        { 'When deleted': 'deletes every Note where `task` = this' },
      ) + resource('Note', [ID, '`task` | Task by `id`', '`text` | string']),
    states: machine(
      'Task.status',
      ['`open` | initial', '`done` | any', '`late` | final'],
      ['`open` | `done` | `POST /tasks/{id}/done`', '`open` | `late` | after 1 hour'],
      { 'Any other move': '`not_now`', 'Any other change': 'accepted' },
    ),
    operations: [
      creates(
        'Task',
        { Answers: undefined },
        table('Status | When | Body | Headers', ['201 | created | Task | `Location`']),
      ),
      lists(
        'Task',
        {
          Order: '`points` descending, then oldest first',
          Pages: 'offset and limit; default 2, at most 5, more is refused',
          Answers: '200 found, `{"tasks": array of Task, "total": <total>}`',
        },
        table('Query | Type | Required | Default | Allowed values | Selects', [
          '`least` | integer | no | none | any | `points` >= value',
        ]),
      ),
      reads('Task'),
      updates('Task', { 'Null fields': 'cleared' }),
      moves('POST /tasks/{id}/done', 'Task.status to `done`'),
      deletes('Task'),
      creates('Note'),
      lists('Note'),
    ].join(''),
    errors: errors(
      [
        '`none_such` | 404 | no such Task',
        '`not_now` | 409 | none',
        `${REFUSED}, no such Task in \`task\``,
        '`bad_query` | 400 | invalid query',
      ],
      { 'Error body': '`{"error": <code>, "fields": [<field>]}`', 'All failed fields at once': 'yes' },
    ),
  }),
);

const MADE = '2026-01-01T00:00:00.000Z';

function task(id: number, title: string, more: object = {}): Record<string, unknown> {
  return { id, title, points: 3, made: MADE, status: 'open', notes: 0, url: `${URL_OF_SERVICE}/tasks/${id}`, ...more };
}

function made(id: number, title: string, sent: object = {}, more: object = {}): Recorded {
  return {
    method: 'POST',
    target: '/tasks',
    sent: { title, ...sent },
    status: 201,
    shown: task(id, title, { ...sent, ...more }),
    headers: [['location', `${URL_OF_SERVICE}/tasks/${id}`]],
  };
}

const DONE: Recorded = {
  method: 'POST',
  target: '/tasks/1/done',
  status: 200,
  shown: task(1, 'one', { status: 'done' }),
};
const NONE: Recorded = { target: '/tasks', status: 200, shown: { tasks: [], total: 0 } };
const ONE = made(1, 'one');

function list(tasks: readonly object[], total = tasks.length, query = ''): Recorded {
  return { target: `/tasks${query}`, status: 200, shown: { tasks, total } };
}

function error(code: string, status: number, fields: readonly string[] = []): Partial<Recorded> & { status: number } {
  return { status, shown: { error: code, fields } };
}

const RIGHT: readonly (readonly [name: string, exchanges: readonly Recorded[]])[] = [
  ['a row that is made, and read', [NONE, ONE, { target: '/tasks/1', status: 200, shown: task(1, 'one') }]],
  [
    'a list in its order',
    [NONE, ONE, made(2, 'two', { points: 5 }), list([task(2, 'two', { points: 5 }), task(1, 'one')])],
  ],
  [
    'a page of a list',
    [
      NONE,
      ONE,
      made(2, 'two'),
      made(3, 'three'),
      list([task(3, 'three')], 3, '?offset=2'),
      list([task(1, 'one')], 3, '?limit=1'),
    ],
  ],
  ['a filter', [NONE, ONE, made(2, 'two', { points: 5 }), list([task(2, 'two', { points: 5 })], 1, '?least=4')]],
  ['rows that were there before', [list([task(7, 'old')]), ONE, list([task(7, 'old'), task(1, 'one')])]],
  ['a list of which nobody knows all', [ONE, list([task(7, 'old'), task(1, 'one')], 9)]],
  [
    'null that is cleared',
    [
      NONE,
      made(1, 'one', { hint: 'look' }),
      { method: 'PATCH', target: '/tasks/1', sent: { hint: null }, status: 200, shown: task(1, 'one') },
    ],
  ],
  [
    'a move, and what is refused then',
    [
      NONE,
      ONE,
      { method: 'POST', target: '/tasks/1/done', status: 200, shown: task(1, 'one', { status: 'done' }) },
      { method: 'POST', target: '/tasks/1/done', ...error('not_now', 409) },
    ],
  ],
  [
    'what is computed from other rows',
    [
      NONE,
      ONE,
      {
        method: 'POST',
        target: '/notes',
        sent: { task: 1, text: 'x' },
        status: 201,
        shown: { id: 4, task: 1, text: 'x' },
      },
      { target: '/tasks/1', status: 200, shown: task(1, 'one', { notes: 1 }) },
    ],
  ],
  [
    'a row that goes, with those that go along',
    [
      { target: '/notes', status: 200, shown: [] },
      NONE,
      ONE,
      {
        method: 'POST',
        target: '/notes',
        sent: { task: 1, text: 'x' },
        status: 201,
        shown: { id: 4, task: 1, text: 'x' },
      },
      { method: 'DELETE', target: '/tasks/1', status: 204 },
      { target: '/tasks/1', ...error('none_such', 404) },
      { target: '/notes', status: 200, shown: [] },
    ],
  ],
  [
    'what time moves',
    [NONE, ONE, { target: '/tasks/1', at: 4000, status: 200, shown: task(1, 'one', { status: 'late' }) }],
  ],
  ['what time may have moved', [NONE, ONE, { target: '/tasks/1', at: 3600, status: 200, shown: task(1, 'one') }]],
  [
    'all that failed',
    [
      {
        method: 'POST',
        target: '/tasks',
        sent: { title: ' ', points: 9 },
        ...error('invalid', 422, ['points', 'title']),
      },
    ],
  ],
  ['no such path, by HTTP itself', [{ target: '/else', status: 404 }]],
  ['another method', [{ method: 'PUT', target: '/tasks', status: 405, headers: [['allow', 'GET, HEAD, POST']] }]],
  [
    'a head',
    [NONE, { method: 'HEAD', target: '/tasks', status: 200, headers: [['content-type', 'application/json']] }],
  ],
];

/** The last exchange is wrong: the class of the finding, the id of the statement, what it says. */
const WRONG: readonly (readonly [
  name: string,
  kind: string,
  statement: string | undefined,
  said: RegExp,
  exchanges: readonly Recorded[],
])[] = [
  ['a status', 'wrong status', '4/POST /tasks/201/status', /^201/, [{ ...ONE, status: 200 }]],
  ['a value that was sent', 'wrong body', '2/Task.title/type', /title: "one"/, [made(1, 'one', {}, { title: 'two' })]],
  ['a default', 'wrong body', '2/Task.points/type', /points: 3/, [made(1, 'one', {}, { points: 4 })]],
  ['a member that lacks', 'wrong body', '2/Task.made/type', /made: a value/, [made(1, 'one', {}, { made: undefined })]],
  [
    'an instant in another form',
    'wrong body',
    '2/Task.made/type',
    /made/,
    [made(1, 'one', {}, { made: '2026-01-01T01:00:00+01:00' })],
  ],
  ['null for nothing', 'wrong body', '2/Task.hint/type', /hint: no member/, [made(1, 'one', {}, { hint: null })]],
  ['a hidden field', 'wrong body', '2/Task.pin/set-by', /never shown/, [made(1, 'one', { pin: '1234' })]],
  ['a first state', 'wrong body', '2/Task.status/type', /status: "open"/, [made(1, 'one', {}, { status: 'done' })]],
  ['an address', 'wrong body', '2/Task.url/type', /url/, [made(1, 'one', {}, { url: `${URL_OF_SERVICE}/tasks/2` })]],
  ['an id twice', 'wrong body', '2/Task/identified-by', /no other Task/, [NONE, ONE, made(1, 'two')]],
  ['a header that lacks', 'wrong header', '4/POST /tasks/201/status', /header location/, [{ ...ONE, headers: [] }]],
  [
    'a header of another row',
    'wrong header',
    '4/POST /tasks/201/status',
    /header location/,
    [{ ...ONE, headers: [['location', `${URL_OF_SERVICE}/tasks/2`]] }],
  ],
  [
    'a count that drifts',
    'wrong body',
    '2/Task.notes/type',
    /notes: 0/,
    [
      NONE,
      { target: '/notes', status: 200, shown: [] },
      ONE,
      { target: '/tasks/1', status: 200, shown: task(1, 'one', { notes: 1 }) },
    ],
  ],
  [
    'a count of what a row that was made just now cannot have',
    'wrong body',
    '2/Task.notes/type',
    /notes: 0/,
    [made(1, 'one', {}, { notes: 1 })],
  ],
  [
    'a refusal that changes something',
    'side effect',
    '2/Task.title/type',
    /title: "one"/,
    [
      NONE,
      ONE,
      { method: 'PATCH', target: '/tasks/1', sent: { title: 'new', points: 9 }, ...error('invalid', 422, ['points']) },
      { target: '/tasks/1', status: 200, shown: task(1, 'new') },
    ],
  ],
  [
    'a row that does not go',
    'wrong status',
    '7/none_such/status',
    /404 none_such/,
    [
      NONE,
      ONE,
      { method: 'DELETE', target: '/tasks/1', status: 204 },
      { method: 'POST', target: '/tasks/1/done', ...error('not_now', 409) },
    ],
  ],
  [
    'a row that is listed when it is gone',
    'effect lacking',
    '4/GET /tasks/does',
    /not there any more/,
    [NONE, ONE, { method: 'DELETE', target: '/tasks/1', status: 204 }, list([task(1, 'one')], 0)],
  ],
  [
    'rows that should have gone along',
    'effect lacking',
    '4/GET /notes/does',
    /not there any more/,
    [
      { target: '/notes', status: 200, shown: [] },
      NONE,
      ONE,
      {
        method: 'POST',
        target: '/notes',
        sent: { task: 1, text: 'x' },
        status: 201,
        shown: { id: 4, task: 1, text: 'x' },
      },
      { method: 'DELETE', target: '/tasks/1', status: 204 },
      { target: '/notes', status: 200, shown: [{ id: 4, text: 'x' }] },
    ],
  ],
  ['an illegal move that is made', 'illegal move made', '7/not_now/status', /409 not_now/, [NONE, ONE, DONE, DONE]],
  [
    'a legal move that is refused',
    'legal move refused',
    '4/POST /tasks/{id}/done/200/status',
    /200/,
    [NONE, ONE, { method: 'POST', target: '/tasks/1/done', ...error('not_now', 409) }],
  ],
  [
    'what time has to move',
    'effect lacking',
    '2/Task.status/type',
    /status: "late"/,
    [NONE, ONE, { target: '/tasks/1', at: 4000, status: 200, shown: task(1, 'one') }],
  ],
  [
    'what time moves too early',
    'wrong body',
    '2/Task.status/type',
    /status: "open"/,
    [NONE, ONE, { target: '/tasks/1', at: 3000, status: 200, shown: task(1, 'one', { status: 'late' }) }],
  ],
  ['what is not valid is taken', 'wrong status', '7/invalid/status', /422 invalid/, [made(1, 'one', { points: 6 })]],
  [
    'a failure that is not told',
    'wrong body',
    '7/invalid/status',
    /points/,
    [{ method: 'POST', target: '/tasks', sent: { title: ' ', points: 9 }, ...error('invalid', 422, ['title']) }],
  ],
  [
    'a failure that is none',
    'wrong body',
    '7/invalid/status',
    /only what failed/,
    [{ method: 'POST', target: '/tasks', sent: { title: ' ' }, ...error('invalid', 422, ['title', 'points']) }],
  ],
  [
    'another code',
    'wrong body',
    '7/none_such/status',
    /"none_such"/,
    [NONE, { target: '/tasks/1', ...error('not_now', 404) }],
  ],
  ['a total', 'wrong body', '4/GET /tasks/200/status', /total: 1/, [NONE, ONE, list([task(1, 'one')], 2)]],
  [
    'a row that a list lacks',
    'wrong body',
    '4/GET /tasks/does',
    /the Task 1/,
    [NONE, ONE, made(2, 'two'), list([task(2, 'two')], 2)],
  ],
  [
    'a row that a page lacks ahead of one that it shows, where there may be more rows',
    'wrong body',
    '4/GET /tasks/does',
    /the Task 1/,
    [ONE, made(2, 'two'), list([task(2, 'two')], 1)],
  ],
  [
    'a row that a page lacks ahead of those that it shows, where the call asks for that page',
    'broken page',
    '4/GET /tasks/pages',
    /the Task 1/,
    [ONE, made(2, 'two'), list([task(2, 'two')], 1, '?offset=0')],
  ],
  [
    'a row that a page lacks which is not full, where there may be more rows',
    'broken page',
    '4/GET /tasks/pages',
    /the Task 2/,
    [ONE, made(2, 'two'), list([task(1, 'one')], 1)],
  ],
  [
    'a row that is listed twice',
    'broken page',
    '4/GET /tasks/pages',
    /each row once/,
    [NONE, ONE, list([task(1, 'one'), task(1, 'one')], 1)],
  ],
  [
    'rows in another order',
    'wrong body',
    '4/GET /tasks/order',
    /order/,
    [NONE, ONE, made(2, 'two'), list([task(2, 'two'), task(1, 'one')])],
  ],
  [
    'a filter that is passed over',
    'wrong body',
    '4/GET /tasks/query.least/selects',
    /asks for/,
    [NONE, ONE, list([task(1, 'one')], 0, '?least=4')],
  ],
  [
    'a page that is too large',
    'broken page',
    '4/GET /tasks/pages',
    /at most 2/,
    [list([task(1, 'a'), task(2, 'b'), task(3, 'c')], 3)],
  ],
  ['methods that lack', 'wrong header', undefined, /POST, GET/, [{ method: 'PUT', target: '/tasks', status: 405 }]],
];

describe('exchanges that are right', () => {
  it.each(RIGHT)('%s', (_name, exchanges) => {
    const { findings, invented, inconclusive } = new Played(TASKS).last(exchanges);
    expect({ findings, invented, inconclusive }).toEqual({ findings: [], invented: [], inconclusive: [] });
  });
});

describe('exchanges that are wrong', () => {
  it.each(WRONG)('%s', (_name, kind, statement, said, exchanges) => {
    const { findings, invented } = new Played(TASKS).last(exchanges);
    expect(findings.map((one) => [one.class, one.statement?.id])).toEqual([[kind, statement]]);
    expect(findings[0]!.expected).toMatch(said);
    expect(invented).toEqual([]);
    expect(FINDING_CLASSES).toContain(kind);
  });
});

describe('what nobody states', () => {
  it('is a field, a header or an operation that was made up', () => {
    const played = new Played(TASKS);
    expect(played.judge(made(1, 'one', {}, { owner: 'ann' })).invented).toEqual([
      { what: 'field', name: 'Task.owner', at: 'POST /tasks 201', isComplete: true },
    ]);
    const { headers: _, ...bare } = NONE;
    expect(new Played(TASKS).judge({ ...bare, headers: [['x-powered-by', 'x']] }).invented).toEqual([
      { what: 'header', name: 'x-powered-by', at: 'GET /tasks 200', isComplete: true },
    ]);
    expect(played.judge({ target: '/secret', status: 200, shown: {} }).invented).toEqual([
      { what: 'operation', name: 'GET /secret', at: 'GET /secret 200', isComplete: true },
    ]);
  });
});

describe('one fault is one finding', () => {
  it('and is not told again by what follows from it', () => {
    const played = new Played(TASKS);
    const wrong = task(1, 'one', { points: 4 });
    const judged = [
      NONE,
      made(1, 'one', {}, { points: 4 }),
      { target: '/tasks/1', status: 200, shown: wrong },
      list([wrong]),
      { method: 'POST', target: '/tasks/1/done', ...error('not_now', 409) },
      list([{ ...wrong, status: 'done' }]),
    ].map((one) => played.judge(one));
    expect(judged.map(({ findings }) => findings.length)).toEqual([0, 1, 0, 0, 1, 0]);
  });
});

describe('obligations', () => {
  it('have ids of their own, and are exercised by what shows them', () => {
    const all = obligationsOf(TASKS);
    const ids = new Set(all.map(({ id }) => id));
    expect(ids.size).toBe(all.length);
    const exercised = RIGHT.flatMap(([, exchanges]) => {
      const played = new Played(TASKS);
      return exchanges.flatMap((one) => played.judge(one).exercised);
    });
    expect(exercised.filter((id) => !ids.has(id))).toEqual([]);
    for (const id of [
      '4/POST /tasks/status/201',
      '4/POST /tasks/{id}/done/cause/illegal move of Task.status',
      '4/GET /tasks/{id}/cause/no such Task',
      '3/Task.status/move/open to done by POST /tasks/{id}/done',
      '2/Task/when deleted/1',
      '2/Task.points/bound/at most 5',
      '2/Task.points/default',
      '4/GET /tasks/order',
      '4/GET /tasks/pages',
      '4/GET /tasks/query/least',
      '7/cause/method not allowed',
    ])
      expect(exercised).toContain(id);
  });
});
