// What is answered: shapes, presence, templates, headers, the columns that the steps must answer, tables of storage.

import { describe, expect, it } from 'vitest';
import type { FieldRule, ShapePlan } from '../../src/plan/input.ts';
import type { Output } from '../../src/plan/output.ts';
import { planOf, runOf, say, stepOf } from './plan-of.ts';

const RESOURCES = `### Person

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller | any | none |
| \`mail\` | email | yes | caller | any | none |

### Thing

- Identified by: \`code\`
- View \`Card\`: \`title\`, \`code\`
- Unique: \`title\` ignoring case

| Field | Type | Required | Present | Set by | Allowed values | Default |
|---|---|---|---|---|---|---|
| \`code\` | string | yes | always | caller at create | any | none |
| \`title\` | string | no | if set | caller | any | none |
| \`size.width\` | integer | yes | always | caller | any | none |
| \`size.depth\` | integer | no | if set | caller | any | none |
| \`note.by\` | string | no | if set | caller | any | none |
| \`price\` | decimal(2) | no | always | caller | any | \`1.5\` |
| \`owner\` | Person by \`name\` | no | if set | caller | any | none |
| \`pin\` | string | no | if set | caller, hidden | any | none |
| \`reason\` | string | no | if \`price\` > 5 | caller | any | none |
| \`link\` | url | yes | always | service: address of \`GET /things/{code}\` | any | none |
| \`parts\` | array of Part | no | always | caller | any | \`[]\` |
| \`seen\` | boolean | no | never | caller | any | none |

### Part

- Identified by: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string(1..9) | yes | caller | not blank | none |
| \`cost\` | decimal(1) | no | caller | any | \`2\` |
| \`of\` | array of Part | no | caller | any | none |`;

const CODES = '| `nobody` | 422 | no such Person in `owner` |\n| `there` | 409 | Thing already there |';

const PART = { type: 'json', format: 'shape', shape: 'Part, unknown refused' } as const;

/** The nested shape Part, with what happens to a cost that is left out. */
const withCost = (omitted: FieldRule): ShapePlan => ({
  unknown: { do: 'refuse', cause: 'unknown field' },
  fields: [
    {
      path: ['name'],
      schema: { type: 'string', minLength: 1, maxLength: 9 },
      value: { type: 'text' },
      omitted: { do: 'refuse', cause: 'Part.name missing' },
      nulls: { do: 'refuse', cause: 'Part.name blank' },
      invalid: { do: 'refuse', cause: 'Part.name invalid' },
      blank: 'Part.name blank',
      present: 'always',
    },
    {
      path: ['cost'],
      schema: { type: 'number' },
      value: { type: 'decimal', scale: 1 },
      omitted,
      nulls: { do: 'refuse', cause: 'Part.cost invalid' },
      invalid: { do: 'refuse', cause: 'Part.cost invalid' },
      present: 'if set',
    },
    {
      path: ['of'],
      schema: { type: 'array', items: { type: 'object' } },
      value: { type: 'json', format: 'list', of: PART },
      omitted: { do: 'as null' },
      nulls: { do: 'refuse', cause: 'Part.of invalid' },
      invalid: { do: 'refuse', cause: 'Part.of invalid' },
      present: 'if set',
    },
  ],
});

function reads(body: string, more = ''): ReturnType<typeof planOf> {
  return planOf({
    resources: RESOURCES,
    codes: CODES,
    all: `- Base: \`https://api.example.org/v1/\`
- Media type: in \`application/json\`; out \`application/json; charset=utf-8\`
- Who: anyone
- Cross-origin: \`https://a.example\`, with credentials
- Unknown fields: ignored
- Read-only fields: ignored
- Emits: none
- Other operations: none
`,
    operations: `### GET /things/{code}

- Does: reads Thing
- Also at: \`/t/{code}.json\`
- Body: none
- Repeat: safe

| Status | When | Body | Headers |
|---|---|---|---|
${more}| 200 | found | ${body} | none |`,
  });
}

