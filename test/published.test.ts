// Two interfaces that others have published, written down honestly (`../shared/documents`, beside the project): every mark is
// a gap at its own line, the contradictions are found, and docs/published-interfaces.md says what is held by what. `UPDATE=1`
// writes its tables anew.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { check } from '../src/check/check.ts';
import type { Report } from '../src/check/check.ts';
import { link } from '../src/model/link.ts';
import type { Model } from '../src/model/model.ts';
import { asksOf } from '../src/model/views/asks.ts';
import { read } from '../src/read/read.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'shared', 'documents');
const PAGE = join(import.meta.dirname, '..', 'docs', 'published-interfaces.md');
const NAMES = ['basecamp-todos.md', 'agentic-checkout.md'] as const;
const isThere = existsSync(FOLDER);
if (!isThere) console.warn('SKIPPED: the published interfaces are not beside the project');

function textOf(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

function modelOf(text: string, name: string): Model {
  const { document, diagnostics } = read(text, name);
  return link(document, diagnostics);
}

/** How often each line says `not shown`: a row `…` says it once, however many cells it has. */
function marked(text: string): ReadonlyMap<number, number> {
  const lines = text.split('\n').map((line, index): [number, number] => {
    const count = line.match(/not shown/gi)?.length ?? 0;
    const names = /^\|((?: `[^`]+`,?)+) \|/.exec(line)?.[1]!.split(',').length ?? 1;
    return [index + 1, line.startsWith('| …') ? 1 : count * (/^\| `\w+`, /.test(line) ? names : 1)];
  });
  return new Map(lines.filter(([, count]) => count > 0));
}

function few(ids: readonly string[]): string {
  const shown = ids.slice(0, 4).map((id) => `\`${id.replaceAll('|', '\\|')}\``);
  return ids.length > 4 ? `${shown.join(', ')} and ${ids.length - 4} more` : shown.join(', ');
}

/** What is held by what, and the first questions, as the page has them. */
function tables(name: string): string {
  const model = modelOf(textOf(name), name);
  const report = check(model);
  const gaps = new Set(report.gaps.map(({ id }) => id));
  const rows = report.operations.map(({ id, runs, heldBy }) => {
    const own = heldBy.filter((one) => gaps.has(one));
    const others = heldBy.filter((one) => !gaps.has(one) && !one.startsWith('error:'));
    const errors = heldBy.filter((one) => one.startsWith('error:'));
    return `| \`${id}\` | ${runs} | ${few(own)} | ${few(errors)} | ${others.length} |`;
  });
  const questions = asksOf(model)
    .flatMap(({ asks }) => asks)
    .slice(0, 5)
    .map(({ gap, gaps: all }, index) => {
      const line = textOf(name).slice(0, gap.at.start).split('\n').length;
      const more = all.length > 1 ? ` (${all.length} gaps)` : '';
      return `${index + 1}. ${gap.question} Line ${line}, \`${gap.id}\`${more}.`;
    });
  return [
    `${report.gaps.length} gaps, ${report.operations.length} operations.`,
    '',
    '| operation | runs | held by gaps | held by errors | held by words that do not run yet |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    'The first five questions of `ask`:',
    '',
    ...questions,
  ].join('\n');
}

function part(page: string, name: string, text: string): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  expect(start, name).toBeGreaterThan(-1);
  return `${page.slice(0, start + from.length)}\n\n${text}\n\n${page.slice(end)}`;
}

describe.skipIf(!isThere)('published interfaces', () => {
  it.each(NAMES)('every mark of %s is a gap at its line', (name) => {
    const text = textOf(name);
    const report = check(modelOf(text, name));
    const found = new Map<number, number>();
    for (const { at } of report.gaps) found.set(at.line, (found.get(at.line) ?? 0) + 1);
    const lines = [...marked(text)];
    expect(lines.length).toBeGreaterThan(20);
    const missed = lines.filter(([line, count]) => (found.get(line) ?? 0) < count);
    expect(missed.map(([line]) => `${line}: ${text.split('\n')[line - 1]}`)).toEqual([]);
  });

  it('the contradictions of the checkout are found, with both places', () => {
    const { diagnostics }: Report = check(modelOf(textOf('agentic-checkout.md'), 'a.md'));
    const state = diagnostics.find(({ code }) => code === 'unknown-state');
    expect([state?.severity, state?.at.line]).toEqual(['error', 59]);
    expect(state?.related.map(({ at, message }) => [at.line, message])).toEqual([
      [46, 'the states of `Session.status` are declared here'],
      [121, 'it is used here, too'],
    ]);
    expect(state?.message).toContain('`authentication_required`');
    const version = diagnostics.find(({ code }) => code === 'contradiction');
    expect([version?.severity, version?.at.line]).toEqual(['error', 129]);
    expect(version?.conflict?.map(({ text }) => text)).toEqual(['`2026-01-16`', '`2026-01-15`']);
  });

  it('docs/published-interfaces.md says what is held by what', () => {
    const page = readFileSync(PAGE, 'utf8');
    const now = NAMES.reduce((text, name) => part(text, name, tables(name)), page);
    if (process.env['UPDATE'] === '1') writeFileSync(PAGE, now);
    else expect(page).toBe(now);
  });
});
