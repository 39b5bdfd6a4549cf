// The slots of part 9. Input: the document as read. Output: facts in the writer. notation/versioning.ts declares what is due.

import { entriesOf, type AnyDeclaration } from '../../../notation/declaration.ts';
import { type Slot, valueOf } from '../../../notation/slot.ts';
import { CHANGED, type ChangeRow, VERSION, VERSIONING } from '../../../notation/versioning.ts';
import { declared } from './fact.ts';
import { unlikeVersions } from '../../document/versions.ts';
import { callerName } from '../../document/schemes.ts';
import type { Document } from '../../../model/document.ts';
import type { OtherVersion } from '../../../notation/values/versions.ts';
import { declaredFeature, type Feature, type Features } from '../../document/features.ts';
import { factName, otherId } from '../../document/slot-ids.ts';
import { rowSlots } from './rows.ts';
import { statementSlots } from './statements.ts';
import { wholePart, type SlotWriter } from './writer.ts';

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
    words: (_, value) => wordsOf(of, value, writer.model.document),
  }));
  rowSlots(writer, {
    part: 'versioning',
    columns: VERSION.columns,
    rows: versions.items,
    byRow: true,
    holds: (_, { name }) =>
      facts.scheme.status === 'stated' &&
      facts.supportedVersions.status === 'absent' &&
      name.text !== valueOf(facts.currentVersion)?.version.text,
    cell: ({ name: { text } }, head) => ({
      id: otherId(9, `version.${text}`, factName(head)),
      subject: BASE.subject,
      names: { fact: `version ${text}: ${head}` },
    }),
    column: (head) => ({ id: otherId(9, 'versions', factName(head)), subject: BASE.subject, names: { fact: head } }),
  });
  const unlike = unlikeVersions(writer.model);
  for (const row of changes.items) changeRow(writer, row, unlike.length > 0);
  if (unlike.length > 0 && changes.items.length === 0)
    writer.gap(
      {
        ...BASE,
        id: otherId(9, 'changes'),
        kind: 'other versions',
        names: { fact: unlike.map((name) => `\`${name}\``).join(', ') },
        list: changes,
      },
      changes.written ? changes.at : (scope.heading ?? changes.at),
    );
}

/** A row of the Change table may state all in its first cell. Where only the current version is served, no caller sees an older one. */
function changeRow(writer: SlotWriter, { name, change, cells }: ChangeRow, isSeen: boolean): void {
  const word = wordOf(change !== undefined, isSeen);
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

function wordOf(isUnderstood: boolean, isSeen: boolean): Feature {
  if (isSeen) return 'Versioning: Change table';
  return isUnderstood
    ? 'Versioning: Change table, where no other version is served'
    : 'Versioning: Change table, in other words';
}

/** The version is in the row of who calls. */
function wordsOf({ head }: AnyDeclaration, value: unknown, document: Document): Features {
  const other = value as Partial<OtherVersion>;
  const whole = declaredFeature('Versioning', head);
  if (other.kind !== 'caller') return [whole];
  const isOne = callerName(document) !== undefined;
  return [
    whole,
    isOne
      ? 'Versioning: Missing version: caller'
      : 'Versioning: Missing version: caller, who is no row of one resource',
  ];
}
