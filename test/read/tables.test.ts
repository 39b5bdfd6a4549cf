// Tables: first heads and their other names, columns in any order, marks, counts of cells (notation, rules 1 and 3).

import { describe, expect, test } from 'vitest';

import { read } from '../../src/read/read.ts';
import { splitRow } from '../../src/read/row-cells.ts';
import type { Field, Resource } from '../../src/notation/resources.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { endpoints, errors, findings, resources, textAt, withPart } from './findings.ts';

function resource(...lines: readonly string[]): Resource {
  return read(resources('### R', '', ...lines), 'x.md').document.resources.resources.items[0]!;
}

function field(head: string, row: string): Field {
  return resource(head, `|${'---|'.repeat(head.split('|').length - 2)}`, row).fields.items[0]!;
}

function fieldThen(second: string): string {
  return resources('### R', '', '| Field | Type |', '|---|---|', '| `a` | string |', second);
}

describe('cells', () => {
  test.each([
    ['| a | b |', ['a', 'b']],
    ['|a|b|', ['a', 'b']],
    ['a | b', ['a', 'b']],
    ['  | a |  | c |  ', ['a', '', 'c']],
    ['| a \\| b | c |', ['a \\| b', 'c']],
    ['| `a\\|b` | \\\\| c |', ['`a\\|b`', '\\\\', 'c']],
    ['| a |', ['a']],
    ['| a | |', ['a', '']],
    ['|', ['']],
    ['||', ['']],
    ['', ['']],
  ])('%s', (line, cells) => {
    const source = `before ${line} after`;
    const found = splitRow(source, { start: 7, end: 7 + line.length });
    expect(found.map((at) => source.slice(at.start, at.end))).toEqual(cells);
  });
});

