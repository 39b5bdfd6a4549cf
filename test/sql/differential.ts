// Random expressions over random rows, on purpose with supplementary characters, empty texts, nothing, big integers and decimals; and what
// judges them on every engine and in JavaScript. Input: SEED, or chance. Output: operators to try, and `compare`, which fails where two
// judges disagree.

import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Column, Table } from '../../src/plan/plan.ts';
import type { Expr, JsonStep, Select, SqlValue } from '../../src/sql/expression.ts';
import { compileCondition, compileValue } from '../../src/sql/evaluate.ts';
import type { Values } from '../../src/sql/evaluate.ts';
import { children, memberType, walk } from '../../src/sql/walk.ts';
import type { Row } from '../../src/store/store.ts';
import { postgresEngine, sqliteEngine } from './engines.ts';
import type { Engine } from './engines.ts';
import {
  chanceOf,
  choice,
  column,
  COMMON,
  KINDS,
  listOf,
  literal,
  operand,
  pick,
  POOLS,
  sample,
  shapeOf,
  shapesOf,
} from './samples.ts';
import type { Binder, Chance, Kind } from './samples.ts';
import { isWhole } from '../trials.ts';

export const seed: number = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
export const chance: Chance = chanceOf(seed);
export const ROWS = 48;

const columns: Column[] = [
  ...KINDS.flatMap((kind) =>
    [`${kind}1`, `${kind}2`].map((name): Column => ({ name, type: kind, scale: 2, nullable: true })),
  ),
  ...KINDS.flatMap((kind) =>
    ['list', 'shape', 'shapes'].map((what): Column => ({ name: `${what} of ${kind}`, type: 'json', nullable: true })),
  ),
];
const tables: readonly Table[] = [
  { name: 'Sample', rowKey: '_row', columns, unique: [], indexes: [['text1'], ['integer1', 'text2']] },
  {
    name: 'Other',
    rowKey: '_row',
    columns: KINDS.map((kind): Column => ({ name: kind, type: kind, scale: 2, nullable: true })),
    unique: [],
    indexes: [['text'], ['decimal']],
  },
];

export const rows: readonly Record<string, SqlValue>[] = Array.from({ length: ROWS }, (): Record<string, SqlValue> =>
  Object.fromEntries([
    ...KINDS.flatMap((kind) => [1, 2].map((n) => [`${kind}${n}`, sample(kind, chance)] as const)),
    ...KINDS.flatMap((kind) => [
      [`list of ${kind}`, listOf(kind, chance)] as const,
      [`shape of ${kind}`, chance() < 0.08 ? null : shapeOf(kind, chance)] as const,
      [`shapes of ${kind}`, shapesOf(kind, chance)] as const,
    ]),
  ]),
);
/** The first holds the common values, the fourth others: what is looked up there is often equal and often not. */
const others = Array.from({ length: 9 }, (_, place): Record<string, SqlValue> => ({
  _row: place + 1,
  ...Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      place === 0 ? COMMON(kind) : place === 3 ? (POOLS[kind][1] ?? null) : sample(kind, chance),
    ]),
  ),
}));
export const rowsOf = (table: string): readonly Values[] => (table === 'Other' ? others : rows);

let engines: readonly Engine[] = [];
/** How many expressions each engine judged like JavaScript, by its name. */
export const agreed: Map<string, number> = new Map();

export async function open(): Promise<readonly Engine[]> {
  const all = { Sample: rows, Other: others };
  const made = [await sqliteEngine(tables, all), isWhole ? await postgresEngine(tables, all) : undefined];
  engines = made.filter((engine) => engine !== undefined);
  return engines;
}

export async function close(): Promise<void> {
  await Promise.all(engines.map((engine) => engine.close()));
}

const KEY: Expr = { kind: 'column', column: '_row', type: 'integer' };

function by(engine: Engine, expr: Expr, bindings: Values, filter: boolean): Promise<readonly Row[]> {
  const select: Select = {
    table: 'Sample',
    columns: [{ name: 'x', expr: filter ? KEY : expr }],
    where: filter ? expr : undefined,
    order: [{ expr: KEY, descending: false }],
  };
  return engine.select(select, bindings).catch((error: unknown) => {
    throw new Error(`${engine.name}: ${String(error)}; ${show(expr, bindings)}`, { cause: error });
  });
}

