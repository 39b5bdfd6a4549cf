// Plans written by hand, as plan/ would make them, for tests of serve alone.

import type { BodyFieldPlan, BodyPlan } from '../../src/plan/body-plan.ts';
import type { FieldRule, ParameterPlan } from '../../src/plan/input.ts';
import type { AnswerPlan, Outcome, Output, OutputPair, RefusalPlan } from '../../src/plan/output.ts';
import type { OperationPlan, PathSegment, Plan, RunPlan, Table } from '../../src/plan/plan.ts';
import type { Expr, Select, SqlType } from '../../src/sql/expression.ts';

export const ACCEPT: FieldRule = { do: 'accept' };
export const IGNORE: FieldRule = { do: 'ignore' };

export function refuse(cause: string): FieldRule {
  return { do: 'refuse', cause };
}

export function hold(...by: string[]): FieldRule {
  return { do: 'hold', held: { type: 'gap', by } };
}

export function column(name: string, type: SqlType): Expr {
  return { kind: 'column', column: name, type };
}

export function parameter(name: string, type: SqlType): Expr {
  return { kind: 'parameter', name, type };
}

export function equal(left: Expr, right: Expr): Expr {
  return { kind: 'compare', operator: '=', left, right };
}

/** `/todos/{id}.json` */
export function path(text: string): PathSegment[] {
  return text
    .slice(1)
    .split('/')
    .map((segment) => {
      const parts = /^(.*)\{(.*)\}(.*)$/.exec(segment);
      return parts
        ? { before: parts[1]!, parameter: parts[2]!, after: parts[3]! }
        : { before: segment, parameter: undefined, after: '' };
    });
}

export function object(pairs: Record<string, Output>, more: readonly OutputPair[] = []): Output {
  return {
    kind: 'object',
    pairs: [...Object.entries(pairs).map(([key, value]): OutputPair => ({ key, value, present: 'always' })), ...more],
  };
}

export function word(name: string): Output {
  return { kind: 'word', word: name };
}

export function literal(value: string | number | boolean | null): Output {
  return { kind: 'literal', value };
}

export function refusal(rank: number, status: number, more: Partial<RefusalPlan> = {}): Outcome {
  return {
    kind: 'refuse',
    refusal: {
      rank,
      status,
      code: undefined,
      message: undefined,
      body: undefined,
      mediaType: 'application/json',
      headers: [],
      marks: [],
      words: {},
      ...more,
    },
  };
}

export function field(name: string, more: Partial<BodyFieldPlan> = {}): BodyFieldPlan {
  return {
    path: [name],
    name,
    subject: `Todo.${name}`,
    parameter: `body.${name}`,
    schema: { type: 'string' },
    value: { type: 'text' },
    omitted: ACCEPT,
    nulls: refuse(`Todo.${name} invalid`),
    empty: ACCEPT,
    invalid: refuse(`Todo.${name} invalid`),
    sent: ACCEPT,
    ...more,
  };
}

export function fields(
  list: readonly BodyFieldPlan[],
  more: Partial<Extract<BodyPlan, { kind: 'fields' }>> = {},
): BodyPlan {
  return {
    kind: 'fields',
    mediaTypes: ['application/json'],
    fields: list,
    unknown: IGNORE,
    wrappers: [],
    collect: true,
    ...more,
  };
}

export function query(name: string, more: Partial<ParameterPlan> = {}): ParameterPlan {
  return {
    name,
    parameter: `query.${name}`,
    schema: { type: 'string' },
    value: { type: 'text' },
    omitted: ACCEPT,
    invalid: refuse('invalid query'),
    ...more,
  };
}

export function answer(
  status: number,
  outcomes: readonly string[],
  body?: Output,
  more: Partial<AnswerPlan> = {},
): AnswerPlan {
  return {
    outcomes,
    when: undefined,
    status,
    body,
    mediaType: body ? 'application/json' : undefined,
    headers: [],
    marks: [],
    ...more,
  };
}

