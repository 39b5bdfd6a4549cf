// What `migrate` says and does, for every engine. Decision 0015.

export type { Wish } from './store.ts';

/**
 * `adds`: nothing is lost. `fills`: by a rule. `renames`: as part 9 states. `leaves`: stays where it is, unseen, until it is dropped.
 * `loses`: only when dropping is allowed. `stops`: nothing that could be dropped would help.
 */
export type Doing = 'adds' | 'fills' | 'renames' | 'leaves' | 'loses' | 'stops';

export interface MigrationChange {
  readonly does: Doing;
  readonly resource: string;
  readonly field?: string;
  readonly what: string;
  /** Rows that it concerns. */
  readonly rows: number;
  /** The first of them, where their values decide. */
  readonly first?: string;
  /** Of a field that is gone: the Change row of part 9 that keeps its values, where a new field may be the same. */
  readonly changeRow?: string;
}

export interface Allowed {
  readonly apply: boolean;
  /** May values be lost? */
  readonly drop: boolean;
  /** How much is done, from 0 to 1. */
  readonly progress?: (done: number) => void;
}

/** The options of the migration itself. */
export type Doable = Pick<Allowed, 'drop' | 'progress'>;

export interface Migration {
  readonly changes: readonly MigrationChange[];
  /** Was it done? Never when something stops it, or would be lost and may not. */
  readonly applied: boolean;
}

export function isAllowed(changes: readonly MigrationChange[], { drop }: Pick<Allowed, 'drop'>): boolean {
  return changes.every(({ does }) => does !== 'stops' && (drop || does !== 'loses'));
}
