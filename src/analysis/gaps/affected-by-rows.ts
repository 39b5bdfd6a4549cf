// Which operations a fact of a resource, a field, a machine or a move concerns. Input: a question about one operation. Output: yes or no.
// A gap of a field holds only requests that store, send or show it.

import { isMove } from '../document/effect-traits.ts';
import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { FIELD, RESOURCE } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { MACHINE, MOVE, STATE } from '../../notation/states.ts';
import type { AnyDeclaration } from '../../notation/declaration.ts';
import { isAsked } from './affected-by-input.ts';
import { bodyOf } from '../document/inputs.ts';
import { stateCauses } from '../refusals/causes.ts';
import { showsMovesOf } from '../refusals/legal-moves.ts';
import { deletes, machinesChangedBy, machineViews, type MachineView, type MoveView } from '../document/moves.ts';
import type { Fact, Subject } from './slots/fact.ts';
import { effectsOf, headingOf } from '../document/targets.ts';
import { changedOtherwise } from '../machines/other-changes.ts';
import { isTimed } from '../machines/timed.ts';
import { takersByTime } from '../machines/timed-removals.ts';
import { usesOf } from '../requests/field-usage.ts';
import type { Uses } from '../document/field-usage.ts';

type Declarations = ReadonlySet<AnyDeclaration | undefined>;

/** The question about one operation. `wide`: the statement cannot be read or run, so all that use the thing are meant. */
export interface Question {
  readonly model: Model;
  readonly fact: Fact;
  readonly wide: boolean;
}

export function concernsResource({ model, fact, wide }: Question, linked: LinkedOperation, resource: string): boolean {
  const uses = usesOf(model, linked);
  if (wide) return uses.resources.has(resource);
  switch (fact.of) {
    case RESOURCE.whenDeleted:
      // No call makes what time removes: every use of the resource meets what is open there.
      return uses.deletes.has(resource) || (takersByTime(model).has(resource) && uses.resources.has(resource));
    case RESOURCE.unique:
      return uses.writes.has(resource);
    case RESOURCE.views: {
      const view = model.resources.get(resource)?.views.find(({ slot }) => slot === fact.slot);
      return view !== undefined && uses.views.has(`${resource} as ${view.name.text}`);
    }
    default:
      return uses.resources.has(resource);
  }
}

export function concernsField(
  question: Question,
  linked: LinkedOperation,
  resource: string,
  field: string | undefined,
): boolean {
  const { model } = question;
  const items = model.resources.get(resource)?.fields.items ?? [];
  const names = field === undefined ? items.map((one) => one.name.text) : [field];
  const uses = usesOf(model, linked);
  return names.some((name) => concernsCell(question, linked, uses, resource, name));
}

/** Stated for values that are sent: an operation that only reads the field does not meet it. */
const RESTRICTS: Declarations = new Set([FIELD.columns.allowed, FIELD.columns.default]);

function concernsCell(
  { model, fact, wide }: Question,
  linked: LinkedOperation,
  uses: Uses,
  resource: string,
  field: string,
): boolean {
  const name = `${resource}.${field}`;
  if (wide) return RESTRICTS.has(fact.of) ? uses.sent.has(name) || uses.wholes.has(resource) : uses.fields.has(name);
  if (fact.kind === 'shown') return uses.shown.has(name);
  switch (fact.of) {
    case FIELD.columns.required:
      return meetsRequired(model, linked, name);
    case FIELD.columns.default:
      return meetsDefault(model, linked, uses, resource, name);
    case FIELD.columns.present:
      return uses.shown.has(name);
    case FIELD.columns.meaning:
      return false;
    default:
      return uses.fields.has(name);
  }
}

/** Without a Present of its own, whether an answer shows a field that is not set follows from its Required. */
export function showsByRequired(
  model: Model,
  linked: LinkedOperation,
  resource: string,
  field: string | undefined,
): boolean {
  const uses = usesOf(model, linked);
  const own = field === undefined ? undefined : model.fields.get(`${resource}.${field}`);
  const fields = field === undefined ? (model.resources.get(resource)?.fields.items ?? []) : own ? [own] : [];
  return fields.some(
    ({ name, present, setBy }) =>
      present.status === 'absent' && valueOf(setBy)?.kind !== 'service' && uses.shown.has(`${resource}.${name.text}`),
  );
}

/** Required is looked at when a whole row is sent, a nested shape, or a field is taken away. */
function meetsRequired(model: Model, linked: LinkedOperation, name: string): boolean {
  const field = model.fields.get(name);
  return field !== undefined && isAsked(model, linked, 'required', field.required);
}

/** Default is looked at when a row begins, is replaced, or has fields cleared: for what nothing else sets. */
function meetsDefault(model: Model, linked: LinkedOperation, uses: Uses, resource: string, name: string): boolean {
  const field = model.fields.get(name);
  if (!field || valueOf(field.setBy)?.kind === 'service') return false;
  if (isAsked(model, linked, 'default', field.default)) return true;
  const body = bodyOf(model, linked);
  const isSent = body.kind === 'fields' && body.fields.some((one) => one.sets?.field === field);
  return uses.creates.has(resource) && !isSent && !isAssigned(linked, resource, field.name.text);
}

