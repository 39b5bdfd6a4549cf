// What a call changes of a row that is there: by the body, by `sets`, by a move; and how a row goes, with those that go along. Input: a call, a
// row. Output: the world, changed. Notation, part 4, "What a call does"; part 3; part 2, When deleted.

import { isComputed, ruleOf } from '../../../analysis/document/field-rules.ts';
import {
  machinesOf,
  machineViews,
  movesBy,
  targets,
  type MachineView,
  type MoveView,
} from '../../../analysis/document/moves.ts';
import { headingOf } from '../../../analysis/document/targets.ts';
import { referenceOf } from '../../../analysis/document/value-kinds.ts';
import { fieldMeant } from '../../../analysis/values/assignments.ts';
import type { Assignment } from '../../../notation/values/effects.ts';
import { isUnknown, valueOf } from '../../../notation/slot.ts';
import { deletionObligation, moveObligation } from '../../obligations.ts';
import { truth } from '../../values/evaluate.ts';
import type { Knowledge } from '../../world/knowledge.ts';
import { sameJson } from '../../world/json.ts';
import { Row, UNKNOWN, type Truth, type Value } from '../../world/known.ts';
import { noteAlong } from '../deleted.ts';
import { noteChange } from '../match/by-service.ts';
import { scopeOf, type Doing, type EffectOf } from './context.ts';
import { isSecret } from './find.ts';
import { assignedTo, callerField, takeSent } from './make.ts';

/** The body's values; then what follows from any change. */
export function changeBySent(doing: Doing, row: Row, json: unknown): void {
  const { world } = doing;
  const before = statesOf(doing, row);
  const values = new Map(row.values);
  for (const [field, from] of takeSent(doing, row, json, undefined, true))
    world.set(row, field, row.get(from), 'follows');
  touched(doing, row, values);
  changed(doing, row);
  moved(doing, row, before);
}

/** Where a value is surely another one, the row has changed. */
function touched({ world, changes }: Doing, row: Row, before: ReadonlyMap<string, Value>): void {
  changes.push({ row, kind: 'changed', before, isAlong: false, isSure: true });
  const isOther = [...row.values].some(([field, value]) => {
    const was = before.get(field) ?? UNKNOWN;
    if (value === UNKNOWN || was === UNKNOWN || value instanceof Row || was instanceof Row) return false;
    return !sameJson(value, was);
  });
  if (isOther) world.touch(row);
  for (const [field, value] of before)
    if (value !== row.get(field) && isSecret(world, row.resource, field)) world.put(row.former, field, value);
}

export function setFields(doing: Doing, row: Row, assignments: readonly Assignment[]): void {
  const { world, model } = doing;
  const before = statesOf(doing, row);
  const isNew = [...doing.made.values()].includes(row);
  const values = assignments.flatMap((one): readonly (readonly [string, Value])[] => {
    const { resource, path } = fieldMeant(model, one.field.text.split('.'), model.resources.get(row.resource));
    if (resource?.name.text !== row.resource) return [];
    return [[path.join('.'), assignedTo(doing, row, path.join('.'), one, row)]];
  });
  const was = new Map(row.values);
  for (const [field, value] of values) world.set(row, field, value, 'follows');
  if (isNew) return;
  touched(doing, row, was);
  changed(doing, row);
  moved(doing, row, before);
}

/** What the service sets by itself at each change. */
function changed(doing: Doing, row: Row): void {
  const { world, model, touched } = doing;
  touched.add(row.resource);
  for (const field of model.resources.get(row.resource)?.fields.items ?? []) {
    const rule = ruleOf(field);
    const name = field.name.text;
    // By which rule is not shown: it may be another one.
    if (!rule && valueOf(field.setBy)?.kind === 'service') world.set(row, name, UNKNOWN, 'follows');
    if (!rule || isComputed(field)) continue;
    if (rule.kind === 'now' && rule.when === 'at change') {
      noteChange(world, row, name);
      world.set(row, name, UNKNOWN, 'follows');
    } else if (rule.kind === 'caller' && rule.when === 'at change')
      world.set(row, name, callerField(doing, field, rule.path), 'follows');
    else if (rule.kind === 'slug' && !rule.atCreate) world.set(row, name, UNKNOWN, 'follows');
  }
}

type States = ReadonlyMap<MachineView, Value>;

function statesOf({ model }: Doing, row: Row): States {
  return new Map(machinesOf(model, row.resource).map((view) => [view, row.get(view.field)]));
}

function moved(doing: Doing, row: Row, before: States): void {
  for (const [view, start] of before) {
    const end = row.get(view.field);
    if (end === start) continue;
    doing.world.setSince(row, view.field, [doing.world.from, doing.world.to]);
    if (typeof start !== 'string' || typeof end !== 'string') continue;
    doing.world.touch(row);
    doing.exercised.add(moveObligation(view, start, end, headingOf(doing.linked)));
  }
}

