// The examples of a section: plain `json` fences, also under a heading `Example` of its own. Input: the section. Output: their values with
// places; what is no JSON (`…` for the rest of it) is an illustration and left out. Notation, section 3.

import type { JsonNode } from '../base/json-places.ts';
import { parsePlaces } from '../base/json-places.ts';
import type { BlockOf } from './blocks.ts';
import type { Section } from './outline.ts';
import type { Reading } from './reading.ts';

export function examplesOf(reading: Reading, section: Section): { readonly examples?: readonly JsonNode[] } {
  const own = section.blocks.filter((block): block is BlockOf<'fence'> => block.kind === 'fence');
  const examples = [...own, ...(section.examples ?? [])]
    .filter(({ info }) => info.toLowerCase() === 'json')
    .map(({ body }) => parsePlaces(reading.source, body))
    .flatMap((parsed) => ('value' in parsed ? [parsed.value] : []));
  return examples.length > 0 ? { examples } : {};
}
