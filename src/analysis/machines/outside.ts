// Moves that someone outside the interface makes, through the operator's port. Input: a machine. Output: the rows that say so by
// where they lead, and each as an operation of its own that finds the row by its identity and moves it. Notation, part 3, By:
// outside.

import { addTo } from '../../base/grouped.ts';
import type { Span } from '../../base/span.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { Facts, Parameter } from '../../notation/endpoints.ts';
import { entriesOf } from '../../notation/declaration.ts';
import { OPERATION, type OperationKey } from '../../notation/operation.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf, type List, type Name } from '../../notation/slot.ts';
import { goneOf } from '../values/gone-states.ts';
import { targets, type MachineView, type MoveView } from '../document/moves.ts';
import { endsRow } from './removals.ts';
import { identityOf } from '../document/targets.ts';

/** Where an outside move leads that removes the row. */
export const AWAY = '(gone)';

export interface OutsideMove {
  /** A state, or `(gone)`; undefined: To is not shown, or cannot be read. */
  readonly to: string | undefined;
  readonly rows: readonly MoveView[];
}

export function actorOf({ row }: MoveView): string | undefined {
  const by = valueOf(row.by);
  return by?.kind === 'outside' ? by.actor : undefined;
}

/** By where they lead, in written order. */
export function outsideMoves({ moves }: MachineView): readonly OutsideMove[] {
  const byTarget = new Map<string | undefined, MoveView[]>();
  for (const move of moves) {
    if (actorOf(move) === undefined) continue;
    const ends = endsRow(move) ? [AWAY] : targets(move);
    for (const to of valueOf(move.row.to) ? ends : [undefined]) addTo(byTarget, to, move);
  }
  return [...byTarget].map(([to, rows]) => ({ to, rows }));
}

const NOWHERE: Span = { start: 0, end: 0 };
const ABSENT = { status: 'absent', at: NOWHERE } as const;
const NOTHING: List<never> = { items: [], mark: 'closed', at: NOWHERE, written: false };

/** No document states such an operation: it says where the row is found, and that it is moved. Who makes the move is its name. */
export function outsideOperation(model: Model, view: MachineView, { to, rows }: OutsideMove): LinkedOperation {
  const resource = model.resources.get(view.resource);
  const keys = resource ? identityOf(resource) : [];
  const gone = goneOf(view).filter((state) => rows.some(({ from }) => from?.includes(state)));
  const target = { target: name(view.resource), where: undefined, at: NOWHERE, also: gone.map(name) };
  const effect: Effect =
    to === AWAY
      ? { ...target, kind: 'deletes', ifThere: false }
      : { ...target, kind: 'moves', field: name(view.field), to: to === undefined ? undefined : name(to) };
  const heading = `outside: ${[...new Set(rows.map(actorOf))].join(', ')}`;
  return unstatedOperation(heading, keys, effect, {});
}

function name(text: string): Name {
  return { text, at: NOWHERE };
}

/** An operation that no document states: it finds a row by these fields. */
export function unstatedOperation(
  heading: string,
  keys: readonly string[],
  effect: Effect,
  more: Partial<Facts>,
): LinkedOperation {
  const row = (key: string): Parameter => ({
    name: name(key),
    anyFieldOf: undefined,
    type: ABSENT,
    required: ABSENT,
    default: ABSENT,
    allowed: ABSENT,
    selects: ABSENT,
    at: NOWHERE,
  });
  const facts: Facts = {
    ...(Object.fromEntries(entriesOf(OPERATION).map(([key]) => [key, ABSENT])) as unknown as Pick<Facts, OperationKey>),
    does: { status: 'stated', value: [effect], at: NOWHERE, text: '' },
    body: { status: 'none', at: NOWHERE, text: 'none' },
    pathTable: { ...NOTHING, items: keys.map(row) },
    queryTable: NOTHING,
    headerTable: NOTHING,
    bodyTable: NOTHING,
    statuses: NOTHING,
    repeatTable: NOTHING,
    ...more,
  };
  const path = keys.map((key) => `/{${key}}`).join('');
  const scope = { heading: undefined, mark: ABSENT };
  const operation = {
    kind: 'operation',
    name: name(heading),
    method: 'POST',
    path,
    scope,
    facts,
    at: NOWHERE,
  } as const;
  return { operation, facts, caller: undefined };
}
