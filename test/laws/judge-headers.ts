// What an operation says of headers: who else may call, what a request may send, what every answer has. Part of law 1's judge.

import type { HeaderValue } from '../../src/notation/values/answers.ts';
import type { LinkedOperation } from '../../src/model/model.ts';
import { valueOf } from '../../src/notation/slot.ts';

/** Who else may call; undefined: nobody. The word `any` is a status of its own. */
export function crossOrigin({
  facts,
}: LinkedOperation): { readonly kind: string; readonly origins: readonly string[] } | undefined {
  return facts.crossOrigin.status === 'any' ? { kind: 'any', origins: [] } : valueOf(facts.crossOrigin);
}

/** What an operation says of headers in its own tables and keys. */
export function headersAsked({ facts }: LinkedOperation): readonly string[] {
  return [
    ...facts.headerTable.items.map(({ name }) => name.text),
    ...(valueOf(facts.headersIn) ?? []).map(({ header: one }) => one.text),
    ...(valueOf(facts.preconditions) ?? []).map(({ header: one }) => one.text),
    ...facts.repeatTable.items.flatMap((row) =>
      row.key === 'header' ? (valueOf(row.statement)?.header.text ?? []) : [],
    ),
  ].map((name) => name.toLowerCase());
}

/** Headers of every answer, and the mark of one that was kept. */
export function everyAnswer({ facts }: LinkedOperation): readonly HeaderValue[] {
  const marks = facts.repeatTable.items.flatMap((row) =>
    row.key === 'markedBy' ? (valueOf(row.statement) ?? []) : [],
  );
  return [...(valueOf(facts.headers) ?? []), ...marks];
}