const show = (expr: Expr, bindings: Values): string =>
  `seed ${seed}: ${JSON.stringify(expr)} with ${JSON.stringify(bindings, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}`;

/** The smallest expression inside that comes out differently, for the message. */
async function culprit(engine: Engine, expr: Expr, bindings: Values): Promise<Expr> {
  for (const child of children(expr)) {
    if (
      [...walk(child)].some(
        (each) => each.kind === 'column' && each.source !== undefined && !/exists|count/.test(JSON.stringify(child)),
      )
    )
      continue;
    // A member means something inside of what it is a member of alone.
    const named = [...walk(child)].flatMap((each) => (each.kind === 'some' ? [each.source] : []));
    if ([...walk(child)].some((each) => each.kind === 'member' && !named.includes(each.source ?? ''))) continue;
    const value = compileValue(child, rowsOf);
    const theirs = (await by(engine, child, bindings, false)).map((row) => row[0]);
    if (rows.some((row, place) => !Object.is(value(row, bindings), theirs[place])))
      return culprit(engine, child, bindings);
  }
  return expr;
}

/** Judges everywhere, row by row; answers how many rows it is true of. */
export async function compare(expr: Expr, bindings: Values, isCondition: boolean): Promise<number> {
  const value = compileValue(expr, rowsOf);
  const ours = rows.map((row) => value(row, bindings));
  const truth = isCondition ? compileCondition(expr, rowsOf) : () => false;
  const kept = rows.flatMap((row, place) => (truth(row, bindings) ? [place + 1] : []));
  if (isCondition)
    expect(ours.map(Number), show(expr, bindings)).toEqual(rows.map((_, place) => Number(kept.includes(place + 1))));
  await Promise.all(
    engines.map(async (engine) => {
      const [values, filtered] = await Promise.all([
        by(engine, expr, bindings, false),
        isCondition ? by(engine, expr, bindings, true) : [],
      ]);
      const theirs = values.map((row) => row[0]);
      if (!isDeepStrictEqual(theirs, ours)) await accuse(engine, expr, bindings);
      const found = filtered.map((row) => row[0]);
      expect(found, `${engine.name}, as a filter, ${show(expr, bindings)}`).toEqual(kept);
      agreed.set(engine.name, (agreed.get(engine.name) ?? 0) + 1);
    }),
  );
  return kept.length;
}

async function accuse(engine: Engine, expr: Expr, bindings: Values): Promise<never> {
  const least = await culprit(engine, expr, bindings);
  const values = (await by(engine, least, bindings, false)).map((row) => row[0]);
  const value = compileValue(least, rowsOf);
  const at = rows.findIndex((row, place) => !Object.is(value(row, bindings), values[place]));
  return expect.fail(
    `row ${at}: ${engine.name} ${String(values[at])}, JavaScript ${String(value(rows[at] ?? {}, bindings))}; ${show(least, bindings)}`,
  );
}

type Make = (binder: Binder) => Expr;

const first = (kind: Kind): Expr => column(`${kind}1`, kind);

