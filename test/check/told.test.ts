// What a finding tells a first writer to write, in the words of the document. Input: a small service with one slip. Output: the message
// and what to write; written, the finding is gone.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { understand } from '../laws/service.ts';

const TODOS = readFileSync(join(import.meta.dirname, '..', '..', 'examples', 'todo-backend.md'), 'utf8');

type Edit = readonly [from: string | RegExp, to: string];

interface Found {
  readonly code: string;
  readonly message: string;
  readonly fix?: string;
}

function found(...edits: readonly Edit[]): readonly Found[] {
  const source = edits.reduce((text, [from, to]) => {
    const next = text.replace(from, () => to);
    expect(next).not.toBe(text);
    return next;
  }, TODOS);
  return check(understand(source).model).diagnostics;
}

function one(code: string, ...edits: readonly Edit[]): Found {
  const [first, ...others] = found(...edits).filter((finding) => finding.code === code);
  expect(others).toEqual([]);
  return first!;
}

const LISTED = '- Answers: 200 found, array of Todo\n';
const READ = '- Answers: 200 found, Todo\n';
const bodyOf = (row: string, template: string): Edit => [row, row.replace(/[^,]+\n$/, ` \`${template}\`\n`)];

describe('a bare name in a template', () => {
  it('is told to be the word that the service fills', () => {
    const { message, fix } = one('unknown-field', bodyOf(LISTED, '{"items": array of Todo, "total": total}'));
    expect(message).toBe('Unexpected field `total`, expected a field of `Todo`; did you mean `<total>`?');
    expect(fix).toMatch(/^Write `<total>`, which the service fills; or declare /);
    expect(found(bodyOf(LISTED, '{"items": array of Todo, "total": <total>}'))).toEqual([]);
  });

  it('is no word where nothing fills it, nor where it is a field', () => {
    expect(one('unknown-field', bodyOf(READ, '{"total": total}')).message).not.toContain('<total>');
    const named: Edit = ['| `order` | integer', '| `now` | integer'];
    expect(found(named, bodyOf(READ, '{"now": now}'))).toEqual([]);
  });
});

describe('a message of errors that have none', () => {
  const body: Edit = [/- Error body: .*/, '- Error body: `{"error": <message>}`'];
  const column: Edit = [/ \| Message \|\n\|---\|---\|---\|---\|(?:\n(\| `\w+` \|[^|]+\|[^|]+)\|[^|]+\|)+/, ''];

  it('is told to be a column of the Code table', () => {
    const codes = ' |\n|---|---|---|\n| `no_such_todo` | 404 | no such Todo |\n| `wrong` | 422 | any field invalid |';
    const { message, fix } = one('word-not-here', body, [column[0], codes]);
    expect(message).toBe('Unexpected `<message>` in the body of an error: these errors have no Message.');
    expect(fix).toBe(
      'Add a column `Message` to the Code table of part 7, with the text of each code; or leave `<message>` out.',
    );
  });

  it('is told to be a cell of it where the column is there', () => {
    const codes = ' | Message |\n|---|---|---|---|\n| `no_such_todo` | 404 | no such Todo | none |';
    const { fix } = one('word-not-here', body, [column[0], codes]);
    expect(fix).toBe('Write a text under Message for `no_such_todo`; or leave `<message>` out.');
  });
});

describe('what stands directly under a part', () => {
  const states: Edit = [
    '3. States and transitions\n\nnone',
    '3. States and transitions\n\n| State | Kind |\n|---|---|\n| `open` | initial |',
  ];
  const status: Edit = [/\| `completed` .*/, '| `status` | state | yes | service: state | any | none | x |'];

  it('is told the heading of the machine with the names of part 2', () => {
    const { message, fix } = one('misplaced', status, states);
    expect(message).toBe(
      "Unexpected State table directly under part 3, expected it under a machine's heading, `### Todo.status`.",
    );
    expect(fix).toContain("Move it under a machine's heading, `### Todo.status`, or ");
    expect(one('misplaced', states).message).toContain('`### Resource.field` of a field of type `state`.');
  });

  it('is told the heading of a resource', () => {
    const table: Edit = ['### Todo\n', '| Field | Type |\n|---|---|\n| `a` | date |\n\n### Todo\n'];
    expect(one('misplaced', table).message).toContain("under a resource's heading, `### Todo`.");
  });

  it('is told where a heading names no machine, too', () => {
    const heading: Edit = [states[0], states[1].replace('\n\n|', '\n\n### Todo status\n\n|')];
    expect(one('unknown-heading', status, heading).message).toBe(
      'Unexpected heading "Todo status", expected a machine, `### Todo.status`.',
    );
  });
});

describe('a field that is written as a value', () => {
  const lists: Edit = [
    '### Todo\n',
    '### List\n\n- Identified by: `id`\n\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n| `id` | integer | yes | service: new id | any | none |\n| `most` | integer | yes | caller | any | none |\n\n### Todo\n',
  ];
  const list: Edit = [/\| `completed` .*/, '| `list` | List by `id` | yes | caller | any | none | x |'];
  const told = (where: string): string | undefined =>
    one('operand-is-a-field', lists, list, ['lists Todo', `lists Todo where ${where}`]).fix;

  it('is told as a field of the row, also by way of a reference', () => {
    expect(told('`order` < `id`')).toBe('Write this `id` for the field of the row.');
    expect(told('`order` < `list.most`')).toBe('Write this `list.most` for the field of the row.');
    expect(told('there is List (`most` < `order`)')).toBe('Write this `order` for the field of the row.');
    expect(told('there is List (`most` < `id`)')).toBe('Write `List.id` for the field of the row.');
  });

  it('is told so in part 7', () => {
    const cause: Edit = ['any field missing', 'body `order` > `list.most`, any field missing'];
    expect(one('operand-is-a-field', lists, list, cause).fix).toBe('Write this `list.most` for the field of the row.');
  });
});

const typed = (type: string): Found => one('unknown-resource', ['| `title` | string', `| \`title\` | ${type}`]);

describe('a type that begins with a capital', () => {
  it('is told to be a word of every day, where nothing is called so', () => {
    const { message, fix } = typed('Text');
    expect(message).toBe('Unexpected resource `Text`, expected one that part 2 declares; did you mean `string`?');
    expect(fix).toBe('Write `string`; or declare `Text` as a `###` heading in part 2.');
    expect(typed('array of Int').message).toContain('did you mean `integer`?');
    expect(typed('Texts').message).not.toContain('`string`');
  });

  it('is a resource where one is', () => {
    const text: Edit = [
      '### Todo\n',
      '### Text\n\n- Identified by: none\n\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n| `a` | date | no | caller | any | none |\n\n### Todo\n',
    ];
    expect(
      found(text, ['| `order` | integer', '| `order` | Text']).filter(({ code }) => code === 'unknown-resource'),
    ).toEqual([]);
  });

  it('is told so as a type alone', () => {
    expect(one('unknown-resource', ['reads Todo', 'reads Text']).message).not.toContain('`string`');
  });
});
