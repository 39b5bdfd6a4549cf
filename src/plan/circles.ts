// Circles of a machine that rows go round in by time alone, again and again. Input: the timed rows of a resource. Output: each
// circle with what must be true of a row that goes round in it. Notation, part 3, head By; decision 0025.

import type { Expr } from '../sql/expression.ts';
import { columnsOf } from '../sql/walk.ts';
import type { DueRow } from './due.ts';

/** One move of a circle: the row of part 3 that makes it, from one of its states. */
export interface Leg {
  readonly state: string;
  readonly row: DueRow;
  /** Milliseconds in the state. */
  readonly delay: number;
  /** True of a row that leaves the state by this one, and no other, in each round. */
  readonly asks: readonly Expr[];
}

export interface Circle {
  readonly legs: readonly Leg[];
  /** Milliseconds of a round. */
  readonly length: number;
}

/** The most ways that are tried; rows on others are moved step by step. */
const MOST_WAYS = 10_000;
/** Each move of a circle is a statement that begins a round there. */
const MOST_LEGS = 200;

/** `changing`: the columns that a round changes, and brings back to where they were, or onwards. */
export function circlesOf(
  rows: readonly DueRow[],
  machine: DueRow['timed']['view'],
  changing: ReadonlySet<string>,
): Circle[] {
  const own = rows.filter(({ timed }) => timed.view === machine);
  const states = [...new Set(own.flatMap(({ timed }) => timed.from))];
  const legs = new Map(states.map((state) => [state, legsFrom(state, own, changing)]));
  const found: Circle[] = [];
  let ways = 0;
  let count = 0;
  const from = (first: number, way: readonly Leg[]): void => {
    const state = way.at(-1)?.row.timed.to ?? states[first]!;
    for (const leg of legs.get(state) ?? []) {
      if (++ways > MOST_WAYS) return;
      const next = [...way, leg];
      const to = states.indexOf(leg.row.timed.to!);
      if (to === first) {
        const length = next.reduce((sum, { delay }) => sum + delay, 0);
        count += next.length;
        if (length > 0 && count <= MOST_LEGS) found.push({ legs: next, length });
      } else if (to > first && !next.some((one) => one.state === states[to])) from(first, next);
    }
  };
  for (const first of states.keys()) from(first, []);
  return found;
}

/** The moves out of a state that go first in each round, as long as what they ask is true of the row. */
function legsFrom(state: string, own: readonly DueRow[], changing: ReadonlySet<string>): readonly Leg[] {
  const leaving = own.filter(({ timed }) => timed.from.includes(state));
  const steady = ({ onlyIf }: DueRow): boolean => isSteady(onlyIf, changing);
  // A field that each move writes is no instant to wait for.
  if (leaving.some(({ timed }) => timed.field !== undefined && changing.has(timed.field))) return [];
  return leaving.flatMap((row, place): readonly Leg[] => {
    const { timed, onlyIf, waits } = row;
    if (timed.to === undefined || row.isTold || !steady(row)) return [];
    const delay = timed.field === undefined ? timed.delay : 0;
    const rivals = leaving.filter((other, at) => {
      if (other === row || other.timed.field !== undefined) return false;
      return other.timed.delay < delay || (other.timed.delay === delay && at < place);
    });
    if (rivals.some((other) => other.onlyIf.kind === 'true' || !steady(other))) return [];
    return [
      {
        state,
        row,
        delay,
        asks: [
          onlyIf,
          ...rivals.map((other): Expr => ({ kind: 'not', item: other.onlyIf })),
          ...waits.map((entry): Expr => ({ kind: 'compare', operator: '<=', left: entry, right: row.since })),
          // An instant of a field that is past: the move is made as soon as the row is in the state.
          ...(timed.field === undefined
            ? []
            : [{ kind: 'compare', operator: '<=', left: row.stated, right: row.since } as const]),
        ],
      },
    ];
  });
}

/** Does it say the same of a row in each of its rounds? */
export function isSteady(expr: Expr, changing: ReadonlySet<string>): boolean {
  return columnsOf(expr, undefined).every(({ column }) => !changing.has(column));
}
