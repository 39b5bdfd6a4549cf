// What one call does, while it is done: the rows that are at hand, and what came of them.

import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { Effect } from '../../../notation/values/effects.ts';
import type { OutcomeWord } from '../../../notation/values/answers.ts';
import type { Change } from '../../arrivals/happening.ts';
import type { Knowledge } from '../../world/knowledge.ts';
import type { Row } from '../../world/known.ts';
import type { Asked, Scope } from '../../world/world.ts';

export type EffectOf<K extends Effect['kind']> = Effect & { readonly kind: K };

export interface Doing {
  readonly world: Knowledge;
  readonly model: Model;
  readonly linked: LinkedOperation;
  readonly asked: Asked;
  /** The row of each resource that the path, the caller or the credentials find. */
  readonly found: Map<string, Row>;
  /** The row of each resource that the call makes. */
  readonly made: Map<string, Row>;
  /** Rows made of a list, in its order. */
  readonly each: Row[];
  readonly removed: Set<Row>;
  /** What it does to rows, one thing after the other. */
  readonly changes: Change[];
  readonly outcomes: Set<OutcomeWord>;
  /** The row for which a token is issued; null: for no row. */
  token: Row | null | undefined;
  readonly exercised: Set<string>;
  /** The resources of which rows were changed, removed or made. */
  readonly touched: Set<string>;
  /** Nobody can tell which row the call finds: there are other ways. */
  readonly isUnsure: boolean;
}

export function scopeOf({ world, asked }: Pick<Doing, 'world' | 'asked'>, row: Row | undefined): Scope {
  return { world, asked, row, self: row };
}
