// A place of the notation, and which of its words run. supported.ts and its neighbours list them.

/** Words with their places, such as `Type: file`. */
export type Words = readonly string[];

/** Words that one place of the notation knows. `runs`: done. `held`: read, reported, and not done yet. */
export interface Place {
  readonly runs: readonly string[];
  readonly held: readonly string[];
  /** Read and reported, and not done yet; nothing is held for it, since the answers to requests do not depend on it. */
  readonly listed?: readonly string[];
}

/** Written one after the other, separated by a raised dot. */
export function words(text: string): Words {
  return text.trim().split(/\s*·\s*/);
}
