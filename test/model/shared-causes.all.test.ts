// Causes that are alike are asked about once, and one code answers them all: in a new row at the end of the Code table or behind
// the causes of a row that is there. Each of them is closed then, and nothing else is another than before.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import type { Model } from '../../src/model/model.ts';
import { apartOf, asksOf, factOf, type Ask } from '../../src/analysis/questions/questions.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { writeAnswer, writeShared } from '../../src/print/print.ts';
import { trial } from '../laws/laws.ts';
import { understand } from '../laws/service.ts';
import { oneUntilLong } from '../trials.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');

/** The Code table answers nothing of what operations meet. */
function unanswered(source: string): string {
  return source.replace(/^(\| `\w+` \| [45]\d\d \|) [^|]*\|/gm, '$1 internal |');
}

function asks(model: Model, only?: readonly string[], apart?: ReadonlySet<string>): readonly Ask[] {
  return asksOf(model, only, apart)
    .flatMap((group) => group.asks)
    .filter(({ gap }) => gap.kind === 'cause');
}

/** All that is said and all that is open, but for these, for When and for what the new code says. */
function statuses(model: Model, but: ReadonlySet<string>): readonly string[] {
  return slotsOf(model).facts.flatMap(({ id, status }) =>
    but.has(id) || id.startsWith('7/zz/') || id.endsWith('/when') ? [] : [`${id} ${status}`],
  );
}

/** The same code for each of them: a text that is blank is invalid, too, and closed with it. */
function oneByOne(model: Model, ask: Ask, words: string): Model {
  let now = model;
  for (const id of ask.gaps) {
    if (!gapView(now).gaps.some((gap) => gap.id === id)) continue;
    const written = writeAnswer(now, factOf(now, id)!, now === model ? words : words.replace(' 418', ''));
    if (written.kind === 'refused') throw new Error(`${id}: ${written.why}`);
    now = understand(written.source).model;
  }
  return now;
}

function judge(model: Model, ask: Ask, words: string): string {
  const facts = ask.gaps.map((id) => factOf(model, id)!);
  const written = writeShared(model, facts, words);
  if (written.kind === 'refused') throw new Error(`${ask.gap.id}: ${written.why}`);
  expect(written.edits.map(({ at }) => at.end - at.start)).toEqual([0]);
  const { model: then } = understand(written.source);
  const own = new Set(ask.gaps);
  expect(gapView(then).gaps.filter(({ id }) => own.has(id))).toEqual([]);
  expect(statuses(then, own), ask.gap.question).toEqual(statuses(oneByOne(model, ask, words), own));
  return written.edits[0]!.text;
}

const LACKS = 'What happens when a request lacks a field that it must have';
const missing = (model: Model): Ask => asks(model).find((ask) => apartOf(ask) === LACKS)!;

describe('causes that are alike', () => {
  it('are closed by one code, new or known, and nothing else changes', { timeout: 90_000 }, () => {
    const sources = oneUntilLong(4, [
      ...readdirSync(EXAMPLES)
        .filter((name) => name.endsWith('.md'))
        .map((name) => readFileSync(join(EXAMPLES, name), 'utf8')),
      ...[1, 2, 3, 4, 5, 6].map((seed) => trial(seed).source),
    ]);
    const covered = new Set<string>();
    for (const source of sources) {
      const { model } = understand(unanswered(source));
      const [known] = model.codes.keys();
      for (const ask of asks(model).filter(({ gaps }) => gaps.length > 1)) {
        covered.add(apartOf(ask));
        judge(model, ask, '`zz` 418');
        if (known !== undefined) judge(model, ask, `\`${known}\``);
      }
    }
    expect([...covered].toSorted()).toEqual(
      expect.arrayContaining([
        'What happens when a field has a value that it cannot have',
        'What happens when a request is about a row that does not exist',
        LACKS,
      ]),
    );
  });

  const SHOP = unanswered(readFileSync(join(EXAMPLES, 'repair-shop.md'), 'utf8'));

  it('are listed in the row, and what was not asked is not stated', () => {
    const { model } = understand(SHOP);
    const ask = missing(model);
    const causes = ask.gaps.map((id) => id.slice('7/cause/'.length).replace(/^(.*) missing$/, '`$1` missing'));
    expect(causes.length).toBeGreaterThan(1);
    expect(ask.gap.question).toMatch(/^What happens when a request lacks a field that it must have: `\w+\.\w+`, .*\?$/);
    expect(judge(model, ask, '`zz` 418').trim()).toBe(`| \`zz\` | 418 | ${causes.join(', ')} | not shown |`);
  });

  it('are asked about one by one when somebody wishes so, and the others still together', () => {
    const { model } = understand(SHOP);
    const ask = missing(model);
    const apart = asks(model, undefined, new Set([apartOf(ask)]));
    for (const id of ask.gaps)
      expect(apart.filter(({ gaps }) => gaps.includes(id)).map(({ gaps }) => gaps)).toEqual([[id]]);
    expect(apart.some(({ gaps }) => gaps.length > 1)).toBe(true);
  });
});
