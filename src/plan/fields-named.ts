// What is left of an object where a caller names the fields that it wants. Input: the output of a shape, and dotted names. Output: the same
// with those fields alone, in the order of the shape. Notation, part 4, table Query, `only the fields named`.

import { groupPresence } from './nested-object.ts';
import type { Output } from './output.ts';

interface Named {
  /** All that is below. */
  whole: boolean;
  readonly below: Map<string, Named>;
}

export function fieldsNamed(output: Output, names: Iterable<string>): Output {
  const root: Named = { whole: false, below: new Map() };
  for (const name of names) {
    let at = root;
    for (const part of name.split('.')) {
      const next = at.below.get(part) ?? { whole: false, below: new Map() };
      at.below.set(part, next);
      at = next;
    }
    at.whole = true;
  }
  return only(output, root);
}

function only(output: Output, named: Named): Output {
  switch (output.kind) {
    case 'object': {
      const pairs = output.pairs.flatMap((pair) => {
        const own = typeof pair.key === 'string' ? named.below.get(pair.key) : undefined;
        if (!own) return [];
        if (own.whole) return [pair];
        const value = only(pair.value, own);
        // A nested object is there when one of the fields is that it still has.
        return [{ ...pair, value, ...(value.kind === 'object' && { present: groupPresence(value.pairs) }) }];
      });
      return { ...output, pairs };
    }
    case 'embedded':
    case 'nested rows':
      return { ...output, of: only(output.of, named) };
    case 'either':
      return { ...output, yes: only(output.yes, named) };
    default:
      return output;
  }
}
