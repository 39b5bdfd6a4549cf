// Of which machine a parameter of type `state` is: that of the fields which its Selects compares it with. Input: a row of a Query table.
// Output: the states that may be sent; undefined where that is not known. Notation, part 2, "Types".

import type { Condition } from '../../notation/values/conditions.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { isComplete } from '../document/complete.ts';
import { baseOf, walkCondition } from '../document/condition-walk.ts';
import { machineViews } from '../document/moves.ts';
import { elementOf, followPath } from '../document/paths.ts';

export function isState(type: FieldType): boolean {
  return elementOf(type).type.kind === 'state';
}

/**
 * The states of a machine, `Order.status`, whose list of states is written and does not go on; without one those of its moves,
 * where each is read and there are no others.
 */
export function declaredStates(model: Model, name: string): readonly string[] | undefined {
  const view = machineViews(model).get(name);
  if (!view) return undefined;
  const { states, moves } = view.machine;
  if (states.written) return states.mark === 'open' ? undefined : view.states;
  const isRead = moves.items.every(
    ({ from, to }) => (from.status === 'any' || valueOf(from) !== undefined) && valueOf(to) !== undefined,
  );
  return view.states.length > 0 && isRead && isComplete(model, moves) ? view.states : undefined;
}

/** `listed`: whose rows Selects chooses among. */
export function statesSent(model: Model, row: Parameter, listed: Resource | undefined): readonly string[] | undefined {
  const selects = valueOf(row.selects);
  if (selects?.kind !== 'condition') return undefined;
  const machines = machinesBeside(model, selects.condition, listed);
  const states = [...machines].map((name) => declaredStates(model, name));
  if (states.length === 0 || states.includes(undefined)) return undefined;
  return [...new Set(states.flatMap((one) => one ?? []))];
}

/** The fields of type `state` that are compared with `value`. */
function machinesBeside(model: Model, condition: Condition, listed: Resource | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  walkCondition(
    model,
    condition,
    { row: listed, self: listed },
    {
      compared: (left, right, ground) => {
        const field = [left, right].find((one) => one.kind === 'field');
        if (!field || ![left, right].some(isValue)) return;
        const end = followPath(model, baseOf(model, field, ground), field.path).fields.at(-1);
        const type = end && valueOf(end.field.type);
        if (end && type && isState(type)) found.add(`${end.resource.name.text}.${end.field.name.text}`);
      },
    },
  );
  return found;
}

function isValue(operand: Operand): boolean {
  return operand.kind === 'value';
}
