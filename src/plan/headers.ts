// Headers as texts with holes. Input: what an answer says of a header. Output: a HeaderPlan, and the columns that its row must have.
// Notation, part 4 "Shapes and templates".

import { readerOf } from '../analysis/requests/own-rules.ts';
import { fault, known } from '../base/fault.ts';
import { textParts } from '../notation/words.ts';
import { rateWord } from '../analysis/document/rate-headers.ts';
import type { HeaderValue } from '../notation/values/answers.ts';
import type { HeaderPlan } from './output.ts';
import { addressOf } from './computed.ts';
import { fieldExpr } from './rows.ts';
import { noteWord, pathOutput, rowOf, type ShownRow } from './shapes.ts';
import type { ValueType } from './input.ts';

/** `` `X-Total: <total>` ``, `` `Location: <base>/todos/{id}` ``: words in angle brackets, fields in braces. */
export function headerOutput(name: string, value: string, row: ShownRow | undefined): HeaderPlan {
  const parts: HeaderPlan['value']['parts'][number][] = [];
  for (const part of textParts(value)) {
    if (typeof part !== 'string') {
      noteWord(part.word, row);
      parts.push(part);
      continue;
    }
    for (const piece of part.split(/(\{[^{}]*\})/)) {
      const isField = row && piece.startsWith('{') && piece.endsWith('}');
      if (isField) parts.push(headerField(piece.slice(1, -1).split('.'), row));
      else if (piece !== '') parts.push(piece);
    }
  }
  return { name, value: { kind: 'text', parts } };
}

/** `RateLimit`, `RateLimit-Policy` and `Retry-After` by their own rules; undefined: another header. */
export function rateOutput(header: HeaderValue): HeaderPlan | undefined {
  const word = rateWord(header);
  return word && { name: header.name.text, value: { kind: 'text', parts: [{ word }] } };
}

/** `Location` by its own rules: where the row is read. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.2 */
export function addressOutput(name: string, row: ShownRow): HeaderPlan {
  const read = known(
    readerOf(row.context.model, row.resource),
    `nothing reads a ${row.resource.name.text} by its path`,
  );
  const column = row.columns.named(addressOf(row.context, rowOf(row), read));
  return { name, value: { kind: 'text', parts: [{ column, value: { type: 'text' }, needed: true }] } };
}

function headerField(path: readonly string[], row: ShownRow): { readonly column: string; readonly value: ValueType } {
  const { chosen: _, ...plain } = row;
  const output = pathOutput(path, plain);
  if (output.kind === 'column') return { column: output.column, value: output.value };
  if (output.kind !== 'computed') fault('a header holds a nested object');
  const { expr } = fieldExpr(row.context, rowOf(row), path);
  return { column: row.columns.named(expr), value: output.value };
}
