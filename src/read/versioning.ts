// Part 9: versioning. In: the part. Out: VersioningPart; values but changes are kept as written. Notation, part 9.

import type { List, Slot } from '../notation/slot.ts';
import type { VersionChange } from '../notation/values/versions.ts';
import type { VersioningPart, VersionRow } from '../notation/versioning.ts';
import type { Key } from './bullets.ts';
import { readBulletsOf } from './bullets.ts';
import type { PartOutline } from './outline.ts';
import type { Reading } from './reading.ts';
import { readTitle } from './row-names.ts';
import { endOfDocument, missingList, missingScope, readFences, readScope, withoutRepeats } from './scopes.ts';
import type { SlotRule } from '../notation/grammar/slot-rule.ts';
import { asWritten, isGapMark, oneOf } from './slots.ts';
import { CHANGE, VERSION } from './table-kinds.ts';
import type { TableKind } from './heads.ts';
import type { Row } from './tables.ts';
import { listOf, readTables } from './tables.ts';
import { parseVersionScheme } from '../notation/values/schemes.ts';
import * as words from '../notation/values/versions.ts';

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
const VERSION_NAME = { parse: words.parseVersion, forms: words.VERSION_FORMS };
const RETIRED = { parse: words.parseRetirement, forms: words.RETIRED_FORMS };
const OTHERWISE = { parse: words.parseOtherVersion, forms: words.OTHERWISE_FORMS };
const RULES: ReadonlyMap<string, SlotRule<string>> = new Map<string, SlotRule<string>>([
  ['Scheme', SCHEME],
  ['Current version', VERSION_NAME],
  ['Supported versions', { parse: words.parseVersions, forms: words.VERSION_FORMS }],
  ['Deprecated', RETIRED],
  ['Sunset', RETIRED],
  ['Missing version', OTHERWISE],
  ['Unknown version', OTHERWISE],
]);

const CELLS: ReadonlyMap<string, SlotRule<string>> = new Map<string, SlotRule<string>>([
  ['Date', { parse: words.parseDay, forms: words.DAY_FORMS }],
  ['Status', oneOf(['current', 'supported', 'deprecated', 'withdrawn', 'preview'])],
]);
const CHANGED: SlotRule<VersionChange> = { parse: words.parseVersionChange, none: false, forms: words.CHANGE_FORMS };

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
  for (const column of Object.keys(kind.columns)) {
    const rule = CELLS.get(column);
    if (row.cell(column)) cells.set(column, rule ? row.slot(column, rule) : row.text(column));
  }
  for (const [head, slot] of row.further({ parse: asWritten, any: true, forms: 'text' })) cells.set(head, slot);
  const change = kind === CHANGE && !isGapMark(name.text) ? row.firstSlot('Change', CHANGED) : undefined;
  return { name, ...(change?.status === 'stated' && { change }), cells, at: row.at };
}
