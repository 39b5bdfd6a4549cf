// The document that is served at this moment, and the subscribers to its replacement. Input: documents, one after the other.
// Output: the current one, for pages that read it when they are requested.

import type { Report } from '../../check/check.ts';
import type { Format } from '../../export/formats.ts';
import type { FixedParts, Trouble } from '../../page/page.ts';
import type { Plan } from '../../plan/plan.ts';

export interface Served {
  /** As it was given on the command line. */
  readonly file: string;
  readonly report: Report;
  readonly plan: Plan;
  /** What of the operator's page only another document changes; `address`: where the service listens. */
  fixed(address: string): Promise<FixedParts>;
  /** The document in another form; `address`: where the service listens. */
  exported(format: Format, address: string): Promise<string>;
}

export interface Shown {
  /** Callers must not keep it: the next moment it may be another. */
  current(): Served;
  replace(served: Served): void;
  /** Why what was saved last is not what is served; undefined: it is. */
  trouble(): Trouble | undefined;
  /** Until another takes its place. */
  refuse(trouble: Trouble | undefined): void;
  /** Called after each replacement and each refusal; answers how to end that. */
  subscribe(told: (served: Served) => void): () => void;
}

export function shownAtFirst(first: Served): Shown {
  let now = first;
  let trouble: Trouble | undefined;
  const listeners = new Set<(served: Served) => void>();
  return {
    current: () => now,
    replace(served) {
      now = served;
      trouble = undefined;
      for (const told of listeners) told(served);
    },
    trouble: () => trouble,
    refuse(why) {
      if (why === trouble) return;
      trouble = why;
      for (const told of listeners) told(now);
    },
    subscribe(told) {
      // A function that subscribes twice is called twice.
      const own = (served: Served): void => told(served);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
