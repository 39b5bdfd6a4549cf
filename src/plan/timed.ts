// Moves that time makes, for the whole service: what is asked before a request, and what writes that which is due. Input: a
// model. Output: groups of tables whose instants depend on each other; what one operation needs of them; the columns and indexes
// that they rest on. Notation, part 3, head By; decision 0012.

import { fault } from '../base/fault.ts';
import { oncePer } from '../base/once-per.ts';
import type { Model } from '../model/model.ts';
import { sinceColumn, timedMachinesOf, timedMovesOf } from '../analysis/machines/timed.ts';
import { areMovesHeld } from '../analysis/gaps/beside-requests.ts';
import { usesOfRows } from '../analysis/requests/field-usage.ts';
import type { Expr, Select } from '../sql/expression.ts';
import { walk } from '../sql/walk.ts';
import { computedField } from './computed.ts';
import { dueRows, goesFirst, INSTANT, isDue, isIn, stampsDays, timedStep, type DueRow, type Moment } from './due.ts';
import { all, NOW } from './operands.ts';
import type { Column, TimedGroup } from './plan.ts';
import { wholeRounds } from './rounds.ts';
import type { RowContext } from './rows.ts';
import type { Step } from './steps.ts';
import { byRows } from './timed-batches.ts';
import { unlessWrong } from './unless-wrong.ts';
import { asksNow, connected, readsOf, settled, takesOf } from './timed-together.ts';

/** A group while it is put together. */
export interface Timed {
  readonly group: TimedGroup;
  /** What is due, by table. */
  readonly rows: ReadonlyMap<string, readonly DueRow[]>;
  /** Tables whose rows its conditions look at; a change there may make a row due. */
  readonly reads: ReadonlySet<string>;
  /** Tables whose rows go with those that it removes. */
  readonly takes: ReadonlySet<string>;
  /** By its table, the columns that decide whether a row is due. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
  /** What a request may have made due by its own change, written at its instant; empty where none can be. */
  readonly after: readonly Step[];
  /** Whether `after` binds the day, or the second, of the request. */
  readonly stamps: boolean;
}

const AT: Expr = { kind: 'parameter', name: INSTANT, type: 'instant' };
const ONE: Expr = { kind: 'literal', value: 1, type: 'integer' };
const OF_REQUEST: Moment = { instant: 'now', day: 'today', second: 'second' };
const OF_SWEEP: Moment = { instant: INSTANT, day: `${INSTANT} day`, second: `${INSTANT} second` };

/** In written order. Where something holds all who use a resource, time moves none of its rows. */
export const timedGroups: (model: Model) => readonly Timed[] = oncePer((model: Model): readonly Timed[] => {
  const context = timeContext(model);
  const found = new Map<string, readonly DueRow[]>();
  for (const resource of model.resources.values()) {
    const name = resource.name.text;
    if (timedMovesOf(model, name).length === 0 || areMovesHeld(model, usesOfRows(model, name))) continue;
    const rows = unlessWrong(model, () => dueRows(context, resource)) ?? [];
    if (rows.length > 0) found.set(name, rows);
  }
  return connected(found).map((tables) => timedGroup(context, tables, found));
});

function roundsIn(context: RowContext, rows: readonly (readonly DueRow[])[]): Pick<TimedGroup, 'rounds'> {
  const rounds = rows.flatMap((own) => wholeRounds(context, own));
  return rounds.length > 0 ? { rounds } : {};
}

function timeContext(model: Model): RowContext {
  let aliases = 0;
  return {
    model,
    alias: () => `t${++aliases}`,
    make: ({ name, kind }) => {
      if (kind === 'now') return;
      fault(`nothing makes ${name} when time moves a row`);
    },
    computed: computedField,
  };
}

function timedGroup(
  context: RowContext,
  tables: readonly string[],
  found: ReadonlyMap<string, readonly DueRow[]>,
): Timed {
  const rows = tables.map((table) => found.get(table)!);
  const every = rows.flat();
  const reads = readsOf(every);
  const takes = takesOf(every);
  const stamps = rows.some((own) => stampsDays(context, own[0]!.resource));
  const looksAround =
    [...tables, ...takes].some((table) => reads.has(table)) || tables.some((table) => takes.has(table));
  const byInstant = stamps || every.some(({ isTold }) => isTold) || looksAround || every.some(asksNow);
  const atOnce = (at: Expr, moment: Moment, wanted: (row: DueRow) => boolean): readonly Step[] =>
    rows.flatMap((own) =>
      own.flatMap((row, place) => {
        if (!wanted(row)) return [];
        return [timedStep(context, row, all([isDue(row, at), goesFirst(own, place, at, true)]), at, moment)];
      }),
    );
  const pass = atOnce(NOW, OF_REQUEST, mayBeAtOnce);
  return {
    group: {
      tables,
      begin: rows.flatMap((own) => begin(context, own)),
      due: someDue(every),
      next: every.flatMap((row) => earliest(row, { where: [], instant: row.stated, order: row.base })),
      sweep: byInstant
        ? {
            kind: 'instants',
            earliest: every.flatMap((row) =>
              earliest(row, {
                where: [isDue(row, NOW)],
                instant: row.made,
                order: row.made === row.stated ? row.base : row.made,
              }),
            ),
            ...(looksAround && { floor: tables.flatMap((table) => latest(context, table)) }),
            steps: settled(
              every,
              looksAround,
              atOnce(AT, OF_SWEEP, () => true),
            ),
          }
        : { kind: 'rows', batches: byRows(context, rows[0]!) },
      // Where rows look at each other, the rounds of one depend on others.
      ...(!looksAround && roundsIn(context, rows)),
    },
    rows: new Map(tables.map((table) => [table, found.get(table)!])),
    reads,
    takes,
    columns: new Map(rows.map((own) => [own[0]!.resource.name.text, columnsOf(own)])),
    // A move may make the next one due at the same instant; no row makes the same move twice in one.
    after: every.filter(mayBeAtOnce).flatMap(() => pass),
    stamps,
  };
}