describe('heads', () => {
  test.each(['Field', 'field', 'Name', 'Property', 'Attribute', '**Field**', '`Field`'.replaceAll('`', '')])(
    '%s opens a Field table',
    (head) => {
      expect(field(`| ${head} | Type |`, '| `a` | string |')).toMatchObject({
        name: { text: 'a' },
        type: { status: 'stated' },
      });
    },
  );

  test.each([
    ['Datatype', 'type', 'string'],
    ['Format', 'type', 'uuid'],
    ['Required?', 'required', 'yes'],
    ['Card.', 'required', '0..1'],
    ['Cardinality', 'required', '*'],
    ['Values', 'allowed', 'not blank'],
    ['Enum', 'allowed', '`a`, `b`'],
    ['Constraints', 'allowed', 'any'],
    ['Description', 'meaning', 'words'],
    ['Notes', 'meaning', 'words'],
    ['set  BY', 'setBy', 'caller'],
  ])('%s is a column', (head, key, cell) => {
    const found = field(`| Field | ${head} |`, `| \`a\` | ${cell} |`) as unknown as Record<string, { status: string }>;
    expect(found[key]!.status).toMatch(/stated|any/);
  });

  test('columns stand in any order, and each has the place of its cell', () => {
    const source = resources('### R', '', '| Field | Default | Type |', '|---|---|---|', '| `a` | `5` | integer |');
    const { items } = read(source, 'x.md').document.resources.resources.items[0]!.fields;
    expect([
      textAt(source, items[0]!.type.at),
      textAt(source, items[0]!.default.at),
      textAt(source, items[0]!.name.at),
    ]).toEqual(['integer', '`5`', '`a`']);
  });

  test('a column left out is one absence for the table', () => {
    const found = resource('| Field | Type |', '|---|---|', '| `a` | string |', '| `b` | string |').fields.items;
    expect(found[0]!.required).toMatchObject({ status: 'absent', column: {} });
    expect(found[0]!.required).toBe(found[1]!.required);
  });

  test.each([
    [['| Feild | Type |', '|---|---|', '| `a` | string |'], ['7:3 unknown-table'], 'Field'],
    [['| Field | Typo |', '|---|---|', '| `a` | string |'], ['7:11 unknown-column'], 'Type'],
    [['| Field | Type | Datatype |', '|---|---|---|', '| `a` | string | string |'], ['7:18 duplicate-column'], ''],
  ])('%j', (lines, codes, near) => {
    const source = resources('### R', '', ...lines);
    expect(findings(source)).toEqual(codes);
    expect(read(source, 'x.md').diagnostics[0]!.message).toContain(near);
  });

  test('a column that the table does not have is told with those that it may have', () => {
    const source = resources('### R', '', '| Field | Mandatory |', '|---|---|', '| `a` | yes |');
    expect(read(source, 'x.md').diagnostics[0]!.fix).toBe(
      'Use a known head (Type, Required, Present, Set by, Allowed values, Default, Meaning), `Notes` for prose, or move the text under a heading `### Notes`.',
    );
  });

  test('a table of another part is an error', () => {
    expect(findings(endpoints('### GET /x', '', '| Code | Status |', '|---|---|', '| `a` | 400 |'))).toEqual([
      '7:3 unknown-table',
    ]);
  });

  test.each([
    [['| Move | From | To |', '|---|---|---|'], 'the first head `State` or `From`.', 'Put the column "From" first'],
    [['| Form | To |', '|---|---|'], 'the first head `State` or `From`; did you mean `From`?', 'Write `From`'],
    [['| Move | Target |', '|---|---|'], 'the first head `State` or `From`.', 'Write that head first'],
  ])('%j: the heads that may stand here, and what to do', (lines, expected, fix) => {
    const source = `# T\n\n## 3. States and transitions\n\n### R.f\n\n${lines.join('\n')}\n`;
    const [found] = read(source, 'x.md').diagnostics.filter(({ code }) => code === 'unknown-table');
    expect(found!.message).toContain(`expected ${expected}`);
    expect(found!.fix).toBe(`${fix}, or move the table under a heading \`### Notes\`.`);
  });

  test('where no table may stand, that is said', () => {
    const source = '# T\n\n## 5. Authentication\n\n### Key\n\n| Field |\n|---|\n| `a` |\n';
    const [found] = read(source, 'x.md').diagnostics.filter(({ code }) => code === 'unknown-table');
    expect(found!.message).toContain('expected no table here');
    expect(found!.fix).toBe('Take the table away, or move the table under a heading `### Notes`.');
  });

  test('a further column of the Code table is a word of that name', () => {
    const source = errors(
      '| Error Code | Status | Title | Hint | Notes |',
      '|---|---|---|---|---|',
      '| `a` | 400 | `Bad` | why | |',
    );
    const code = read(source, 'x.md').document.errors.codes.items[0]!;
    expect(findings(source)).toEqual([]);
    expect([...code.words]).toMatchObject([
      ['Title', { status: 'stated', value: 'Bad' }],
      ['Hint', { status: 'stated' }],
    ]);
  });

  test('prose columns bind nothing in any table', () => {
    expect(
      findings(endpoints('### GET /x', '', '| Query | Type | Meaning |', '|---|---|---|', '| `q` | string | |')),
    ).toEqual([]);
  });
});

