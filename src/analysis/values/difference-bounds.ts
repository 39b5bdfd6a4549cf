// What is certain of unknown values while statements about them are added. Input: the terms and constants of a formula, then statements.
// Output: false where they contradict each other, and only then. Comparisons are differences (x - y is at most c), kept closed under
// addition in one matrix; a strict one is less by an amount that all of them together do not make up.

import { compareText, isBlank } from '../../base/text.ts';
import type { Constant, Formula, Statement, Term } from '../document/formula.ts';

/** So much is looked at, in entries of the matrix: some hundred milliseconds. */
const MOST = 2_000_000;

export const TOO_LONG: Error = new Error('the search takes too long');

/** The terms and constants of a formula, as numbers: each constant in the smallest unit that any of them needs. */
export class Values {
  readonly places: Map<string, number> = new Map();
  readonly terms: Term[] = [];
  /** In order; its place is its number. */
  readonly texts: readonly string[];
  readonly #ranks: ReadonlyMap<string, bigint>;
  readonly #scale: number;
  /** More than any chain of strict comparisons has: all of them together are less than one unit. */
  readonly one: bigint;
  #left: number = MOST;

  constructor(formula: Formula) {
    const texts = new Set<string>();
    let scale = 0;
    const constant = (one: Constant): void => {
      if (one.kind === 'text') texts.add(one.text);
      else scale = Math.max(scale, one.scale);
    };
    const term = (one: Term): void => {
      if (this.places.has(one.name)) return;
      this.places.set(one.name, this.terms.push(one));
      scale = Math.max(scale, one.scale ?? 0);
      for (const each of [one.least, one.most, ...(one.among ?? [])]) if (each) constant(each);
    };
    const walk = (one: Formula): void => {
      if (one.kind === 'all' || one.kind === 'any') one.of.forEach(walk);
      if (one.kind === 'blank') term(one.term);
      if (one.kind !== 'order') return;
      term(one.left);
      if (one.right) term(one.right);
      constant(one.by);
    };
    walk(formula);
    this.texts = [...texts].sort(compareText);
    this.#ranks = new Map(this.texts.map((text, rank) => [text, BigInt(rank)]));
    this.#scale = scale;
    this.one = BigInt(2 * this.terms.length + 4);
  }

