// The slots of part 9. Input: the document as read. Output: facts in the writer. notation/versioning.ts declares what is due.

import { entriesOf, type AnyDeclaration } from '../../../notation/declaration.ts';
import type { Slot } from '../../../notation/slot.ts';
import { CHANGED, type ChangeRow, VERSION, VERSIONING } from '../../../notation/versioning.ts';
import { declared } from './fact.ts';
import { declaredFeature } from '../../document/features.ts';
import { factName, otherId } from '../../document/slot-ids.ts';
import { rowSlots } from './rows.ts';
import { statementSlots } from './statements.ts';
import { wholePart, type SlotWriter } from './writer.ts';

/** Statements that this runtime does not do; the others are held by them. */
const NOT_DONE: ReadonlySet<AnyDeclaration> = new Set<AnyDeclaration>([
  VERSIONING.scheme,
  VERSIONING.currentVersion,
  VERSIONING.deprecated,
  VERSIONING.sunset,
  VERSIONING.compatibility,
]);

const BASE = { part: 'versioning', subject: { on: 'versioning' } } as const;

export function versioningSlots(writer: SlotWriter): void {
  const { scope, facts, versions, changes } = writer.model.document.versioning;
  const said = entriesOf(VERSIONING).some(([key]) => facts[key].status !== 'absent');
  if (wholePart(writer, 'versioning', scope, said || versions.written || changes.written)) return;
  const isOneVersion = facts.scheme.status === 'none';
  statementSlots(writer, VERSIONING, facts, (of) => ({
    ...BASE,
    id: (fact) => otherId(9, fact),
    names: { fact: of.head },
    holds: () => isOneVersion,
    at: scope.heading ?? versions.at,
    ...(NOT_DONE.has(of) && { words: () => [declaredFeature('Versioning', of.head)] }),
  }));
  rowSlots(writer, {
    part: 'versioning',
    columns: VERSION.columns,
    rows: versions.items,
    byRow: true,
    cell: ({ name: { text } }, head) => ({
      id: otherId(9, `version.${text}`, factName(head)),
      subject: BASE.subject,
      names: { fact: `version ${text}: ${head}` },
    }),
    column: (head) => ({ id: otherId(9, 'versions', factName(head)), subject: BASE.subject, names: { fact: head } }),
  });
  for (const row of changes.items) changeRow(writer, row, isOneVersion);
}

/** A row of the Change table may state all in its first cell. Where no request names a version, no caller sees an older one. */
function changeRow(writer: SlotWriter, { name, change, cells }: ChangeRow, isOneVersion: boolean): void {
  const isOfOne = isOneVersion && change !== undefined;
  const word = isOfOne ? 'Versioning: Change table while Scheme is none' : 'Versioning: Change table';
  const id = `change.${name.text}`;
  const whole: Slot<string> = { status: 'stated', value: name.text, text: name.text, at: name.at };
  const said = [...cells].map(([head, slot]) => ({
    id: otherId(9, id, factName(head)),
    slot,
    names: { fact: `change ${name.text}: ${head}` },
  }));
  for (const one of said.length > 0 ? said : [{ id: otherId(9, id), slot: whole, names: { fact: name.text } }])
    writer.add({ ...BASE, ...declared(CHANGED), ...one, words: () => [word], due: false });
}
