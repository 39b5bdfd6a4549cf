// The answers that a session has given, so that each can be looked at and taken back. Input: what was replaced, by which text of
// the document. Output: the document without that answer, as far as nothing else has been written there since.

import type { Desk } from './working-copy.ts';
import { behindOf, type Replaced } from './proposal.ts';

export interface Given {
  readonly id: string;
  readonly question: string;
  readonly words: string;
  readonly places: readonly Replaced[];
  /** Words of :later or :challenge: nothing to look back to, and no answer. Without places they are in the journal alone. */
  readonly isNote?: boolean;
  /** Of the desk, right after it was written. */
  readonly version: number;
}

/** undefined: the text at one of its places is a different one now. */
export function withoutAnswer(desk: Desk, { places, version }: Given): string | undefined {
  let source = desk.source;
  for (const { at, before, behind } of places.toReversed()) {
    const now = desk.placeNow(at, version);
    if (!now || behindOf(desk.source, now) !== behind) return undefined;
    source = source.slice(0, now.start) + before + source.slice(now.end);
  }
  return source;
}

/** The place of its words now. */
export function placeOf(
  desk: Desk,
  { places, version }: Given,
): { readonly start: number; readonly end: number } | undefined {
  const first = places[0];
  return first && desk.placeNow(first.at, version);
}
