// The slots of the title and of parts 1 and 8. Input: the document as read. Output: facts in the writer. Notation, rule 8: due are Lists,
// the prose; a limit's Value, Per, When exceeded.

import { LIMIT } from '../../../notation/limits.ts';
import { limitFeatures } from '../supported/limits.ts';
import { factName, otherId } from '../../document/slot-ids.ts';
import { rowSlots } from './rows.ts';
import { wholePart, type SlotWriter } from './writer.ts';

export function titleSlots(writer: SlotWriter): void {
  const { title } = writer.model.document;
  writer.add({
    id: 'lists',
    part: 'document',
    kind: 'lists',
    slot: title.lists,
    due: true,
    subject: { on: 'document' },
    names: {},
    words: (value) => [`Lists: ${value}`],
  });
}

export function purposeSlots(writer: SlotWriter): void {
  const { scope, prose } = writer.model.document.purpose;
  const draft = { id: '1/prose', part: 'purpose', kind: 'purpose', subject: { on: 'nothing' }, names: {} } as const;
  if (writer.scope(draft, scope)) return;
  writer.add({ ...draft, slot: prose, due: true });
}

export function limitSlots(writer: SlotWriter): void {
  const { scope, limits } = writer.model.document.limits;
  if (wholePart(writer, 'limits', scope, limits.items.length > 0 || limits.mark !== undefined)) return;
  writer.openness({ id: '8/limits', part: 'limits', subject: { on: 'document' }, names: { fact: 'limits' } }, limits);
  rowSlots(writer, {
    part: 'limits',
    columns: LIMIT.columns,
    rows: limits.items,
    byRow: true,
    cell: ({ name: { text } }, head) => ({
      id: otherId(8, text, factName(head)),
      subject: { on: 'limit', limit: text },
      names: { name: `the limit "${text}"`, fact: head },
    }),
    column: (head) => ({
      id: otherId(8, 'limits', factName(head)),
      subject: { on: 'limit', limit: undefined },
      names: { name: 'each limit', fact: head },
    }),
    features: { value: (value, limit) => limitFeatures(writer.model, value, limit) },
  });
}
