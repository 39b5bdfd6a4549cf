// What is not run, and by what it is held.

export interface Held {
  readonly type: 'gap' | 'unreadable' | 'unsupported' | 'error';
  /** Gap ids, or for unsupported and error the ids and codes that hold. Never empty. */
  readonly by: readonly string[];
}

/** Notation, section 1.9. */
export interface AssumptionPlan {
  readonly by: string;
  readonly on: string;
  readonly why: string;
  /** The last day on which it counts. */
  readonly until: string;
}
