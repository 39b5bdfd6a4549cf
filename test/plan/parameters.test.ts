// Path and query parameters, pages, the order of checks, and rules over what is sent alone.

import { describe, expect, it } from 'vitest';
import { machineViews, movesBy } from '../../src/analysis/document/moves.ts';
import type { ParameterPlan } from '../../src/plan/input.ts';
import { documentOf, guardsOf, modelOf, planOf, runOf, say, stepOf } from './plan-of.ts';

const THING = `### Thing

- Identified by: \`code\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`code\` | string(2..4) | yes | caller | matches \`[a-z]+\` | none |
| \`size\` | integer | no | caller | any | none |
| \`rate\` | decimal(2) | no | caller | any | none |
| \`pin\` | string | no | caller, hidden | any | none |
| \`tags\` | array of string | no | caller, hidden | any | none |
| \`why\` | string | if \`size\` > 3 | caller | any | none |`;

interface Case {
  readonly heading?: string;
  readonly does?: string;
  readonly more?: string;
  readonly codes?: string;
  readonly body?: string;
  readonly status?: string;
  readonly lists?: string;
}

function run({
  heading = 'GET /things',
  does = 'lists Thing',
  more = '',
  codes,
  body = 'none',
  status = '200 | found | array of Thing',
  lists,
}: Case) {
  const list = does.startsWith('lists') && !more.includes('Order') ? '- Order: newest first\n- Pages: none\n' : '';
  const plan = planOf({
    resources: THING,
    ...(codes !== undefined && { codes }),
    ...(lists !== undefined && { lists }),
    operations: `### ${heading}

- Does: ${does}
- Body: ${body}
- Repeat: again
${list}${more}

| Status | When | Body |
|---|---|---|
| ${status} |`,
  });
  return runOf(plan, heading);
}

const QUERY = '\n| Query | Type | Required | Default | Allowed values | Selects |\n|---|---|---|---|---|---|\n';

function query(rows: string, more = ''): readonly ParameterPlan[] {
  return run({ more: `${more}${QUERY}${rows}` }).query;
}

describe('a path parameter', () => {
  it('has the type of the field that it selects by, and selects no row when it does not fit', () => {
    expect(
      run({ heading: 'GET /things/{code}', does: 'reads Thing', status: '200 | found | Thing' }).path,
    ).toStrictEqual([
      {
        name: 'code',
        parameter: 'path.code',
        schema: { type: 'string', minLength: 2, maxLength: 4 },
        value: { type: 'text' },
        omitted: { do: 'accept' },
        invalid: { do: 'refuse', cause: 'no such Thing' },
      },
    ]);
  });

  it('is refused as what part 7 says of it, else as the field that it becomes', () => {
    const codes = '| `path` | 400 | invalid path |';
    const reads = run({ heading: 'GET /things/{code}', does: 'reads Thing', status: '200 | found | Thing', codes });
    expect(reads.path[0]?.invalid).toStrictEqual({ do: 'refuse', cause: 'invalid path' });
    const put = run({
      heading: 'PUT /things/{code}',
      does: 'creates or replaces Thing',
      body: 'Thing',
      status: '200 | created, replaced | Thing',
    });
    expect([put.path[0]?.schema, put.path[0]?.invalid]).toStrictEqual([
      { type: 'string', minLength: 2, maxLength: 4, pattern: '^(?:[a-z]+)$' },
      { do: 'refuse', cause: 'Thing.code invalid' },
    ]);
  });
});

describe('a query parameter', () => {
  it.each([
    ['`least` | integer | no | none | 1..9 | `size` >= value', { do: 'as null' }],
    ['`least` | integer | no | `3` | 1..9 | `size` >= value', { do: 'fill', value: 3 }],
    ['`least` | integer | yes | none | 1..9 | `size` >= value', { do: 'refuse', cause: 'invalid query' }],
  ])('%s', (row, omitted) => {
    expect(query(`| ${row} |`)).toStrictEqual([
      {
        name: 'least',
        parameter: 'query.least',
        schema: { type: 'integer', minimum: 1, maximum: 9 },
        value: { type: 'integer' },
        omitted,
        invalid: { do: 'refuse', cause: 'invalid query' },
      },
    ]);
  });

  it('is held where nothing says what it selects', () => {
    const held = { do: 'hold', held: { type: 'gap', by: ['4/GET /things/query.size/selects'] } };
    expect(query('| `size` | integer | no | none | any | not shown |')[0]?.sent).toStrictEqual(held);
  });

  it('may be any field of the listed rows', () => {
    const made = run({ more: `${QUERY}| any field of \`Thing\` | any | no | none | any | none |` });
    expect(made.query.map((one) => `${one.parameter} ${one.value.type}`)).toStrictEqual([
      'query.code text',
      'query.size integer',
      'query.rate decimal',
      'query.why text',
    ]);
    expect(say(stepOf(made, 0, 'list').select.where)).toBe(
      '((not :query.code is-set or code = :query.code) and (not :query.size is-set or size = :query.size) and ' +
        '(not :query.rate is-set or rate = :query.rate) and (not :query.why is-set or why = :query.why))',
    );
  });

  it('without a row is refused, or held while the list of them is open', () => {
    expect(run({}).unknownQuery).toStrictEqual({ refuse: 'unknown field' });
    const open = run({
      more: `${QUERY}| \`least\` | integer | no | none | any | \`size\` >= value |\n| … | not shown | not shown | not shown | not shown | not shown |`,
    });
    expect(open.unknownQuery).toStrictEqual({ held: { type: 'gap', by: ['4/GET /things/query'] } });
  });
});