const HEADING = 'GET /things/{code}';

function answer(body: string): Output | undefined {
  return runOf(reads(body), HEADING).answers.at(-1)?.body;
}

/** `key?: column`, presence behind the key. */
function shown(output: Output | undefined): unknown {
  switch (output?.kind) {
    case 'object':
      return Object.fromEntries(
        output.pairs.map((pair) => {
          const present = pair.present === 'always' ? '' : pair.present === 'if set' ? '?' : ` if ${say(pair.present)}`;
          return [`${String(pair.key)}${present}`, shown(pair.value)];
        }),
      );
    case 'rows':
      return [shown(output.of)];
    case 'list':
      return output.items.map(shown);
    case 'column':
      return output.column;
    case 'computed':
      return say(output.expr);
    case 'literal':
      return output.value;
    case 'word':
      return `<${output.word}>`;
    default:
      return output;
  }
}

describe('a shape', () => {
  it('shows every field that is not hidden, when it is to be present', () => {
    expect(shown(answer('Thing'))).toStrictEqual({
      code: 'code',
      'title?': 'title',
      size: { width: 'size.width', 'depth?': 'size.depth' },
      'note if note.by is-set': { 'by?': 'note.by' },
      price: 'price',
      'owner?': '#1',
      'reason if (price > 500 and reason is-set)': 'reason',
      link: ':base & "/things/" & encoded(code)',
      parts: 'parts',
    });
  });

  it('asks the store for columns, and for what a search of other tables finds', () => {
    const step = stepOf(runOf(reads('Thing only code, owner'), HEADING), 0, 'find');
    expect(step.select.columns.map((one) => `${one.name} = ${say(one.expr)}`)).toStrictEqual([
      'code = code',
      '#1 = Person[_row = owner].name',
    ]);
  });

  it('may be a view, or name or leave out fields', () => {
    expect(shown(answer('Thing as `Card`'))).toStrictEqual({ 'title?': 'title', code: 'code' });
    expect(shown(answer('Thing only price, code'))).toStrictEqual({ price: 'price', code: 'code' });
    expect(Object.keys(shown(answer('Thing without size, note, link, parts, owner')) as object)).toStrictEqual([
      'code',
      'title?',
      'price',
      'reason if (price > 500 and reason is-set)',
    ]);
  });

  it('knows how each value is written', () => {
    const output = answer('Thing only price, parts');
    expect(output?.kind === 'object' && output.pairs.map((pair) => pair.value)).toStrictEqual([
      { kind: 'column', column: 'price', value: { type: 'decimal', scale: 2 } },
      {
        kind: 'column',
        column: 'parts',
        value: { type: 'json', format: 'list', of: { type: 'json', format: 'shape', shape: 'Part' } },
      },
    ]);
  });
});

describe('a template', () => {
  it('holds literals, words, fields, fields of other rows and shapes', () => {
    expect(
      shown(
        answer('{"ok": true, "at": <now>, "name": title, "mail": owner.mail, "size": size, "thing": Thing as `Card`}'),
      ),
    ).toStrictEqual({
      ok: true,
      at: '<now>',
      name: 'title',
      mail: '#1',
      size: { width: 'size.width', 'depth?': 'size.depth' },
      thing: { 'title?': 'title', code: 'code' },
    });
  });
});