/** Every operator with every type it takes: a condition whose truth rests on that operator alone. */
function operators(): ReadonlyMap<string, Make> {
  const made = new Map<string, Make>();
  for (const kind of KINDS) {
    for (const operator of ['=', '!=', '<', '<=', '>', '>='] as const) {
      made.set(`${operator} ${kind}`, (binder) => ({
        kind: 'compare',
        operator,
        left: operand(kind, chance, binder),
        right: operand(kind, chance, binder),
      }));
    }
    made.set(`in ${kind}`, (binder) => ({
      kind: 'in',
      left: first(kind),
      values: Array.from({ length: Math.floor(chance() * 4) }, () => operand(kind, chance, binder)),
    }));
    made.set(`is-set ${kind}`, (binder) => ({ kind: 'is-set', operand: chosen(kind, binder) }));
    made.set(`is-blank ${kind}`, (binder) => ({ kind: 'is-blank', operand: chosen(kind, binder) }));
    made.set(`exists ${kind}`, (binder) => ({ kind: 'exists', ...among(kind, binder) }));
    made.set(`count ${kind}`, (binder) => ({
      kind: 'compare',
      operator: pick(['>', '<', '='], chance),
      left: { kind: 'count', ...among(kind, binder) },
      right: literal(Math.floor(chance() * 6), 'integer'),
    }));
    made.set(`lookup ${kind}`, (binder) => ({
      kind: 'compare',
      operator: pick(['=', '!='], chance),
      left: lookedUp(kind, binder),
      right: operand(kind, chance, binder),
    }));
    made.set(`case ${kind}`, (binder) => ({
      kind: 'compare',
      operator: pick(['=', '!=', '>='], chance),
      left: chosen(kind, binder),
      right: operand(kind, chance, binder),
    }));
    made.set(`text ${kind}`, (binder) => ({
      kind: 'compare',
      operator: pick(['<', '>', '='], chance),
      left: { kind: 'text', operand: first(kind), ...(kind === 'decimal' ? { scale: 2 } : {}) },
      right: operand('text', chance, binder),
    }));
    made.set(`concat ${kind}`, (binder) => ({
      kind: 'compare',
      operator: pick(['<', '>', '='], chance),
      left: { kind: 'concat', parts: [operand('text', chance, binder), first(kind)] },
      right: operand('text', chance, binder),
    }));
  }
  for (const kind of KINDS) {
    made.set(`has ${kind}`, (binder) => ({
      kind: 'has',
      left: column(`list of ${kind}`, 'json'),
      right: operand(kind, chance, binder),
      ...(kind === 'decimal' ? { scale: 2 } : {}),
    }));
  }
  for (const kind of KINDS) insideValues(made, kind);
  made.set('text for a path', (binder) => ({
    kind: 'compare',
    operator: pick(['<', '>', '='], chance),
    left: { kind: 'text', operand: operand('text', chance, binder), encode: true },
    right: operand('text', chance, binder),
  }));
  for (const kind of ['integer', 'decimal', 'real'] as const) {
    for (const operator of ['+', '-', '*', '/'] as const) {
      made.set(`${operator} of ${kind}`, (binder) => ({
        kind: 'compare',
        operator: pick(['<', '>', '!=', '='], chance),
        left: computed(operator, kind, binder),
        right: operand(kind, chance, binder),
      }));
    }
  }
  made.set('contains text', (binder) => ({
    kind: 'contains',
    left: operand('text', chance, binder),
    right: pick([operand('text', chance, binder), literal(pick(['', 'm', 'a', '😀'], chance), 'text')], chance),
  }));
  made.set('contains text ignoring case', (binder) => ({
    kind: 'contains',
    left: { kind: 'fold', operand: operand('text', chance, binder) },
    right: {
      kind: 'fold',
      operand: pick([operand('text', chance, binder), literal(pick(['M', 'SS', 'É'], chance), 'text')], chance),
    },
  }));
  made.set('rescale decimal', (binder) => ({
    kind: 'compare',
    operator: pick(['<', '>', '='], chance),
    left: {
      kind: 'rescale',
      operand: operand('decimal', chance, binder),
      from: pick([0, 2, 4], chance),
      to: pick([0, 1, 2, 3, 17], chance),
    },
    right: operand('decimal', chance, binder),
  }));
  made.set('compare integer with real', (binder) => ({
    kind: 'compare',
    operator: pick(['=', '!=', '<', '<=', '>', '>='], chance),
    left: first('integer'),
    right: operand('real', chance, binder),
  }));
  made.set('later instant', (binder) => ({
    kind: 'compare',
    operator: pick(['<', '>', '='], chance),
    left: { kind: 'later', column: 'instant1', now: operand('instant', chance, binder) },
    right: operand('instant', chance, binder),
  }));
  made.set('shift instant', (binder) => ({
    kind: 'compare',
    operator: pick(['<', '>', '='], chance),
    left: {
      kind: 'shift',
      instant: operand('instant', chance, binder),
      by: pick(
        [
          0, 1, -1, 999, 86_400_000, -900_000, -40_000_000_000_000, -800_000_000_000_000, 1_209_600_001,
          40_000_000_000_000,
        ],
        chance,
      ),
    },
    right: operand('instant', chance, binder),
  }));
  const lengths = [1, 999, 1_000, 7_200_001, 86_400_000, 40_000_000_000_000];
  made.set('rounds between instants', (binder) => ({
    kind: 'compare',
    operator: pick(['<', '>', '='], chance),
    left: {
      kind: 'rounds',
      from: operand('instant', chance, binder),
      to: operand('instant', chance, binder),
      by: pick(lengths, chance),
    },
    right: operand('integer', chance, binder),
  }));
  made.set('onward instant', (binder) => ({
    kind: 'compare',
    operator: pick(['<', '>', '=', '!='], chance),
    left: {
      kind: 'onward',
      from: operand('instant', chance, binder),
      to: operand('instant', chance, binder),
      by: pick(lengths, chance),
    },
    right: operand('instant', chance, binder),
  }));
  for (const kind of ['and', 'or'] as const)
    made.set(kind, (binder) => ({
      kind,
      items: Array.from({ length: Math.floor(chance() * 4) }, () => anyAtom(binder)),
    }));
  made.set('not', (binder) => ({ kind: 'not', item: anyAtom(binder) }));
  made.set('boolean alone', (binder) => operand('boolean', chance, binder));
  return made;
}

