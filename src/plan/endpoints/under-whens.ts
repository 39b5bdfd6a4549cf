// Rows of a Body table under a When that set one field, as one value. Input: the columns of each row. Output: one column. Notation, part 4,
// "Bodies of several forms".

import { known } from '../../base/fault.ts';
import type { Expr, SqlType } from '../../sql/expression.ts';
import { choice, some } from '../operands.ts';
import type { Guard } from '../steps.ts';

interface Column {
  readonly column: { readonly type: SqlType };
  readonly value: Expr;
  readonly sent: Expr | undefined;
  readonly guards: readonly Guard[];
}

/** Rows under a When that set one field: the value is that of the one that counts. */
export function together<C extends Column>(columns: readonly [C, ...C[]]): C {
  const [first] = columns;
  if (columns.length === 1) return first;
  const branches = columns.map(({ sent, value }) => [known(sent, 'a row under a When is always sent'), value] as const);
  const nothing: Expr = { kind: 'literal', value: null, type: first.column.type };
  return {
    ...first,
    value: choice(branches, nothing, first.column.type),
    sent: some(branches.map(([sent]) => sent)),
    guards: columns.flatMap(({ guards }) => guards),
  };
}
