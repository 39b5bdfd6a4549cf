// A row of the document as if an operation created it. Input: a resource and the row. Output: an operation, which nothing calls. Notation, part
// 2, `Rows:`.

import type { Span } from '../../base/span.ts';
import type { LinkedOperation } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import type { Assignment } from '../../notation/values/effects.ts';
import type { Literal } from '../../notation/values/literals.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { GivenRow } from '../document/given-rows.ts';
import { unstatedOperation } from './outside.ts';

/** The row as if an operation created it with these values. */
export function creationOf({ name }: Resource, { values, at }: GivenRow): LinkedOperation {
  const given = values.map(({ field, literal, at: place }): Assignment => {
    return { field, value: operandOf(literal, place) };
  });
  return unstatedOperation(`rows of ${name.text}`, [], { kind: 'creates', target: name, with: given, at }, {});
}

function operandOf(literal: Literal, at: Span): Operand {
  return literal.kind === 'json' ? { kind: 'text', value: literal.value, at } : { ...literal, at };
}
