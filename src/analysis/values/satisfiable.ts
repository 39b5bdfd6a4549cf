// Whether a formula can be true. Input: a formula. Output: yes, no, or undefined where the search takes too long. "No" is certain. Of each
// "or" one branch after the other is tried, beside all that is certain without it.

import { TOO_LONG, Values, World } from './difference-bounds.ts';
import type { Formula } from '../document/formula.ts';

export function isSatisfiable(formula: Formula): boolean | undefined {
  const values = new Values(formula);
  try {
    return search(World.of(values), [formula]);
  } catch (error) {
    if (error === TOO_LONG) return undefined;
    throw error;
  }
}

function search(world: World, formulas: readonly Formula[]): boolean {
  const open: (readonly Formula[])[] = [];
  const next = [...formulas];
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (one.kind === 'all') for (const each of one.of) next.push(each);
    else if (one.kind === 'any') {
      if (one.of.length === 1) next.push(one.of[0]!);
      else open.push(one.of);
    } else if (!world.add(one)) return false;
  }
  if (!world.settle()) return false;
  const [first, ...others] = open.toSorted((one, other) => one.length - other.length);
  if (!first) return true;
  const rest = others.map((of): Formula => ({ kind: 'any', of }));
  return first.some((one) => search(world.copy(open.length), [one, ...rest]));
}
