// Twenty thousand random expressions and more, over the same rows, on SQLite, PostgreSQL and in JavaScript: none may come
// out differently. Also the texts of random doubles, and every text that has a character of its own.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreed, ALL, chance, close, compare, deep, open, rows, seed } from './differential.ts';
import { PATIENCE } from './engines.ts';
import type { Engine } from './engines.ts';
import { literal, pick } from './samples.ts';
import type { Binder } from './samples.ts';

let engines: readonly Engine[];
beforeAll(async () => {
  engines = await open();
}, PATIENCE);
afterAll(close, PATIENCE);

const EXPRESSIONS = 21_000;

test('none of the engines disagrees with JavaScript', { timeout: 900_000 }, async () => {
  const makes = [...ALL.values()];
  for (let n = 0; n < EXPRESSIONS; n += 8) {
    await Promise.all(
      Array.from({ length: 8 }, () => {
        const binder: Binder = { bindings: {} };
        const expr = chance() < 0.7 ? pick(makes, chance)(binder) : deep(binder, 3);
        return compare(expr, binder.bindings, true);
      }),
    );
  }
  for (const { name } of engines) expect(agreed.get(name), `seed ${seed}`).toBeGreaterThanOrEqual(20_000);
  console.info(`seed ${seed}: ${JSON.stringify([...agreed])} expressions, each over ${rows.length} rows`);
});

test('a double is written everywhere as JavaScript writes it', { timeout: 300_000 }, async () => {
  const bits = new DataView(new ArrayBuffer(8));
  for (let n = 0; n < 200; n++) {
    const doubles = Array.from({ length: 50 }, () => {
      for (;;) {
        bits.setUint32(0, chance() * 2 ** 32);
        bits.setUint32(4, chance() * 2 ** 32);
        const near = pick([bits.getFloat64(0), (chance() - 0.5) * 10 ** Math.floor(chance() * 44 - 22)], chance);
        if (Number.isFinite(near)) return near + 0;
      }
    });
    const columns = doubles.map((each, place) => ({
      name: String(place),
      expr: { kind: 'text', operand: literal(each, 'real') } as const,
    }));
    for (const engine of engines) {
      const select = { table: 'Other', columns, where: undefined, order: [], limit: literal(1, 'integer') };
      const [row] = await engine.select(select, {});
      expect(row, engine.name).toEqual(doubles.map(String));
    }
  }
});

test('every character comes back, and is in its place', { timeout: 300_000 }, async () => {
  const all = Array.from({ length: 0x11_00_00 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
  for (let from = 0; from < all.length; from += 50_000) {
    const text = String.fromCodePoint(...all.slice(from, from + 50_000));
    const given = { kind: 'parameter', name: 'given', type: 'text' } as const;
    const encoded = { kind: 'text', operand: given, encode: true } as const;
    const columns = [
      { name: 'text', expr: given },
      { name: 'encoded', expr: encoded },
    ];
    for (const engine of engines) {
      const select = { table: 'Other', columns, where: undefined, order: [], limit: literal(1, 'integer') };
      const [row] = await engine.select(select, { given: text });
      expect(row?.[0] === text && row[1] === encodeURIComponent(text), `${engine.name} from ${from}`).toBe(true);
    }
  }
});
