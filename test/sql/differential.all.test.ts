// SQLite, PostgreSQL and JavaScript judge every expression alike. Every operator with every type that it takes is judged
// at least 200 times and true in 30 to 70 % of them. What is compared is made in differential.ts.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Expr, OrderTerm, Select, SqlValue } from '../../src/sql/expression.ts';
import { compileValue } from '../../src/sql/evaluate.ts';
import {
  ALL,
  chance,
  chosen,
  close,
  compare,
  deep,
  lookedUp,
  open,
  computed,
  ROWS,
  rows,
  rowsOf,
  seed,
  steered,
} from './differential.ts';
import { PATIENCE } from './engines.ts';
import type { Engine } from './engines.ts';
import { column, KINDS, literal, operand, pick, POOLS } from './samples.ts';
import type { Binder } from './samples.ts';
import { trials } from '../trials.ts';

let engines: readonly Engine[];
beforeAll(async () => {
  engines = await open();
}, PATIENCE);
afterAll(close, PATIENCE);

test(
  'every operator with every type is judged alike, and is often true and often false',
  { timeout: PATIENCE },
  async () => {
    let judged = 0;
    for (const [name, make] of ALL) {
      let times = 0;
      let held = 0;
      while (times < 5 * ROWS || (times < 60 * ROWS && (held / times < 0.33 || held / times > 0.67))) {
        const { expr, binder } = steered(make, times === 0 ? 0.5 : held / times);
        held += await compare(expr, binder.bindings, true);
        times += ROWS;
      }
      judged += times;
      expect(times, name).toBeGreaterThanOrEqual(200);
      expect(held / times, `seed ${seed}: how often ${name} is true`).toBeGreaterThanOrEqual(0.3);
      expect(held / times, `seed ${seed}: how often ${name} is true`).toBeLessThanOrEqual(0.7);
    }
    expect(judged).toBeGreaterThanOrEqual(20_000);
  },
);

test('values and deep mixtures of everything come out alike', { timeout: PATIENCE }, async () => {
  for (let n = 0; n < trials(80, 250); n++) {
    const binder: Binder = { bindings: {} };
    await compare(deep(binder, 3), binder.bindings, true);
  }
  for (const kind of ['integer', 'decimal', 'real'] as const) {
    for (let n = 0; n < trials(15, 40); n++) {
      const binder: Binder = { bindings: {} };
      const inner = computed(pick(['+', '-', '*', '/'], chance), kind, binder);
      const expr: Expr = {
        kind: 'arithmetic',
        operator: pick(['+', '-', '*', '/'], chance),
        left: inner,
        right: operand(kind, chance, binder),
        type: kind,
      };
      await compare(expr, binder.bindings, false);
      await compare(
        { kind: 'text', operand: expr, ...(kind === 'decimal' ? { scale: 2 } : {}) },
        binder.bindings,
        false,
      );
    }
  }
  for (const kind of KINDS) {
    for (let n = 0; n < trials(8, 20); n++) {
      const binder: Binder = { bindings: {} };
      await compare(chosen(kind, binder), binder.bindings, false);
      await compare(lookedUp(kind, binder), binder.bindings, false);
      await compare(
        {
          kind: 'concat',
          parts: [operand(kind, chance, binder), literal('/', 'text'), operand('text', chance, binder)],
        },
        binder.bindings,
        false,
      );
    }
  }
});

const points = (text: SqlValue | undefined): readonly number[] =>
  [...String(text)].map((each) => each.codePointAt(0) ?? 0);

const before = (a: SqlValue, b: SqlValue): number => {
  const x = points(a);
  const y = points(b);
  const at = x.findIndex((point, place) => point !== y[place]);
  return at < 0 ? x.length - y.length : (x[at] ?? 0) - (y[at] ?? -1);
};

test('rows come in the order asked for, nothing last, and as many as asked for', { timeout: PATIENCE }, async () => {
  for (let n = 0; n < trials(60, 200); n++) {
    const binder: Binder = { bindings: {} };
    const terms = Array.from({ length: 1 + Math.floor(chance() * 2) }, (): OrderTerm => {
      const kind = pick(KINDS, chance);
      const own = column(`${kind}1`, kind);
      const shown: Expr = { kind: 'text', operand: own };
      const expr = pick([own, column(`${kind}2`, kind), chosen(kind, binder), shown], chance);
      return { expr, descending: chance() < 0.5 };
    });
    const key: Expr = column('_row', 'integer');
    const order = [...terms, { expr: key, descending: false }];
    const [limit, offset] = [count(), count()];
    if (limit !== undefined) binder.bindings['limit'] = limit;
    if (offset !== undefined) binder.bindings['offset'] = offset;
    const select: Select = {
      table: 'Sample',
      columns: [{ name: 'key', expr: key }],
      where: undefined,
      order,
      ...(limit !== undefined && { limit: { kind: 'parameter', name: 'limit', type: 'integer' } }),
      ...(offset !== undefined && { offset: { kind: 'parameter', name: 'offset', type: 'integer' } }),
    };
    const wanted = sorted(terms, binder.bindings)
      .slice(offset ?? 0)
      .slice(0, limit ?? ROWS);
    for (const engine of engines) {
      const found = (await engine.select(select, binder.bindings)).map((row) => row[0]);
      expect(found, `${engine.name}, seed ${seed}: ${JSON.stringify(select)}`).toEqual(wanted);
    }
  }
});

/** Undefined: not said; null: said, and nothing. */
function count(): number | null | undefined {
  return pick([[0], [1], [7], [ROWS + 5], [null], [undefined], [undefined]], chance)[0];
}

function sorted(terms: readonly OrderTerm[], bindings: Record<string, SqlValue>): readonly number[] {
  const judged = terms.map(({ expr, descending }) => ({ value: compileValue(expr, rowsOf), descending }));
  const keys = rows.map((row) => judged.map(({ value }) => value(row, bindings)));
  const all = rows.map((_, place) => place);
  all.sort((a, b) => {
    for (const [term, { descending }] of judged.entries()) {
      const [x, y] = [keys[a]?.[term] ?? null, keys[b]?.[term] ?? null];
      if (x === null || y === null) {
        if (x !== y) return x === null ? 1 : -1;
        continue;
      }
      const differ = typeof x === 'string' || typeof y === 'string' ? before(x, y) : x < y ? -1 : x > y ? 1 : 0;
      if (differ !== 0) return descending ? -differ : differ;
    }
    return a - b;
  });
  return all.map((place) => place + 1);
}

test('the order of texts is the order of their code points everywhere', async () => {
  const select: Select = {
    table: 'Sample',
    columns: [{ name: 't', expr: column('text1', 'text') }],
    where: undefined,
    order: [{ expr: column('text1', 'text'), descending: false }],
  };
  const texts = rows.map((row) => row['text1'] ?? null).filter((text) => text !== null);
  const wanted = texts.toSorted(before);
  for (const engine of engines) {
    const found = await engine.select(select, {});
    expect(found.map((row) => row[0]).slice(0, wanted.length), engine.name).toEqual(wanted);
  }
  expect(POOLS.text.length).toBeGreaterThan(20);
});