/** May a change make it due at its own instant? Not where time has to pass in the state first, and nothing else is asked. */
function mayBeAtOnce({ timed, onlyIf }: DueRow): boolean {
  return timed.field !== undefined || timed.delay === 0 || onlyIf.kind !== 'true';
}

function columnsOf(rows: readonly DueRow[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { state, base, onlyIf } of rows)
    for (const expr of [state, base, onlyIf])
      for (const each of walk(expr)) if (each.kind === 'column') names.add(each.column);
  return names;
}

/** Rows from before their machine was timed count as in their state since the service began to time it. */
function begin({ model }: RowContext, rows: readonly DueRow[]): readonly Step[] {
  const { resource } = rows[0]!;
  return timedMachinesOf(model, resource.name.text).map((view) => {
    const column = sinceColumn(model, view);
    const since: Expr = { kind: 'column', column, type: 'instant' };
    const version: Expr = { kind: 'column', column: '_version', type: 'integer' };
    return {
      kind: 'update',
      table: resource.name.text,
      where: { kind: 'not', item: { kind: 'is-set', operand: since } },
      guards: [],
      set: [
        { column, value: NOW },
        { column: '_version', value: version },
      ],
      every: true,
      absent: '',
      outcome: 'updated',
      answer: undefined,
      quiet: true,
    };
  });
}

/** SQLite puts no more than 500 together. */
const MOST_AT_ONCE = 400;

/** From each state, in the order of an index: where nothing is due, it ends at the first entry. All at one moment. */
function someDue(rows: readonly DueRow[]): readonly Step[] {
  const selects = rows.flatMap((row) =>
    row.timed.from.map((state): Select => ({
      table: row.resource.name.text,
      columns: [],
      where: all([isIn(row, [state]), isDue(row, NOW)]),
      order: [{ expr: row.base, descending: false }],
    })),
  );
  const steps: Step[] = [];
  for (let first = 0; first < selects.length; first += MOST_AT_ONCE) {
    const [select, ...or] = selects.slice(first, first + MOST_AT_ONCE);
    steps.push({ kind: 'find', select: select!, ...(or.length > 0 && { or }), absent: 'nothing is due' });
  }
  return steps;
}

/** The earliest instant of a row of part 3, from each of its states: an index has both, the state first. */
function earliest(
  row: DueRow,
  asked: { readonly where: readonly Expr[]; readonly instant: Expr; readonly order: Expr },
): readonly Step[] {
  return row.timed.from.map((state) => ({
    kind: 'list',
    select: {
      table: row.resource.name.text,
      columns: [{ name: 'instant', expr: asked.instant }],
      where: all([isIn(row, [state]), { kind: 'is-set', operand: row.base }, row.onlyIf, ...asked.where]),
      order: [{ expr: asked.order, descending: false }],
      limit: ONE,
    },
    total: false,
  }));
}

/** A row that waited for another moves with it, not when it would have moved alone. */
function latest({ model }: RowContext, table: string): readonly Step[] {
  return timedMachinesOf(model, table).map((view) => {
    const since: Expr = { kind: 'column', column: sinceColumn(model, view), type: 'instant' };
    return {
      kind: 'list',
      select: {
        table,
        columns: [{ name: 'instant', expr: since }],
        where: { kind: 'is-set', operand: since },
        order: [{ expr: since, descending: true }],
        limit: ONE,
      },
      total: false,
    };
  });
}

/** The columns that remember since when: a row that is there when its machine begins to be timed has none yet. */
export function sinceColumns(model: Model, resource: string): readonly Column[] {
  return timedMachinesOf(model, resource).map((view) => ({
    name: sinceColumn(model, view),
    type: 'instant',
    nullable: true,
    fill: null,
    unstated: true,
  }));
}
