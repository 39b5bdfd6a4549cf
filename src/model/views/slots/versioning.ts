// The slots of part 9. Comes in: the document as read. Goes out: facts in the writer. Notation, rule 8: due are Scheme,
// Current version and Compatibility.

import type { Slot } from '../../../notation/slot.ts';
import type { VersionRow } from '../../../notation/versioning.ts';
import type { FactKind } from '../gaps/table.ts';
import { bulletFacts } from './bullet-facts.ts';
import { factName, otherId } from './ids.ts';
import { wholePart, type SlotWriter } from './writer.ts';

const VERSION_KINDS: Readonly<Record<string, FactKind>> = {
  Scheme: 'versioning scheme',
  Deprecated: 'retirement',
  Sunset: 'retirement',
  Compatibility: 'compatibility',
};

const VERSION_WORDS: Readonly<Record<string, string>> = {
  Scheme: 'Versioning: Scheme',
  Deprecated: 'Versioning: Deprecated',
  Sunset: 'Versioning: Sunset',
  'Current version': 'Versioning: Current version',
  Compatibility: 'Versioning: Compatibility',
};

/** Where requests name no version there is none to be the current one, or to be kept. */
const OF_VERSIONS: ReadonlySet<string> = new Set(['Current version', 'Compatibility']);

export function versioningSlots(writer: SlotWriter): void {
  const { scope, facts: bullets, versions, changes } = writer.model.document.versioning;
  const said = [...bullets.values()].some((slot) => slot.status !== 'absent') || versions.written || changes.written;
  if (wholePart(writer, 'versioning', scope, said)) return;
  const base = { part: 'versioning', subject: { on: 'versioning' } } as const;
  const due = new Set(['Scheme', 'Current version', 'Compatibility']);
  const isOneVersion = bullets.get('Scheme')?.status === 'none';
  bulletFacts(writer, bullets, due, scope.heading ?? versions.at, (key) => {
    const word = VERSION_WORDS[key];
    return {
      ...base,
      id: otherId(9, factName(key)),
      kind: VERSION_KINDS[key] ?? 'fact of versioning',
      names: { fact: key },
      settled: isOneVersion && OF_VERSIONS.has(key),
      ...(word && { words: () => [word] }),
      ...(key === 'Scheme' && { none: 'Versioning: Scheme: none' }),
    };
  });
  for (const [table, list] of [
    ['version', versions],
    ['change', changes],
  ] as const) {
    for (const row of list.items) {
      const word = table === 'change' ? { words: () => [changeWord(bullets, row)] } : {};
      // What a row of the Change table says may stand in its first cell alone.
      if (table === 'change' && row.cells.size === 0) {
        const slot = { status: 'stated', value: row.name.text, text: row.name.text, at: row.name.at } as const;
        const id = otherId(9, `change.${row.name.text}`);
        writer.add({
          ...base,
          ...word,
          id,
          kind: 'fact of versioning',
          slot,
          due: false,
          names: { fact: row.name.text },
        });
      }
      for (const [head, slot] of row.cells) {
        const fact = `${table} ${row.name.text}: ${head}`;
        const id = otherId(9, `${table}.${row.name.text}`, factName(head));
        writer.add({ ...base, ...word, id, kind: 'fact of versioning', slot, due: false, names: { fact } });
      }
    }
  }
}

/** Where no request names a version, nobody sees an older one. */
function changeWord(bullets: ReadonlyMap<string, Slot<string>>, { change }: VersionRow): string {
  const isOne = bullets.get('Scheme')?.status === 'none' && change !== undefined;
  return `Versioning: Change table${isOne ? ' while Scheme is none' : ''}`;
}