function pages(words: string): readonly ParameterPlan[] {
  return run({ more: `- Order: newest first\n- Pages: ${words}` }).query;
}

describe('pages', () => {
  it('have names, defaults and bounds', () => {
    expect(pages('offset `skip`, limit `take`; default 5, at most 9, more is refused')).toMatchObject([
      { name: 'skip', schema: { minimum: 0 }, omitted: { do: 'fill', value: 0 } },
      { name: 'take', schema: { minimum: 0, maximum: 9 }, omitted: { do: 'fill', value: 5 } },
    ]);
    expect(pages('page and size; default 5, at most 9, more is 9')).toMatchObject([
      { name: 'page', schema: { minimum: 1 }, omitted: { do: 'fill', value: 1 } },
      { name: 'size', schema: { minimum: 1 }, above: { value: 9, rule: { do: 'fill', value: 9 } } },
    ]);
  });
});

describe('rules over what is sent', () => {
  const codes = '| `odd` | 400 | query `least` > 5 |';
  const row = `${QUERY}| \`least\` | integer | no | none | any | \`size\` >= value |`;

  it('are judged before anything is looked for', () => {
    const made = run({ codes, more: row });
    expect(guardsOf(made.requires)).toStrictEqual(['body: refused odd unless not :query.least > 5']);
    expect(made.refusals['refused odd']).toMatchObject({ kind: 'refuse', refusal: { status: 400 } });
  });

  it('may ask what a text matches, as a whole', () => {
    const made = run({
      heading: 'POST /things',
      does: 'creates Thing',
      body: 'Thing',
      status: '201 | created | none',
      codes: '| `odd` | 400 | body `code` matches `x.*` |',
    });
    expect(made.make).toStrictEqual([
      { name: 'body.code matches x.*', kind: 'matches', of: 'body.code', pattern: 'x.*' },
    ]);
    expect(guardsOf(stepOf(made, 0, 'insert').checks)).toStrictEqual([
      'body: refused odd unless not :body.code matches x.* = 1',
    ]);
  });

  it('may require a field by another one', () => {
    const made = run({ heading: 'POST /things', does: 'creates Thing', body: 'Thing', status: '201 | created | none' });
    const field = made.body.kind === 'fields' ? made.body.fields.find((one) => one.name === 'why') : undefined;
    expect([say(field?.requiredIf?.when), field?.requiredIf?.cause]).toStrictEqual([
      ':body.size > 3',
      'Thing.why missing',
    ]);
    expect(field?.omitted).toStrictEqual({ do: 'keep' });
  });
});

function order(more: string): readonly string[] {
  return run({ heading: 'GET /things/{code}', does: 'reads Thing', status: '200 | found | Thing', more }).order;
}

describe('the order of checks', () => {
  it('is the stated one; what it leaves out keeps its place', () => {
    expect(order('')[3]).toBe('existence');
    expect(order('- Checks: limits, body, existence, state')).toStrictEqual([
      'version',
      'limits',
      'authentication',
      'body',
      'existence',
      'permission',
      'preconditions',
      'state',
      'uniqueness',
    ]);
  });
});

describe('the moves of a machine', () => {
  it('say from where an operation makes them', () => {
    const model = modelOf(
      documentOf({
        resources: THING.replace(
          '| `size` | integer |',
          '| `stage` | state | yes | service: state | any | none |\n| `size` | integer |',
        ),
        states: `### Thing.stage

| State | Kind |
|---|---|
| \`a\` | initial |
| \`b\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| any except \`b\` | \`b\` | \`POST /things/{code}/go\` | none | none |
| \`b\` | same | \`POST /things/{code}/go\` | none | none |

- Any other move: \`stage\``,
        operations: `### POST /things/{code}/go

- Does: moves Thing.stage
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 204 | moved | none |`,
      }),
    );
    const view = machineViews(model).get('Thing.stage')!;
    expect([view.states, view.initial]).toStrictEqual([['a', 'b'], ['a']]);
    expect(movesBy(view, 'POST /things/{code}/go').map((move) => move.from)).toStrictEqual([['a'], ['b']]);
    expect(movesBy(view, 'GET /things')).toStrictEqual([]);
  });
});
