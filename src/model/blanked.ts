// A document in which some statements are not shown. Input: a document and slots of it. Output: another document, with a gap in the place
// of each; what holds none of them is shared. Notation, rule 1.2.

import type { Document } from './document.ts';
import type { Gap, Slot } from '../notation/slot.ts';
import { isSlot, rebuild } from './walk.ts';

export function blanked(document: Document, slots: ReadonlySet<Slot<unknown>>): Document {
  // What a field takes from All fields is stated there.
  const places = new Set([...slots].flatMap((slot) => ('from' in slot && slot.from) || []));
  return rebuild(document, (piece) => {
    if (!isSlot(piece)) return undefined;
    return slots.has(piece) || places.has(piece.at) ? gapFor(piece) : piece;
  });
}

function gapFor({ at }: Slot<unknown>): Gap {
  return { status: 'gap', how: 'marked', text: 'not shown', at };
}
