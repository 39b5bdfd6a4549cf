// Part 7: errors. Input: the part. Output: ErrorsPart: the body all errors share, and the table of codes. Notation, part 7.

import { CODE, ERRORS, type ErrorCode, type ErrorsPart } from '../notation/errors.ts';
import type { Name } from '../notation/slot.ts';
import { absent } from '../notation/slot.ts';
import { readBulletsOf } from './bullets.ts';
import type { PartOutline } from './outline.ts';
import type { Reading } from './reading.ts';
import { readName } from './row-names.ts';
import { endOf, endOfDocument, missingList, missingScope, readFences, readScope } from './scopes.ts';
import { keysOf, readSection, tableKindOf } from './section.ts';
import { SENT } from '../notation/values/texts.ts';
import type { Row } from './tables.ts';
import { listOf, readTables } from './tables.ts';

const TABLE = tableKindOf(CODE);
const WHERE = 'under part 7';

export function readErrors(reading: Reading, part: PartOutline | undefined): ErrorsPart {
  if (!part) {
    const at = endOfDocument(reading);
    return {
      scope: missingScope(reading),
      errorBody: absent(at),
      allFailedFields: absent(at),
      codes: missingList(at),
      columns: [],
    };
  }
  const { scope, lists } = readScope(reading, part, true);
  const sections = [part, ...part.sections];
  const bullets = readBulletsOf(reading, sections, keysOf(ERRORS), WHERE);
  const tables = sections.flatMap((section) => readTables(reading, section, [TABLE], WHERE));
  for (const section of sections) readFences(reading, section, []);
  const codes = listOf(tables, TABLE, part, bullets.other('errors', 'codes', 'error codes') ?? lists, (row) =>
    readCode(reading, row),
  );
  bullets.rest(WHERE);
  return {
    scope,
    ...readSection(bullets, ERRORS),
    codes: codes.written ? codes : { ...codes, at: endOf(part.at) },
    columns: onceEach(tables.flatMap(({ table }) => table.further.map(({ head, at }) => ({ text: head, at })))),
  };
}

/** The first of each name. */
function onceEach<T extends { readonly text: string }>(all: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return all.filter(({ text }) => seen.size < seen.add(text).size);
}

function readCode(reading: Reading, row: Row): ErrorCode | undefined {
  const named = codeOf(reading, row);
  return (
    named && {
      kind: 'code',
      code: named.code,
      sent: named.sent,
      ...readSection(row, CODE.columns),
      words: row.further(SENT),
      at: row.at,
    }
  );
}

/** `` `X` ``, or `` `X` (no code) ``. */
function codeOf(reading: Reading, row: Row): { code: Name; sent: boolean } | undefined {
  const { text } = row.first;
  const unsent = /\s*\(no code\)$/i.exec(text.text);
  const name = unsent ? text.slice(0, unsent.index) : text;
  const at = unsent ? name.span : row.first.at;
  const code = readName(reading, { text: name, at }, 'an error code');
  return code && { code, sent: !unsent };
}
