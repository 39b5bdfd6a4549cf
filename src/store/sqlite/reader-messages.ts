// What the main thread and a reader's thread say to each other: plain data that can be cloned. Input: steps and bindings. Output: a result
// and its rows in pieces.

import type { Table } from '../../plan/plan.ts';
import type { ReadStep } from '../relational/ran.ts';
import type { Bindings, Result, Row } from '../store.ts';

export interface ReaderData {
  readonly file: string;
  readonly tables: readonly Table[];
}

/** `steps` go along the first time only. */
export type ToReader =
  | {
      readonly kind: 'scan';
      readonly program: number;
      readonly steps: readonly ReadStep[] | undefined;
      readonly bindings: Bindings;
    }
  | { readonly kind: 'more' };

/** `result` has no rows: they follow as pieces. `last`: nothing follows. */
export type FromReader =
  | { readonly kind: 'result'; readonly result: Result; readonly rows: readonly Row[]; readonly last: boolean }
  | { readonly kind: 'failed'; readonly error: unknown };
