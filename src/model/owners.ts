// Where statements stand. Input: a document. Output: for each slot the record that it is a part of: a row of a table, or a section with its
// bullets. What a section says of itself is a statement beside those of other sections.

import type { Document } from './document.ts';
import type { Slot } from '../notation/slot.ts';
import { isList, isRecord, isSlot } from './walk.ts';

export function ownersOf(document: Document): ReadonlyMap<Slot<unknown>, object> {
  const owners = new Map<Slot<unknown>, object>();
  const walk = (piece: unknown, owner: object, outer: object): void => {
    if (isSlot(piece)) {
      owners.set(piece, owner);
    } else if (Array.isArray(piece) || piece instanceof Map) {
      for (const one of piece.values()) walk(one, owner, outer);
    } else if (isRecord(piece)) {
      const isPassed = isList(piece) || 'slot' in piece;
      // The scope of a section says something of all of it.
      if ('mark' in piece && isSlot(piece['mark'])) owners.set(piece['mark'], outer);
      else for (const one of Object.values(piece)) walk(one, isPassed ? owner : piece, isPassed ? outer : owner);
    }
  };
  walk(document, document, document);
  return owners;
}