export function operation(
  id: string,
  run: Partial<RunPlan> | undefined,
  more: Partial<OperationPlan> = {},
): OperationPlan {
  const [method = '', text = ''] = id.split(' ');
  return {
    id,
    method,
    path: path(text),
    alsoAt: [],
    runs: run ? 'yes' : 'no',
    heldBy: [],
    partlyHeldBy: [],
    restsOn: [],
    held: undefined,
    crossOrigin: undefined,
    run: run && {
      order: ['existence', 'permission', 'preconditions', 'body', 'state', 'uniqueness'],
      path: [],
      query: [],
      unknownQuery: 'ignored',
      body: { kind: 'none' },
      requires: [],
      make: [],
      steps: [],
      answers: [],
      refusals: {},
      ...run,
    },
    ...more,
  };
}

export function plan(operations: readonly OperationPlan[], more: Partial<Plan> = {}): Plan {
  return {
    format: 1,
    name: 'Test',
    storage: [],
    base: '',
    complete: true,
    openBy: [],
    operations,
    rows: [],
    shapes: {},
    refusals: {},
    gaps: {},
    ...more,
  };
}

export const TODO_TABLE: Table = {
  name: 'Todo',
  rowKey: 'id',
  columns: [
    { name: 'id', type: 'integer', nullable: false },
    { name: 'title', type: 'text', nullable: false },
    { name: 'done', type: 'boolean', nullable: false },
    { name: 'price', type: 'decimal', scale: 2, nullable: true },
    { name: 'created', type: 'instant', nullable: false },
  ],
  unique: [{ columns: ['title'], ignoringCase: false, cause: 'Todo.title taken' }],
  indexes: [],
};

const TODO_COLUMNS = TODO_TABLE.columns.map(({ name, type }) => ({ name, expr: column(name, type) }));

export const TODO: Output = object(
  {
    id: { kind: 'column', column: 'id', value: { type: 'integer' } },
    title: { kind: 'column', column: 'title', value: { type: 'text' } },
    done: { kind: 'column', column: 'done', value: { type: 'boolean' } },
    created: { kind: 'column', column: 'created', value: { type: 'instant' } },
  },
  [
    {
      key: 'price',
      value: { kind: 'column', column: 'price', value: { type: 'decimal', scale: 2 } },
      present: 'if set',
    },
  ],
);

export const ERROR_BODY: Output = object({
  error: word('code'),
  fields: {
    kind: 'object',
    pairs: [
      { key: { word: 'field' }, value: { kind: 'list', items: [word('message')] }, present: 'always', repeats: true },
    ],
  },
});

export function coded(rank: number, status: number, code: string, message: string): Outcome {
  return refusal(rank, status, { code, message, body: ERROR_BODY });
}

const FIELDS = [
  field('title', {
    omitted: refuse('Todo.title missing'),
    blank: 'Todo.title blank',
    schema: { type: 'string', maxLength: 100 },
  }),
  field('done', { schema: { type: 'boolean' }, value: { type: 'boolean' }, omitted: { do: 'fill', value: 0 } }),
  field('price', { schema: { type: ['number', 'null'] }, value: { type: 'decimal', scale: 2 }, nulls: ACCEPT }),
];

const REFUSALS: Record<string, Outcome> = {
  'Todo.title missing': coded(3, 422, 'missing', 'is missing'),
  'Todo.title blank': coded(4, 422, 'blank', 'is blank'),
  'Todo.title invalid': coded(5, 422, 'invalid', 'is invalid'),
  'Todo.done invalid': coded(5, 422, 'invalid', 'is invalid'),
  'Todo.price invalid': coded(5, 422, 'invalid', 'is invalid'),
  'Todo.title taken': coded(6, 409, 'taken', 'is taken'),
  'no such Todo': coded(1, 404, 'absent', 'no such todo'),
  'invalid query': coded(2, 400, 'query', 'is not valid'),
};