/** `moves R.f`, to a state or as the rows of the table say. */
export function moveRow(doing: Doing, row: Row, effect: EffectOf<'moves' | 'moves every'>): void {
  const { world, model, linked } = doing;
  const view = machineViews(model).get(`${row.resource}.${effect.field.text}`);
  if (!view) return;
  const start = row.get(view.field);
  const rows = movesBy(view, headingOf(linked)).filter((move) => mayMove(doing, row, move, start));
  const isSure = rows.filter((move) => isSureOf(doing, row, move, start));
  const ends = new Set((isSure.length > 0 ? isSure : rows).map((move) => endOf(move, effect.to?.text)));
  const [end, ...others] = [...ends].filter((one) => one !== undefined);
  const named = effect.to?.text === '(gone)' ? '(gone)' : effect.to?.text;
  const to = named ?? (others.length > 0 ? undefined : end);
  changed(doing, row);
  if (to !== '(gone)')
    doing.changes.push({
      row,
      kind: 'changed',
      before: new Map(row.values),
      isAlong: false,
      isSure: to !== undefined && to !== 'same',
    });
  if (to === '(gone)') {
    if (typeof start === 'string') doing.exercised.add(moveObligation(view, start, '(gone)', headingOf(linked)));
    return removeRow(doing, row, true);
  }
  if (to === undefined) return world.set(row, view.field, UNKNOWN, 'follows');
  const before = statesOf(doing, row);
  if (to !== 'same') world.set(row, view.field, to, 'follows');
  moved(doing, row, before);
}

function mayMove(doing: Doing, row: Row, move: MoveView, start: Value): boolean {
  return isFrom(move, start) !== false && guard(doing, row, move) !== false && endOf(move, undefined) !== 'refused';
}

function isSureOf(doing: Doing, row: Row, move: MoveView, start: Value): boolean {
  return isFrom(move, start) === true && guard(doing, row, move) === true;
}

function isFrom(move: MoveView, start: Value): Truth {
  if (start === UNKNOWN || move.from === undefined) return undefined;
  return typeof start === 'string' && move.from.includes(start);
}

function guard(doing: Doing, row: Row, move: MoveView): Truth {
  const condition = valueOf(move.row.onlyIf);
  return condition ? truth(condition, scopeOf(doing, row)) : true;
}

function endOf(move: MoveView, named: string | undefined): string | undefined {
  const to = valueOf(move.row.to);
  switch (to?.kind) {
    case 'gone':
      return '(gone)';
    case 'same':
    case 'refused':
      return to.kind;
    default: {
      const ends = targets(move);
      return named !== undefined && ends.includes(named) ? named : ends.length === 1 ? ends[0] : undefined;
    }
  }
}

/** The row goes, and those that When deleted takes along. `isSure`: it was surely one of those. */
export function removeRow(doing: Doing, row: Row, isSure: boolean, isAlong = false): void {
  const { world } = doing;
  if (row.isThere === false || (row.isThere === undefined && !isSure)) return;
  doing.touched.add(row.resource);
  doing.removed.add(row);
  doing.changes.push({ row, kind: 'deleted', before: new Map(row.values), isAlong, isSure });
  if (isSure && !isAlong) noteGone(doing, row);
  // A reference to it leads nowhere when it is gone.
  const along = alongWith(world, row);
  world.setThere(row, isSure ? false : undefined);
  for (const [place, going] of along.entries()) {
    for (const [other, isGoing] of going) {
      if (other === row || other.isThere === false || isGoing === false) continue;
      const isMet = isGoing === true && isSure;
      if (isMet && other.isThere) noteAlong(world, other, deletionObligation(row.resource, place));
      removeRow(doing, other, isMet, true);
    }
  }
}

/** A deletion is the move out of the state that the row is in. */
function noteGone({ model, linked, exercised }: Doing, row: Row): void {
  const heading = headingOf(linked);
  for (const view of machinesOf(model, row.resource)) {
    const start = row.get(view.field);
    const isMove = view.moves.some(
      (move) => move.by?.includes(heading) && isFrom(move, start) === true && endOf(move, undefined) === '(gone)',
    );
    if (isMove && typeof start === 'string') exercised.add(moveObligation(view, start, '(gone)', heading));
  }
}

/** For each rule of When deleted the rows that it may take along. */
function alongWith(world: Knowledge, row: Row): readonly (readonly (readonly [Row, Truth])[])[] {
  const resource = world.model.resources.get(row.resource);
  if (resource && isUnknown(resource.whenDeleted)) return [referring(world, row)];
  const rules = (resource && valueOf(resource.whenDeleted)) ?? [];
  return rules.map(({ kind, resource: other, where }) =>
    kind === 'refused while'
      ? []
      : world
          .rows(other.text)
          .map((one) => [one, where ? truth(where, { world, asked: undefined, row: one, self: row }) : true] as const),
  );
}

/** What becomes of rows that refer to it is not shown. */
function referring(world: Knowledge, row: Row): readonly (readonly [Row, Truth])[] {
  return [...world.model.resources.values()].flatMap((other) => {
    const fields = other.fields.items.filter(({ type }) => {
      const stated = valueOf(type);
      return stated !== undefined && referenceOf(world.model, stated)?.resource === row.resource;
    });
    return world.rows(other.name.text).flatMap((one): readonly (readonly [Row, Truth])[] => {
      const mayRefer = fields.some(({ name }) => [row, UNKNOWN].includes(one.get(name.text) as never));
      return one !== row && mayRefer ? [[one, undefined]] : [];
    });
  });
}
