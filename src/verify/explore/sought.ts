// The rows that a condition asks for: `there is Loan (…)`. Input: a condition, the row that it is about, whether it has to hold. Output: for each
// search the resource, the rows that one of it has to name, the states that it may be in. Notation, part 2, "Conditions".

import { machinesOf, type MachineView } from '../../analysis/document/moves.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Operand } from '../../notation/values/operands.ts';
import { valueOf } from '../values/evaluate.ts';
import { Row } from '../world/known.ts';
import type { World } from '../world/world.ts';

export interface Sought {
  readonly resource: string;
  readonly named: readonly { readonly field: string; readonly row: Row }[];
  readonly state: { readonly view: MachineView; readonly states: readonly string[] } | undefined;
  /** How many of them there have to be. */
  readonly count: number;
}

/** More are not made for one call. */
const MOST = 3;

/** Of what may hold in several ways the first one; what no other row decides asks for none. */
export function soughtBy(world: World, condition: Condition, row: Row, isWanted: boolean): readonly Sought[] {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const each = condition.items.map((item) => soughtBy(world, item, row, isWanted));
      return (condition.kind === 'and') === isWanted ? each.flat() : (each.find((one) => one.length > 0) ?? []);
    }
    case 'not':
      return soughtBy(world, condition.item, row, !isWanted);
    case 'exists':
      return condition.negated === isWanted ? [] : [searched(world, condition, row, 1)];
    case 'count': {
      const count = countOf(condition, isWanted);
      return count === undefined || count < 1 || count > MOST ? [] : [searched(world, condition, row, count)];
    }
    default:
      return [];
  }
}

type Search = Extract<Condition, { readonly kind: 'exists' | 'count' }>;

/** So many rows there have to be at the least; undefined: fewer are needed. */
function countOf(condition: Extract<Condition, { readonly kind: 'count' }>, isWanted: boolean): number | undefined {
  const { operator, right } = condition;
  const number = right.kind === 'number' ? Number(right.value) : Number.NaN;
  const isMore = operator === '>' || operator === '>=';
  const isLess = operator === '<' || operator === '<=';
  if (Number.isNaN(number) || (isWanted ? !isMore && operator !== '=' : !isLess)) return undefined;
  return operator === '>' || operator === '<=' ? number + 1 : number;
}

function searched(world: World, { resource, where }: Search, row: Row, count: number): Sought {
  const [name, items] = [resource.text, where ? together(where) : []];
  const named = items.flatMap((item) => {
    if (item.kind !== 'compare' || item.operator !== '=') return [];
    const field = [item.left, item.right].flatMap((one) => ownField(one, name) ?? [])[0];
    const other = [item.left, item.right]
      .filter((one) => ownField(one, name) === undefined)
      .map((one) => valueOf(one, { world, asked: undefined, row: undefined, self: row }))
      .find((one) => one instanceof Row);
    return field !== undefined && other instanceof Row ? [{ field, row: other }] : [];
  });
  const views = machinesOf(world.model, name).flatMap((view) => {
    const states = items.reduce((left, item) => statesIn(item, view, left, name), view.states as readonly string[]);
    return states.length < view.states.length ? [{ view, states }] : [];
  });
  return { resource: name, named, state: views[0], count };
}

function together(condition: Condition): readonly Condition[] {
  return condition.kind === 'and' ? condition.items.flatMap(together) : [condition];
}

/** Of the rows that are searched. */
function ownField(operand: Operand, resource: string): string | undefined {
  const isOwn = operand.kind === 'field' && (operand.owner === undefined || operand.owner === resource);
  return isOwn && operand.path.length === 1 ? operand.path[0] : undefined;
}

function statesIn(
  condition: Condition,
  { field, states }: MachineView,
  left: readonly string[],
  resource: string,
): readonly string[] {
  const isOf = (one: Operand): boolean => ownField(one, resource) === field;
  const texts = (operands: readonly Operand[]): readonly string[] =>
    operands.flatMap((one) => (one.kind === 'text' && states.includes(one.value) ? [one.value] : []));
  if (condition.kind === 'in' && isOf(condition.left)) {
    const named = texts(condition.values);
    return left.filter((state) => named.includes(state));
  }
  if (condition.kind !== 'compare' || !isOf(condition.left)) return left;
  const named = texts([condition.right]);
  if (condition.operator === '=') return left.filter((state) => named.includes(state));
  return condition.operator === '!=' ? left.filter((state) => !named.includes(state)) : left;
}
