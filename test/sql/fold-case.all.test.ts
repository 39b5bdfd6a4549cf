// One way to ignore case: SQLite and PostgreSQL fold what JavaScript folds, all characters of Unicode among it.

import { assert, constantFrom, property, sample, string } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASE_FOLDS, foldCase } from '../../src/base/fold-case.ts';
import type { Table } from '../../src/plan/plan.ts';
import { compileCondition } from '../../src/sql/evaluate.ts';
import type { Expr } from '../../src/sql/expression.ts';
import { trials } from '../trials.ts';
import { PATIENCE, postgresEngine, sqliteEngine } from './engines.ts';
import type { Engine } from './engines.ts';
import { column, literal } from './samples.ts';

const ALL = Array.from({ length: 0x11_00_00 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/** Letters that fold, marks of every class, what composes, and what only a later Unicode knows. */
const TRICKY = [
  ...'aAeEiIıİsSßẞſςσΣΑαΆάᾳᾼῼǅǰJKKÅÅΩΩﬁﬃﬅևნᲜꭰᎠՒ',
  ...'\u0300\u0301\u0303\u0307\u0308\u030a\u030c\u0313\u0323\u0327\u0331\u0334\u0342\u0344\u0345\u0f71\u0f72\u3099',
  ...'\u1100\u1161\u11a8가각\u0f73\u0958\u2126\u{1d15e}\u{1f600}\u0000\u0001\u0003\n -',
  ...'\u{105d2}\u{105c9}\u{11382}\u{113c9}\u{1611e}\u0897\u1ac1\u{10ec5}\u{16d68}\u{16ea0}\u{10d50}',
];
const trickyText = string({ unit: constantFrom(...TRICKY), maxLength: 12 });
const known = TRICKY.filter((one) => one.codePointAt(0)! < 0x10000 && !['\u0897', '\u1ac1'].includes(one));

/** All of them in a row; and each letter and mark behind a mark that moves, and before others. */
const among = ALL.filter((one) => /[\p{L}\p{M}]/u.test(one) && !/[\p{Script=Han}\p{Script=Hangul}]/u.test(one));
const texts = [
  ...inParts(ALL).map((part) => part.join('')),
  ...inParts(among).map((part) => part.map((one) => `a\u0345${one}\u0334\u0301`).join('\n')),
];
const random = [...sample(trickyText, trials(1_000, 5_000)), ...sample(string({ unit: 'binary' }), 1_000)];
texts.push(random.join('\n'));

function inParts<T>(all: readonly T[]): readonly (readonly T[])[] {
  const size = 20_000;
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size));
}

const TEXT: Table = {
  name: 'Text',
  rowKey: '_row',
  columns: [{ name: 'text', type: 'text', nullable: true }],
  unique: [],
  indexes: [],
};

let engines: readonly Engine[] = [];
const HELD = [
  '',
  'Straße',
  'STRASSE',
  'Cafe\u0301',
  'CAF\u00c9',
  'e\u0323\u0301',
  'e\u0301\u0323',
  'İi',
  `${'lang '.repeat(20_000)}Straße`,
  null,
];

beforeAll(async () => {
  const rows = { Text: [...texts, ...HELD].map((text) => ({ text })) };
  const made = [await sqliteEngine([TEXT], rows), await postgresEngine([TEXT], rows)];
  engines = made.filter((engine) => engine !== undefined);
}, PATIENCE);
afterAll(async () => void (await Promise.all(engines.map((engine) => engine.close()))), PATIENCE);

const KEY = column('_row', 'integer');
const held = column('text', 'text');
const fold = (operand: Expr): Expr => ({ kind: 'fold', operand });

test('both engines fold what JavaScript folds', { timeout: PATIENCE }, async () => {
  for (const engine of engines) {
    const found = await engine.select(
      {
        table: 'Text',
        columns: [{ name: 'folded', expr: fold(held) }],
        where: undefined,
        order: [{ expr: KEY, descending: false }],
      },
      {},
    );
    for (const [place, text] of texts.entries()) {
      const [wanted, was] = [foldCase(text).split('\n'), String(found[place]?.[0]).split('\n')];
      const other = wanted.findIndex((line, at) => line !== was[at]);
      expect([other, was[other]], `${engine.name}, text ${place}`).toEqual([-1, undefined]);
      expect(was).toHaveLength(wanted.length);
    }
  }
});

test(
  'contains, with and without case, is the same everywhere, for marks and for long texts, too',
  async () => {
    const parts = [
      '',
      'strasse',
      'straße',
      'SSE',
      'É',
      'e\u0301',
      '\u0301',
      'e',
      'E\u0301\u0323',
      'i\u0307',
      'I',
      'LANG STRASS',
    ];
    for (const part of parts)
      for (const isFolded of [false, true]) {
        const right: Expr = { kind: 'parameter', name: 'part', type: 'text' };
        const where: Expr = isFolded
          ? { kind: 'contains', left: fold(held), right: fold(right) }
          : { kind: 'contains', left: held, right };
        const judged = compileCondition(where);
        const here: Expr = { kind: 'compare', operator: '>', left: KEY, right: literal(texts.length, 'integer') };
        const rows = HELD.map((text, place) => ({ text, _row: texts.length + place + 1 }));
        const wanted = rows.filter((row) => judged(row, { part })).map(({ _row }) => [_row]);
        for (const engine of engines) {
          const found = await engine.select(
            {
              table: 'Text',
              columns: [{ name: 'key', expr: KEY }],
              where: { kind: 'and', items: [here, where] },
              order: [{ expr: KEY, descending: false }],
            },
            { part },
          );
          expect(found, `${engine.name}: ${JSON.stringify(part)}`).toEqual(wanted);
        }
      }
  },
  PATIENCE,
);

const alike = (...all: readonly string[]): void => expect(new Set(all.map(foldCase)).size, all.join()).toBe(1);

describe('folding', () => {
  test('takes for the same what Unicode does', () => {
    alike('Straße', 'STRASSE', 'straße', 'STRAẞE');
    alike('ΣΑΣ', 'σας', 'ςας');
    alike('İ', 'i\u0307', 'I\u0307');
    alike('\u212a', 'K', 'k');
    alike('ﬃ', 'FFI');
    alike('ᾳ', 'ᾼ', 'αι', 'ΑΙ', 'α\u0345');
    alike('e\u0323\u0301', 'E\u0301\u0323', '\u1eb9\u0301', '\u00c9\u0323');
    alike('ǰ', 'J\u030c');
    expect(new Set(['i', 'ı', 'İ', 'é', 'e', 'ss', 'sz'].map(foldCase)).size).toBe(7);
    expect(CASE_FOLDS.size).toBe(1_585);
  });

  test('of a folded text changes nothing, and no form of the same text matters', () => {
    assert(
      property(string({ unit: constantFrom(...known), maxLength: 12 }), (text) => {
        const folded = foldCase(text);
        expect(foldCase(folded)).toBe(folded);
        for (const form of ['NFC', 'NFD'] as const) expect(foldCase(text.normalize(form))).toBe(folded);
      }),
      { numRuns: trials(2_000, 20_000) },
    );
  });

  test('leaves what came after Unicode 13.0 as it is, whatever the version that runs knows', () => {
    expect(foldCase('\u{105d2}\u0307a')).toBe('\u{105d2}\u0307a');
    expect(foldCase('\u{113c9}')).toBe('\u{113c9}');
    expect(foldCase('\u{10d50}')).toBe('\u{10d70}');
  });
});
