// What a Repeat table that is there must say, of calls that have a key. Input: an operation. Output: heads of rows that are missing.

import type { LinkedOperation, Model } from '../../src/model/model.ts';
import { isMeantByRepeatTable } from '../../src/analysis/document/repeats.ts';
import { isColumn } from './rows.ts';
import type { LimitedCalls } from '../../src/notation/values/limited-calls.ts';
import { valueOf, type List, type Slot } from '../../src/notation/slot.ts';

export function missingRules({ operation, facts: { repeat, repeatTable } }: LinkedOperation): readonly string[] {
  const rows = new Map(repeatTable.items.map((row) => [row.name.text.toLowerCase(), row.statement as Slot<unknown>]));
  const stated = rows.get('applies to');
  const applies = stated && (valueOf(stated) as LimitedCalls | undefined);
  const { method, name } = operation;
  const isMeant =
    applies === undefined ||
    applies.calls.length === 0 ||
    applies.calls.some((one) => (one.kind === 'method' ? one.method === method : one.operation.text === name.text));
  if (valueOf(repeat)?.kind !== 'key' || rows.size === 0 || !isMeant) return [];
  return ['Header', 'Scope', 'Kept for', 'Same body', 'Kept answers'].filter((head) => !rows.has(head.toLowerCase()));
}

export function isLeftOut(one: Slot<unknown> | List<unknown>): boolean {
  return 'written' in one ? !one.written : one.status === 'absent';
}

/** The statements of the rows that mean this operation, each with its place. */
export function writtenRules(
  { document }: Model,
  op: LinkedOperation,
  id: string,
): readonly { readonly at: string; readonly slot: Slot<unknown> }[] {
  const tables = [
    ['all', document.endpoints.all.repeatTable],
    [id, op.operation.facts.repeatTable],
  ] as const;
  return tables.flatMap(([owner, { items }]) => {
    const left = items.every(({ statement }) => isColumn(statement as Slot<unknown>));
    return items
      .filter((row) => op.facts.repeatTable.items.includes(row) && (owner !== 'all' || isMeantByRepeatTable(op)))
      .map(({ name, statement }) => ({
        at: `4/${owner}/${left ? 'repeat/statement' : `repeat.${name.text}`}`,
        slot: statement as Slot<unknown>,
      }));
  });
}
