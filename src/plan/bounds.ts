// Limits of part 8 that are no rates, as data. `cause` is the key of the refusal beyond one. Notation, part 8.

/** Of a request, from its head on. Nothing is kept that was not kept by then. */
export interface TimeLimit {
  readonly milliseconds: number;
  readonly cause: string;
}

/**
 * Of what a body sends for a field: code points of a text, items of a list or members of an object, octets of a text or of its JSON. What
 * is beyond it is not looked at any further.
 */
export interface LengthLimit {
  readonly counts: 'characters' | 'items' | 'octets';
  readonly most: number;
  readonly cause: string;
  /** What is wrong then, where errors say it. */
  readonly problem?: string;
}
