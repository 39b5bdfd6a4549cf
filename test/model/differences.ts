// Two computations of what gaps do, held against each other: the gap view, and the plain one of this folder. Input: a model. Output: what
// one says and the other does not.

import type { Model } from '../../src/model/model.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { compute } from './computation.ts';

/** What one says and the other does not, by operation; nothing when they agree. */
export function differences(model: Model): readonly string[] {
  const view = gapView(model);
  const unsupported = new Set(
    [...slotsOf(model).open.values()].filter(({ status }) => status === 'unsupported').map(({ id }) => id),
  );
  const mine = (id: string): boolean => !unsupported.has(id) && !id.startsWith('error:');
  const second = compute(model);
  return view.operations.flatMap(({ id, heldBy, partlyHeldBy, restsOn }) => {
    const other = second.get(id)!;
    const pairs = [
      ['held', heldBy, other.held],
      ['partly', partlyHeldBy, other.partly],
      ['rests', restsOn, other.rests],
    ] as const;
    return pairs.flatMap(([what, first, plain]) => [
      ...first
        .filter((one) => mine(one) && !plain.has(one))
        .map((one) => `${id}: only the gap view says ${what} ${one}`),
      ...[...plain]
        .filter((one) => mine(one) && !first.includes(one))
        .map((one) => `${id}: only the plain computation says ${what} ${one}`),
    ]);
  });
}
