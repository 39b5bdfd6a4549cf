// The traits of an operation that its declarations name: when a statement is due, and when it is settled. Input: a linked
// operation. Output: whether the trait holds. Notation, part 4 and rule 1.8.

import { changesFound, isMove, takesValues } from '../document/effect-traits.ts';
import { entriesOf, type Declaration } from '../../notation/declaration.ts';
import { OPERATION, type OperationKey, type OperationTrait } from '../../notation/operation.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { listsRows } from '../values/effect-fits.ts';
import { modeOf } from '../values/input-rules.ts';
import { bodyOf, takesReadOnly } from '../document/inputs.ts';
import { hasNoEvents } from '../document/settled.ts';
import { isSuccess } from '../../notation/statuses.ts';
import { isStream } from '../document/streams.ts';
import { effectsOf, selectionOf } from '../document/targets.ts';

/** The declaration of a bullet, of a value that is not looked at. */
export type OperationBullet = Declaration<unknown, OperationTrait>;
export type Bullet = readonly [key: OperationKey, of: OperationBullet];

export const BULLETS: readonly Bullet[] = entriesOf(OPERATION);

type Holds = (model: Model, linked: LinkedOperation) => boolean;

export const TRAITS: Readonly<Record<OperationTrait, Holds>> = {
  'sends or takes bodies': needsMediaType,
  'takes a body': takesBody,
  'takes a body without a table': needsBody,
  'takes fields': takesFields,
  'takes no read-only fields': (model, linked) =>
    bodyOf(model, linked).kind === 'fields' && !takesReadOnly(model, linked),
  'may leave fields out': mayLeaveOut,
  'may send null': mayBeNull,
  'lists rows': (_, linked) => listsRows(linked),
  'changes one row of its path': changesOneRow,
  'has no events': hasNoEvents,
};

/** What the question about these operations names. */
export function aboutWords(
  model: Model,
  { about }: OperationBullet,
  linked: readonly LinkedOperation[],
): string | undefined {
  if (!about) return undefined;
  return linked.some((one) => TRAITS[about.trait](model, one)) ? about.holds : about.otherwise;
}

export function takesBody(model: Model, linked: LinkedOperation): boolean {
  return bodyOf(model, linked).kind !== 'unread';
}

/** Where only an open Body could bring fields, they are asked about once it is known. */
function takesFields(model: Model, linked: LinkedOperation): boolean {
  const { kind } = bodyOf(model, linked);
  return kind === 'fields' || (kind === 'open' && effectsOf(linked).some(takesValues));
}

/** A Body table says it too. */
function needsBody(model: Model, linked: LinkedOperation): boolean {
  return takesBody(model, linked) && !linked.facts.bodyTable.written;
}

/** What is sent or answered has a format; error bodies are answered too. */
function needsMediaType(model: Model, linked: LinkedOperation): boolean {
  if (takesBody(model, linked) || isStream(model, linked)) return true;
  if (linked.facts.statuses.items.some((row) => isSuccess(row) && isSaid(row.body))) return true;
  return valueOf(model.document.errors.errorBody) !== undefined;
}

/** Something is written there; whether a gap will be filled with anything is not known. */
function isSaid({ status }: Slot<unknown>): boolean {
  return status !== 'none' && status !== 'absent' && status !== 'gap';
}

function isUpdate(_: Model, linked: LinkedOperation): boolean {
  return effectsOf(linked).some((effect) => effect.kind === 'updates' || effect.kind === 'updates every');
}

/** An update that may leave out a field: one that a Body table requires answers `missing`. */
function mayLeaveOut(model: Model, linked: LinkedOperation): boolean {
  const body = isUpdate(model, linked) ? bodyOf(model, linked) : undefined;
  if (body?.kind !== 'fields') return body?.kind === 'open';
  return body.fields.some(
    (field) =>
      modeOf(linked, field) === 'update' && (field.row === undefined || valueOf(field.required)?.kind !== 'yes'),
  );
}

/** A row that the path selects. What moves it is judged by its state instead. */
function changesOneRow(model: Model, linked: LinkedOperation): boolean {
  const effects = effectsOf(linked);
  return effects.some((effect) => {
    if (!('target' in effect) || !changesFound(effect) || ('ofCaller' in effect && effect.ofCaller)) return false;
    const name = effect.target.text;
    const isMoved = effects.some((one) => isMove(one) && one.target.text === name);
    return !isMoved && selectionOf(model, linked, name) !== undefined;
  });
}

function mayBeNull(model: Model, linked: LinkedOperation): boolean {
  const body = isUpdate(model, linked) ? bodyOf(model, linked) : undefined;
  if (body?.kind !== 'fields') return false;
  return body.fields.some((field) => field.types.some((type) => valueOf(type)?.kind === 'nullable'));
}
