// Values, rows and random expressions for the differential test. Input: a seeded source of chance. Output: typed trees.

import type { Expr, SqlType, SqlValue } from '../../src/sql/expression.ts';

export type Chance = () => number;

/** A small generator (mulberry32): the same seed gives the same run. */
export function chanceOf(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<T>(from: readonly T[], chance: Chance): T {
  const one = from[Math.floor(chance() * from.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}

export type Kind = Exclude<SqlType, 'json'>;
export const KINDS: readonly Kind[] = ['text', 'integer', 'real', 'boolean', 'decimal', 'instant', 'date'];

const INTEGERS: readonly SqlValue[] = [
  0,
  1,
  -1,
  2,
  7,
  41,
  43,
  100,
  -100,
  999_999,
  9_007_199_254_740_991,
  9_007_199_254_740_992n,
  9_007_199_254_740_993n,
  -9_007_199_254_740_993n,
  2n ** 63n - 1n,
  -(2n ** 63n),
  3_037_000_500,
];

/** The first one is what half of the rows hold. */
export const POOLS: Readonly<Record<Kind, readonly SqlValue[]>> = {
  text: [
    'mm',
    '',
    ' ',
    '\t\u3000\ufeff',
    'a',
    'A',
    'b',
    'mma',
    'm',
    'é',
    'ß',
    'zz',
    '\ud7ff',
    '\ue000',
    '\uff5e',
    '😀',
    '😀b',
    '𐀀',
    'a\0b',
    '\0',
    '\u0001',
    '\u0001\u0003',
    '\u0002b',
    '\u0005',
    `a${'long '.repeat(2_000)}`,
    "it's",
    '%',
    '_',
    '\u0085',
    '"',
    '\\',
    '5',
  ],
  integer: [42, ...INTEGERS],
  real: [
    2.5,
    0,
    0.1,
    -0.5,
    1e308,
    -1e308,
    5e-324,
    9_223_372_036_854_775_808,
    2.500_000_000_000_000_4,
    3,
    1e15 + 0.3,
    -1e-7,
    9_007_199_254_740_992,
    42,
  ],
  boolean: [1, 0],
  decimal: [4_250, ...INTEGERS, 4_249, 4_251, 50, -50],
  instant: [
    '2026-06-15T12:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '2024-02-29T23:59:59.999Z',
    '2026-06-15T11:59:59.999Z',
    '2026-06-15T12:00:00.001Z',
    '1969-12-31T23:59:59.999Z',
    '2026-12-31T23:59:59.500Z',
  ],
  date: ['2026-06-15', '0000-01-01', '9999-12-31', '2024-02-29', '2026-06-14', '2026-06-16', '1970-01-01'],
};

export const COMMON = <K extends Kind>(kind: K): SqlValue => POOLS[kind][0] ?? null;

/** A value of a row: half of them the common one, a tenth nothing. */
export function sample(kind: Kind, chance: Chance): SqlValue {
  const luck = chance();
  if (luck < 0.1) return null;
  return luck < 0.55 ? COMMON(kind) : pick(POOLS[kind], chance);
}

/** A JSON list of such values, as a column keeps it. */
export function listOf(kind: Kind, chance: Chance): SqlValue {
  if (chance() < 0.08) return null;
  const items = Array.from({ length: Math.floor(chance() * 5) }, () =>
    chance() < 0.5 ? COMMON(kind) : pick(POOLS[kind], chance),
  );
  const noise = chance() < 0.3 ? ['null', '"42"', 'true', '{"a":42}', '[42]', '0.75'] : [];
  return `[${[...items.map((item) => jsonOf(item, kind)), ...noise].join(',')}]`;
}

/** An object that holds such a value, twice as often inside of another one; now and then nothing of the kind. */
export function shapeOf(kind: Kind, chance: Chance): string {
  const value = (): string => {
    const luck = chance();
    if (luck < 0.2) return pick(['null', '"42"', 'true', '{"v":42}', '[42]', '0.75', '{}'], chance);
    return jsonOf(luck < 0.6 ? COMMON(kind) : pick(POOLS[kind], chance), kind);
  };
  const inner = pick(['null', '{}', '[]', '"v"', `{"v":${value()}}`, `{"w":1,"v":${value()}}`], chance);
  const list = listOf(kind, chance) ?? 'null';
  const whole = `{"v":${value()},"in":${inner},"l":${list}}`;
  return pick(['{}', whole, whole, whole, `{"in":${inner}}`, `{"x":{"v":1},"l":${list},"v":${value()}}`], chance);
}

export function shapesOf(kind: Kind, chance: Chance): SqlValue {
  if (chance() < 0.08) return null;
  const shapes = Array.from({ length: Math.floor(chance() * 4) }, () =>
    chance() < 0.1 ? pick(['null', '7', '[]', '"v"'], chance) : shapeOf(kind, chance),
  );
  return `[${shapes.join(',')}]`;
}

function jsonOf(value: SqlValue, kind: Kind): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (kind === 'boolean') return Number(value) === 1 ? 'true' : 'false';
  if (kind !== 'decimal' || value === null) return String(value);
  const digits = String(value).replace('-', '').padStart(3, '0');
  return `${String(value).startsWith('-') ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export const column = (name: string, type: SqlType, source?: string): Expr =>
  source === undefined ? { kind: 'column', column: name, type } : { kind: 'column', column: name, type, source };

export function literal(value: SqlValue, type: SqlType): Expr {
  return { kind: 'literal', value: typeof value === 'bigint' ? { bigint: String(value) } : value, type };
}

/** Collects what random parameters are bound to. */
export interface Binder {
  readonly bindings: Record<string, SqlValue>;
}

/** A column, a literal or a parameter; half of the constants are the common value. */
export function operand(kind: Kind, chance: Chance, binder: Binder): Expr {
  const luck = chance();
  if (luck < 0.4) return column(`${kind}${chance() < 0.5 ? 1 : 2}`, kind);
  const value = chance() < 0.5 ? COMMON(kind) : chance() < 0.08 ? null : pick(POOLS[kind], chance);
  if (luck < 0.7) return literal(value, kind);
  const name = `given.${Object.keys(binder.bindings).length}`;
  binder.bindings[name] = value;
  return { kind: 'parameter', name, type: kind };
}

/** `case`: the first condition that is true, else `otherwise`. */
export function choice(type: SqlType, branches: readonly (readonly [Expr, Expr])[], otherwise: Expr): Expr {
  // oxlint-disable-next-line unicorn/no-thenable -- the branch of a tree, never awaited
  return { kind: 'case', branches: branches.map(([when, then]) => ({ when, then })), otherwise, type };
}
