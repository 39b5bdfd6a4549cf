// A document in which some statements are not shown. In: a document and slots of it. Out: another document, with a gap in
// the place of each; what holds none of them is shared. Notation, rule 1.2.

import type { Document } from './document.ts';
import type { Gap, Slot } from './status.ts';

export function blanked(document: Document, slots: ReadonlySet<Slot<unknown>>): Document {
  return copied(document, slots) as Document;
}

/** Itself, where nothing in it is blanked. A document is plain data: objects, lists, maps and words. */
function copied(value: unknown, slots: ReadonlySet<unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (slots.has(value)) return gapFor(value as Slot<unknown>);
  if ('status' in value && typeof value.status === 'string') return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => copied(item, slots));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]): [unknown, unknown] => [key, copied(item, slots)]);
    return entries.some(([key, item]) => item !== value.get(key)) ? new Map(entries) : value;
  }
  let changed: Record<string, unknown> | undefined;
  for (const [key, item] of Object.entries(value)) {
    const copy = copied(item, slots);
    if (copy !== item) (changed ??= { ...value })[key] = copy;
  }
  return changed ?? value;
}

function gapFor({ at }: Slot<unknown>): Gap {
  return { status: 'gap', how: 'marked', text: 'not shown', at };
}
