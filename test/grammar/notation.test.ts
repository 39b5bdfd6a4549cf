// The page docs/notation.md itself: its example is read without a finding, its table of symbols is whole, its links lead
// somewhere, and each code of a diagnostic that it names is in the catalogue. Its tables of heads are those of the declarations
// (`UPDATE=1` writes them anew), and its parts speak of each head.

import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { withDeclared } from '../../scripts/write-notation.ts';
import { PARTS, partNumber } from '../../src/base/parts.ts';
import { PLACES } from '../../src/notation/sections.ts';
import { ANSWERS } from '../../src/notation/statuses.ts';
import { read } from '../../src/read/read.ts';
import { REPEAT_RULES } from '../../src/notation/repeat.ts';
import { readNotationGrammar, startSymbols } from './ebnf.ts';

const folder = new URL('../../docs/', import.meta.url);
const page = readFileSync(new URL('notation.md', folder), 'utf8');
/** The headings of its examples are none of its own. */
const unfenced = page.replace(/^(`{3,})markdown\n[\s\S]*?^\1$/gm, (example) => example.replace(/^#/gm, ' #'));
const asDeclared = withDeclared(page);
const glossary = readFileSync(new URL('glossary.md', folder), 'utf8');

describe('docs/notation.md', () => {
  it('has an example that is read without a finding', () => {
    const example = /^````markdown\n([\s\S]*?)^````$/m.exec(page.slice(page.indexOf('\n## 4. An example')))![1]!;
    const { document, diagnostics } = read(example, 'notation.md');
    expect(diagnostics).toEqual([]);
    expect(document.resources.resources.items.map((resource) => resource.name.text)).toEqual(['User', 'Article']);
    expect(document.endpoints.operations.items[0]?.facts.does.status).toBe('stated');
    expect(JSON.stringify(document)).not.toContain('"status":"unreadable"');
  });

  it('has an example of a Repeat table with all of its keys, which is read without a finding', () => {
    const [, example] = /```markdown\n(- Repeat: key\n[\s\S]*?)```/.exec(page)!;
    const source = `# Orders\n\n## 4. Endpoints\n\n### POST /orders\n\n${example}`;
    const { document, diagnostics } = read(source, 'notation.md');
    expect(diagnostics).toEqual([]);
    const rows = document.endpoints.operations.items[0]!.facts.repeatTable.items;
    expect(rows.map(({ statement }) => statement.status)).toEqual(rows.map(() => 'stated'));
    expect(rows.map(({ name }) => name.text).toSorted()).toEqual(
      Object.values(REPEAT_RULES)
        .map(({ head }) => head)
        .toSorted(),
    );
  });

  it('writes arithmetic and text under Set by as a cell holds them', () => {
    const rules = [...page.matchAll(/^\| `` (= .*?) `` \| (?:arithmetic|text)/gm)].map(([, form]) => {
      const table = `| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|`;
      const row = `| \`x\` | any | no | service: ${form!} | any | none |`;
      const { document } = read(`## 2. Resources and their fields\n\n### Net\n\n${table}\n${row}\n`, 'n.md');
      return document.resources.resources.items[0]!.fields.items[0]!.setBy;
    });
    expect(rules).toMatchObject([
      { value: { rule: { kind: 'arithmetic' } } },
      {
        value: {
          rule: { kind: 'text', parts: [{ kind: 'word', word: 'base' }, { kind: 'literal' }, { kind: 'field' }] },
        },
      },
    ]);
  });

  it('has the heads, their spellings, what is due, what is settled and the index as they are declared', () => {
    if (process.env['UPDATE'] === '1') writeFileSync(new URL('notation.md', folder), asDeclared);
    else expect(page).toBe(asDeclared);
  });

  it.each(['| Type | Datatype, ', '· Set by ·', '| Required of fields |', '| `deletes every` | word |'])(
    'is seen to differ from the declarations: %s',
    (written) => {
      expect(page.split(written)).toHaveLength(2);
      expect(withDeclared(page.replace(written, '|'))).toBe(asDeclared);
    },
  );

  it('lists as keys of a part only what is declared there', () => {
    const declared = PLACES.flatMap(({ section, table }) => [
      ...Object.values(section).map(({ head }) => head),
      ...(table ? [table.head] : []),
    ]);
    // Another spelling of a row has no declarations of its own.
    const known = new Set([...declared, ANSWERS.head]);
    const keys = PARTS.flatMap((part) => keysIn(partOf(partNumber(part))));
    expect(keys.length).toBeGreaterThan(60);
    expect(keys.filter((key) => !known.has(key) && !key.startsWith('Other '))).toEqual([]);
  });

  it.each(PLACES)('speaks in part $part of each head of $of', ({ part, section }) => {
    const text = partOf(partNumber(part));
    expect(Object.values(section).filter(({ head }) => !text.includes(head))).toEqual([]);
  });

  it('names each start symbol once in its table, with the place it stands in', () => {
    const rows = page.slice(page.indexOf('| symbol | is in |'), page.indexOf('```ebnf'));
    const named = [...rows.matchAll(/^\| (.*?) \|/gm)].flatMap(([, first]) =>
      [...first!.matchAll(/`(\w+)`/g)].map((m) => m[1]!),
    );
    expect(named.toSorted()).toEqual(startSymbols(readNotationGrammar()).toSorted());
  });

  it.each([
    ['notation.md', page],
    ['glossary.md', glossary],
  ])('%s links only to what is there', (_name, text) => {
    const headings = new Set([...page.matchAll(/^#+ (.*)$/gm)].map((match) => anchorOf(match[1]!)));
    const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map((match) => match[1]!)
      .filter((target) => (target.startsWith('#') ? !headings.has(target.slice(1)) : !isThere(target)))
      .filter((target) => !page.slice(page.indexOf('````markdown'), page.indexOf('\n````\n')).includes(`](${target})`));
    expect(broken).toEqual([]);
  });

  it('names only diagnostics that there are', () => {
    const known = new Set(readdirSync(new URL('diagnostics/', folder)).map((name) => name.replace(/\.md$/, '')));
    const named = [
      'ambiguous-required',
      'any-not-here',
      'bad-cardinality',
      'blank-cell',
      'contradiction',
      'dead-error-row',
      'decorated-name',
      'fence-not-read',
      'move-not-done',
      'operand-is-a-field',
      'status-range',
      'token-leak',
      'which-one',
    ];
    expect(named.filter((code) => !page.includes(`\`${code}\``) || !known.has(code))).toEqual([]);
  });
});

/** What the page says of a part. */
function partOf(number: number): string {
  const [, text] = new RegExp(
    `^### Part ${number}: [\\s\\S]*?$([\\s\\S]*?)^(?:### Part|### What does|## Fences) `,
    'm',
  ).exec(unfenced)!;
  return text!;
}

/** The first cells of its tables of bullets and columns. */
function keysIn(text: string): readonly string[] {
  const tables = [...text.matchAll(/^\| (?:bullet|head|key) \|.*\n\|[-|]+\n((?:\|.*\n)+)/gm)].map(([, rows]) => rows!);
  return tables
    .flatMap((rows) => rows.split('\n').filter(Boolean))
    .flatMap((row) => row.split(' | ')[0]!.slice(2).split(' · '))
    .map((key) =>
      key
        .replace(/`+[^`]*Name`?:?`+/, '')
        .replace(/[`*:]|\(.*\)/g, '')
        .trim(),
    );
}

function isThere(target: string): boolean {
  return /^https?:/.test(target) || existsSync(new URL(target.split('#')[0]!, folder));
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
