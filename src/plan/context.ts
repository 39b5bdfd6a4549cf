// What every file of the plan works with: the model, the gaps by id, and a way to say that something is held. Input: a model.
// Output: a Context; the gap ids that were named on the way, with their questions. The gap view decides what
// is held, the plan only says where.

import type { LinkedOperation, Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { assumptionOf, type Slot } from '../notation/slot.ts';
import { machineViews, type MachineView } from '../analysis/document/moves.ts';
import { isErrorId, type SlotPath } from '../analysis/document/slot-ids.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import type { Held } from './plan.ts';
import { hasErrors } from './unless-wrong.ts';
import type { Outcome } from './output.ts';
import type { MadeValue } from './plan.ts';
import type { Expr } from '../sql/expression.ts';
import type { Scope } from './scope.ts';
import type { Compute, RowContext, Verified } from './rows.ts';
import type { PagesPlan } from './pages-plan.ts';
import type { Guard, Step } from './steps.ts';

export interface Context {
  readonly model: Model;
  /** The id of the gap in place of a fact, undefined when the fact is no gap. */
  gap(path: SlotPath, slot?: Slot<unknown>): string | undefined;
  /** Of these slots, those that say what this runtime does not do. */
  undone(slots: readonly Slot<unknown>[]): readonly string[];
  /** Of these slots, those that are assumed. */
  assumed(slots: readonly Slot<unknown>[]): { readonly assumed?: readonly string[] };
  /** Names gaps, codes and words that hold. */
  held(ids: readonly string[]): Held;
  /** Names a failure of Ninefold itself, where nothing in the document holds it. */
  faulty(id: string, what: string): Held;
  /** Every gap named so far, with its question. */
  named(): Readonly<Record<string, string>>;
}

/** How the state changes: by the table alone, to a stated state, or to what the request sends. */
export type StateChange =
  | { readonly kind: 'move'; readonly to: string | undefined }
  /** `sent`: true when the request sets it. Sending the state that the row has already is no move. */
  | { readonly kind: 'set'; readonly value: Expr; readonly sent: Expr | undefined };

export interface StateWrite {
  readonly value: Expr;
  readonly guards: readonly Guard[];
  /** What the rows of the table send, each where its row of the table is the one that is made. */
  readonly sent: readonly MoveEvent[];
}

export interface MoveEvent {
  readonly event: string;
  readonly when: Expr;
}

/** What states.ts knows of a machine. */
export interface StateRules {
  write(context: OperationContext, view: MachineView, change: StateChange, scope: Scope): StateWrite;
  /** Where a new row begins when nothing sends it; `fallback` is the field's default. */
  birth(context: OperationContext, view: MachineView, fallback: string | undefined, scope: Scope): StateWrite;
  /** The same where the request chooses the state. */
  chosen(context: OperationContext, view: MachineView, value: Expr, scope: Scope): Omit<StateWrite, 'value'>;
  /** The row goes; `isNamed`: by `deletes R`, which says so itself. Nothing where the table does not mention it. */
  end(context: OperationContext, view: MachineView, isNamed: boolean, scope: Scope): Omit<StateWrite, 'value'>;
  /** The row is changed, and its state stays as it is, but where one of `moves` is true of it. */
  change(context: OperationContext, view: MachineView, scope: Scope, moves: readonly Expr[]): Omit<StateWrite, 'value'>;
}

/** Who may see the rows of a resource, of those who call the operation. */
export type Visible = (
  context: RowContext,
  linked: LinkedOperation,
  resource: Resource,
  source: string | undefined,
) => readonly Expr[];

/** What the compilation of one operation gathers. */
export interface OperationContext extends Context, RowContext {
  readonly model: Model;
  readonly linked: LinkedOperation;
  readonly heading: string;
  readonly states: StateRules;
  /** The machine of `Order.status`. */
  machine(name: string): MachineView | undefined;
  /** A value made before the steps, bound under `name`; the same name again is the same value. */
  make(value: MadeValue): void;
  readonly made: readonly MadeValue[];
  /** Secrets that conditions ask for, each once. */
  readonly verified: readonly Verified[];
  /** Notes how pages of the list are named; `find` binds the place of the row that a cursor names. */
  paged(plan: PagesPlan, find: Step | undefined): void;
  readonly pages: { readonly plan: PagesPlan; readonly find: Step | undefined } | undefined;
  /** Outcomes in addition to the causes of the document: a guard that meets a gap. Returns the cause's key. */
  holdGuard(ids: readonly string[]): string;
  readonly holds: ReadonlyMap<string, Outcome>;
}

const GAPS: ReadonlySet<string> = new Set(['gap', 'unreadable', 'unsupported']);

export function contextOf(model: Model): Context {
  const slots = slotsOf(model);
  // The cells of a column that is left out are one slot: only its id tells which fact is meant.
  const bySlot = new Map<Slot<unknown>, (typeof slots.facts)[number] | undefined>();
  for (const fact of slots.facts) if (fact.slot) bySlot.set(fact.slot, bySlot.has(fact.slot) ? undefined : fact);
  const assumptions = new Map(slots.facts.flatMap(({ id, slot }) => (slot ? [[slot, id] as const] : [])));
  const named = new Map<string, string>();
  const context: Context = {
    model,
    gap(path, slot) {
      const fact = (slot && bySlot.get(slot)) ?? slots.covering(path);
      return fact && GAPS.has(fact.status) ? fact.id : undefined;
    },
    undone: (used) => used.flatMap((slot) => (bySlot.get(slot)?.status === 'unsupported' ? bySlot.get(slot)!.id : [])),
    assumed(used) {
      const ids = used.flatMap((slot) => (assumptionOf(slot) && assumptions.get(slot)) ?? []);
      return ids.length === 0 ? {} : { assumed: [...new Set(ids)] };
    },
    held(ids) {
      const by = [...new Set(ids)];
      const statuses = new Set<string>();
      for (const id of by) {
        const fact = slots.byId.get(id);
        if (fact && GAPS.has(fact.status)) named.set(id, fact.question);
        else if (!fact && !isErrorId(id)) named.set(id, `What does the document say of ${id}?`);
        statuses.add(isErrorId(id) ? 'error' : (fact?.status ?? 'gap'));
      }
      const type = (['error', 'gap', 'unreadable'] as const).find((one) => statuses.has(one)) ?? 'unsupported';
      return { type, by };
    },
    faulty(id, what) {
      const why = hasErrors(model) ? 'The errors of the document leave this open' : 'This is a fault of Ninefold';
      named.set(id, `${why}: nothing is planned, since ${what}.`);
      return { type: 'unsupported', by: [id] };
    },
    named: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  return context;
}

/** What the rooms of the plan know that need the context themselves. */
interface Rules {
  readonly computed: Compute;
  readonly states: StateRules;
  readonly visible?: Visible;
  readonly callers?: (model: Model, linked: LinkedOperation) => NonNullable<RowContext['callers']>;
}

export function operationContext(
  context: Context,
  linked: LinkedOperation,
  { visible, callers, ...rules }: Rules,
): OperationContext {
  let aliases = 0;
  const made = new Map<string, MadeValue>();
  const verified = new Map<string, Verified>();
  const holds = new Map<string, Outcome>();
  let pages: OperationContext['pages'];
  const own: OperationContext = {
    ...context,
    linked,
    heading: linked.operation.name.text,
    machine: (name) => machineViews(context.model).get(name),
    ...rules,
    ...(callers && { callers: callers(context.model, linked) }),
    ...(visible && { visible: (resource, source) => visible(own, linked, resource, source) }),
    alias: () => `r${++aliases}`,
    make: (value) => void made.set(value.name, made.get(value.name) ?? value),
    get made() {
      return [...made.values()];
    },
    verify: (secret) => void verified.set(secret.name, secret),
    get verified() {
      return [...verified.values()];
    },
    paged: (plan, find) => void (pages = { plan, find }),
    get pages() {
      return pages;
    },
    holdGuard(ids) {
      const key = `gap ${ids.join(', ')}`;
      holds.set(key, { kind: 'hold', held: context.held(ids) });
      return key;
    },
    holds,
  };
  return own;
}
