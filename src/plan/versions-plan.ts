// Versions of the interface, as data: where a request names one, which answers, and what an answer says of it. Notation, part 9; decision
// 0071.

import type { Held } from './held.ts';
import type { Step } from './steps.ts';

export interface VersionsPlan {
  readonly place: VersionPlace;
  /** The current one first. */
  readonly served: readonly [VersionPlan, ...VersionPlan[]];
  /** Those that are not served any more; one with a `sunset` only from then on. */
  readonly gone: readonly VersionPlan[];
  /** Of a request that names none; left out: such a path is none of the service. */
  readonly missing?: OtherPlan;
  /** Of a request that names one that is neither served nor gone. */
  readonly unknown: OtherPlan;
}

export type VersionPlace =
  | { readonly in: 'nothing' | 'media type' }
  /** `base`: the path in front of it, '' for none. The `base` of the plan has the current version behind that. */
  | { readonly in: 'path'; readonly base: string }
  | { readonly in: 'header' | 'query'; readonly name: string };

export interface VersionPlan {
  readonly name: string;
  /** Instants, in milliseconds since 1970. */
  readonly deprecated?: number;
  readonly sunset?: number;
  /** What it shows is not stated, or does not run. */
  readonly held?: Held;
}

export type OtherPlan =
  | { readonly do: 'serve'; readonly version: string }
  | { readonly do: 'refuse' }
  | { readonly do: 'hold'; readonly held: Held }
  /** The row of the caller has it: RunPlan.version finds it. */
  | { readonly do: 'ask' };

/** Finds the version that the row of the caller has. */
export interface CallerVersion {
  readonly steps: readonly Step[];
}
