// What SQL alone cannot compute exactly, as functions of every connection. Input: a connection. Output: the connection, with the functions
// that print.ts and schema.ts name. Notation, part 2 "Conditions": decimals are exact.

import type { DatabaseSync } from 'node:sqlite';
import { foldCase } from '../../base/fold-case.ts';
import { decimalText, compute, rescale, scaled } from '../../sql/exact.ts';
import type { Operator } from '../../sql/exact.ts';
import type { SqlValue } from '../../sql/expression.ts';

/** `tick` is called by reads for about every 128th row they visit. */
export function defineFunctions(database: DatabaseSync, tick: () => number): void {
  database.function('ninefold_tick', tick);
  const options = { deterministic: true, useBigIntArguments: true } as const;
  database.function('ninefold_fold', options, (value) => (typeof value === 'string' ? foldCase(value) : value));
  database.function('ninefold_reckon', options, (operator, left, right, real, scale) =>
    compute(operator as Operator, left as SqlValue, right as SqlValue, Number(real) === 1, Number(scale)),
  );
  database.function('ninefold_rescale', options, (value, from, to) =>
    rescale(value as SqlValue, Number(from), Number(to)),
  );
  database.function('ninefold_decimal', options, (value, scale) =>
    value === null ? null : decimalText(whole(value as SqlValue), Number(scale)),
  );
  database.function('ninefold_encode', options, (value) => (value === null ? null : encodeURIComponent(String(value))));
  database.function('ninefold_number', options, (value) => (value === null ? null : String(value)));
  database.function('ninefold_double', options, (value) => (value === null ? null : Number(value)));
  database.function('ninefold_scaled', options, (value, scale) =>
    value === null ? null : scaled(String(value), Number(scale)),
  );
}

/** A number bound as a double, such as 5.0, is an integer here. */
function whole(value: SqlValue): bigint {
  return BigInt(value ?? 0);
}