function isAssigned(linked: LinkedOperation, resource: string, field: string): boolean {
  return effectsOf(linked).some((effect) => {
    if (effect.kind === 'sets')
      return effect.assignments.some((one) => one.field.text === field || one.field.text === `${resource}.${field}`);
    return 'with' in effect && effect.target.text === resource && effect.with.some((one) => one.field.text === field);
  });
}

export function concernsMachine({ model, fact }: Question, linked: LinkedOperation, machine: string): boolean {
  const uses = usesOf(model, linked);
  const resource = machine.slice(0, machine.indexOf('.'));
  const view = machineViews(model).get(machine);
  if (fact.status === 'unsupported' || (view && isOfTime(fact) && hasTimed(view))) return uses.resources.has(resource);
  if (fact.status === 'unreadable') return uses.fields.has(machine) || uses.machines.has(machine);
  if (fact.of === MACHINE.anyOtherMove)
    return stateCauses(model, linked).some((cause) => cause.kind === 'illegal move' && cause.on === machine);
  if (fact.of === MACHINE.anyOtherChange) return view !== undefined && changedOtherwise(model, linked).includes(view);
  // Rows in a state that is gone are absent for every operation.
  if (fact.of === STATE.columns.kind)
    return uses.fields.has(machine) || uses.machines.has(machine) || uses.resources.has(resource);
  switch (fact.kind) {
    case 'initial':
      return uses.creates.has(resource);
    case 'machine':
    case 'open list':
      return uses.fields.has(machine) || uses.machines.has(machine);
    default:
      return uses.machines.has(machine);
  }
}

const hasTimed = oncePer(({ moves }: MachineView) => moves.some(({ row }) => isTimed(row)));

/** What a move requires of the caller that makes it, and of no other. */
const OF_ITS_MAKER: Declarations = new Set([MOVE.columns.who, MOVE.columns.onlyIf, MOVE.columns.emits]);

/** No operation calls a timed move: every use of the resource meets what it leaves open. */
function isOfTime({ of, kind }: Fact): boolean {
  return kind === 'refused when due' || OF_A_MOVE.has(of);
}

const OF_A_MOVE: Declarations = new Set(Object.values(MOVE.columns));

/** The cells that decide which operations are legal from where a row is, for an error that shows them. */
export const OF_THE_LIST: Declarations = new Set([
  MOVE.columns.from,
  MOVE.columns.to,
  MOVE.columns.by,
  MOVE.columns.onlyIf,
]);

/** A row of part 3: the operations that make it; where By is not shown, all that could be meant. */
export function concernsMove(
  { model, fact }: Question,
  linked: LinkedOperation,
  { machine, index }: Extract<Subject, { on: 'move' }>,
): boolean {
  const view = machineViews(model).get(machine);
  const row = view && rowsByIndex(view).get(index);
  if (!row || !view) return true;
  if (OF_THE_LIST.has(fact.of) && fact.status !== 'gap' && showsMovesOf(model, linked, view.resource)) return true;
  const uses = usesOf(model, linked);
  // Every operation that uses a row meets what time does to it.
  if (isTimed(row.row) && isOfTime(fact)) return uses.resources.has(view.resource);
  // Time and outsiders move rows while operations use them.
  if (fact.status === 'unsupported' && !OF_ITS_MAKER.has(fact.of)) return uses.resources.has(view.resource);
  if (fact.status === 'unreadable' && fact.of === MOVE.columns.by)
    return uses.fields.has(machine) || uses.machines.has(machine);
  if (row.by) return row.by.includes(headingOf(linked));
  if (view.births.includes(row)) return uses.creates.has(view.resource);
  const changes = machinesChangedBy(model, linked).some((one) => one.name === machine);
  const to = valueOf(row.row.to)?.kind;
  // A deletion may be what removes the row, or what is refused.
  const mayEnd = to === undefined || to === 'gone' || to === 'refused';
  if (mayEnd && effectsOf(linked).some((effect) => deletes(effect, view))) return true;
  // A call that makes no move may be what such a row lets, or refuses.
  const mayStay = to === undefined || to === 'same' || to === 'refused';
  if (mayStay && changedOtherwise(model, linked).some((one) => one.name === machine)) return true;
  return changes && mayMake(linked, row, view.resource, view.field);
}

const rowsByIndex = oncePer(
  ({ moves, births }: MachineView): ReadonlyMap<number, MoveView> =>
    new Map([...moves, ...births].map((one) => [one.index, one])),
);

/** Could this operation make the move? Not when its Does names another state. */
function mayMake(linked: LinkedOperation, row: MoveView, resource: string, field: string): boolean {
  const to = valueOf(row.row.to);
  const moves = effectsOf(linked).flatMap((effect) => (isMove(effect) ? [effect] : []));
  const own = moves.filter((effect) => effect.target.text === resource && effect.field.text === field);
  if (own.length === 0 || to?.kind !== 'state') return true;
  return own.some((effect) => effect.to === undefined || effect.to.text === to.state.text);
}
