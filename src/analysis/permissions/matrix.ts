// Who may call what, on a row in which state: callers, operations and the states of part 3. Input: a model. Output: a row for each
// operation and state with a cell for each caller. Derived from Who, Visible to, and the moves of part 3; nothing is added.

import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { isUnknown, type Slot, valueOf } from '../../notation/slot.ts';
import { type Who, whosIn } from '../../notation/values/who.ts';
import { readsCredentials } from '../document/callers.ts';
import { isCreation, onlyCreates } from '../document/effect-traits.ts';
import { machinesOf, type MachineView } from '../document/moves.ts';
import { givenRoles } from '../document/roles.ts';
import { schemesOf } from '../document/schemes.ts';
import { effectsOf, selectionOf, targetsOf } from '../document/targets.ts';
import { whosOf } from '../document/whos.ts';
import { gapView } from '../gaps/gaps.ts';
import { slotsOf } from '../gaps/slots.ts';
import { type Access, accessBy, allOf, type Caller, type Cell, MAY } from './access.ts';
import { beginning, NEW, standing, statesShown } from './states.ts';

export { callerText, cellText } from './access.ts';

export interface Matrix {
  readonly callers: readonly Caller[];
  readonly rows: readonly MatrixRow[];
}

export interface MatrixRow {
  /** The heading. */
  readonly operation: string;
  /** `Order.stage`; undefined: no machine is touched. */
  readonly machine?: string;
  /** Of the row that is there, or `(new)` for one that is made. */
  readonly state?: string;
  /** One for each caller, in their order. */
  readonly cells: readonly Cell[];
}

/** Rows of one operation and machine whose cells are the same, together. */
export interface AlikeRows extends Omit<MatrixRow, 'state'> {
  /** Empty: no machine is touched. */
  readonly states: readonly string[];
}

export function alikeRows(rows: readonly MatrixRow[]): readonly AlikeRows[] {
  const groups = Map.groupBy(rows, ({ operation, machine, cells }) => JSON.stringify([operation, machine, cells]));
  return [...groups.values()].map((same) => {
    const { state: _, ...row } = same[0]!;
    return { ...row, states: same.flatMap(({ state }) => state ?? []) };
  });
}

export const permissionMatrix: (model: Model) => Matrix = oncePer((model: Model): Matrix => {
  const callers = callersOf(model);
  const rows = [...model.operations].flatMap(([operation, linked]) => {
    const own = new Asked(model, linked);
    return placesOf(model, linked).map(({ machine, state }): MatrixRow => ({
      operation,
      ...(machine && { machine: machine.name }),
      ...(state !== undefined && { state }),
      cells: callers.map((caller) => own.cell(caller, machine, state)),
    }));
  });
  return { callers, rows };
});

function callersOf(model: Model): readonly Caller[] {
  const nobody: Caller = { kind: 'not signed in' };
  const whos = whosOf(model);
  if (schemesOf(model).length === 0 && ![...model.operations.values()].some(readsCredentials)) return [nobody];
  const named = whos.flatMap((who) => (who.kind === 'role' ? [who.role.text] : []));
  const given = schemesOf(model).flatMap((scheme) => givenRoles(model, scheme) ?? []);
  const roles = [...new Set([...given, ...named])].map((role): Caller => ({ kind: 'role', role }));
  const owner: readonly Caller[] = whos.some(({ kind }) => kind === 'owner') ? [{ kind: 'owner' }] : [];
  return [nobody, { kind: 'signed in' }, ...roles, ...owner];
}

interface PlaceOfRow {
  readonly machine?: MachineView;
  readonly state?: string;
}

/** The states in which a call may meet a row, of each machine of the resources that Does names. */
function placesOf(model: Model, linked: LinkedOperation): readonly PlaceOfRow[] {
  const places = targetsOf(model, linked).flatMap((resource) =>
    machinesOf(model, resource).flatMap((machine): readonly PlaceOfRow[] => {
      const own = effectsOf(linked).filter((one) => 'target' in one && one.target.text === resource);
      const makes = own.some(isCreation);
      const isOnlyMade = makes && own.every(onlyCreates);
      const states = isOnlyMade ? [] : statesShown(machine, linked);
      return [...(makes ? [NEW] : []), ...states].map((state) => ({ machine, state }));
    }),
  );
  return places.length > 0 ? places : [{}];
}

/** One operation, and what is asked of those who call it. */
class Asked {
  readonly #model: Model;
  readonly #linked: LinkedOperation;
  readonly #heldBy: readonly string[];
  /** What is not shown of how callers come in. */
  readonly #unknownCallers: readonly string[];

