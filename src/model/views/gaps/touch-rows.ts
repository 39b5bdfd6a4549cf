// Which operations a fact of a resource, a field, a machine or a move concerns. Comes in: a question about one operation.
// Goes out: yes or no. Design, section 3: "stored, sent or shown", "only the request that meets it".

import { oncePer } from '../../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { FactKind } from './table.ts';
import { isAsked } from './touch-input.ts';
import { bodyOf } from '../inputs.ts';
import { stateCauses } from '../causes.ts';
import { showsMovesOf } from '../legal-moves.ts';
import { deletes, machinesChangedBy, machineViews, type MachineView, type MoveView } from '../moves.ts';
import type { Fact, Subject } from '../slots/writer.ts';
import { effectsOf, headingOf } from '../targets.ts';
import { isTimed } from '../timed.ts';
import { takersByTime } from '../timed-removals.ts';
import { usesOf } from '../uses.ts';
import type { Uses } from '../uses/sets.ts';

/** What is asked of one operation. `wide`: the statement cannot be read or run, so all that use the thing are meant. */
export interface Question {
  readonly model: Model;
  readonly fact: Fact;
  readonly wide: boolean;
}

export function concernsResource({ model, fact, wide }: Question, linked: LinkedOperation, resource: string): boolean {
  const uses = usesOf(model, linked);
  if (wide) return uses.resources.has(resource);
  switch (fact.kind) {
    case 'when deleted':
      // Nobody calls what time removes: whoever uses the resource meets what is open there.
      return uses.deletes.has(resource) || (takersByTime(model).has(resource) && uses.resources.has(resource));
    case 'unique':
      return uses.writes.has(resource);
    case 'view': {
      const view = fact.id.slice(fact.id.lastIndexOf('/view.') + '/view.'.length);
      return [...uses.views].some((one) => one === `${resource} as ${view}`);
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

/** Said of what comes in: whoever only reads the field does not meet it. */
const RESTRICTS: ReadonlySet<FactKind> = new Set(['allowed values', 'default']);

function concernsCell(
  { model, fact, wide }: Question,
  linked: LinkedOperation,
  uses: Uses,
  resource: string,
  field: string,
): boolean {
  const name = `${resource}.${field}`;
  if (wide) return RESTRICTS.has(fact.kind) ? uses.sent.has(name) || uses.wholes.has(resource) : uses.fields.has(name);
  switch (fact.kind) {
    case 'required':
      return meetsRequired(model, linked, name);
    case 'default':
      return meetsDefault(model, linked, uses, resource, name);
    case 'present':
    case 'shown':
      return uses.shown.has(name);
    case 'meaning':
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
  if (fact.status === 'unsupported' || (view && OF_TIME.has(fact.kind) && hasTimed(view)))
    return uses.resources.has(resource);
  if (fact.status === 'unreadable') return uses.fields.has(machine) || uses.machines.has(machine);
  switch (fact.kind) {
    case 'initial':
      return uses.creates.has(resource);
    case 'any other move':
      return stateCauses(model, linked).includes(`illegal move of ${machine}`);
    // Rows in a state that is gone are absent for everybody.
    case 'kind of a state':
      return uses.fields.has(machine) || uses.machines.has(machine) || uses.resources.has(resource);
    case 'machine':
    case 'open list':
      return uses.fields.has(machine) || uses.machines.has(machine);
    default:
      return uses.machines.has(machine);
  }
}

const hasTimed = oncePer(({ moves }: MachineView) => moves.some(({ row }) => isTimed(row)));

/** What a move asks of whoever makes it, and of nobody else. */
const OF_ITS_MAKER: ReadonlySet<FactKind> = new Set(['who of a move', 'only if', 'emits of a move']);

/** Nobody calls a timed move: what it leaves open is met by whoever uses the resource. */
const OF_TIME: ReadonlySet<FactKind> = new Set([
  'from',
  'to',
  'by',
  'only if',
  'emits of a move',
  'who of a move',
  'refused when due',
]);

/** What says which operations are legal from where a row is, for an error that shows them. */
export const OF_THE_LIST: ReadonlySet<FactKind> = new Set(['from', 'to', 'by', 'only if']);

/** A row of part 3: the operations that make it; where By is not shown, all that could be meant. */
export function concernsMove(
  { model, fact }: Question,
  linked: LinkedOperation,
  { machine, index }: Extract<Subject, { on: 'move' }>,
): boolean {
  const view = machineViews(model).get(machine);
  const row = view && rowsByIndex(view).get(index);
  if (!row || !view) return true;
  if (OF_THE_LIST.has(fact.kind) && fact.status !== 'gap' && showsMovesOf(model, linked, view.resource)) return true;
  const uses = usesOf(model, linked);
  // What time makes of a row, everyone meets who has to do with it.
  if (isTimed(row.row) && OF_TIME.has(fact.kind)) return uses.resources.has(view.resource);
  // Time and outsiders move rows under everyone's hands.
  if (fact.status === 'unsupported' && !OF_ITS_MAKER.has(fact.kind)) return uses.resources.has(view.resource);
  if (fact.status === 'unreadable' && fact.kind === 'by') return uses.fields.has(machine) || uses.machines.has(machine);
  if (row.by) return row.by.includes(headingOf(linked));
  if (view.births.includes(row)) return uses.creates.has(view.resource);
  const changes = machinesChangedBy(model, linked).some((one) => one.name === machine);
  const to = valueOf(row.row.to)?.kind;
  // A deletion may be what removes the row, or what is refused.
  const mayEnd = to === undefined || to === 'gone' || to === 'refused';
  if (mayEnd && effectsOf(linked).some((effect) => deletes(effect, view))) return true;
  return changes && mayMake(linked, row, view.resource, view.field);
}

const rowsByIndex = oncePer(
  ({ moves, births }: MachineView): ReadonlyMap<number, MoveView> =>
    new Map([...moves, ...births].map((one) => [one.index, one])),
);

/** Could this operation make the row? Not when its Does names another state. */
function mayMake(linked: LinkedOperation, row: MoveView, resource: string, field: string): boolean {
  const to = valueOf(row.row.to);
  const moves = effectsOf(linked).flatMap((effect) =>
    effect.kind === 'moves' || effect.kind === 'moves every' ? [effect] : [],
  );
  const own = moves.filter((effect) => effect.target.text === resource && effect.field.text === field);
  if (own.length === 0 || to?.kind !== 'state') return true;
  return own.some((effect) => effect.to === undefined || effect.to.text === to.state.text);
}
