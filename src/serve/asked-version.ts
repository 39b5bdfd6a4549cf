// What a request asks for of the versions of part 9, and what it gets. Input: src/serve/versions.ts finds it. Output: the phase `version`
// judges it, and every answer has its headers. Notation, part 9; decision 0071.

import type { Held } from '../plan/held.ts';

/** What a request asks for, and what every answer to it says. */
export interface AskedVersion {
  /** Names and values by turns. */
  readonly headers: readonly string[];
  /** What refuses or holds the request; undefined: the version is served. */
  readonly ends: VersionEnd | undefined;
  /** From this instant on it is withdrawn. */
  readonly sunset: number | undefined;
}

export type VersionEnd =
  | { readonly cause: 'missing version' | 'unknown version' | 'version withdrawn' }
  | { readonly held: Held }
  /** The row of the caller says which one it is; null: it has none. */
  | { readonly asks: (name: string | null) => AskedVersion };
