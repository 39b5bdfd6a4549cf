// Rows that the document has, as data of the plan: the steps that put them. Notation, part 2, `Rows:`.

import type { MadeValue } from './made-values.ts';
import type { Step } from './steps.ts';

/** `once`: they are put where the table has no row, and has never had these. `brought`: the operator's, beside the document. */
export interface GivenRowsPlan {
  /** Their resource; of fixed rows, and of the operator's, the resources by commas. */
  readonly resource: string;
  readonly once?: true;
  readonly brought?: true;
  readonly make: readonly MadeValue[];
  readonly steps: readonly Step[];
}
