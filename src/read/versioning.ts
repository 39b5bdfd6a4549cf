// Part 9: versioning. In: the part. Out: VersioningPart; values are kept as written. Notation, part 9.

import type { List, Slot } from '../model/status.ts';
import type { VersioningPart, VersionRow } from '../model/versioning.ts';
import type { Key } from './bullets.ts';
import { readBulletsOf } from './bullets.ts';
import type { PartOutline } from './outline.ts';
import type { Reading } from './reading.ts';
import { readTitle } from './row-names.ts';
import { endOfDocument, missingList, missingScope, readFences, readScope, withoutRepeats } from './scopes.ts';
import { asWritten, type SlotRule } from './slots.ts';
import { CHANGE, VERSION } from './table-kinds.ts';
import type { TableKind } from './heads.ts';
import type { Row } from './tables.ts';
import { listOf, readTables } from './tables.ts';
import { parseVersionScheme } from './values/schemes.ts';

const KEYS: readonly Key[] = [
  'Scheme',
  'Current version',
  'Supported versions',
  'Deprecated',
  'Sunset',
  'Missing version',
  'Unknown version',
  'Compatibility',
].map((name) => ({ name }));
const WHERE = 'under part 9';
const SCHEME = {
  parse: parseVersionScheme,
  forms: '`path prefix`, header `API-Version`, `media type`, query `v`, or `none`',
};

/** Where freedom says nothing: something is named. */
const NAMED = { parse: asWritten, forms: 'a version or a date, or `none`' };
const RULES: ReadonlyMap<string, SlotRule<string>> = new Map<string, SlotRule<string>>([
  ['Scheme', SCHEME],
  ['Current version', NAMED],
  ['Deprecated', NAMED],
  ['Sunset', NAMED],
]);

export function readVersioning(reading: Reading, part: PartOutline | undefined): VersioningPart {
  if (!part) {
    const at = endOfDocument(reading);
    return { scope: missingScope(reading), facts: new Map(), versions: missingList(at), changes: missingList(at) };
  }
  const { scope, lists } = readScope(reading, part, true);
  const sections = [part, ...part.sections];
  const bullets = readBulletsOf(reading, sections, KEYS, WHERE);
  const tables = sections.flatMap((section) => readTables(reading, section, [VERSION, CHANGE], WHERE));
  for (const section of sections) readFences(reading, section, []);
  const rows = (kind: TableKind, other: string): List<VersionRow> =>
    withoutRepeats(
      reading,
      listOf(tables, kind, part, bullets.other(other) ?? lists, (row) => readRow(reading, row, kind)),
      other,
    );
  const [versions, changes] = [rows(VERSION, 'versions'), rows(CHANGE, 'changes')];
  bullets.rest(WHERE);
  const keys = [...bullets.keys()].filter((key) => !key.startsWith('Other '));
  return {
    scope,
    facts: new Map(
      keys.map((key): [string, Slot<string>] => {
        const rule = RULES.get(key);
        return [key, rule ? bullets.slot(key, rule) : bullets.text(key)];
      }),
    ),
    versions,
    changes,
  };
}

/** The cells under the heads that the table has. */
function readRow(reading: Reading, row: Row, kind: TableKind): VersionRow | undefined {
  const name = readTitle(reading, row.first);
  if (!name) return undefined;
  const cells = new Map<string, Slot<string>>();
  for (const column of Object.keys(kind.columns)) if (row.cell(column)) cells.set(column, row.text(column));
  for (const [head, slot] of row.further({ parse: asWritten, any: true, forms: 'text' })) cells.set(head, slot);
  return { name, cells, at: row.at };
}