describe('rows', () => {
  test.each(['…', '...'])('%s opens the list', (mark) => {
    const { fields } = resource('| Field | Type |', '|---|---|', '| `a` | string |', `| ${mark} | not shown |`);
    expect(fields).toMatchObject({ mark: 'open', written: true, items: [{ name: { text: 'a' } }] });
  });

  test('none closes it', () => {
    expect(resource('| Field | Type |', '|---|---|', '| none | |').fields).toMatchObject({
      mark: 'closed',
      written: true,
      items: [],
    });
  });

  test('open wins over closed', () => {
    expect(resource('| Field | Type |', '|---|---|', '| … | |', '| none | |').fields.mark).toBe('open');
  });

  test('several tables of a kind are one list', () => {
    const { fields } = resource(
      '| Field | Type |',
      '|---|---|',
      '| `a` | string |',
      '',
      '| Field | Default |',
      '|---|---|',
      '| `b` | `5` |',
    );
    expect(fields.items.map((f) => [f.name.text, f.type.status, f.default.status])).toEqual([
      ['a', 'stated', 'absent'],
      ['b', 'absent', 'stated'],
    ]);
  });

  test('too many cells are an error, and the columns stay', () => {
    const source = resources(
      '### R',
      '',
      '| Field | Allowed values | Default |',
      '|---|---|---|',
      '| `a` | `x` | `y` | none |',
    );
    const { document, diagnostics } = read(source, 'x.md');
    expect(findings(source)).toEqual(['9:1 cell-count']);
    expect(diagnostics[0]!.message).toContain('4 cells');
    expect(diagnostics[0]!.fix).toContain('commas');
    expect(document.resources.resources.items[0]!.fields.items[0]!.default).toMatchObject({ value: { value: 'y' } });
  });

  test('too few cells are an error, and what is missing is a gap', () => {
    const source = resources('### R', '', '| Field | Type | Default |', '|---|---|---|', '| `a` | string |');
    expect(findings(source)).toEqual(['9:1 cell-count']);
    expect(read(source, 'x.md').diagnostics[0]!.fix).toContain('`not shown` where nobody knows');
    expect(read(source, 'x.md').document.resources.resources.items[0]!.fields.items[0]!.default).toMatchObject({
      status: 'gap',
      how: 'blank',
    });
  });

  test('a delimiter line of another width is an error', () => {
    expect(findings(resources('### R', '', '| Field | Type |', '|---|', '| `a` | string |'))).toEqual([
      '8:1 cell-count',
    ]);
  });

  test.each([
    ['`name*`', 'decorated-name', 'name'],
    ['name?', 'decorated-name', 'name'],
    ['', 'blank-cell', undefined],
    ['two words', 'row-name', undefined],
    ['`a` or `b`', 'row-name', undefined],
    ['`two words`', undefined, 'two words'],
    ['[`id`](#id)', undefined, 'id'],
    ['customer.name', undefined, 'customer.name'],
  ])('a field called %s', (cell, code, name) => {
    const source = resources('### R', '', '| Field | Type |', '|---|---|', `| ${cell} | string |`);
    expect(findings(source)).toEqual(code ? [`9:3 ${code}`] : []);
    expect(read(source, 'x.md').document.resources.resources.items[0]!.fields.items.map((f) => f.name.text)).toEqual(
      name === undefined ? [] : [name],
    );
  });

  test('the same row twice is one row, a different one is a contradiction', () => {
    expect(findings(fieldThen('| a |  string |'))).toEqual([]);
    expect(findings(fieldThen('| `a` | integer |'))).toEqual(['10:1 contradiction']);
    expect(
      read(fieldThen('| `a` | string |'), 'x.md').document.resources.resources.items[0]!.fields.items,
    ).toHaveLength(1);
  });

  test('a code may have several rows', () => {
    const source = errors(
      '| Code | Status | When |',
      '|---|---|---|',
      '| `a` | 400 | malformed body |',
      '| `a` | 422 | unknown field |',
    );
    expect(findings(source)).toEqual([]);
    expect(read(source, 'x.md').document.errors.codes.items).toHaveLength(2);
  });

  test('a code that is not sent', () => {
    const rows = read(errors('| Code | Status |', '|---|---|', '| `a` (no code) | 400 |', '| `b` | 400 |'), 'x.md')
      .document.errors.codes.items;
    expect(rows.map((r) => [r.code.text, r.sent])).toEqual([
      ['a', false],
      ['b', true],
    ]);
  });

  test('a range of a code is a gap', () => {
    expect(findings(errors('| Code | Status |', '|---|---|', '| `a` | 4XX |'))).toEqual(['7:9 status-range']);
  });

  test('any field of a resource is a parameter of its own', () => {
    const source = endpoints(
      '### GET /x',
      '',
      '| Query | Type | Required |',
      '|---|---|---|',
      '| any field of `Todo` | string | no |',
    );
    expect(findings(source)).toEqual([]);
    expect(read(source, 'x.md').document.endpoints.operations.items[0]!.facts.queryTable.items[0]).toMatchObject({
      name: { text: 'any field of Todo' },
      anyFieldOf: { text: 'Todo' },
    });
  });

  test('several event kinds in one row are several', () => {
    const { kinds } = read(withPart(6, 'Events', '| Event | Payload |', '|---|---|', '| `a`, `b` | Todo |'), 'x.md')
      .document.events;
    expect(kinds.items.map((k) => [k.name.text, k.payload.status, k.when.status])).toEqual([
      ['a', 'stated', 'absent'],
      ['b', 'stated', 'absent'],
    ]);
  });

  test('a decision table is read, and a Row table kept as written', () => {
    const found = resource(
      '| `status` | When |',
      '|---|---|',
      '| `a` | `x` = 0 |',
      '| `b` | otherwise |',
      '',
      '| Row | name |',
      '|---|---|',
      '| 1 | One \\| Two |',
    );
    expect(found.tables!.map((t) => [t.heads.map((h) => h.text), t.rows.map((r) => r.map((c) => c.text))])).toEqual([
      [['Row', 'name'], [['1', 'One | Two']]],
    ]);
    const [decision, ...others] = found.decisions!;
    expect(others).toEqual([]);
    expect(decision!.name.text).toBe('status');
    expect(decision!.lines.items.map(({ value }) => valueOf(value))).toEqual([
      { kind: 'text', value: 'a' },
      { kind: 'text', value: 'b' },
    ]);
    expect(decision!.lines.items.map(({ when }) => valueOf(when)?.kind)).toEqual(['compare', 'otherwise']);
  });
});

