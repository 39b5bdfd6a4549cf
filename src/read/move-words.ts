// Whether a diagram and a table say the same. Input: the moves of both. Output: where they differ, and in what, by From, To and By. For a
// machine that is both drawn and tabled. Notation, section 3.

import type { Span } from '../base/span.ts';
import type { By, From, To } from '../notation/values/moves.ts';
import type { Move, State } from '../notation/states.ts';
import type { List, Slot } from '../notation/slot.ts';

/** A move between two single states, by one operation; undefined: open. */
interface Single {
  readonly move: Move;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly by: string | undefined;
}

/** What one side says and the other does not, or says otherwise. */
export interface Difference {
  readonly what: string;
  readonly at: Span;
  /** Undefined: the other side has nothing like it. */
  readonly other: Span | undefined;
  readonly drawn: boolean;
}

/**
 * Where a diagram and a table say different things. A diagram has no words for Only if, Who and Emits, for what is refused
 * and for rows that go: nothing of that is compared, and a gap on either side agrees with anything.
 */
export function differences(drawn: readonly Move[], tabled: readonly Move[], states: Stated): Difference[] {
  const kinds = kindsOf(states, [...drawn, ...tabled]);
  const arrows = drawn.flatMap((move) => singles(move, kinds));
  const rows = tabled.filter(isDrawable).flatMap((move) => singles(move, kinds));
  const [toArrows, toRows] = [new Index(arrows), new Index(rows)];
  const extra = firstOfMoves(arrows.filter((one) => !toRows.meets(one) && !isMarked(one, rows, kinds)));
  const missing = firstOfMoves(rows.filter((one) => !toArrows.meets(one)));
  const near = new Near(missing);
  const found = extra.map((arrow): Difference => {
    const row = near.take(arrow);
    return {
      what: row ? clashOf(arrow, row) : `${textOf(arrow)}, which the diagram draws and the table does not have`,
      at: arrow.move.at,
      other: row?.move.at,
      drawn: true,
    };
  });
  const rest = missing.filter((one) => !near.taken.has(one));
  return [
    ...found,
    ...rest.map((row): Difference => ({
      what: `${textOf(row)}, which the table has and the diagram does not draw`,
      at: row.move.at,
      other: undefined,
      drawn: false,
    })),
  ];
}

function isDrawable({ to }: Move): boolean {
  return to.status !== 'stated' || (to.value.kind !== 'refused' && to.value.kind !== 'gone');
}

/** The states, and the Kind of each. */
interface Kinds {
  /** The states that `any` means: a gone one has to be named, and no row leaves a final one. */
  readonly there: readonly string[];
  readonly left: readonly string[];
  readonly of: ReadonlyMap<string, 'initial' | 'final' | 'gone'>;
}

/** Written: all of them. Else those that a diagram draws beside those that the moves name. */
type Stated = Pick<List<State>, 'items' | 'written'>;

function kindsOf({ items: states, written }: Stated, moves: readonly Move[]): Kinds {
  const of = new Map(states.flatMap(({ name, kind }) => (kind.status === 'stated' ? [[name.text, kind.value]] : [])));
  const names = states.map(({ name }) => name.text);
  const kinds = (all: readonly string[]): Kinds => {
    const there = all.filter((state) => of.get(state) !== 'gone');
    return { there, left: there.filter((state) => of.get(state) !== 'final'), of };
  };
  if (written) return kinds(names);
  const named = moves.flatMap(({ from, to }) => [
    ...(from.status === 'stated' && from.value.kind !== 'new' ? from.value.states.map(({ text }) => text) : []),
    ...(to.status === 'stated' && to.value.kind === 'state' ? [to.value.state.text] : []),
    ...(to.status === 'stated' && to.value.kind === 'one of' ? to.value.states.map(({ text }) => text) : []),
  ]);
  return kinds([...new Set([...names, ...named])]);
}

function anyOf({ there, left }: Kinds, to: Slot<To>): readonly string[] {
  return to.status === 'stated' && (to.value.kind === 'same' || to.value.kind === 'refused') ? there : left;
}

/** `[*] --> A` says what Kind `initial` says, of a call that has no `(new)` row of its own. */
function isMarked({ from, to, by }: Single, rows: readonly Single[], { of }: Kinds): boolean {
  if (from !== '(new)' || to === undefined || of.get(to) !== 'initial') return false;
  return !rows.some((row) => row.from === '(new)' && row.by === by);
}

/** One for each move: `any` leaves many states. */
function firstOfMoves(all: readonly Single[]): Single[] {
  const moves = new Set<Move>();
  return all.filter(({ move }) => !moves.has(move) && moves.add(move));
}

/** Moves by their words; what is open has words of its own, and `*` means any. */
class Index {
  readonly #keys = new Set<string>();

