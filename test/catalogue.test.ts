// Catalogue ⇔ page in docs/diagnostics ⇔ an edit of base.md that fires it ⇔ a near miss that stays silent, both ways.
// Canaries prove that each side can be missed.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { page } from '../scripts/write-diagnostics.ts';
import { check } from '../src/check/check.ts';
import { CATALOGUE } from '../src/diagnostics/catalogue.ts';
import { defineDiagnostic } from '../src/diagnostics/define.ts';
import type { Definition } from '../src/diagnostics/define.ts';
import { assume } from '../src/assume/assume.ts';
import { link } from '../src/link/link.ts';
import { readAssumptions } from '../src/read/assumptions.ts';
import { read } from '../src/read/read.ts';
import { CASES } from './catalogue/cases.ts';
import { edited, WHOLE } from './catalogue/edits.ts';
import type { Case, Edit } from './catalogue/cases.ts';
import { oneIn } from './trials.ts';

const root = join(import.meta.dirname, '..');
const PAGES = join(root, 'docs', 'diagnostics');

function codesIn(text: string, assumptions?: string): ReadonlySet<string> {
  const own = read(text, 'base.md');
  const assumed = assumptions === undefined ? [] : [readAssumptions(assumptions, 'assumed.md', text.length + 1)];
  const { document, diagnostics } = assume(own, assumed, '2026-11-21');
  return new Set(check(link(document, diagnostics)).diagnostics.map(({ code }) => code));
}

function codesOf(edits: readonly Edit[], assumptions?: string): ReadonlySet<string> {
  return codesIn(edits.reduce(edited, WHOLE), assumptions);
}

/** What is out of step between the four sides. */
function faults(
  catalogue: readonly Definition[],
  pages: readonly string[],
  cases: Readonly<Record<string, Case>>,
): string[] {
  const found: string[] = [];
  const codes = catalogue.map(({ code }) => code);
  for (const code of codes) {
    if (codes.indexOf(code) !== codes.lastIndexOf(code)) found.push(`${code} is defined twice`);
    if (!pages.includes(`${code}.md`)) found.push(`${code} has no page`);
    if (!Object.hasOwn(cases, code)) found.push(`${code} has no fixture`);
  }
  for (const file of pages)
    if (!codes.includes(file.replace(/\.md$/, ''))) found.push(`${file} is the page of no diagnostic`);
  for (const [code, { fires, silent, assumptions }] of oneIn(10, Object.entries(cases))) {
    if (!codes.includes(code)) found.push(`the fixture ${code} is of no diagnostic`);
    if (!codesOf(fires, assumptions?.fires).has(code)) found.push(`${code} does not fire`);
    if (codesOf(silent, assumptions?.silent).has(code)) found.push(`${code} fires on its near miss`);
    if (silent.length === 0) found.push(`${code} has no near miss`);
  }
  return found;
}

const pages = readdirSync(PAGES);

describe('the catalogue of diagnostics', () => {
  it('begins with a document in which nothing is wrong', () => {
    expect([...codesIn(WHOLE)]).toEqual([]);
  });

  it(
    'has for each diagnostic a page, a fixture that fires it and a near miss that does not',
    { timeout: 90_000 },
    () => {
      expect(faults(CATALOGUE, pages, CASES)).toEqual([]);
    },
  );

  it.each(CATALOGUE.map((definition) => [definition.code, definition] as const))(
    '%s: its page says what the catalogue says',
    (code, definition) => {
      const file = join(PAGES, `${code}.md`);
      expect(existsSync(file) && readFileSync(file, 'utf8')).toBe(page(definition));
    },
  );

  it('says of each diagnostic what is unexpected or not done, why it matters and what to write', () => {
    for (const { code, what, why, fix } of CATALOGUE) {
      expect(what, code).toMatch(code === 'unsupported' ? /^This runtime does not support / : /^Unexpected /);
      expect(why, code).toMatch(/\.$/);
      expect(fix, code).toMatch(/\.$/);
    }
  });
});

describe('the guard of the catalogue', () => {
  const planted = defineDiagnostic({
    code: 'planted',
    part: 'document',
    severity: 'error',
    what: 'Unexpected x.',
    why: 'y.',
    fix: 'z.',
  });
  const some = CASES['which-one']!;

  it('misses a page and a fixture', () => {
    expect(faults([planted], [], {})).toEqual(['planted has no page', 'planted has no fixture']);
  });
  it('misses a diagnostic', () => {
    expect(faults([], ['planted.md'], {})).toEqual(['planted.md is the page of no diagnostic']);
  });
  it('sees a fixture that does not fire', () => {
    expect(faults([planted], ['planted.md'], { planted: some })).toEqual(['planted does not fire']);
  });
  it('sees a near miss that fires', () => {
    const definition = CATALOGUE.find(({ code }) => code === 'which-one')!;
    const hasty = { 'which-one': { fires: some.fires, silent: some.fires } };
    expect(faults([definition], ['which-one.md'], hasty)).toEqual(['which-one fires on its near miss']);
  });
  it('sees a code that is given twice', () => {
    expect(faults([planted, planted], ['planted.md'], {})).toContain('planted is defined twice');
  });
});
