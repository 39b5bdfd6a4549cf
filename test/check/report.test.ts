// The report of `check` is what is promised: docs/check.schema.json holds for every document at hand, places
// are lines and columns of the source, and the user's own document is gaps in all nine parts.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import type { Report } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import { oneIn } from '../trials.ts';

const root = join(import.meta.dirname, '..', '..');
const schema: object = JSON.parse(readFileSync(join(root, 'docs', 'check.schema.json'), 'utf8'));
const validate = new Ajv2020({ allErrors: true, strict: true }).compile(schema);

function reportOf(source: string, file = 'document.md'): Report {
  const { document, diagnostics } = read(source, file);
  return check(link(document, diagnostics));
}

function faults(report: unknown): unknown {
  return validate(report) ? [] : validate.errors;
}

const FILES = ['examples', 'test/parts', 'test/catalogue'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file)),
);

describe('the report', () => {
  it.each(oneIn(8, FILES))('of %s fits its schema', (file) => {
    const report = reportOf(readFileSync(join(root, file), 'utf8'), file);
    expect(faults(report)).toEqual([]);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('fits its schema for an empty document, and for one of nothing but noise', () => {
    for (const source of [
      '',
      '\n',
      '# \n',
      '## 4. Endpoints\n\n### GET /\u0000é/{\u{1f600}}\n\n- Does: reads “Ding”\n',
    ]) {
      expect(faults(reportOf(source)), JSON.stringify(source)).toEqual([]);
    }
  });

  it('is refused by its schema when something is missing or added', () => {
    const report = reportOf('# A\n');
    expect(faults({ ...report, gaps: undefined })).not.toEqual([]);
    expect(faults({ ...report, score: 7 })).not.toEqual([]);
    expect(
      faults({ ...report, operations: [{ id: 'GET /a', runs: 'maybe', heldBy: [], partlyHeldBy: [], restsOn: [] }] }),
    ).not.toEqual([]);
  });

  it('counts every fact once, in its part, and the title in none', () => {
    const report = reportOf(readFileSync(join(root, 'examples', 'todo-backend.md'), 'utf8'));
    const [purpose, , states] = report.parts;
    expect(purpose).toMatchObject({ number: 1, name: 'purpose', counts: { stated: 1, gap: 0 } });
    expect(states).toMatchObject({ number: 3, name: 'states', counts: { stated: 0, none: 1, gap: 0 } });
    const open = reportOf('# A\n');
    expect(open.parts.map(({ counts }) => counts.gap)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(open.gaps.map(({ id }) => id)).toEqual(['lists', '1/prose', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('says where a finding stands, in lines and columns from 1, its end exclusive', () => {
    const source =
      '# A\n\n- Lists: complete unless marked\n\n## 2. Resources and their fields\n\n### Todo\n\n- Identified by: `idd`\n\n| Field | Type |\n|---|---|\n| `id` | integer |\n';
    const found = reportOf(source, 'a.md').diagnostics.find(({ code }) => code === 'unknown-field');
    expect(found).toMatchObject({
      at: { file: 'a.md', line: 9, column: 19 },
      related: [{ at: { line: 11, column: 1 } }],
    });
    expect(found!.at.endLine).toBe(9);
    expect(source.split('\n')[8]!.slice(found!.at.column - 1, found!.at.endColumn - 1)).toContain('idd');
    expect(found!.message).toContain('did you mean `id`');
  });
});

const USERS = join(root, '..', 'shared', 'documents', 'users-document.md');
const isThere = existsSync(USERS);
if (!isThere) console.warn('SKIPPED: ../shared/documents/users-document.md is absent');

describe.skipIf(!isThere)('the user’s own document', () => {
  const report = isThere ? reportOf(readFileSync(USERS, 'utf8')) : undefined;

  it('reads cleanly, and is gaps in all nine parts', () => {
    expect(report!.diagnostics).toEqual([]);
    for (const { counts } of report!.parts) {
      expect(counts).toEqual({ stated: 0, none: 0, any: 0, gap: 1, assumed: 0, unreadable: 0, unsupported: 0 });
    }
    expect(report!.gaps.map(({ id }) => id)).toEqual(['lists', '1/prose', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('is asked in plain words, and nothing is invented', () => {
    expect(report!.operations).toEqual([]);
    for (const { question, blocks } of report!.gaps) {
      expect(question).toMatch(/^[A-Z].*\?$/);
      expect(blocks).toEqual([]);
    }
  });
});
