// Part 9: versioning. Input: the part. Output: VersioningPart. Notation, part 9.

import { absent, type List } from '../notation/slot.ts';
import { CHANGE_FORMS, parseVersionChange, type VersionChange } from '../notation/values/versions.ts';
import {
  CHANGE,
  type ChangeRow,
  VERSION,
  VERSIONING,
  type VersioningPart,
  type VersionRow,
} from '../notation/versioning.ts';
import { readBulletsOf } from './bullets.ts';
import type { PartOutline } from './outline.ts';
import type { Reading } from './reading.ts';
import { readTitle } from './row-names.ts';
import { endOfDocument, missingList, missingScope, readFences, readScope, withoutRepeats } from './scopes.ts';
import { keysOf, readSection, tableKindOf } from './section.ts';
import type { SlotRule } from '../notation/grammar/syntax.ts';
import { asWritten, isGapMark } from './slots.ts';
import type { TableKind } from './heads.ts';
import type { Row } from './tables.ts';
import { listOf, readTables } from './tables.ts';

const KEYS = keysOf(VERSIONING);
const WHERE = 'under part 9';
const VERSIONS = tableKindOf(VERSION);
const CHANGES = tableKindOf(CHANGE);
const CHANGED: SlotRule<VersionChange> = { parse: parseVersionChange, none: false, forms: CHANGE_FORMS };

export function readVersioning(reading: Reading, part: PartOutline | undefined): VersioningPart {
  if (!part) {
    const at = endOfDocument(reading);
    const facts = readSection({ slot: () => absent(at) }, VERSIONING);
    return { scope: missingScope(reading), facts, versions: missingList(at), changes: missingList(at) };
  }
  const { scope, lists } = readScope(reading, part, true);
  const sections = [part, ...part.sections];
  const bullets = readBulletsOf(reading, sections, KEYS, WHERE);
  const tables = sections.flatMap((section) => readTables(reading, section, [VERSIONS, CHANGES], WHERE));
  for (const section of sections) readFences(reading, section, []);
  const rows = <T>(kind: TableKind, other: string, read: (row: Row) => T | undefined): List<T> =>
    listOf(tables, kind, part, bullets.other(other) ?? lists, read);
  const versions = rows(VERSIONS, 'versions', (row) => readVersion(reading, row));
  const changes = rows(CHANGES, 'changes', (row) => readChange(reading, row));
  bullets.rest(WHERE);
  return {
    scope,
    facts: readSection(bullets, VERSIONING),
    versions: withoutRepeats(reading, versions, 'versions'),
    changes: withoutRepeats(reading, changes, 'changes'),
  };
}

function readVersion(reading: Reading, row: Row): VersionRow | undefined {
  const name = readTitle(reading, row.first);
  return name && { name, ...readSection(row, VERSION.columns), at: row.at };
}

function readChange(reading: Reading, row: Row): ChangeRow | undefined {
  const name = readTitle(reading, row.first);
  if (!name) return undefined;
  const cells = row.further({ parse: asWritten, any: true, forms: 'text' });
  const change = isGapMark(name.text) ? undefined : row.slot('Change', CHANGED);
  return { name, ...(change?.status === 'stated' && { change }), cells, at: row.at };
}
