// Whole rounds in one write. Input: the timed rows of a resource whose rows do not look at each other. Output: for each circle of
// moves that time makes, and each state in it, the rows that have more than a round to go, and their state after as many whole
// rounds as there are, exactly as if each move had been made. Decision 0025.

import type { Expr } from '../sql/expression.ts';
import { circlesOf, isSteady, type Circle, type Leg } from './circles.ts';
import { isIn, shifted, stampsOf, type DueRow, type Stamp } from './due.ts';
import { all, choice, some, NOW } from './operands.ts';
import type { TimedBatch } from './plan.ts';
import type { RowContext } from './rows.ts';
import type { ColumnValue, Step } from './steps.ts';
import { batchOf } from './timed-batches.ts';

const VERSION: Expr = { kind: 'column', column: '_version', type: 'integer' };

/** More instants that end a circle are not compared. */
const MOST_ENDS = 8;

type Machine = DueRow['timed']['view'];

/** An instant that rounds may not pass, of the rows of which `when` is true. */
interface End {
  readonly when: Expr;
  readonly base: Expr;
  readonly delay: number;
}

export function wholeRounds(context: RowContext, rows: readonly DueRow[]): readonly TimedBatch[] {
  const stamps = stampsOf(context, rows[0]!.resource);
  // An instant as it was sent is not compared.
  if (stamps.some(({ type }) => type !== 'instant' && type !== 'date')) return [];
  const machines = new Set(rows.map(({ timed }) => timed.view));
  return [...machines].flatMap((machine) => {
    const own = rows.find(({ timed }) => timed.view === machine)!;
    const changing = new Set([machine.field, own.since.column, '_version', ...stamps.map(({ column }) => column)]);
    return circlesOf(rows, machine, changing).flatMap((circle) =>
      roundsOf(rows, circle, stamps, togetherWith(rows, machine, stamps), changing),
    );
  });
}

/** Machines whose moves depend on those of one, directly or through others: by what they read, stamp or send. */
function togetherWith(rows: readonly DueRow[], machine: Machine, stamps: readonly Stamp[]): ReadonlySet<Machine> {
  const all = [...new Set(rows.map(({ timed }) => timed.view))];
  // An event shows the whole row, and so does what goes with a row that is removed.
  if (stamps.length > 0 || rows.some((row) => row.timed.to === undefined || row.isTold)) return new Set(all);
  const of = (one: Machine): readonly DueRow[] => rows.filter(({ timed }) => timed.view === one);
  const asks = (one: Machine, other: Machine): boolean => {
    const columns = new Set(of(other).flatMap(({ timed, since }) => [timed.view.field, since.column]));
    return of(one).some(
      ({ base, onlyIf, waits }) => ![base, onlyIf, ...waits].every((expr) => isSteady(expr, columns)),
    );
  };
  const found = new Set([machine]);
  for (const one of found) for (const other of all) if (asks(one, other) || asks(other, one)) found.add(other);
  return found;
}

