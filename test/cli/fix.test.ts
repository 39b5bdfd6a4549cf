// `check --fix`: the notation's spelling for what is spelled in another way, even tables, marks where something is due. What
// the document says stays the same, and all that is no head, key, cell or value stays as it was, byte for byte.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fix } from '../../src/cli/fix.ts';
import { run } from '../../src/cli/program.ts';
import { read } from '../../src/read/read.ts';
import { render } from '../laws/draft.ts';
import { generate } from '../laws/generate.ts';
import { Random } from '../laws/random.ts';
import { meaning } from '../print/meaning.ts';
import { OddDocuments } from '../read/odd-documents.ts';
import { captured } from './captured.ts';
import { trials } from '../trials.ts';

const root = join(import.meta.dirname, '../..');

/** What is said, whatever a gap is written as. */
function said(source: string): string {
  const { document } = read(source, 'a.md');
  return JSON.stringify(meaning(document), (_, value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    'status' in value &&
    (value.status === 'gap' || value.status === 'absent')
      ? { status: 'gap' }
      : value,
  );
}

function judge(source: string): void {
  const { source: fixed, marks, ticked } = fix(source, 'a.md');
  const again = fix(fixed, 'a.md');
  expect(again.source).toBe(fixed);
  expect([again.marks.length, again.spellings, again.ticked, again.tables]).toEqual([0, 0, 0, 0]);
  // What is left out and due is said in words now: a document of which nothing is left out says what it said.
  if (marks.length === 0 && ticked === 0) expect(said(fixed), source).toBe(said(source));
}

/** The same in other letters: the three words, keys, and what is required. */
function shouted(source: string): string {
  return source
    .replaceAll(/^- ([A-Z][a-z]+(?: [a-z]+)*):/gm, (_, key: string) => `- ${key.toUpperCase()}:`)
    .replaceAll(/\| (not shown|none|any|yes|no|always) (?=\|)/g, (_, word: string) => `|  ${word.toUpperCase()}`);
}

const TABLE = [
  '|Property|Datatype|Required?|Set by|Enum|Default|Description|',
  '|:-|-:|:-:|---|---|---|---|',
  '|`id`|uuid|REQUIRED|Service: New Id|ANY|None||',
  ' `weight` |Integer | 1|caller|1 .. 30|-| How *heavy* [it](x) is |',
  '| `label`|String|no|caller|`a\\|b`,`c`|TBD|  |',
  '|`to`|[Place](#place)|✓|caller|any|none||',
  '|...|',
];

const TABLE_AFTER = [
  '| Field | Type | Required | Set by | Allowed values | Default | Meaning |',
  '|:---|---:|:---:|---|---|---|---|',
  '| `id` | uuid | yes | service: new id | any | none | |',
  '| `weight` | integer | yes | caller | 1..30 | not shown | How *heavy* [it](x) is |',
  '| `label` | string | no | caller | `a\\|b`, `c` | not shown | |',
  '| `to` | [Place](#place) | yes | caller | any | none | |',
  '|…|',
];

describe('check --fix', () => {
  it('spells heads, keys, words and values as the notation does, and leaves links, emphasis and prose', () => {
    const before = [
      '# T',
      '',
      '- lists: Complete Unless Marked',
      '',
      '## 2. Resources',
      '',
      '  Some  | prose.',
      '',
      '### Parcel',
    ];
    const source = [...before, '- identified by: id', '', ...TABLE, '', '- **Unique**: `label`'].join('\r\n');
    const { source: after, spellings, tables } = fix(source, 'a.md');
    expect(after.split('\r\n')).toEqual(
      expect.arrayContaining([
        '- Lists: complete unless marked',
        '- Identified by: `id`',
        '  Some  | prose.',
        '- **Unique**: `label`',
      ]),
    );
    const at = after.split('\r\n').findIndex((line) => line.startsWith('| Field'));
    expect(after.split('\r\n').slice(at, at + TABLE_AFTER.length)).toEqual(TABLE_AFTER);
    expect(spellings).toBeGreaterThan(15);
    expect(tables).toBe(1);
    expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('does not touch what a mark says beside it, what cannot be read, and what stands in fences and under Notes', () => {
    const lines = ['- Does: READS up to 3', '- Who: NOT SHOWN, ask Ada', '- Emits: None yet', '- Status: 4XX'];
    const notes = [
      '### Notes',
      '',
      '|Property|Datatype|',
      '|-|-|',
      '|`a`|STRING|',
      '',
      '- does: Reads X',
      '',
      '```json',
      '|a|B|',
      '```',
    ];
    const source = ['# T', '', '## 4. Endpoints', '', '### GET /a', ...lines, '', ...notes, ''].join('\n');
    const after = fix(source, 'a.md').source;
    for (const line of [...lines.filter((one) => !one.includes('SHOWN')), ...notes])
      expect(after.split('\n')).toContain(line);
    expect(after).toContain('ask Ada');
  });

  it.each(['TBD', '-', '?', '—'])('writes `not shown` for %s at the end of a row without outer pipes', (blank) => {
    const rows = ['Field | Type | Default', '---|---|---', `\`a\` | string | ${blank}`, '`b` | string'];
    const once = fix(`# T\n\n## 2. Resources and their fields\n\n### R\n\n${rows.join('\n')}\n`, 'a.md').source;
    // The second row is too short: which of its cells is missing is for a person to say.
    expect(once).toContain('| `a` | string | not shown |\n`b` | string\n');
    expect(fix(once, 'a.md').source).toBe(once);
  });

  it.each(['2. Resources and their fields\n-----', '## Resources and their fields'])(
    'puts no second, empty part beside %j',
    (heading) => {
      const { source, marks } = fix(`# T\n\n${heading}\n\n### R\n`, 'a.md');
      expect(source.match(/Resources and their fields/g)).toHaveLength(1);
      expect(marks).not.toContain('2');
      expect(marks).toContain('3');
    },
  );

  it('leaves what says a little, and comments beside a value', () => {
    const rows = [
      '| Code | Status | When | Message |',
      '|---|---|---|---|',
      '| `gone` | 4XX | No such Note <!-- any --> | none |',
      '| `odd` | 409 | TBD | none |',
    ];
    const after = fix(`# T\n\n## 7. Errors\n\n${rows.join('\n')}\n`, 'a.md').source;
    for (const row of rows.slice(2)) expect(after).toContain(row.replace('TBD', 'not shown').replace(/ none \|$/, ''));
  });

  it('leaves a byte order mark in front', () => {
    const { source } = fix('\ufeff## 2. Resources and their fields\n', 'a.md');
    expect(source.startsWith('\ufeff## 1. What the service does\n')).toBe(true);
    expect(source.lastIndexOf('\ufeff')).toBe(0);
  });

  it('writes `not shown` in a new column for a row that only begins with `none`', () => {
    const rows = ['| Field | Type |', '|---|---|', '| none | string |', '| none | - |'];
    const after = fix(`# T\n\n## 2. Resources and their fields\n\n### R\n\n${rows.join('\n')}\n`, 'a.md').source;
    const columns = /^\| Field .*$/m.exec(after)![0].split('|').length - 4;
    const filled = (cell: string): string => ` ${cell} |`.repeat(columns);
    expect(columns).toBeGreaterThan(1);
    expect(after).toContain(`| none | string |${filled('not shown')}\n`);
    expect(after).toContain(`| none | - |${filled('none')}\n`);
  });

  it('leaves what one answer covers to one answer, and blanks where nothing is due', () => {
    const rows = [
      '| Field | Type | Required | Set by | Default |',
      '|---|---|---|---|---|',
      '| `id` | uuid | yes | service: new id | |',
      '| `a` | string | yes | caller | |',
      '| `b` | string | | caller | none |',
    ];
    const text = `# T\n\n- Lists: complete unless marked\n\n## 2. Resources and their fields\n\n### R\n\n- Identified by: \`id\`\n\n${rows.join('\n')}\n`;
    const after = fix(text, 'a.md').source;
    expect(after).toContain('| Field | Type | Required | Set by | Default |\n');
    expect(after).toMatch(/\| `id` \|.*\| {1,2}\|\n/);
    expect(after).toContain('| `b` | string | not shown | caller | none |\n');
    expect(fix(after, 'a.md').source).toBe(after);
  });

  it.each([
    ['- Does: TBD', '- Does: not shown'],
    ['- Does:', '- Does: not shown'],
    ['- Does: ', '- Does: not shown'],
    ['- **Does:**', '- **Does:** not shown'],
    ['* Does: n/a', '* Does: not shown'],
    ['- Does: TBD <!-- ask Ada -->', '- Does: TBD <!-- ask Ada -->'],
  ])('spells the blank bullet "%s" as "%s"', (blank, marked) => {
    for (const newline of ['\n', '\r\n']) {
      const lines = ['# T', '', '## 4. Endpoints', '', '### GET /a', '', blank, '- Who: ?', '- Emits: -', ''];
      const once = fix(lines.join(newline), 'a.md').source;
      expect(once.split(newline)).toEqual(expect.arrayContaining([marked, '- Who: not shown', '- Emits: not shown']));
      expect(fix(once, 'a.md').source).toBe(once);
    }
  });

  it('says the same as before, of documents by chance and of those that are there', () => {
    const odd = new OddDocuments(new Random(11));
    for (let i = 0; i < trials(1, 12); i += 1) judge(odd.document());
    for (let i = 0; i < trials(1, 5); i += 1) judge(render(generate(700 + i).draft, new Map()));
    const folder = join(root, 'examples');
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.md')))
      judge(readFileSync(join(folder, file), 'utf8'));
  });

  it('finds the notation again behind other letters', () => {
    const folder = join(root, 'examples');
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
      const source = readFileSync(join(folder, file), 'utf8');
      const loud = shouted(source);
      expect(loud).not.toBe(source);
      expect(fix(loud, file)).toMatchObject({ source, marks: [] });
    }
  });

  it('spells what it can read only since it has put ticks around a name, so a second time changes nothing', () => {
    const fields = ['### Book', '', '| Field | Type |', '|---|---|', '| `title` | string |'];
    const operation = ['### GET /books', '', '- Does: lists Book', '- Order: title', ''];
    const lines = [
      '# T',
      '',
      '## 2. Resources and their fields',
      '',
      ...fields,
      '',
      '## 4. Endpoints',
      '',
      ...operation,
    ];
    const once = fix(lines.join('\n'), 'a.md').source;
    expect(once).toContain('- Order: `title` ascending\n');
    expect(fix(once, 'a.md').source).toBe(once);
  });

  it('leaves the examples as they are: they are written in the notation', () => {
    const folder = join(root, 'examples');
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
      const { spellings, tables } = fix(readFileSync(join(folder, file), 'utf8'), file);
      expect([file, spellings, tables]).toEqual([file, 0, 0]);
    }
  });
});

it('makes no two statements out of one that is said twice', () => {
  const source = readFileSync(join(root, 'examples/todo-backend.md'), 'utf8').replace(
    /^- (?:Error body|Media type): .*$/gm,
    (line) => `${line.replaceAll('`', '')}\n${line.replaceAll('`', '')}`,
  );
  const { source: fixed, spellings } = fix(source, 'a.md');
  expect(spellings).toBeGreaterThan(0);
  expect(read(fixed, 'a.md').diagnostics).toEqual([]);
  judge(source);
});

/** Without a table of states, and with a call that part 4 does not have. */
const LOANS = `# Loans

- Lists: complete unless marked

## 2. Resources and their fields

### Loan

- Identified by: \`id\`

| Field | Type | Required | Set by |
|---|---|---|---|
| \`id\` | integer | yes | service: new id |
| \`status\` | state | yes | service: state |

## 3. States and transitions

### Loan.status

| From | To | By |
|---|---|---|
| (new) | out | POST /loans |
| out | back | POST /loans/{id}/back |
| out, back | lost | POST /loans/{id}/lost |

## 4. Endpoints

### POST /loans

- Does: creates Loan

### POST /loans/{id}/back

- Does: moves Loan.status to back
`;

function rows(source: string): readonly string[] {
  return source.split('\n').filter((line) => /^\| .*POST|^- Does: moves/.test(line));
}

describe('names without ticks', () => {
  it('are those of states without a table of states, each operation that is there, and the state where an effect leads', () => {
    expect(rows(fix(LOANS, 'a.md').source)).toEqual([
      '| (new) | `out` | `POST /loans` |',
      '| `out` | `back` | `POST /loans/{id}/back` |',
      '| `out`, `back` | `lost` | POST /loans/{id}/lost |',
      '- Does: moves Loan.status to `back`',
    ]);
    judge(LOANS);
  });

  it.each(['new', 'Gone', 'out or back', 'anything but out', 'out, any', '*'])('are none where %j stands', (cell) => {
    expect(fix(LOANS.replace('| out, back |', `| ${cell} |`), 'a.md').source).toContain(`| ${cell} | \`lost\` |`);
  });

  it('are no states that a table of states lacks', () => {
    const table = '| State | Kind |\n|---|---|\n| `out` | initial |\n| `back` | final |\n\n| From | To | By |';
    const { source } = fix(LOANS.replace('| From | To | By |', table), 'a.md');
    expect(rows(source)).toContain('| `out`, `back` | lost | POST /loans/{id}/lost |');
  });
});

function count(source: string, line: string): number {
  return source.split('\n').filter((one) => one === line).length;
}

const userTable = (rules: readonly string[]): string =>
  `### User\n\n- Identified by: \`name\`\n\n| Field | Type | Set by |\n|---|---|---|\n${rules.map((rule, at) => `| \`f${at}\` | boolean | ${rule} |`).join('\n')}\n`;

describe('forms that the notation had once', () => {
  it('are written as they are today, with what they say', () => {
    const former = [
      'service: whether Like where `by` = this and (`of` = 1 or `of` is set)',
      'Service, hidden: whether `Like`',
      'service: whether',
    ];
    const like = userTable(['caller']).replace('### User', '### Like').replaceAll('`name`', '`by`');
    const fields = like.replace('| `f0` ', '| `by` | User by `name` | caller |\n| `of` | integer | caller |\n| `f0` ');
    const { source, ticked } = fix(`# A\n\n## 2. R\n\n${userTable(former)}\n${fields}`, 'a.md');
    expect(ticked).toBe(2);
    for (const now of [
      'service: there is Like (`by` = this and (`of` = 1 or `of` is set))',
      'service, hidden: there is Like ',
      'service: whether ',
    ])
      expect(source).toContain(`| ${now}`);
  });
});

