// The address of a row, as `Location` has it: that of the operation that reads such a row by its path. Input: a row. Output: the address, or
// its form where a key is not known yet. Notation, part 4, "Headers of an answer".

import { effectsOf, pathFacts } from '../../analysis/document/targets.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { prefixWith } from '../values/prefix.ts';
import type { Knowledge } from '../world/knowledge.ts';
import { Row, UNKNOWN } from '../world/known.ts';
import type { Word } from './match/match.ts';
import { asText, literally } from './match/words.ts';

export function addressWord(world: Knowledge, row: Row | undefined, version: string | undefined): Word {
  const linked = row && readerOf(world.model, row.resource);
  if (!linked) return { kind: 'any' };
  const keys = new Map(
    pathFacts(world.model, linked).selections.flatMap((one) =>
      one.keys.map(({ parameter, field }) => [parameter, [one.resource, field] as const]),
    ),
  );
  const parts = linked.operation.path.split(/(\{[^{}]+\})/).map((part) => {
    if (!part.startsWith('{')) return part;
    const [resource, field] = keys.get(part.slice(1, -1)) ?? [];
    const value = resource === row.resource ? row.get(field!) : UNKNOWN;
    return value === UNKNOWN || value instanceof Row ? undefined : encodeURIComponent(asText(value));
  });
  const front = `${world.url}${prefixWith(world.model, linked.facts.base, version)}`;
  if (parts.every((part) => part !== undefined)) return { kind: 'is', value: `${front}${parts.join('')}` };
  const form = new RegExp(
    `^${literally(front)}${parts.map((part) => (part === undefined ? '[^/]+' : literally(part))).join('')}$`,
  );
  return {
    kind: 'must be',
    said: `an address such as ${front}${linked.operation.path}`,
    fits: (value) => typeof value === 'string' && form.test(value),
  };
}

/** The one operation that reads such a row by its path. */
function readerOf(model: Model, resource: string): LinkedOperation | undefined {
  const found = [...model.operations.values()].filter(
    (linked) =>
      linked.operation.method === 'GET' &&
      effectsOf(linked).some((effect) => effect.kind === 'reads' && effect.target.text === resource) &&
      pathFacts(model, linked).selections.some((one) => one.resource === resource),
  );
  return found.length === 1 ? found[0] : undefined;
}
