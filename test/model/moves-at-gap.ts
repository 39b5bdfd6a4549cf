// Where the moves of part 3 leave single requests open, for the plain computation: two rows that may hold at once, and other
// moves that are accepted where nothing says where they lead. What may hold at once is condition-logic's to say; it has
// tests of its own.

import type { Operand } from '../../src/notation/values/operands.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Machine, Move } from '../../src/notation/states.ts';
import { valueOf, type Slot } from '../../src/notation/slot.ts';
import { meetsOtherwise } from '../../src/analysis/machines/move-otherwise.ts';
import { openOverlaps } from '../../src/analysis/machines/move-overlaps.ts';
import { answerOf, causesOf } from '../../src/analysis/refusals/errors.ts';
import { machinesChangedBy, machineViews, type MachineView } from '../../src/analysis/document/moves.ts';
import { madeByTime } from './kinds.ts';
import { headings, rowName } from './rows.ts';

/** The ids of the gaps that a request to the operation may meet. */
export function movesAtGap(model: Model, op: LinkedOperation): readonly string[] {
  const heading = op.operation.name.text;
  return [...machineViews(model)].flatMap(([name, view]) => [
    ...(openOverlaps(model, view, heading).some(({ rows }) => rows.every(({ row }) => isTyped(model, op, view, row)))
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
  // A token that it issues is of a scheme, and so is what somebody signs in by.
  if (valueOf(facts.does)?.some(({ kind }) => kind === 'issues token' || kind === 'signs in')) return true;
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
    if (cause.kind !== 'illegal move' && cause.kind !== 'refused') return false;
    const answer = answerOf(model, op, cause);
    const bodies = answer ? [answer.row?.body, answer.code.body, model.document.errors.errorBody] : [];
    const body = bodies.find((slot) => slot && slot.status !== 'absent');
    return body !== undefined && JSON.stringify(valueOf(body) ?? '').includes('"kind":"word","word":"moves"');
  });
}

function isChanged(model: Model, op: LinkedOperation, view: MachineView): boolean {
  return machinesChangedBy(model, op).includes(view);
}

/** What Only if looks at has a type: without one nobody can say what may hold at once. Of a search it is true or false. */
function isTyped(model: Model, op: LinkedOperation, view: MachineView, { onlyIf }: Move): boolean {
  const condition = valueOf(onlyIf);
  return !condition || fieldsIn(condition).every(({ owner, path }) => hasType(model, op, view, owner, path));
}

type FieldOperand = Extract<Operand, { kind: 'field' }>;

function fieldsIn(node: unknown): readonly FieldOperand[] {
  if (typeof node !== 'object' || node === null) return [];
  const { kind } = node as { readonly kind?: string };
  if (kind === 'exists' || kind === 'count') return fieldsIn((node as { readonly right?: unknown }).right);
  return kind === 'field' ? [node as FieldOperand] : Object.values(node).flatMap(fieldsIn);
}

function hasType(
  model: Model,
  op: LinkedOperation,
  view: MachineView,
  owner: string | undefined,
  path: readonly string[],
): boolean {
  const name = path.join('.');
  if (owner === 'query') return isStated(op.facts.queryTable.items.find((row) => row.name.text === name)?.type);
  if (owner === 'body' && op.facts.bodyTable.written)
    return isStated(op.facts.bodyTable.items.find((row) => row.name.text === name)?.type);
  return typeAt(model, owner === undefined || owner === 'this' || owner === 'body' ? view.resource : owner, path);
}

function isStated(type: Slot<unknown> | undefined): boolean {
  return type !== undefined && valueOf(type) !== undefined;
}

/** The longest name first; through a reference on; of a group each of its fields. Where nothing describes it, it has none. */
function typeAt(model: Model, resource: string, path: readonly string[]): boolean {
  for (let length = path.length; length > 0; length -= 1) {
    const field = model.fields.get(`${resource}.${path.slice(0, length).join('.')}`);
    if (!field) continue;
    if (length === path.length) return isStated(field.type);
    const target = /"resource":\{"text":"([^"]+)"/.exec(JSON.stringify(valueOf(field.type) ?? null))?.[1];
    return target !== undefined && typeAt(model, target, path.slice(length));
  }
  const group = [...model.fields].filter(([name]) => name.startsWith(`${resource}.${path.join('.')}.`));
  return group.length > 0 && group.every(([, field]) => isStated(field.type));
}
