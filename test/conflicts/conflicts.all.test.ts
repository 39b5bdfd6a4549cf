// The smallest set of statements that cannot hold together. The judge edits the text, and knows nothing of how the set was
// found: without any one statement of it the error is gone, and it stays when every other statement is taken back.

import { describe, expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import type { Report } from '../../src/check/check.ts';
import { conflictsOf, type Sentence } from '../../src/check/conflicts.ts';
import type { Diagnostic } from '../../src/diagnostics/define.ts';
import { LineIndex } from '../../src/base/span.ts';
import { CONFLICTS } from '../../src/diagnostics/conflicts.ts';
import { renderPretty } from '../../src/diagnostics/render-pretty.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { read } from '../../src/read/read.ts';
import { CASES } from '../catalogue/cases.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';
import type { Edit } from '../catalogue/cases.ts';
import { CONFLICT_CASES } from './cases.ts';
import { oneIn } from '../trials.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

function modelOf(text: string): Model {
  const { document, diagnostics } = read(text, 'a.md');
  return link(document, diagnostics);
}

function textOf(edits: readonly Edit[]): string {
  return edits.reduce(edited, WHOLE);
}

/** The text with `not shown` in these places, and where a place of the old text is in it. */
function takenBack(text: string, places: readonly Place[]): { source: string; moved: (offset: number) => number } {
  const sorted = places.toSorted((a, b) => a.start - b.start);
  let source = '';
  let done = 0;
  for (const { start, end } of sorted) {
    source += `${text.slice(done, start)}not shown`;
    done = end;
  }
  const moved = (offset: number): number =>
    sorted.reduce((sum, { start, end }) => (end <= offset ? sum + 'not shown'.length - (end - start) : sum), offset);
  return { source: source + text.slice(done), moved };
}

/** Is the same still wrong at the same place, when these are not shown? */
function stays(text: string, { code, at }: Diagnostic, places: readonly Place[]): boolean {
  const { source, moved } = takenBack(text, places);
  return modelOf(source).diagnostics.some((one) => one.code === code && one.at.start === moved(at.start));
}

/** What is stated, each place once; a place inside of another one is its part. */
function statements(model: Model): readonly Place[] {
  const places = slotsOf(model).facts.flatMap(({ slot }) =>
    slot && (slot.status === 'stated' || slot.status === 'none' || slot.status === 'any') ? [slot.at] : [],
  );
  return places.filter(
    (one, index) => places.findIndex(({ start, end }) => start === one.start && end === one.end) === index,
  );
}

function judge(text: string, model: Model, diagnostic: Diagnostic, sentences: readonly Sentence[]): void {
  const values = sentences.flatMap(({ fact, at }) => (fact ? [at] : []));
  const isMember = (one: Place): boolean =>
    sentences.some(({ at }) => one.start < at.end && at.start < one.end) ||
    (diagnostic.at.start < one.end && one.start < diagnostic.at.end);
  const others = statements(model).filter((one) => !isMember(one));
  if (values.length > 0) expect(stays(text, diagnostic, others), 'without all others').toBe(true);
  for (const at of values) {
    const what = text.slice(at.start, at.end);
    expect(stays(text, diagnostic, [...others, at]), `without all others and ${what}`).toBe(false);
    const { isEnough } = sentences.find((one) => one.at === at)!;
    expect(stays(text, diagnostic, [at]), `without ${what} alone`).toBe(!isEnough);
  }
}

describe('the smallest set of statements that cannot hold together', () => {
  it.each(Object.entries(CONFLICT_CASES))('%s', (_, { edits, code, sentences }) => {
    const text = textOf(edits);
    const model = modelOf(text);
    const found = [...conflictsOf(model, model.diagnostics)].filter(([one]) => one.code === code);
    expect(found.length).toBeGreaterThan(0);
    const [diagnostic, set] = found[0]!;
    expect(set.map(({ fact }) => fact?.id ?? 'line').toSorted()).toEqual(sentences.toSorted());
    judge(text, model, diagnostic, set);
  });

  it.each(oneIn(3, [...CONFLICTS]).map((code): [string] => [code]))(
    '%s: the set of its fixture is the smallest',
    (code) => {
      const text = textOf(CASES[code]!.fires);
      const model = modelOf(text);
      for (const [diagnostic, set] of conflictsOf(model, model.diagnostics)) judge(text, model, diagnostic, set);
    },
  );

  it('is part of the report, with what each statement answers and what may stand there', () => {
    const { edits } = CONFLICT_CASES['a current version that is not supported']!;
    const report: Report = check(modelOf(textOf(edits)));
    const [error] = report.diagnostics.filter(({ severity }) => severity === 'error');
    expect(error!.conflict!.map(({ id, text }) => [id, text])).toEqual([
      ['9/current-version', '`2`'],
      ['9/supported-versions', '`1`'],
    ]);
    for (const { forms, question } of error!.conflict!) {
      expect(forms!.length).toBeGreaterThan(0);
      expect(question).toMatch(/\?$/);
    }
  });

  it('shows each line once, with carets under every statement of it', () => {
    const text = textOf(CONFLICT_CASES['a default outside of the values']!.edits);
    const [error] = check(modelOf(text)).diagnostics;
    const shown = renderPretty(
      error!,
      () => new LineIndex(text),
      undefined,
      (_, words) => words,
    ).split('\n');
    const head = shown.findIndex((line) => line.includes('These cannot all be true'));
    expect(shown.slice(head + 1, head + 4)).toEqual([
      '32 | | `pieces` | integer | no | caller | 1..9 | `12` | |',
      '   |              ^^^^^^^                 ^^^^   ^^^^',
      '   | 2/Order.pieces/type, 2/Order.pieces/allowed-values, 2/Order.pieces/default',
    ]);
  });

  it('is sought only where something is wrong, and not without end', () => {
    expect(check(modelOf(WHOLE)).diagnostics).toEqual([]);
    const rows = Array.from({ length: 400 }, (_, n) => `| \`f${n}\` | integer | no | caller | 1..9 | \`12\` | |\n`);
    const text = WHOLE.replace('| `pieces` |', () => `${rows.join('')}| \`pieces\` |`);
    const model = modelOf(text);
    const begun = performance.now();
    const found = conflictsOf(model, model.diagnostics);
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect(found.size).toBeGreaterThan(0);
    expect(found.size).toBeLessThan(400);
    expect(conflictsOf(model, model.diagnostics).size).toBe(found.size);
  });
});