const BY_ID = equal(column('id', 'integer'), parameter('path.id', 'integer'));
const PATH_ID: ParameterPlan = {
  name: 'id',
  parameter: 'path.id',
  schema: { type: 'integer' },
  value: { type: 'integer' },
  omitted: ACCEPT,
  invalid: refuse('no such Todo'),
};

const LIMIT = query('limit', {
  schema: { type: 'integer', minimum: 1 },
  value: { type: 'integer' },
  omitted: { do: 'fill', value: 20 },
  above: { value: 100, rule: { do: 'fill', value: 100 } },
});

function select(where: Expr | undefined, more: Partial<Select> = {}): Select {
  return { table: 'Todo', columns: TODO_COLUMNS, where, order: [], ...more };
}

/** Creates, reads, lists, changes, deletes. */
const PLACES: RunPlan['places'] = { 'Todo.title taken': { field: 'title', path: ['title'] } };

export const TODO_OPERATIONS: readonly OperationPlan[] = [
  operation('POST /todos', {
    body: fields(FIELDS),
    make: [{ name: 'now', kind: 'now' }],
    steps: [
      {
        kind: 'insert',
        table: 'Todo',
        values: [
          { column: 'title', value: parameter('body.title', 'text') },
          { column: 'done', value: parameter('body.done', 'boolean') },
          { column: 'price', value: parameter('body.price', 'decimal') },
          { column: 'created', value: parameter('now', 'instant') },
        ],
        answer: TODO_COLUMNS,
        checks: [],
      },
    ],
    answers: [
      answer(201, ['created'], TODO, {
        headers: [
          {
            name: 'Location',
            value: { kind: 'text', parts: [{ word: 'base' }, '/todos/', { column: 'id', value: { type: 'integer' } }] },
          },
        ],
      }),
    ],
    refusals: REFUSALS,
    places: PLACES,
  }),
  operation('GET /todos/{id}', {
    path: [PATH_ID],
    steps: [{ kind: 'find', select: select(BY_ID), absent: 'no such Todo' }],
    answers: [answer(200, ['found'], TODO)],
    refusals: REFUSALS,
    places: PLACES,
  }),
  operation('GET /todos', {
    query: [LIMIT],
    steps: [
      {
        kind: 'list',
        select: select(undefined, {
          order: [{ expr: column('id', 'integer'), descending: false }],
          limit: parameter('query.limit', 'integer'),
        }),
        total: true,
      },
    ],
    answers: [answer(200, ['found'], object({ todos: { kind: 'rows', of: TODO }, total: word('total') }))],
    refusals: REFUSALS,
    places: PLACES,
  }),
  operation('PUT /todos/{id}', {
    path: [PATH_ID],
    body: fields(FIELDS),
    steps: [
      {
        kind: 'update',
        table: 'Todo',
        where: BY_ID,
        guards: [],
        set: [
          { column: 'title', value: parameter('body.title', 'text') },
          { column: 'done', value: parameter('body.done', 'boolean') },
          { column: 'price', value: parameter('body.price', 'decimal') },
        ],
        every: false,
        absent: 'no such Todo',
        outcome: 'replaced',
        answer: TODO_COLUMNS,
      },
    ],
    answers: [answer(200, ['replaced', 'unchanged'], TODO)],
    refusals: REFUSALS,
    places: PLACES,
  }),
  operation('DELETE /todos/{id}', {
    path: [PATH_ID],
    steps: [
      {
        kind: 'delete',
        table: 'Todo',
        where: BY_ID,
        guards: [],
        every: false,
        ifThere: false,
        absent: 'no such Todo',
        cascade: [],
        answer: undefined,
      },
    ],
    answers: [answer(204, ['deleted'])],
    refusals: REFUSALS,
    places: PLACES,
  }),
];

export const TODO_PLAN: Plan = plan(TODO_OPERATIONS, { storage: [TODO_TABLE] });
