// Examples are held to the shape that they show, where that is certain, and bind nothing.

import { describe, expect, test } from 'vitest';

import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';

const FIELDS = `| Field | Type | Set by |
|---|---|---|
| \`id\` | uuid | service: new id |
| \`title\` | string | caller |
| \`state\` | state | service: state |
| \`due\` | date or null | caller |
| \`tags\` | array of string | caller |
| \`address.street\` | string | caller |
| \`author\` | User by \`id\` | caller |
`;
const REST = `
### User

- Identified by: \`id\`

| Field | Type |
|---|---|
| \`id\` | uuid |

## 3. States and transitions

### Todo.state

| State | Kind |
|---|---|
| \`open\` | initial |
| \`done\` | final |

## 4. Endpoints

### GET /todos

- Does: lists Todo

| Status | When | Body |
|---|---|---|
| 200 | found | \`{"todos": array of Todo, "count": <total>}\` |

OPERATION

## 7. Errors

- Error body: \`{"error": <code>, "title": <message>}\`
`;

function found(resource: string, operation = ''): string[] {
  const source = `# T\n\n## 2. Resources and their fields\n\n### Todo\n\n${resource}\n${REST.replace('OPERATION', operation)}`;
  const { document, diagnostics } = read(source, 'x.md');
  return check(link(document, diagnostics))
    .diagnostics.filter(({ code }) => code.startsWith('example'))
    .map(
      ({ message, fix, at }) =>
        `${at.line}: ${message}${
          fix?.includes('\n')
            ? fix
                .split('\n')
                .slice(1, -1)
                .map((row) => `\n${row}`)
                .join('')
            : ''
        }`,
    );
}

const example = (json: string): string => `\n\`\`\`json\n${json}\n\`\`\`\n`;

describe('under a resource', () => {
  test('a field that only an example has is listed, with the row to paste', () => {
    expect(found(FIELDS + example('{"title": "a", "colour": "red",\n "address": {"zip": "1"}}'))).toEqual([
      '18: Unexpected `colour`, `address.zip` in this example, expected fields of `Todo` that are stated.\n' +
        '| `colour` | not shown | not shown |\n| `address.zip` | not shown | not shown |',
    ]);
  });

  test('without a table the rows come with a head', () => {
    expect(found(example('{"id": 1}'))[0]).toContain(
      '\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n| `id` | not shown |',
    );
  });

  test.each([
    [
      'string(1..3)',
      'any',
      '{"title": ""}',
      '`""` for `Todo.title` in this example, expected a text of 1 to 3 characters',
    ],
    [
      'string(3)',
      'any',
      '{"title": "four"}',
      '`"four"` for `Todo.title` in this example, expected a text of at most 3 characters',
    ],
    [
      'string',
      'not blank',
      '{"title": " "}',
      '`" "` for `Todo.title` in this example, expected a text that is not blank',
    ],
  ])('of %s, %s: %s is told', (type, allowed, json, message) => {
    const fields = `| Field | Type | Allowed values |\n|---|---|---|\n| \`title\` | ${type} | ${allowed} |\n`;
    expect(found(fields + example(json))).toEqual([expect.stringContaining(message)]);
    expect(found(fields + example('{"title": "abc"}'))).toEqual([]);
  });

  test.each([
    ['{"title": 1}', '`1` for `Todo.title` in this example, expected a text'],
    ['{"id": "12"}', '`"12"` for `Todo.id` in this example, expected a `uuid`'],
    ['{"state": "closed"}', '`"closed"` for `Todo.state` in this example, expected one of `open`, `done`'],
    ['{"tags": ["a", 2], "due": null}', '`2` for `Todo.tags` in this example, expected a text'],
    ['[{"due": "2026-02-30"}]', '`"2026-02-30"` for `Todo.due` in this example, expected a `date`'],
    ['{"title": null}', '`null` for `Todo.title` in this example, expected a text'],
  ])('%s is told', (json, message) => {
    expect(found(FIELDS + example(json))).toEqual([`18: Unexpected ${message}.`]);
  });

  test.each([
    '{"id": "<id>", "title": "…", "due": null, "author": {"id": 1}, "address": {"street": "x"}}',
    '{"data": {"title": 1}}',
    '{"fruit": "apple"}',
    '{"title": "a", …}',
    '"title"',
    '[]',
  ])('%s is not judged', (json) => {
    expect(found(FIELDS + example(json))).toEqual([]);
  });

  test('an example stands under a heading of its own, too, and notes are none', () => {
    const wrong = example('{"title": "a", "colour": "red"}');
    expect(found(`${FIELDS}\n#### Example\n${wrong}`)).toHaveLength(1);
    expect(found(`${FIELDS}\n### Notes\n${wrong}`)).toEqual([]);
  });
});

describe('under an operation', () => {
  const get =
    '### GET /todos/{id}\n\n- Does: reads Todo\n\n| Status | When | Body |\n|---|---|---|\n| 200 | found | Todo |\n';

  test('what it answers', () => {
    expect(found(FIELDS, get + example('{"id": "<id>", "title": 1, "colour": "red"}'))).toHaveLength(2);
    const list = get.replace('{id}', 'all').replace('| Todo |', '| `{"todos": array of Todo, "count": <total>}` |');
    expect(found(FIELDS, list + example('{"todos": [{"title": "a", "colour": 1}], "counts": 1}'))).toHaveLength(2);
  });

  test.each(['{"error": "x", "title": 3}', '{"error": "x"}', '{"fruit": 1, "colour": 2, "title": 3}'])(
    '%s may show something else',
    (json) => {
      expect(found(FIELDS, get + example(json))).toEqual([]);
    },
  );
});
