// Occasions of an event that never come. Input: a model and When of an event. Output: those of which the document states all that could
// make them, and nothing does, each with the reason. Notation, part 6, key When.

import { oncePer } from '../../base/once-per.ts';
import type { Span } from '../../base/span.ts';
import { isSettled, valueOf, type Slot } from '../../notation/slot.ts';
import { printOccasion, type Occasion } from '../../notation/values/occasions.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field } from '../../notation/resources.ts';
import type { Rule } from '../../notation/values/formulas.ts';
import { isComplete } from '../document/complete.ts';
import { isNested, withoutNull } from '../document/paths.ts';
import { effectsOf, setTargets } from '../document/targets.ts';
import { machineViews, targets, type MachineView } from '../document/moves.ts';
import { isCreation } from '../document/effect-traits.ts';
import { isDeleted, needsDeletionRule } from '../machines/deletions.ts';
import { isSaidByPart7 } from '../machines/illegal-moves.ts';
import { endsRow } from '../machines/removals.ts';
import { rowAccessesOf, type RowAccess } from './row-accesses.ts';

export interface Impossible {
  readonly at: Span;
  /** As a document writes it. */
  readonly what: string;
  readonly because: string;
}

export function impossibleIn(model: Model, when: readonly Occasion[]): readonly Impossible[] {
  return when.flatMap((occasion) => {
    const because = whyNever(model, occasion);
    return because === undefined ? [] : [{ at: placeOf(occasion), what: printOccasion(occasion), because }];
  });
}

function placeOf(occasion: Occasion): Span {
  switch (occasion.kind) {
    case 'call':
      return occasion.operation.at;
    case 'becomes':
    case 'changes':
      return occasion.field.field.at;
    default:
      return occasion.resource.at;
  }
}

function whyNever(model: Model, occasion: Occasion): string | undefined {
  if (occasion.kind !== 'call') {
    const name = 'field' in occasion ? occasion.field.owner.text : occasion.resource.text;
    const resource = model.resources.get(name);
    if (resource && isNested(resource)) return `\`${name}\` has no rows of its own`;
  }
  switch (occasion.kind) {
    case 'call':
      return undefined;
    case 'created':
      return isNeverCreated(model, occasion.resource.text) ? 'no operation creates such a row' : undefined;
    case 'updated':
      return isNeverChanged(model, occasion.resource.text) ? 'nothing changes such a row' : undefined;
    case 'deleted':
      return isNeverDeleted(model, occasion.resource.text) ? 'nothing deletes such a row' : undefined;
    case 'changes':
    case 'becomes':
      return whyFieldNever(model, occasion);
  }
}

function whyFieldNever(
  model: Model,
  occasion: Extract<Occasion, { readonly kind: 'becomes' | 'changes' }>,
): string | undefined {
  const owner = occasion.field.owner.text;
  const name = `${owner}.${occasion.field.field.text}`;
  const view = machineViews(model).get(name);
  if (view && occasion.kind === 'becomes' && isNeverEntered(model, view, occasion.value.text))
    return 'no move leads to that state';
  return model.fields.has(name) && isNeverChanged(model, owner) ? `nothing changes a row of \`${owner}\`` : undefined;
}

/** All operations are there, each with what it does. */
const areOperationsKnown = oncePer((model: Model): boolean => {
  const { scope, operations } = model.document.endpoints;
  if (scope.mark.status === 'none') return true;
  const linked = [...model.operations.values()];
  return (
    scope.mark.status === 'absent' &&
    linked.length > 0 &&
    isComplete(model, operations) &&
    linked.every((one) => isKnown(model, one))
  );
});

/** What it does is stated, and so is of which rows. */
function isKnown(model: Model, linked: LinkedOperation): boolean {
  return (
    isSettled(linked.facts.does) &&
    effectsOf(linked).every((effect) =>
      effect.kind === 'sets'
        ? setTargets(model, linked, effect).length > 0
        : !('target' in effect) || model.resources.has(effect.target.text),
    )
  );
}

/** A resource of part 2 whose rows only operations, moves and other rules of the document make, change and delete. */
function isOfService(model: Model, name: string): boolean {
  const resource = model.resources.get(name);
  return (
    resource !== undefined &&
    resource.scope.mark.status === 'absent' &&
    resource.identifiedBy.status === 'stated' &&
    isUnstated(resource.rows) &&
    areOperationsKnown(model)
  );
}

