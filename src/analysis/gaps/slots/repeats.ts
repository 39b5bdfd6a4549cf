// The slots of a Repeat table: its rows, those that it needs and leaves out, and the table itself where Repeat is `key` and there is none.
// Input: the facts of one operation, or those under All operations. Output: facts in the writer. Notation, part 4, Repeat.

import { kindOf } from '../../../notation/declaration.ts';
import type { Facts, RepeatRow } from '../../../notation/endpoints.ts';
import { NEEDED_RULES, REPEAT_RULES, REPEAT_TABLE, ruleOf } from '../../../notation/repeat.ts';
import type { LinkedOperation } from '../../../model/model.ts';
import { valueOf, type List, type Slot } from '../../../notation/slot.ts';
import { isKeyed } from '../../document/repeats.ts';
import { operationId } from '../../document/slot-ids.ts';
import { repeatRuleFeatures } from '../supported/endpoints.ts';
import { rowSlots } from './rows.ts';
import { namedOwner, subjectOf, type SlotWriter } from './writer.ts';

/** Each row states a rule of its own. */
export function repeatRows(
  writer: SlotWriter,
  owner: string,
  table: List<RepeatRow>,
  users: (row: object) => readonly LinkedOperation[],
): void {
  const { items } = table;
  if (items.length === 0) return;
  rowSlots<Pick<RepeatRow, 'name' | 'key'> & { readonly statement: Slot<unknown> }, never>(writer, {
    part: 'endpoints',
    columns: REPEAT_TABLE.columns,
    columnsOf: (row) => ({ statement: ruleOf(row) }),
    rows: items,
    cell: (row) => ({
      id: operationId(owner, `repeat.${row.name.text}`),
      subject: subjectOf(users(row)),
      names: { operation: namedOwner(owner) },
    }),
    features: { statement: (statement, { key }) => repeatRuleFeatures(key, statement) },
  });
}

/** Of a table that is there, at its end. */
function missingRules(
  writer: SlotWriter,
  owner: string,
  table: List<RepeatRow>,
  linked: readonly LinkedOperation[],
): void {
  if (table.items.length === 0 || linked.length === 0) return;
  for (const key of NEEDED_RULES) {
    const of = REPEAT_RULES[key];
    if (table.items.some((row) => row.key === key)) continue;
    writer.gap(
      {
        id: operationId(owner, `repeat.${of.head}`),
        part: 'endpoints',
        of,
        kind: kindOf(of),
        words: () => ['Repeat: Repeat table'],
        subject: subjectOf(linked),
        names: { operation: namedOwner(owner) },
      },
      table.at,
    );
  }
}

/** `Repeat: key` says how by a table: the table belongs where the word is. */
export function missingRepeat(
  writer: SlotWriter,
  owner: string,
  facts: Facts,
  linked: readonly LinkedOperation[],
  own: LinkedOperation | undefined,
): void {
  missingRules(
    writer,
    owner,
    facts.repeatTable,
    linked.filter((one) => one.facts.repeatTable === facts.repeatTable && isKeyed(one)),
  );
  if (valueOf(facts.repeat)?.kind !== 'key') return;
  const keyed = linked.filter((one) => one.facts.repeat === facts.repeat && !one.facts.repeatTable.written);
  if (keyed.length === 0) return;
  const { scope, allAt } = writer.model.document.endpoints;
  const at = own ? (own.operation.scope.heading ?? own.operation.at) : (allAt ?? scope.heading ?? facts.repeat.at);
  writer.gap(
    {
      id: operationId(owner, 'repeat-table'),
      part: 'endpoints',
      kind: 'repeat table',
      words: () => ['Repeat: Repeat table'],
      subject: subjectOf(keyed),
      names: { operation: namedOwner(owner) },
    },
    at,
  );
}
