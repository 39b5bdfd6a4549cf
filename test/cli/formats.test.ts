// What check prints for other programs: SARIF 2.1.0 and workflow commands. That the shape is SARIF's is held by its types;
// CONTRIBUTING says how to hold a file to the published schema.

import { mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Report } from '../../src/check/check.ts';
import { run } from '../../src/cli/program.ts';
import { captured } from './captured.ts';

const NAME = 'a 100%, b:c.md';
const SOURCE = `# Notes

- Lists: complete unless marked

## 2. Resources

### Note

- Identified by: \`id\`
- Uniqe: \`id\`
- Unique: \`ix\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`text\` | \`100%::error::\` | not shown | caller | any | none |
`;

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-formats-'));
  writeFileSync(join(directory, NAME), SOURCE);
});
afterAll(() => rmSync(directory, { recursive: true }));

async function check(format: string, ...files: string[]): Promise<{ status: number; stdout: string }> {
  const console = captured({ directory });
  const status = await run(['check', ...(files.length > 0 ? files : [NAME]), '--format', format], console);
  return { status, stdout: console.stdout() };
}

const report = async (): Promise<Report> => JSON.parse((await check('json')).stdout) as Report;

describe('check --format sarif', () => {
  it('has each finding and each gap of the report, at its place', async () => {
    const { status, stdout } = await check('sarif');
    const { diagnostics, gaps } = await report();
    expect(status).toBe(1);
    const { version, runs } = JSON.parse(stdout) as Log;
    expect([version, runs.length]).toEqual(['2.1.0', 1]);
    const [{ results = [], tool, columnKind } = { tool: { driver: { name: '' } } }] = runs;
    expect(columnKind).toBe('utf16CodeUnits');
    const rules = tool.driver.rules!;
    const said = results.map(({ ruleId, ruleIndex, kind, level, message, locations, partialFingerprints }) => {
      expect(rules[ruleIndex!]!.id).toBe(ruleId);
      const { artifactLocation, region } = locations![0]!.physicalLocation!;
      expect(artifactLocation!.uri).toBe('a%20100%25%2C%20b%3Ac.md');
      const text = kind === 'open' ? partialFingerprints!['gapId/v1']! : ruleId!;
      expect(message.text).toContain(kind === 'open' ? `${text}: ` : 'Unexpected');
      return `${text} ${level} ${region!.startLine}:${region!.startColumn}`;
    });
    const levels = { error: 'error', warning: 'warning', information: 'note' };
    expect(said.toSorted()).toEqual(
      [
        ...diagnostics.map(({ code, severity, at }) => `${code} ${levels[severity]} ${at.line}:${at.column}`),
        ...gaps.map(({ id, at }) => `${id} none ${at.line}:${at.column}`),
      ].toSorted(),
    );
    expect(diagnostics.length).toBeGreaterThan(2);
    expect(gaps.length).toBeGreaterThan(2);
  });

  it('is one run for several files', async () => {
    const { stdout } = await check('sarif', NAME, NAME);
    const { runs } = JSON.parse(stdout) as Log;
    const { diagnostics, gaps } = await report();
    expect(runs.map(({ results }) => results!.length)).toEqual([2 * (diagnostics.length + gaps.length)]);
  });
});

describe('check --format github', () => {
  it('is a workflow command for each finding and each gap, and nothing of the document ends one early', async () => {
    const { status, stdout } = await check('github');
    const { diagnostics, gaps } = await report();
    expect(status).toBe(1);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(diagnostics.length + gaps.length);
    for (const line of lines) {
      expect(line).toMatch(/^::(?:error|warning|notice) file=a 100%25%2C b%3Ac\.md,line=\d+,col=\d+,[^:]*::\S/);
    }
    expect(lines.some((line) => line.startsWith('::error') && line.includes('title=unknown-key::'))).toBe(true);
    expect(lines.some((line) => line.includes('100%25::error::'))).toBe(true);
    expect(lines.some((line) => line.includes('title=gap 2/Note.text/required::Must `Note.text` be sent?'))).toBe(true);
  });
});

describe('check --format html', () => {
  it('is one page with every gap and finding at its line, every link leading somewhere, nothing from elsewhere', async () => {
    const { status, stdout } = await check('html');
    const { diagnostics, gaps, operations } = await report();
    expect(status).toBe(1);
    expect(stdout).toMatch(/^<!doctype html>\n/);
    expect(stdout).not.toMatch(/<script|<link|<img|https?:|@import|url\(/i);
    const ids = [...stdout.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...stdout.matchAll(/ href="#([^"]+)"/g)].map((match) => match[1]!);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
    for (const [index, { question, at }] of gaps.entries()) {
      const item = new RegExp(`<li id="gap-${index}">.*`).exec(stdout)![0];
      expect(item.replaceAll(/<\/?code>/g, '`')).toContain(`${question} <a href="#L${at.line}">line ${at.line}</a>`);
    }
    for (const { code, at } of diagnostics) expect(stdout).toMatch(new RegExp(`${code}</span>.*#L${at.line}"`));
    for (const { id } of operations) expect(stdout).toContain(`<code>${id}</code>`);
    expect(ids.filter((id) => id.startsWith('L'))).toHaveLength(SOURCE.split('\n').length);
  });

  it('tells what a gap stops in the words of the lines for people', async () => {
    const example = readFileSync(join(import.meta.dirname, '..', '..', 'examples', 'todo-backend.md'), 'utf8');
    const open = example
      .replace(/- Unknown fields: \w+/, '- Unknown fields: not shown')
      .replace(/- Error body: .*/, '- Error body: not shown')
      .replace(/- Order: .*/, '- Order: not shown')
      .replace(/- Does: deletes Todo\b.*/, '- Does: not shown');
    writeFileSync(join(directory, 'open.md'), open);
    const pretty = (await check('pretty', 'open.md')).stdout;
    const page = (await check('html', 'open.md')).stdout;
    const lines = [...pretty.matchAll(/ {2}((?:stops|is left out)[a-z ]*?) ([A-Z]+ [^ ,\n]+)/g)];
    expect(new Set(lines.map(([, words]) => words))).toEqual(
      new Set([
        'stops',
        'stops some requests of',
        'is left out of answers of',
        'stops answers with more than one row of',
      ]),
    );
    for (const [, words, operation] of lines) expect(page).toContain(`<small>${words} <code>${operation}</code>`);
  });

  it('shows what a document says as text', async () => {
    const text = SOURCE.replace('# Notes', '# <b onclick="x">Notes</b> &amp;').replace(
      '`text`',
      '`<script>alert(1)</script>`',
    );
    writeFileSync(join(directory, 'hostile.md'), text);
    const { stdout } = await check('html', 'hostile.md');
    expect(stdout).not.toMatch(/<script|<b onclick/);
    expect(stdout).toContain('&lt;b onclick=&quot;x&quot;&gt;Notes&lt;/b&gt; &amp;amp;');
  });
});
