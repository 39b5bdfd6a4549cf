// Rows that count: one in a state of Kind `gone` is absent where that state is not named, and one that the caller may not see is absent.
// Input: a resource and what is named. Output: conditions on its row; none where every row counts. All code that reads a table uses
// this. Notation, part 2, Visible to; part 3, "Gone states"; decision 0035.

import type { Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { goneMachines, goneOf, type GoneStates } from '../analysis/values/gone-states.ts';
import type { Expr } from '../sql/expression.ts';
import type { GoneFrom } from './plan.ts';

/** The states that a condition or an operation names. */
export interface Naming {
  readonly model: Model;
  readonly namedGone?: GoneStates;
  /** Left out: every row may be seen. */
  readonly visible?: ((resource: Resource, source: string | undefined) => readonly Expr[]) | undefined;
}

/** The row is in none of the gone states that are not named; `source`: the alias of its table in a subquery. */
export function present(naming: Naming, resource: Resource, source?: string): readonly Expr[] {
  return [
    ...absences(naming, resource).map(({ column, states }): Expr => ({
      kind: 'not',
      item: isIn(column, states, source),
    })),
    ...seen(naming, resource, source),
  ];
}

/** Its caller may see the row. */
export function seen({ visible }: Naming, resource: Resource, source?: string): readonly Expr[] {
  return visible?.(resource, source) ?? [];
}

/** The row is in a gone state, named or not. */
export function isGone({ model }: Naming, resource: Resource, source?: string): Expr {
  return some(absences({ model }, resource).map(({ column, states }) => isIn(column, states, source)));
}

/** Each gone state is left out, but where a parameter that is sent names it. */
export function presentUnless(
  naming: Naming,
  resource: Resource,
  parameters: readonly { readonly named: GoneStates; readonly isSent: Expr }[],
): readonly Expr[] {
  const names = parameters.filter(({ named }) => named.size > 0);
  if (names.length === 0) return present(naming, resource);
  const there = absences(naming, resource).flatMap(({ machine, column, states }) =>
    states.map((state): Expr => {
      const sent = names.filter(({ named }) => named.get(machine)?.has(state)).map(({ isSent }) => isSent);
      return some([{ kind: 'not', item: isIn(column, [state]) }, ...sent]);
    }),
  );
  return [...there, ...seen(naming, resource)];
}

/** Of a table: rows in these states hold no unique key. */
export function goneFrom(model: Model, resource: Resource): readonly GoneFrom[] {
  return absences({ model }, resource).map(({ column, states }) => ({ column, states }));
}

interface Absence extends GoneFrom {
  readonly machine: string;
}

function absences({ model, namedGone }: Naming, resource: Resource): readonly Absence[] {
  return goneMachines(model, resource.name.text).flatMap((view): Absence[] => {
    const known = namedGone?.get(view.name);
    const states = goneOf(view).filter((state) => !known?.has(state));
    // While the field's type is not shown it is not kept, and no row is in any state.
    const field = model.fields.get(view.name);
    if (!field || valueOf(field.type)?.kind !== 'state') return [];
    return states.length === 0 ? [] : [{ machine: view.name, column: view.field, states }];
  });
}

function some(items: readonly Expr[]): Expr {
  if (items.length === 0) return { kind: 'false' };
  return items.length === 1 ? items[0]! : { kind: 'or', items };
}

function isIn(column: string, states: readonly string[], source?: string): Expr {
  const left: Expr = { kind: 'column', column, type: 'text', ...(source !== undefined && { source }) };
  const values = states.map((value): Expr => ({ kind: 'literal', value, type: 'text' }));
  return values.length === 1
    ? { kind: 'compare', operator: '=', left, right: values[0]! }
    : { kind: 'in', left, values };
}