describe('marks of what several operations leave out', () => {
  const TWO = `${LOANS}\n### POST /loans/{id}/lost\n\n- Does: moves Loan.status\n\n### GET /loans\n\n- Does: lists Loan\n\n### GET /loans/{id}\n\n- Does: reads Loan\n`;

  it('are one under All operations where each of them leaves it out, though not each answer fits each', () => {
    const { source, left } = fix(TWO, 'a.md');
    expect(count(source, '- Repeat: not shown')).toBe(1);
    expect(source).toMatch(/### All operations\n(?:\n|- .*\n)*- Repeat: not shown\n/);
    expect(left.filter((id) => id.endsWith('/repeat'))).toEqual([]);
    expect(fix(source, 'a.md').source).toBe(source);
  });

  it('are one of Unknown fields, which every operation may meet in its query', () => {
    const { source, left } = fix(TWO, 'a.md');
    expect(count(source, '- Unknown fields: not shown')).toBe(1);
    expect(source).toMatch(/### All operations\n(?:\n|- .*\n)*- Unknown fields: not shown\n/);
    expect(left.filter((id) => id.endsWith('/unknown-fields'))).toEqual([]);
  });

  it('are none, and that is told, where it is not all of them', () => {
    const { source, left } = fix(`${LOANS}\n### PATCH /loans/{id}\n\n- Does: updates Loan\n`, 'a.md');
    expect(count(source, '- Read-only fields: not shown')).toBe(0);
    expect(left.filter((id) => id.endsWith('/read-only-fields'))).toEqual([
      '4/POST /loans/read-only-fields',
      '4/PATCH /loans/{id}/read-only-fields',
    ]);
    expect(left.every((id) => id.startsWith('4/'))).toBe(true);
  });
});

describe('check, of names without ticks', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'ninefold-fix-'));
    writeFileSync(join(directory, 'a.md'), LOANS);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  async function check(format: string): Promise<{ out: string; err: string }> {
    const console = captured({ directory });
    await run(['check', 'a.md', '--format', format], console);
    return { out: console.stdout(), err: console.stderr() };
  }

  it('tells equal ones of a column once, with the other lines, and that --fix writes the ticks', async () => {
    const { out, err } = await check('pretty');
    const told = out.split('\n\n').filter((text) => text.startsWith('warning unreadable'));
    const [from, to, by, absent] = ['From', 'To', 'By', 'By'].map(
      (head, nth) => told.filter((text) => text.includes(`" for ${head}, `))[nth === 3 ? 1 : 0]!,
    );
    expect(told.filter((text) => text.includes('" for From, '))).toHaveLength(1);
    expect(from).toContain('also the same in 1 more cell of this column, line 24\n');
    expect(to).toContain('also the same in 2 more cells of this column, lines 23, 24\n');
    for (const one of [from, to, by]) expect(one).toMatch(/ninefold check a\.md --fix rewrites it\.$/);
    expect(absent).not.toContain('--fix');
    expect(err).toContain('next: ninefold check a.md --fix rewrites what can mean one thing only\n');
  });

  it.each(['line', 'json'])('gives programs each place: %s', async (format) => {
    const { out, err } = await check(format);
    expect(out.match(/ for From, /g)).toHaveLength(2);
    expect(out.match(/ for To, /g)).toHaveLength(3);
    expect(out + err).not.toContain('--fix');
  });

  it('says nothing of ticks where there are none to write', async () => {
    writeFileSync(join(directory, 'a.md'), fix(LOANS, 'a.md').source);
    const { out, err } = await check('pretty');
    expect(out).toContain('unreadable');
    expect(out + err).not.toContain('--fix');
  });
});