  of(constant: Constant): bigint {
    if (constant.kind === 'text') return this.#ranks.get(constant.text)! * this.one;
    return constant.digits * 10n ** BigInt(this.#scale - constant.scale) * this.one;
  }

  /** What a term is a multiple of; 0: of nothing. Its place 0 is the constant 0. */
  stepOf(term: Term): bigint {
    if (term.scale !== undefined) return 10n ** BigInt(this.#scale - term.scale) * this.one;
    return term.among ? this.one : 0n;
  }

  spend(entries: number): void {
    this.#left -= entries;
    if (this.#left < 0) throw TOO_LONG;
  }
}

/** With more values than this between the first and the last, the missing ones are not looked for. */
const MOST_BETWEEN = 200n;

/** What is certain so far. Place 0 is the constant 0. */
export class World {
  readonly #values: Values;
  readonly #size: number;
  readonly #steps: readonly bigint[];
  /** At `x * size + y`: x - y is at most that. */
  readonly #most: (bigint | undefined)[];
  readonly #flags: Map<string, boolean>;
  /** x - y is not that. */
  readonly #unequal: (readonly [x: number, y: number, by: bigint])[];

  private constructor(values: Values, from?: World) {
    this.#values = values;
    this.#size = values.terms.length + 1;
    this.#steps = from ? from.#steps : [0n, ...values.terms.map((term) => values.stepOf(term))];
    this.#most = from ? [...from.#most] : Array.from({ length: this.#size ** 2 });
    this.#flags = new Map(from ? from.#flags : []);
    this.#unequal = from ? [...from.#unequal] : [];
  }

  static of(values: Values): World {
    values.spend((values.terms.length + 1) ** 2);
    const world = new World(values);
    for (let place = 0; place < world.#size; place++) world.#most[place * world.#size + place] = 0n;
    for (const [index, term] of values.terms.entries()) world.#bound(index + 1, term);
    return world;
  }

  /** `open`: so much is still to be decided. */
  copy(open: number): World {
    this.#values.spend(this.#most.length + this.#flags.size + open);
    return new World(this.#values, this);
  }

  /** The values that a term may have. */
  #bound(place: number, { least, most, among }: Term): void {
    if (least) this.#atMost(0, place, -this.#values.of(least));
    if (most) this.#atMost(place, 0, this.#values.of(most));
    if (!among || among.length === 0) return;
    const all = new Set(among.map((one) => this.#values.of(one)));
    const sorted = [...all].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const [first, last] = [sorted[0]!, sorted.at(-1)!];
    this.#atMost(0, place, -first);
    this.#atMost(place, 0, last);
    const step = this.#steps[place]!;
    if (step === 0n || (last - first) / step > MOST_BETWEEN) return;
    for (let value = first; value < last; value += step) if (!all.has(value)) this.#unequal.push([place, 0, value]);
  }

  /** False: it contradicts what is certain. */
  add(one: Statement): boolean {
    if (one.kind === 'flag') return this.#flag(one.name, one.is);
    if (one.kind === 'blank') {
      const place = this.#values.places.get(one.term.name)!;
      for (const [rank, text] of this.#values.texts.entries())
        if (isBlank(text) !== one.is) this.#unequal.push([place, 0, BigInt(rank) * this.#values.one]);
      return this.#flag(`${one.term.name} is blank`, one.is);
    }
    const x = this.#values.places.get(one.left.name)!;
    const y = one.right ? this.#values.places.get(one.right.name)! : 0;
    const by = this.#values.of(one.by);
    switch (one.operator) {
      case '=':
        return this.#atMost(x, y, by) && this.#atMost(y, x, -by);
      case '!=':
        this.#unequal.push([x, y, by]);
        return true;
      case '<=':
        return this.#atMost(x, y, by);
      case '<':
        return this.#atMost(x, y, by - 1n);
      case '>=':
        return this.#atMost(y, x, -by);
      case '>':
        return this.#atMost(y, x, -by - 1n);
    }
  }

  #flag(name: string, is: boolean): boolean {
    const known = this.#flags.get(name);
    this.#flags.set(name, is);
    return known === undefined || known === is;
  }

  /** x - y is at most that; and all that follows from it. */
  #atMost(x: number, y: number, by: bigint): boolean {
    const size = this.#size;
    const known = this.#most[x * size + y];
    const bound = this.#floored(x, y, by);
    if (known !== undefined && known <= bound) return true;
    const back = this.#most[y * size + x];
    if (back !== undefined && back + bound < 0n) return false;
    this.#values.spend(this.#most.length + 1);
    const rounded: (readonly [x: number, y: number, by: bigint])[] = [];
    for (let i = 0; i < size; i++) {
      const before = this.#most[i * size + x];
      if (before === undefined) continue;
      for (let j = 0; j < size; j++) {
        const after = this.#most[y * size + j];
        if (after === undefined) continue;
        const sum = before + bound + after;
        const most = this.#most[i * size + j];
        if (most !== undefined && most <= sum) continue;
        this.#most[i * size + j] = sum;
        const whole = this.#floored(i, j, sum);
        if (whole !== sum) rounded.push([i, j, whole]);
      }
    }
    for (let i = 0; i < size; i++) if (this.#most[i * size + i]! < 0n) return false;
    // What is rounded says more than the sum that it comes from.
    return rounded.every((one) => this.#atMost(...one));
  }

  /** What two values differ by is a multiple of the smaller of their steps: each is a power of ten. */
  #step(x: number, y: number): bigint {
    const [one, other] = [this.#steps[x]!, this.#steps[y]!];
    if (x === 0) return other;
    if (y === 0) return one;
    return one < other ? one : other;
  }

  #floored(x: number, y: number, by: bigint): bigint {
    const step = x === y ? 0n : this.#step(x, y);
    if (step === 0n) return by;
    const rest = by % step;
    return rest === 0n ? by : rest < 0n ? by - rest - step : by - rest;
  }

  /** An inequality moves a bound that is equal to it, until nothing moves. False: nothing is left between the bounds. */
  settle(): boolean {
    for (let moves = true; moves;) {
      moves = false;
      for (const [x, y, by] of this.#unequal) {
        this.#values.spend(1);
        for (const [a, b, at] of [
          [x, y, by],
          [y, x, -by],
        ] as const) {
          if (this.#most[a * this.#size + b] !== at) continue;
          if (!this.#atMost(a, b, at - 1n)) return false;
          moves = true;
        }
      }
    }
    return this.#areBlankApart();
  }

  /** No text is both blank and not blank, under different names. */
  #areBlankApart(): boolean {
    const known = this.#values.terms.flatMap(({ name }, index) => {
      const is = this.#flags.get(`${name} is blank`);
      return is === undefined ? [] : [{ place: index + 1, is }];
    });
    return known.every((one) => known.every((other) => one.is === other.is || !this.#isSame(one.place, other.place)));
  }

  #isSame(x: number, y: number): boolean {
    return this.#most[x * this.#size + y] === 0n && this.#most[y * this.#size + x] === 0n;
  }
}
