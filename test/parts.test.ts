// Behaviour by part: each document under test/parts/<part>/ beside exactly what `check` finds in it: findings, gaps, and
// what runs. Strict both ways; `UPDATE=1` writes the expected files anew, and the difference is reviewed as behaviour.

import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { PARTS } from '../src/base/parts.ts';
import { check } from '../src/check/check.ts';
import type { Report } from '../src/check/check.ts';
import { renderLine } from '../src/diagnostics/render-line.ts';
import { link } from '../src/link/link.ts';
import { gapView } from '../src/analysis/gaps/gaps.ts';
import { read } from '../src/read/read.ts';

const ROOT = join(import.meta.dirname, 'parts');

function found(source: string, file: string): string {
  const { document, diagnostics } = read(source, file);
  const model = link(document, diagnostics);
  const report = check(model);
  const others = gapView(model).gaps.filter(({ status }) => status !== 'gap');
  return [
    ...section('findings', report.diagnostics.map(renderLine)),
    ...section(
      'gaps',
      report.gaps.map(({ id, at, blocks }) => `${at.line}:${at.column} ${id} — ${stops(blocks)}`),
    ),
    ...section(
      'neither read nor done',
      others.map(({ id, status, blocks }) => `${status} ${id} — ${stops(blocks)}`),
    ),
    ...section('operations', report.operations.flatMap(operation)),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`# ${title}`, ...lines, ''];
}

function stops(blocks: readonly string[]): string {
  return blocks.length === 0 ? 'stops nothing' : `stops ${blocks.join(', ')}`;
}

function listed(what: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`  ${what}: ${ids.join('; ')}`];
}

function operation({ id, runs, heldBy, partlyHeldBy, restsOn }: Report['operations'][number]): readonly string[] {
  return [
    `${id}: ${runs}`,
    ...listed('held by', heldBy),
    ...listed('partly', partlyHeldBy),
    ...listed('rests on', restsOn),
  ];
}

describe.each(PARTS)('part %s', (part) => {
  const files = readdirSync(join(ROOT, part));
  const cases = files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -3));

  it('has at least two cases, and no expected file without one', () => {
    expect(cases.length).toBeGreaterThanOrEqual(2);
    const left = files.filter(
      (file) => file.endsWith('.expected') && !cases.includes(file.slice(0, -'.expected'.length)),
    );
    expect(left).toEqual([]);
  });

  it.each(cases)('%s', (name) => {
    const expected = join(ROOT, part, `${name}.expected`);
    const actual = found(readFileSync(join(ROOT, part, `${name}.md`), 'utf8'), `${name}.md`);
    if (process.env['UPDATE'] === '1') writeFileSync(expected, actual);
    expect(existsSync(expected), `${expected} is missing; UPDATE=1 writes it`).toBe(true);
    expect(actual).toBe(readFileSync(expected, 'utf8'));
  });
});