describe('an answer', () => {
  it('is chosen by a condition on the row, with its headers and media type', () => {
    const more = '| 203 | found and `price` > 2 | none | `Location: <base>/things/{code}`, `X-Owner: {owner}` |\n';
    const { answers } = runOf(reads('Thing as `Card`', more), HEADING);
    expect(answers[0]).toStrictEqual({
      outcomes: ['found'],
      when: {
        kind: 'compare',
        operator: '>',
        left: { kind: 'column', column: 'price', type: 'decimal' },
        right: { kind: 'literal', value: 200, type: 'decimal' },
      },
      status: 203,
      headers: [
        {
          name: 'Location',
          value: { kind: 'text', parts: [{ word: 'base' }, '/things/', { column: 'code', value: { type: 'text' } }] },
        },
        { name: 'X-Owner', value: { kind: 'text', parts: [{ column: '#1', value: { type: 'text' } }] } },
      ],
      marks: [],
    });
    expect(answers[1]).toMatchObject({ status: 200, mediaType: 'application/json; charset=utf-8' });
  });

  it('is held when none speaks of what the effect came to', () => {
    const made = planOf({
      resources: RESOURCES.replace(
        /url (.*)service: address of `GET \/things\/{code}`/,
        'string $1service: = `<base>/{code}`',
      ),
      codes: CODES,
      operations: `### GET /things/{code}

- Does: reads Thing
- Body: none
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found and \`price\` > 2 | Thing |`,
    });
    const { answers } = runOf(made, HEADING);
    expect(answers.at(-1)).toMatchObject({
      outcomes: ['found'],
      held: { type: 'gap', by: ['4/GET /things/{code}/status/otherwise'] },
    });
  });
});

describe('the plan', () => {
  it('routes the path of the Base, also at, and cross-origin', () => {
    const made = reads('Thing');
    expect([made.base, made.complete, made.openBy]).toStrictEqual(['/v1', true, []]);
    expect(made.operations[0]).toMatchObject({
      path: [
        { before: 'things', after: '' },
        { before: '', parameter: 'code', after: '' },
      ],
      alsoAt: [
        [
          { before: 't', after: '' },
          { before: '', parameter: 'code', after: '.json' },
        ],
      ],
      crossOrigin: { origins: ['https://a.example'], credentials: true },
    });
  });

  it('keeps rows in tables with columns named after the fields', () => {
    const thing = reads('Thing').storage.find((table) => table.name === 'Thing');
    expect(thing).toStrictEqual({
      name: 'Thing',
      rowKey: '_row',
      identity: ['code'],
      // A default counts for what is sent: a part that is there has a cost or none.
      shapes: { [PART.shape]: withCost({ do: 'as null' }) },
      columns: [
        { name: 'code', type: 'text', said: 'string', nullable: false },
        { name: 'title', type: 'text', said: 'string', nullable: true, fill: null },
        { name: 'size.width', type: 'integer', said: 'integer', nullable: false },
        { name: 'size.depth', type: 'integer', said: 'integer', nullable: true, fill: null },
        { name: 'note.by', type: 'text', said: 'string', nullable: true, fill: null },
        { name: 'price', type: 'decimal', said: 'decimal(2)', scale: 2, nullable: true, fill: 150 },
        { name: 'owner', type: 'integer', said: 'Person by name', nullable: true, refers: 'Person', fill: null },
        { name: 'pin', type: 'text', said: 'string', nullable: true, fill: null },
        { name: 'reason', type: 'text', said: 'string', nullable: true, fill: null },
        {
          name: 'parts',
          type: 'json',
          said: 'array of Part',
          nullable: true,
          fill: '[]',
          rule: {
            value: { type: 'json', format: 'list', of: PART },
            schema: { type: 'array', items: { type: 'object' } },
          },
        },
        { name: 'seen', type: 'boolean', said: 'boolean', nullable: true, fill: null },
      ],
      unique: [
        { columns: ['code'], ignoringCase: false, cause: 'Thing already there' },
        { columns: ['title'], ignoringCase: true, cause: 'Thing.title taken' },
      ],
      indexes: [['owner']],
    });
  });

  it('describes nested shapes field by field, also one that holds itself', () => {
    const made = planOf({
      resources: RESOURCES,
      codes: CODES,
      operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | none |

### GET /things/{code}

- Does: reads Thing
- Body: none
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | Thing |`,
    });
    expect(made.shapes).toStrictEqual({
      [PART.shape]: withCost({ do: 'fill', value: 20 }),
    });
  });
});