const names = (): readonly JsonStep[] => pick([[{ name: 'v' }], [{ name: 'in' }, { name: 'v' }]], chance);

/** What is kept inside of json: an instant and a date are text there. */
function insideValues(made: Map<string, Make>, kind: Kind): void {
  const as = { type: memberType(kind), ...(kind === 'decimal' ? { scale: 2 } : {}) } as const;
  const at = (): Expr => ({ kind: 'at', json: column(`shape of ${kind}`, 'json'), path: names(), ...as });
  const judged = (one: Expr, binder: Binder): Expr => {
    const luck = chance();
    if (luck < 0.15) return { kind: 'is-set', operand: one };
    if (luck < 0.3) return { kind: 'is-blank', operand: one };
    const operator = pick(['=', '!=', '<', '>='] as const, chance);
    return { kind: 'compare', operator, left: one, right: operand(kind, chance, binder) };
  };
  made.set(`at ${kind}`, (binder) => judged(at(), binder));
  made.set(`some ${kind}`, (binder) => {
    const isPlain = chance() < 0.3;
    const json = column(`${isPlain ? 'list' : 'shapes'} of ${kind}`, 'json');
    const value = { json, path: isPlain ? (['each'] as const) : (['each', ...names()] as const), ...as, source: 's' };
    const member: Expr = { kind: 'member', type: as.type, source: 's' };
    const where = judged(member, binder);
    if (chance() < 0.6) return { kind: 'some', ...value, where };
    // Beside a row of a table, and beside a value of another list.
    const row: Expr = { kind: 'compare', operator: '=', left: column(kind, kind, 'o'), right: member };
    const other: Expr = { kind: 'member', type: as.type, source: 't' };
    const two: Expr = { kind: 'compare', operator: '<', left: member, right: other };
    const deeper: Expr = pick(
      [
        { kind: 'exists', table: 'Other', alias: 'o', where: row },
        { kind: 'some', json: column(`list of ${kind}`, 'json'), path: ['each'], ...as, source: 't', where: two },
        { kind: 'not', item: where },
      ],
      chance,
    );
    return { kind: 'some', ...value, where: deeper };
  });
  // Few rows have such a list: of it and its opposite, the one that is needed is taken.
  made.set(`list inside ${kind}`, (binder) => {
    const member: Expr = { kind: 'member', type: 'json', source: 's' };
    const right = chance() < 0.8 ? literal(COMMON(kind), kind) : operand(kind, chance, binder);
    const where: Expr = { kind: 'has', left: member, right, ...(kind === 'decimal' ? { scale: 2 } : {}) };
    const json = column(`shapes of ${kind}`, 'json');
    const some: Expr = { kind: 'some', json, path: ['each', { name: 'l' }], type: 'json', source: 's', where };
    return chance() < 0.5 ? some : { kind: 'not', item: some };
  });
}

/** The first branch that is true; one that is null is not. Nothing in about half of the rows. */
export function chosen(kind: Kind, binder: Binder): Expr {
  const left = column('text2', 'text');
  const when: Expr = {
    kind: 'compare',
    operator: pick(['=', '!='], chance),
    left,
    right: operand('text', chance, binder),
  };
  const branches: (readonly [Expr, Expr])[] = [
    [when, chance() < 0.5 ? literal(null, kind) : operand(kind, chance, binder)],
    [column('boolean2', 'boolean'), column(`${kind}2`, kind)],
  ];
  const otherwise = chance() < 0.4 ? literal(null, kind) : column(`${kind}1`, kind);
  return choice(kind, branches.slice(chance() < 0.2 ? 1 : 0), otherwise);
}