function fencesTold(source: string): string[] {
  const told = read(source, 'x.md').diagnostics.filter(({ code }) => code === 'fence-not-read');
  return told.map(({ message }) => message);
}

describe('fences', () => {
  test('json rows are kept, json is an example, a json schema without fields is an error', () => {
    const source = resources(
      '### R',
      '',
      '```json rows R',
      '[{"a": 1}]',
      '```',
      '',
      '```json',
      '{}',
      '```',
      '',
      '```json schema R',
      '{}',
      '```',
    );
    expect(findings(source)).toEqual(['16:1 schema-not-read']);
    expect(read(source, 'x.md').document.resources.resources.items[0]!.rowFences).toMatchObject([
      { name: 'R', json: { text: '[{"a": 1}]' } },
    ]);
  });

  test.each([
    ['mermaid', 'a machine of part 3'],
    ['mermaid title="Moves"', 'a machine of part 3'],
    ['json rows R', 'a resource of part 2'],
    ['json schema R', 'a resource of part 2'],
  ])('`%s` that stands where it binds nothing is told, except under Notes and Example', (info, home) => {
    const fence = `\`\`\`${info}\nstateDiagram-v2\n\`\`\``;
    const headings = [
      '',
      '## 3. States',
      '## 4. Endpoints',
      '## 4. Endpoints\n\n### GET /x',
      '## 5. Authentication\n\n### Key',
      '## 6. Events\n\n### made',
      '## 6. Events\n\n### Delivery',
      '## 7. Errors',
      '## 8. Limits',
      '## 9. Versioning',
      home.includes('part 3') ? '## 2. R\n\n### R' : '## 3. States\n\n### R.s',
    ];
    for (const heading of headings)
      expect(fencesTold(`# T\n\n${heading}\n\n${fence}\n`), heading).toEqual([expect.stringContaining(home)]);
    for (const heading of ['## 1. x', '## 4. Endpoints\n\n### Notes', '## 4. E\n\n### GET /x\n\n#### Example'])
      expect(fencesTold(`# T\n\n${heading}\n\n${fence}\n`), heading).toEqual([]);
  });

  test('a fence that is not closed is an error', () => {
    expect(findings(resources('### R', '', '```json', '## 4. Endpoints'))).toEqual(['7:1 unclosed-fence']);
  });
});