const part = (lines: string): string =>
  `# A\n\n- Lists: complete unless marked\n\n## 4. Endpoints\n\n### All operations\n\n- Media type: application/json\n\n### GET /a\n\n${lines}\n\n### GET /b\n\n- Does: none\n- Repeat: again\n`;

const above = (line: string): string => part('- Does: none').replace('- Media', `${line}\n\n- Media`);

describe('a statement that is no bullet', () => {
  it('stays alone: no mark says something else beside it', () => {
    const source = '# A\n\nLists: complete unless marked\n\n## 3. States and transitions\n\nnone\n';
    expect(fix(source, 'a.md').source).not.toContain('- Lists: ');
    expect(fix(source, 'a.md').prose).toEqual(['lists']);
    expect(fix(source.replace('Lists', '- Lists'), 'a.md').prose).toEqual([]);
  });

  it('is that of its own heading', () => {
    const { source, prose } = fix(part('Repeat: safe'), 'a.md');
    expect(prose).toEqual(['4/GET /a/repeat']);
    expect(source).toContain('- Emits: not shown');
    expect(source.match(/- Repeat: .*/g)).toEqual(['- Repeat: again']);
    expect(fix(part('- Does: none\nRepeat: safe'), 'a.md').prose).toEqual(['4/GET /a/repeat']);
  });

  it('is that of each operation where it stands under All operations', () => {
    expect(fix(above('Who: anyone'), 'a.md').source).not.toContain('- Who: ');
    const { source } = fix(above('Repeat: safe'), 'a.md');
    expect(source.match(/- Repeat: .*/g)).toEqual(['- Repeat: again']);
  });

  it('is told, and check says how it is written', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'ninefold-fix-')), 'a.md');
    writeFileSync(file, '# A\n\nLists: complete\n');
    const console = captured({ directory: join(file, '..') });
    expect(await run(['check', 'a.md', '--fix'], console)).toBe(1);
    expect(console.stderr()).toContain('1 gap left without a mark: a line that is no bullet speaks of it');
    expect(console.stdout()).toContain('Write `- Lists: …`');
    rmSync(join(file, '..'), { recursive: true });
  });
});
