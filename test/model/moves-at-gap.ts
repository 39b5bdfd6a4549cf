// Where the moves of part 3 leave single requests open, for the plain reckoning: two rows that may hold at once, and other
// moves that are accepted where nothing says where they lead. What may hold at once is condition-logic's to say; it has
// tests of its own.

import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Machine, Move } from '../../src/model/states.ts';
import { valueOf } from '../../src/model/status.ts';
import { meetsOtherwise } from '../../src/model/views/move-otherwise.ts';
import { openOverlaps } from '../../src/model/views/move-overlaps.ts';
import { answerOf, causesOf } from '../../src/model/views/errors.ts';
import { machinesChangedBy, machineViews, type MachineView } from '../../src/model/views/moves.ts';
import { madeByTime } from './kinds.ts';
import { headings, rowName } from './rows.ts';

/** The ids of the gaps that a request to the operation may meet. */
export function movesAtGap(model: Model, op: LinkedOperation): readonly string[] {
  const heading = op.operation.name.text;
  return [...machineViews(model)].flatMap(([name, view]) => [
    ...(openOverlaps(model, view, heading).some(({ rows }) => rows.every(({ row }) => isTyped(model, view, row)))
      ? [`3/${name}/${heading}/which-move`]
      : []),
    ...(meetsOtherwise(model, op, view) ? [`3/${name}/${heading}/otherwise`] : []),
  ]);
}

/** Rows that time removes, and that a rule of When deleted keeps: it is said what becomes of them where Only if is just that. */
export function keptAtGap(model: Model, machine: Machine): readonly string[] {
  const resource = model.resources.get(machine.resource.text);
  const rules =
    resource?.whenDeleted.status === 'stated' ? resource.whenDeleted.text.split(/[,;] (?=refused|deletes)/) : [];
  return machine.moves.items.flatMap((row) => {
    if (!madeByTime(row) || valueOf(row.to)?.kind !== 'gone') return [];
    const said = row.onlyIf.status === 'stated' ? row.onlyIf.text : '';
    const open = rules.filter(
      (rule) => rule.startsWith('refused') && said !== rule.replace('refused while', 'there is no'),
    );
    return open.length > 0 ? [`3/${machine.name.text}/${rowName(machine, row)}/refused-while`] : [];
  });
}

/** Any other move is left out, and exactly one row of the Code table has the cause, of this machine or of any. */
export function isSaidByPart7({ document }: Model, { name, anyOtherMove }: Machine): boolean {
  if (anyOtherMove.status !== 'absent') return false;
  const rows = document.errors.codes.items.filter(({ when }) =>
    valueOf(when)?.some((cause) => cause.kind === 'illegal move' && (cause.on ?? name).text === name.text),
  );
  return rows.length === 1;
}

/** It, or a move that it makes, asks who calls, or may: all but `anyone`, whose credentials are not read. */
export function asksWhoCalls({ machines }: Model, { operation, facts }: LinkedOperation): boolean {
  const rows = [...machines.values()].flatMap(({ moves }) => moves.items);
  const own = rows.filter((row) => row.who.status !== 'absent' && headings(row).includes(operation.name.text));
  return [facts.who, ...own.map((row) => row.who)].some((slot) => {
    const who = valueOf(slot);
    return !who || who.kind !== 'anyone' || who.signedInIfSent;
  });
}

/** A refusal of a move of these rows shows `<moves>`: what part 3 says of any of their moves is shown with it. */
export function tellsMoves(model: Model, op: LinkedOperation, { resource }: Machine): boolean {
  if (![...machineViews(model).values()].some((view) => view.resource === resource.text && isChanged(model, op, view)))
    return false;
  return causesOf(model, op).some((cause) => {
    if (!/^illegal move of |^refused (?!while )/.test(cause)) return false;
    const answer = answerOf(model, op, cause);
    const bodies = answer ? [answer.row?.body, answer.code.body, model.document.errors.errorBody] : [];
    const body = bodies.find((slot) => slot && slot.status !== 'absent');
    return body !== undefined && JSON.stringify(valueOf(body) ?? '').includes('"kind":"word","word":"moves"');
  });
}

function isChanged(model: Model, op: LinkedOperation, view: MachineView): boolean {
  return machinesChangedBy(model, op).includes(view);
}

/** What Only if looks at in the row itself has a type: without one nobody can say what may hold at once. */
function isTyped(model: Model, view: MachineView, { onlyIf }: Move): boolean {
  const condition = JSON.stringify(valueOf(onlyIf) ?? null);
  return [...condition.matchAll(/"kind":"field"[^{}]*"path":\["([^"]+)"\]/g)].every(([, path]) => {
    const field = model.fields.get(`${view.resource}.${path}`);
    return !field || valueOf(field.type) !== undefined;
  });
}
