// When a timed row of part 3 is due, and what it writes. Input: a resource with timed rows. Output: conditions over the columns
// of its table that indexes serve, and guarded updates. Notation, part 3, head By.

import { fault } from '../base/fault.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { sinceColumn, timedMachinesOf, timedMovesOf, type TimedMove } from '../analysis/machines/timed.ts';
import { isOpenRemoval } from '../analysis/machines/timed-removals.ts';
import type { Expr, SqlType } from '../sql/expression.ts';
import { columnsOf } from '../sql/walk.ts';
import { cascadeOf, type Going } from './cascades.ts';
import { conditionExpr } from './conditions.ts';
import { all, choice } from './operands.ts';
import { ruleOf } from '../analysis/document/field-rules.ts';
import { columnOf, fieldNamed, keyOf, type RowContext } from './rows.ts';
import { NOTHING_SENT } from './request-parameters.ts';
import { isTelling, sendingOccasions, type Sender } from './occasions.ts';
import type { ColumnValue, Emit, Step } from './steps.ts';

export interface DueRow {
  readonly resource: Resource;
  readonly timed: TimedMove;
  readonly state: Expr;
  /** The column that says since when the row is in its state. */
  readonly since: Extract<Expr, { kind: 'column' }>;
  /** The column that the instant is computed from: `since`, or the field that By names. */
  readonly base: Expr;
  /** The instant that By states. */
  readonly stated: Expr;
  /** Since when the row is in the states of its other machines that Only if asks. */
  readonly waits: readonly Expr[];
  /** The instant at which it is made: not before the row came into its state. */
  readonly made: Expr;
  readonly onlyIf: Expr;
  /** What goes with a row that is removed. */
  readonly cascade: readonly Going[];
  /** It sends an event: then the instant at which it happened is `now`. */
  readonly isTold: boolean;
}

export const INSTANT = 'instant';

export function dueRows(context: RowContext, resource: Resource): readonly DueRow[] {
  const { model } = context;
  const name = resource.name.text;
  // What is not said of a removal holds all that use the resource: nothing is removed meanwhile.
  return timedMovesOf(model, name)
    .filter(({ move }) => !isOpenRemoval(model, name, move.row))
    .map((timed) => dueRow(context, resource, timed));
}

function dueRow(context: RowContext, resource: Resource, timed: TimedMove): DueRow {
  const { model } = context;
  const field = fieldNamed(model, resource, timed.view.field);
  if (!field || !columnOf(model, field)) fault(`${timed.view.name} keeps no state`);
  const since: DueRow['since'] = { kind: 'column', column: sinceColumn(model, timed.view), type: 'instant' };
  const base = timed.field === undefined ? since : instantColumn(context, resource, timed.field);
  const stated = shifted(base, timed.delay);
  const condition = valueOf(timed.move.row.onlyIf);
  const onlyIf: Expr = condition
    ? conditionExpr(condition, { context, row: { kind: 'table', resource }, sent: NOTHING_SENT, now: stated })
    : { kind: 'true' };
  const waits = waitedFor(context, resource, timed, onlyIf);
  const entries = [...(timed.field === undefined ? [] : [since]), ...waits];
  const row: Omit<DueRow, 'isTold'> = {
    resource,
    timed,
    state: { kind: 'column', column: timed.view.field, type: 'text' },
    since,
    base,
    stated,
    waits,
    made: entries.reduce(later, stated),
    onlyIf,
    cascade: timed.to === undefined ? cascadeOf({ context, sent: NOTHING_SENT }, resource, () => undefined) : [],
  };
  const step = timedStep(context, row, isIn(row, timed.from), stated, SOME_MOMENT);
  return { ...row, isTold: isTelling(step) };
}

/** Which instant it is has no effect on whether an event is sent. */
const SOME_MOMENT: Moment = { instant: INSTANT, day: INSTANT, second: INSTANT };

/** Since when the row is in the states of its other machines that Only if asks: what waits for one moves with it. */
function waitedFor({ model }: RowContext, resource: Resource, { view }: TimedMove, onlyIf: Expr): readonly Expr[] {
  const asked = new Set(columnsOf(onlyIf, undefined).map(({ column }) => column));
  return timedMachinesOf(model, resource.name.text).flatMap((other): readonly Expr[] =>
    other !== view && asked.has(other.field)
      ? [{ kind: 'column', column: sinceColumn(model, other), type: 'instant' }]
      : [],
  );
}

function later(one: Expr, other: Expr): Expr {
  return choice([[{ kind: 'compare', operator: '>', left: other, right: one }, other]], one, 'instant');
}

function instantColumn({ model }: RowContext, resource: Resource, name: string): Expr {
  const field = fieldNamed(model, resource, name);
  const column = field && columnOf(model, field);
  if (column?.type !== 'instant') fault(`${name} holds no instant`);
  return { kind: 'column', column: column.name, type: 'instant' };
}

export function shifted(instant: Expr, by: number): Expr {
  return by === 0 ? instant : { kind: 'shift', instant, by };
}

