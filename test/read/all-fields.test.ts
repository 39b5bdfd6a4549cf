// `### All fields`: how it is read, printed and kept by edits; where an answer is written; what assumptions fill. Notation, part 2.

import { readFileSync } from 'node:fs';

import { describe, expect, it, test } from 'vitest';

import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { check } from '../../src/check/check.ts';
import { fix } from '../../src/cli/fix.ts';
import { print, writeAnswer } from '../../src/print/print.ts';
import { read } from '../../src/read/read.ts';
import { assumedIn, foundIn, laid, WHO } from '../assume/laid.ts';
import { understand } from '../laws/service.ts';
import { roundTrip } from '../print/round-trip.ts';

const SOURCE = readFileSync(new URL('../parts/resources/all-fields.md', import.meta.url), 'utf8');
const ROW = '| yes | caller | not blank | none |';
const FIELD = '| `label` | string(10) | | | | |';

function under(heads: string, ...rows: readonly string[]): string {
  const table = `${heads}\n|${'---|'.repeat(heads.split('|').length - 2)}\n${rows.map((row) => `${row}\n`).join('')}`;
  return `# T\n\n## 2. Resources and their fields\n\n### All fields\n\n${table}`;
}

function found(source: string): readonly string[] {
  return check(understand(source).model)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, at }) => `${at.line}:${at.column} ${code}`);
}

function gaps(source: string): readonly string[] {
  return check(understand(source).model).gaps.map(({ id }) => id);
}

function answered(source: string, id: string, words: string): string {
  const { model } = understand(source);
  const written = writeAnswer(model, slotsOf(model).byId.get(id)!, words);
  return written.kind === 'written' ? written.source : written.why;
}

function said(source: string): readonly string[] {
  return Object.values(read(source, 'a.md').document.resources.all).map(({ status }) => status);
}

describe('All fields is read', () => {
  test.each([
    ['| Default |', '| none |', ['absent', 'absent', 'absent', 'absent', 'none']],
    ['| Card. | Enum |', '| ? | any |', ['stated', 'absent', 'absent', 'any', 'absent']],
    ['| Default | Present |', '| not shown | always |', ['absent', 'stated', 'absent', 'absent', 'gap']],
    ['| Set by |', '| service: now at create |', ['absent', 'absent', 'stated', 'absent', 'absent']],
  ])('%s in any order and spelling, any column first', (heads, row, statuses) => {
    const source = under(heads, row);
    expect(found(source)).toEqual([]);
    expect(said(source)).toEqual(statuses);
    roundTrip(source);
  });

  test.each([
    [under('| Field | Required |', '| `a` | yes |'), '7:3 unknown-table'],
    [under('| Required | Type |', '| yes | string |'), '7:14 unknown-column'],
    [under('| Required |', '| yes |', '| no |'), '10:1 contradiction'],
    [`${under('| Required |', '| yes |')}\n### All fields\n\n| Default |\n|---|\n| none |\n`, '11:1 duplicate-heading'],
    [`${under('| Required |', '| yes |')}\n- Default: none\n`, '11:3 unknown-key'],
  ])('what is no such row is refused: %#', (source, code) => {
    expect(found(source)).toEqual([code]);
  });

  it('says nothing of bodies and parameters', () => {
    const body = '- Does: none\n\n| Body | Type | Required | Sets | Allowed values |\n|---|---|---|---|---|\n';
    const source = SOURCE.replace(
      '### POST /tags\n',
      `### POST /odd\n\n${body}| \`x\` | string | | none | |\n\n### POST /tags\n`,
    );
    expect(gaps(source)).toContain('4/POST /odd/body.x/required');
    expect(check(understand(source).model).diagnostics.filter(({ code }) => code === 'blank-cell')).toHaveLength(2);
  });
});

describe('All fields is kept', () => {
  it('by print, and its values are not spread into the tables', () => {
    roundTrip(SOURCE);
    const printed = print(read(SOURCE, 'a.md').document);
    for (const line of ['### All fields', ROW, FIELD]) expect(printed).toContain(`${line}\n`);
  });

  it('by `check --fix`, which marks nothing that it states', () => {
    const loose = SOURCE.replace(
      '| Required | Set by | Allowed values | Default |\n|---|---|---|---|',
      '| Required? | Set by | Values | Default |\n|---|---|---|---|',
    );
    const { source, marks } = fix(loose, 'a.md');
    expect(source).toBe(fix(SOURCE, 'a.md').source);
    expect(marks).toEqual([]);
  });
});

describe('a gap of a field', () => {
  test('without All fields a blank is one', () => {
    const source = SOURCE.replace(/### All fields[^#]*/, '');
    expect(gaps(source)).toContain('2/Box.label/required');
    expect(check(understand(source).model).diagnostics.map(({ code }) => code)).toContain('blank-cell');
  });

  test('is answered in its own cell, be it marked, or blank where All fields does not say it', () => {
    const marked = SOURCE.replace(FIELD, '| `label` | string(10) | not shown | | | |');
    expect(gaps(marked)).toEqual(['2/Box.label/required']);
    expect(answered(marked, '2/Box.label/required', 'no')).toContain('| `label` | string(10) | no | | | |');
    const open = SOURCE.replace(ROW, '| not shown | caller | not blank | none |');
    expect(gaps(open)).toEqual(['2/Box.label/required', '2/Tag/required']);
    expect(answered(open, '2/Box.label/required', 'no')).toContain('| `label` | string(10) | no | | | |');
    const half = SOURCE.replace(ROW, '| yes | service: not shown | not blank | none |');
    expect(answered(half, '2/Box.label/set-by', 'caller')).toContain('| `label` | string(10) | | caller | | |');
  });

  test('of a rule that leads back to itself is found, and nothing follows it', () => {
    const source = SOURCE.replace(ROW, '| yes | service: = `{label}!` | any | none |');
    expect(found(source)).toContain('24:27 contradiction');
  });
});

describe('a value that a field cannot have', () => {
  it('names the field, and the place under All fields', () => {
    const { model } = understand(SOURCE.replace(FIELD, '| `label` | integer | | | | |'));
    const errors = model.diagnostics.filter(({ severity }) => severity === 'error');
    expect(
      errors.map(({ code, related }) => [code, related.map(({ at }) => model.document.source.slice(at.start, at.end))]),
    ).toEqual([['wrong-constraint', ['not blank']]]);
  });
});

describe('assumptions', () => {
  const assumed = `${WHO}\n## 2. Resources and their fields\n\n### All fields\n\n| Required |\n|---|\n| no |\n`;

  it('fill its cells', () => {
    const model = laid(SOURCE.replace(ROW, '| not shown | caller | not blank | none |'), [assumed]);
    expect(foundIn(model)).toEqual([]);
    expect(assumedIn(model)).toEqual(['2/Box.label/required: no, Ada Smith', '2/Tag.name/required: no, Ada Smith']);
  });

  it('override neither its cells nor what a field takes from them', () => {
    const own = `${WHO}\n## 2. Resources and their fields\n\n### Box\n\n| Field | Required |\n|---|---|\n| \`label\` | no |\n`;
    for (const text of [assumed, own])
      expect(foundIn(laid(SOURCE, [text])).map((line) => line.split(':').slice(0, 2).join(':'))).toEqual([
        expect.stringContaining('assumption-overrides'),
      ]);
  });
});