  constructor(all: readonly Single[]) {
    for (const one of all)
      for (const words of product(partsOf(one).map((part) => [part ?? null, '*'])))
        this.#keys.add(JSON.stringify(words));
  }

  meets(one: Single): boolean {
    const wanted = partsOf(one).map((part) => (part === undefined ? ['*'] : [part, null]));
    return product(wanted).some((words) => this.#keys.has(JSON.stringify(words)));
  }
}

type Part = string | null;

function product(choices: readonly (readonly Part[])[]): Part[][] {
  return choices.reduce<Part[][]>((all, choice) => all.flatMap((words) => choice.map((one) => [...words, one])), [[]]);
}

function partsOf({ from, to, by }: Single): readonly (string | undefined)[] {
  return [from, to, by];
}

/** Moves that differ from another one in a single word: the first that is left, each once. */
class Near {
  readonly taken = new Set<Single>();
  readonly #places: ReadonlyMap<Single, number>;
  /** By the two words that are the same; the last is the first written. */
  readonly #left = new Map<string, Single[]>();

  constructor(all: readonly Single[]) {
    this.#places = new Map(all.map((one, index) => [one, index]));
    for (const one of all.toReversed())
      for (const key of pairsOf(one)) {
        const same = this.#left.get(key);
        if (same) same.push(one);
        else this.#left.set(key, [one]);
      }
  }

  take(other: Single): Single | undefined {
    const [first] = pairsOf(other)
      .flatMap((key) => this.#firstOf(key) ?? [])
      .toSorted((one, two) => this.#places.get(one)! - this.#places.get(two)!);
    if (first) this.taken.add(first);
    return first;
  }

  #firstOf(key: string): Single | undefined {
    const left = this.#left.get(key);
    if (!left) return undefined;
    while (left.length > 0 && this.taken.has(left.at(-1)!)) left.pop();
    return left.at(-1);
  }
}

/** All of its words but one, for each of them. */
function pairsOf(one: Single): readonly string[] {
  const parts = partsOf(one);
  return parts.map((_, left) => JSON.stringify(parts.map((part, index) => (index === left ? '' : [part]))));
}

function textOf({ from, to, by }: Single): string {
  return `the move from ${ticked(from)} to ${ticked(to)} by ${ticked(by)}`;
}

/** They differ in one word. */
function clashOf(arrow: Single, row: Single): string {
  const says = (word: string, drawn: string | undefined, tabled: string | undefined): string =>
    `${word} in the diagram ${ticked(drawn)}, in the table ${ticked(tabled)}`;
  if (arrow.to !== row.to)
    return `where ${ticked(arrow.by)} leads from ${ticked(arrow.from)}: ${says('it is', arrow.to, row.to)}`;
  if (arrow.by !== row.by)
    return `what moves ${ticked(arrow.from)} to ${ticked(arrow.to)}: ${says('it is', arrow.by, row.by)}`;
  return `from where ${ticked(arrow.by)} leads to ${ticked(arrow.to)}: ${says('it is', arrow.from, row.from)}`;
}

function ticked(word: string | undefined): string {
  return word === undefined ? 'what is not shown' : `\`${word}\``;
}

/** One for each state that a move leaves and reaches, and each operation that makes it. */
function singles(move: Move, kinds: Kinds): Single[] {
  const { from, to, by } = move;
  return fromsOf(from, anyOf(kinds, to)).flatMap((start) =>
    tosOf(to, start).flatMap((end) => bysOf(by).map((maker) => ({ move, from: start, to: end, by: maker }))),
  );
}

/** `states`: those that `any` means. */
function fromsOf(from: Slot<From>, states: readonly string[]): readonly (string | undefined)[] {
  if (from.status === 'any') return states;
  if (from.status !== 'stated') return [undefined];
  const { value } = from;
  if (value.kind === 'new') return ['(new)'];
  const named = value.states.map(({ text }) => text);
  return value.kind === 'states' ? named : states.filter((state) => !named.includes(state));
}

function tosOf(to: Slot<To>, from: string | undefined): readonly (string | undefined)[] {
  if (to.status !== 'stated') return [undefined];
  switch (to.value.kind) {
    case 'state':
      return [to.value.state.text];
    case 'one of':
      return to.value.states.map(({ text }) => text);
    case 'same':
      return [from];
    case 'gone':
    case 'refused':
      return [undefined];
  }
}

function bysOf(by: Slot<By>): readonly (string | undefined)[] {
  if (by.status !== 'stated') return [by.status === 'none' || by.status === 'any' ? by.status : undefined];
  return by.value.kind === 'operations' ? by.value.operations.map(({ text }) => text) : [byWords(by.value)];
}

function byWords(by: Exclude<By, { kind: 'operations' }>): string {
  switch (by.kind) {
    case 'after':
      return `after ${by.delay}`;
    case 'at':
      return `at ${by.field.text} ${by.delay}`;
    case 'outside':
      return `outside ${by.actor}`;
  }
}