function roundsOf(
  rows: readonly DueRow[],
  circle: Circle,
  stamps: readonly Stamp[],
  together: ReadonlySet<Machine>,
  changing: ReadonlySet<string>,
): readonly TimedBatch[] {
  const { legs, length } = circle;
  const instants = stamps.filter(({ keeps }) => keeps === 'instant');
  // A stamp is never the same twice: where a round has more moves than milliseconds it falls behind.
  if (instants.length > 0 && length < legs.length) return [];
  const ends = endsOf(rows, circle, together, changing);
  if (ends.length > MOST_ENDS) return [];
  const asks = legs.flatMap((leg) => leg.asks);
  return legs.flatMap((leg, place) => {
    // Due since long ago, it would be moved at an instant of other rows, before it got where it is.
    if (leg.row.timed.field !== undefined) return [];
    const { since } = leg.row;
    const stamped = lastStamp([...legs.slice(place), ...legs.slice(0, place)]);
    const where = all([
      isIn(leg.row, [leg.state]),
      notAfter(since, shifted(NOW, -2 * length)),
      ...asks,
      ...ends.map(({ when, base, delay }) => unless(when, notAfter(since, shifted(base, delay - 2 * length)))),
      // A stamp of a call since the last move has no effect on the rounds.
      ...instants.map(({ column, type }): Expr => {
        const right = shifted(since, stamped - legs.length);
        return { kind: 'not', item: { kind: 'compare', operator: '>', left: { kind: 'column', column, type }, right } };
      }),
    ]);
    const to = earliest(ends, -length);
    const onward: Expr = { kind: 'onward', from: since, to, by: length };
    const moves: Expr = {
      kind: 'arithmetic',
      operator: '*',
      left: { kind: 'rounds', from: since, to, by: length },
      right: { kind: 'literal', value: legs.length, type: 'integer' },
      type: 'integer',
    };
    const set: readonly ColumnValue[] = [
      { column: since.column, value: onward },
      // A day or a second is stamped anew by the round that is left.
      ...instants.map(({ column }) => ({ column, value: shifted(onward, stamped - length) })),
      {
        column: '_version',
        value: { kind: 'arithmetic', operator: '+', left: VERSION, right: moves, type: 'integer' },
      },
    ];
    return [batchOf({ ...leg.row, base: since }, where, (those) => written(leg.row, those, set))];
  });
}

function written({ resource }: DueRow, where: Expr, set: readonly ColumnValue[]): Step {
  return {
    kind: 'update',
    table: resource.name.text,
    where,
    guards: [],
    set,
    every: true,
    absent: '',
    outcome: 'moved',
    answer: undefined,
    quiet: true,
  };
}

/** Milliseconds from the beginning of a round to the instant that its last move stamps, each a millisecond after the one before. */
function lastStamp(legs: readonly Leg[]): number {
  let at = 0;
  let stamped = Number.NEGATIVE_INFINITY;
  for (const { delay } of legs) {
    at += delay;
    stamped = Math.max(at, stamped + 1);
  }
  return stamped;
}

/** What may move the row otherwise: an instant of a field, and moves of other machines that have to do with these. */
function endsOf(
  rows: readonly DueRow[],
  { legs }: Circle,
  together: ReadonlySet<Machine>,
  changing: ReadonlySet<string>,
): readonly End[] {
  const machine = legs[0]!.row.timed.view;
  const states = new Map(legs.map(({ state, row }) => [state, row]));
  return rows.flatMap((row): readonly End[] => {
    const { timed, base, onlyIf } = row;
    const isOwn = timed.view === machine;
    const isRival = (state: string): boolean => states.get(state) !== undefined && states.get(state) !== row;
    if (isOwn && (timed.field === undefined || !timed.from.some(isRival))) return [];
    if (!isOwn && !together.has(timed.view)) return [];
    const when = all([
      ...(isOwn ? [] : [isIn(row, timed.from)]),
      { kind: 'is-set', operand: base },
      ...(isSteady(onlyIf, changing) ? [onlyIf] : []),
    ]);
    return [{ when, base, delay: timed.delay }];
  });
}

/** The earliest of now and the ends that a row has, each moved by this many milliseconds. */
function earliest(ends: readonly End[], by: number): Expr {
  const now = shifted(NOW, by);
  const at = ({ base, delay }: End): Expr => shifted(base, delay + by);
  return choice(
    ends.map((end) => [
      all([
        end.when,
        notAfter(at(end), now),
        ...ends.flatMap((other) => (other === end ? [] : [unless(other.when, notAfter(at(end), at(other)))])),
      ]),
      at(end),
    ]),
    now,
    'instant',
  );
}

function notAfter(left: Expr, right: Expr): Expr {
  return { kind: 'compare', operator: '<=', left, right };
}

function unless(when: Expr, then: Expr): Expr {
  return some([{ kind: 'not', item: when }, then]);
}