  constructor(model: Model, linked: LinkedOperation) {
    this.#model = model;
    this.#linked = linked;
    const heading = linked.operation.name.text;
    this.#heldBy = gapView(model).operations.find(({ id }) => id === heading)?.heldBy ?? [];
    const { open } = slotsOf(model);
    this.#unknownCallers = this.#heldBy.filter((id) => {
      const fact = open.get(id);
      return fact?.part === 'authentication' && fact.status === 'gap';
    });
  }

  cell(caller: Caller, machine: MachineView | undefined, state: string | undefined): Cell {
    const access = allOf([
      this.#ofOperation(caller),
      ...this.#ofRows(caller, state),
      ...this.#ofState(caller, machine, state),
    ]);
    const isStopped = this.#heldBy.length > 0 && access.kind !== 'gap' && access.kind !== 'may not';
    return isStopped ? { kind: 'held', by: this.#heldBy, stated: access } : access;
  }

  #ofOperation(caller: Caller): Access {
    const own = this.said(this.#linked.facts.who, caller);
    const isUnknown = caller.kind !== 'not signed in' && this.#unknownCallers.length > 0;
    return isUnknown && own.kind !== 'may not' ? { kind: 'gap', by: this.#unknownCallers } : own;
  }

  /** Visible to, of rows that are there. */
  #ofRows(caller: Caller, state: string | undefined): readonly Access[] {
    if (state === NEW) return [];
    return targetsOf(this.#model, this.#linked).flatMap((name) => {
      if (!this.#meetsRow(name)) return [];
      const visible = this.#model.resources.get(name)?.visibleTo;
      return visible === undefined || visible.status === 'absent' ? [] : [this.said(visible, caller)];
    });
  }

  /** Who signs in is there for the service, though nobody may see the row; a token is for the row that is made, signs in or calls. */
  #meetsRow(resource: string): boolean {
    const own = effectsOf(this.#linked).filter((one) => 'target' in one && one.target.text === resource);
    const isSelected = selectionOf(this.#model, this.#linked, resource) !== undefined;
    return (
      own.length === 0 ||
      own.some((one) => !onlyCreates(one) && one.kind !== 'signs in' && (one.kind !== 'issues token' || isSelected))
    );
  }

  #ofState(caller: Caller, machine: MachineView | undefined, state: string | undefined): readonly Access[] {
    if (!machine || state === undefined) return [];
    const said = (slot: Slot<Who>): Access => (slot.status === 'absent' ? MAY : this.said(slot, caller));
    const place = { model: this.#model, linked: this.#linked, machine, said, idsOf: this.idsOf };
    return [state === NEW ? beginning(place) : standing(place, state)];
  }

  said(slot: Slot<Who>, caller: Caller): Access {
    const who = valueOf(slot);
    if (who === undefined) return slot.status === 'none' ? MAY : { kind: 'gap', by: this.idsOf(slot) };
    const roles = whosIn(who).some(({ kind }) => kind === 'role') ? openRoles(this.#model, caller) : [];
    const access = accessBy(this.#model, who, caller, this.idsOf(slot));
    return roles.length > 0 && access.kind === 'may' ? { kind: 'gap', by: roles } : access;
  }

  /** Of what is not shown; what has no fact of its own is what holds the operation. */
  idsOf = (slot: Slot<unknown>): readonly string[] => {
    const own = idsBySlot(this.#model).get(slot);
    if (own !== undefined) return [own];
    const mine = this.#heldBy.filter((id) => slotsOf(this.#model).open.get(id)?.at.start === slot.at.start);
    return mine.length > 0 ? mine : this.#heldBy;
  };
}

const idsBySlot = oncePer(
  (model: Model): ReadonlyMap<Slot<unknown>, string> =>
    new Map(
      [...slotsOf(model).open.values()].flatMap(({ slot, id, status }) =>
        slot && (status === 'gap' || isUnknown(slot)) ? [[slot, id] as const] : [],
      ),
    ),
);

/** Of a role that some scheme may give: its Roles are not shown. */
function openRoles(model: Model, caller: Caller): readonly string[] {
  if (caller.kind !== 'role') return [];
  const given = schemesOf(model).map((scheme) => ({ scheme, roles: givenRoles(model, scheme) }));
  if (given.some(({ roles }) => roles?.includes(caller.role))) return [];
  return given.flatMap(({ scheme }) => idsBySlot(model).get(scheme.roles) ?? []);
}