/** It is in one of these states. */
export function isIn({ state }: Pick<DueRow, 'state'>, states: readonly string[]): Expr {
  const values = states.map((value): Expr => ({ kind: 'literal', value, type: 'text' }));
  if (values.length === 1) return { kind: 'compare', operator: '=', left: state, right: values[0]! };
  return { kind: 'in', left: state, values };
}

/** The row is due at an instant, or was before; over a bare column, so that an index serves. */
export function isDue(row: DueRow, at: Expr): Expr {
  const { base, timed, onlyIf } = row;
  const reached: Expr = { kind: 'compare', operator: '<=', left: base, right: shifted(at, -timed.delay) };
  return all([isIn(row, timed.from), reached, onlyIf]);
}

/** No other timed row of the same row comes first: due at an earlier instant, at the same one written above. */
export function goesFirst(rows: readonly DueRow[], place: number, at: Expr, together: boolean): Expr {
  const own = rows[place]!;
  return all(
    rows.flatMap((other, index): readonly Expr[] => {
      if (other === own || neverBeside(own, other)) return [];
      const before = comesBefore(other, own, index < place, together);
      if (before.kind === 'false') return [];
      return [{ kind: 'not', item: all([isDue(other, at), before]) }];
    }),
  );
}

function neverBeside(one: DueRow, other: DueRow): boolean {
  return one.timed.view === other.timed.view && !one.timed.from.some((state) => other.timed.from.includes(state));
}

/** `together`: all that is due is due at one instant. */
function comesBefore(other: DueRow, own: DueRow, isAbove: boolean, together: boolean): Expr {
  if (together || JSON.stringify(other.made) === JSON.stringify(own.made)) return { kind: isAbove ? 'true' : 'false' };
  return { kind: 'compare', operator: isAbove ? '<=' : '<', left: other.made, right: own.made };
}

/** Names under which an instant, its day and its second are bound. */
export interface Moment {
  readonly instant: string;
  readonly day: string;
  readonly second: string;
}

/** What a move by time writes; `made`: the instant at which it is made. */
export function timedStep(
  context: RowContext,
  { resource, timed, cascade }: Omit<DueRow, 'isTold'>,
  where: Expr,
  made: Expr,
  moment: Moment | undefined,
): Step {
  const emits = (valueOf(timed.move.row.emits) ?? []).map(({ text }): Emit => ({ event: text, ...BY_TIME }));
  const shared = {
    table: resource.name.text,
    where,
    guards: [],
    every: true,
    absent: '',
    outcome: 'moved',
    answer: undefined,
    quiet: true,
    ...(emits.length > 0 && { emits }),
  } as const;
  const sending = (step: Step): Step => sendingOccasions(context.model, step, () => BY_TIME);
  if (timed.to === undefined) return sending({ ...shared, kind: 'delete', ifThere: true, cascade });
  const set: ColumnValue[] = [
    { column: timed.view.field, value: { kind: 'literal', value: timed.to, type: 'text' } },
    { column: sinceColumn(context.model, timed.view), value: made },
    ...changeStamps(context, resource, made, moment),
  ];
  return sending({ ...shared, kind: 'update', set });
}

const BY_TIME: Sender = { by: 'time' };

/** A field that is `now at change`, and what of the instant it keeps. */
export interface Stamp {
  readonly column: string;
  readonly type: SqlType;
  readonly keeps: 'instant' | 'day' | 'second';
}

export function stampsOf({ model }: RowContext, resource: Resource): readonly Stamp[] {
  return resource.fields.items.flatMap((field): readonly Stamp[] => {
    const rule = ruleOf(field);
    const column = columnOf(model, field);
    if (rule?.kind !== 'now' || rule.when !== 'at change' || !column) return [];
    const type = valueOf(field.type);
    const plain = type?.kind === 'nullable' ? type.of : type;
    const keeps = column.type === 'date' ? 'day' : plain?.kind === 'seconds since 1970' ? 'second' : 'instant';
    return [{ column: column.name, type: column.type, keeps }];
  });
}

/** The fields that are `now at change`: the instant of the move. */
function changeStamps(
  context: RowContext,
  resource: Resource,
  made: Expr,
  moment: Moment | undefined,
): readonly ColumnValue[] {
  return stampsOf(context, resource).map(({ column, keeps }): ColumnValue => {
    switch (keeps) {
      case 'day':
        return { column, value: bound(moment?.day, 'date') };
      case 'second':
        return { column, value: bound(moment?.second, 'instant') };
      case 'instant':
        return { column, value: { kind: 'later', column, now: made } };
    }
  });
}

/** The day or the second of an instant in a column is never computed. */
function bound(name: string | undefined, type: 'date' | 'instant'): Expr {
  if (name === undefined) fault('the day of an instant in a column is not computed');
  return { kind: 'parameter', name, type };
}

/** Does a move stamp its day or its second? Then its instant must be bound. */
export function stampsDays(context: RowContext, resource: Resource): boolean {
  return stampsOf(context, resource).some(({ keeps }) => keeps !== 'instant');
}

/** The key of the row at hand. */
export function ownKey(resource: Resource): Expr {
  return keyOf({ kind: 'table', resource });
}