function isNeverCreated(model: Model, name: string): boolean {
  // Rule `new R` makes a row together with another one.
  const isMadeElsewhere = [...model.fields.values()].some(({ setBy }) => {
    const by = valueOf(setBy);
    return !isSettled(setBy) || (by?.kind === 'service' && (by.rule.kind === 'new resource' || by.rule.kind === 'gap'));
  });
  const creates = [...model.operations.values()].some((linked) =>
    effectsOf(linked).some((one) => isCreation(one) && 'target' in one && one.target.text === name),
  );
  return isOfService(model, name) && !isMadeElsewhere && !creates;
}

const CHANGES_NOTHING: ReadonlySet<RowAccess['kind']> = new Set(['read', 'list', 'create', 'delete', 'token']);

/** No operation, no move and nothing that part 6 gives up changes a row that is there, and no field of it follows other rows. */
function isNeverChanged(model: Model, name: string): boolean {
  const isChanged = [...model.operations.values()].some((linked) =>
    rowAccessesOf(model, linked).some(({ kind, resource }) => resource === name && !CHANGES_NOTHING.has(kind)),
  );
  const fields = fieldsOf(model, name);
  return (
    isOfService(model, name) &&
    !isChanged &&
    fields !== undefined &&
    fields.every((field) => isSetByCalls(field) && !mayBeState(field)) &&
    !isGivenUp(model, name)
  );
}

function isNeverDeleted(model: Model, name: string): boolean {
  const areRulesKnown = [...model.resources.values()].every(
    (one) => isSettled(one.whenDeleted) || (one.whenDeleted.status === 'absent' && !needsDeletionRule(model, one)),
  );
  const mayEnd = fieldsOf(model, name)?.some((field) => {
    const view = machineViews(model).get(`${name}.${field.name.text}`);
    return mayBeState(field) && (!view || !areMovesKnown(model, view) || view.moves.some(endsRow));
  });
  return (
    isOfService(model, name) && areRulesKnown && mayEnd === false && !isDeleted(model, name) && !isGivenUp(model, name)
  );
}

/** Undefined: there may be more. */
function fieldsOf(model: Model, name: string): readonly Field[] | undefined {
  const fields = model.resources.get(name)?.fields;
  return fields && isComplete(model, fields) ? fields.items : undefined;
}

function mayBeState({ type }: Field): boolean {
  const kind = withoutNull(type)?.kind;
  return kind === undefined || kind === 'state';
}

const OF_ITS_OWN: ReadonlySet<Rule['kind']> = new Set(['new id', 'now', 'caller', 'state']);

/** It is computed from no other row: what it is changes with a call only. */
function isSetByCalls({ setBy }: Field): boolean {
  const by = valueOf(setBy);
  return by !== undefined && (by.kind !== 'service' || (by.rule.kind !== 'gap' && OF_ITS_OWN.has(by.rule.kind)));
}

/** Given up of part 6 changes or deletes its rows, or it is not shown what becomes of what is given up. */
function isGivenUp({ document: { events } }: Model, name: string): boolean {
  if (!events.delivery) return false;
  const { scope, facts } = events.delivery;
  const given = valueOf(facts.givenUp);
  if (scope.mark.status !== 'absent' || !(isSettled(facts.givenUp) || isUnstated(facts.givenUp))) return true;
  if (given?.kind === 'deletes') return given.resource.text === name;
  return given !== undefined && 'field' in given && given.field.owner.text === name;
}

/** A row that begins in a state has not become so. */
function isNeverEntered(model: Model, view: MachineView, state: string): boolean {
  return (
    view.states.includes(state) &&
    areMovesKnown(model, view) &&
    !isGivenUp(model, view.resource) &&
    !view.moves.some((move) => move.row.by.status !== 'none' && targets(move).includes(state))
  );
}

/** Each move is there, with where it leads, and none is accepted that no row names. */
function areMovesKnown(model: Model, { machine, moves }: MachineView): boolean {
  const { anyOtherMove } = machine;
  return (
    machine.scope.mark.status === 'absent' &&
    machine.moves.written &&
    isComplete(model, machine.moves) &&
    (valueOf(anyOtherMove)?.kind === 'error' || isSaidByPart7(model, machine)) &&
    moves.every(({ row }) => row.to.status === 'stated')
  );
}

function isUnstated({ status }: Slot<unknown>): boolean {
  return status === 'absent' || status === 'none';
}
