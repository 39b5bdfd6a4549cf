// Interfaces that others have published, written down honestly (examples/published, and `../shared/documents` beside the
// project): every mark is a gap at its own line, the contradictions are found, and docs/published-interfaces.md says what is
// held by what, and how much runs. `UPDATE=1` writes its tables anew.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { check } from '../src/check/check.ts';
import type { Report } from '../src/check/check.ts';
import { link } from '../src/link/link.ts';
import type { Model } from '../src/model/model.ts';
import { asksOf } from '../src/analysis/questions/questions.ts';
import { read } from '../src/read/read.ts';
import { laid } from './assume/laid.ts';
import { takenOut } from './examples/taken-out.ts';
import type { Both } from './examples/taken-out.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'shared', 'documents');
const PAGE = join(import.meta.dirname, '..', 'docs', 'published-interfaces.md');
const OWN = join(import.meta.dirname, '..', 'examples', 'published');
const isThere = existsSync(FOLDER);
const NAMES = ['carrier-billing.md', ...(isThere ? ['basecamp-todos.md', 'agentic-checkout.md'] : [])];
if (!isThere) console.warn('SKIPPED: the published interfaces are not beside the project');

function textOf(name: string): string {
  const own = join(OWN, name);
  return readFileSync(existsSync(own) ? own : join(FOLDER, name), 'utf8');
}

function modelOf(text: string, name: string): Model {
  const { document, diagnostics } = read(text, name);
  return link(document, diagnostics);
}

function assumedOf(both: Both): Report {
  const report = check(laid(both.document, [both.assumed], '2026-12-01'));
  expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return report;
}

/** The words that this runtime does not support yet, and at how many places they stand. */
function undoneIn({ diagnostics }: Report): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const { code, fix } of diagnostics) {
    if (code !== 'unsupported') continue;
    const named = /this is (.*)\.$/.exec(fix ?? '')?.[1] ?? '';
    for (const [, word] of named.matchAll(/`([^`]+)`/g)) words.set(word!, (words.get(word!) ?? 0) + 1);
  }
  return words;
}

function rowOf(says: string, { operations, gaps }: Report): string {
  const runs = (how: string): number => operations.filter((one) => one.runs === how).length;
  return `| ${says} | ${runs('yes')} | ${runs('partly')} | ${runs('no')} | ${gaps.length} |`;
}

/** How many operations run: as the document stands, under its assumptions, and without what is not supported yet. */
function whatRuns(name: string): string {
  const both = { document: textOf(name), assumed: textOf(name.replace('.md', '.assumed.md')) };
  const own = check(modelOf(both.document, name));
  const assumed = assumedOf(both);
  const undone = undoneIn(assumed);
  const rest = assumedOf(takenOut(both, new Set(undone.keys())));
  const words = [...undone].map(([word, times]) => `${word} (${times})`);
  return [
    '| operations | run | run in part | held | gaps |',
    '|---|---|---|---|---|',
    rowOf('as it stands', own),
    rowOf('under its assumptions', assumed),
    rowOf('so, and without what this runtime does not support yet', rest),
    '',
    words.length === 0 ? 'Every word of it is done.' : `Words of it that are not supported yet: ${words.join(', ')}.`,
  ].join('\n');
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

describe('published interfaces', () => {
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

  it.skipIf(!isThere)('the contradictions of the checkout are found, with both places', () => {
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
    const own = part(page, 'carrier-billing.md: what runs', whatRuns('carrier-billing.md'));
    const now = NAMES.reduce((text, name) => part(text, name, tables(name)), own);
    if (process.env['UPDATE'] === '1') writeFileSync(PAGE, now);
    else expect(page).toBe(now);
  });
});