function among(kind: Kind, binder: Binder): { readonly table: string; readonly alias: string; readonly where: Expr } {
  const inner: Expr = {
    kind: 'compare',
    operator: pick(['=', '!=', '<', '>='], chance),
    left: column(kind, kind, 'o'),
    right: pick([column(`${kind}1`, kind), operand(kind, chance, binder)], chance),
  };
  const deeper: Expr = {
    kind: 'exists',
    table: 'Other',
    alias: 'p',
    where: {
      kind: 'and',
      items: [
        { kind: 'compare', operator: '=', left: column(kind, kind, 'p'), right: column(kind, kind, 'o') },
        { kind: 'compare', operator: '>', left: column('_row', 'integer', 'p'), right: column('_row', 'integer', 'o') },
      ],
    },
  };
  const few: Expr = {
    kind: 'compare',
    operator: '<=',
    left: column('_row', 'integer', 'o'),
    right: literal(1 + Math.floor(chance() * 9), 'integer'),
  };
  const more: Expr = pick([deeper, { kind: 'not', item: deeper }, few, few, few], chance);
  const where: Expr = chance() < 0.8 ? { kind: 'and', items: [inner, more] } : inner;
  return { table: 'Other', alias: 'o', where };
}

/** Through a column that holds each value once at most, so that there is one row or none. */
export function lookedUp(kind: Kind, binder: Binder): Expr {
  const keys = [literal(1, 'integer'), literal(4, 'integer'), column('boolean1', 'boolean'), literal(99, 'integer')];
  const right = operand('boolean', chance, binder);
  const where: Expr = { kind: 'compare', operator: '!=', left: column('boolean', 'boolean', 'l'), right };
  const shared = { kind: 'lookup', table: 'Other', alias: 'l', match: '_row', column: kind, type: kind } as const;
  return { ...shared, value: pick(keys, chance), ...(chance() < 0.15 ? { where } : {}) };
}

export function computed(operator: '+' | '-' | '*' | '/', kind: 'integer' | 'decimal' | 'real', binder: Binder): Expr {
  const scale = kind === 'decimal' && operator === '/' ? { scale: pick([0, 2, 3], chance) } : {};
  return {
    kind: 'arithmetic',
    operator,
    left: column(`${kind}1`, kind),
    right: operand(kind, chance, binder),
    type: kind,
    ...scale,
  };
}

export const ALL: ReadonlyMap<string, Make> = operators();
const ATOMS = [...ALL].filter(([name]) => !['and', 'or', 'not'].includes(name)).map(([, make]) => make);

function anyAtom(binder: Binder): Expr {
  return pick(ATOMS, chance)(binder);
}

/** Of a few random ones, the one that brings the share of true rows nearest to a half. */
export function steered(make: Make, share: number): { readonly expr: Expr; readonly binder: Binder } {
  const tries = Array.from({ length: 8 }, () => {
    const binder: Binder = { bindings: {} };
    const expr = make(binder);
    const truth = compileCondition(expr, rowsOf);
    const held = rows.filter((row) => truth(row, binder.bindings)).length / ROWS;
    return { expr, binder, far: Math.abs(held + share - 1) };
  });
  return tries.reduce((best, each) => (each.far < best.far ? each : best));
}

export function deep(binder: Binder, depth: number): Expr {
  if (depth === 0 || chance() < 0.2) return anyAtom(binder);
  const luck = chance();
  if (luck < 0.3) return { kind: 'not', item: deep(binder, depth - 1) };
  if (luck < 0.8)
    return { kind: luck < 0.55 ? 'and' : 'or', items: [deep(binder, depth - 1), deep(binder, depth - 1)] };
  if (luck < 0.9)
    return {
      kind: 'compare',
      operator: pick(['=', '!='], chance),
      left: deep(binder, depth - 1),
      right: deep(binder, depth - 1),
    };
  return choice('boolean', [[deep(binder, depth - 1), deep(binder, depth - 1)]], deep(binder, depth - 1));
}
