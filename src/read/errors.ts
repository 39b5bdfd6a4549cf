// Part 7: errors. In: the part. Out: ErrorsPart: the body all errors share, and the table of codes. Notation, part 7.

import type { ErrorCode, ErrorsPart } from '../notation/errors.ts';
import type { Name } from '../notation/slot.ts';
import { absent } from '../notation/slot.ts';
import type { Key } from './bullets.ts';
import { readBulletsOf } from './bullets.ts';
import type { PartOutline } from './outline.ts';
import type { Reading } from './reading.ts';
import { readName } from './row-names.ts';
import { endOf, endOfDocument, missingList, missingScope, readFences, readScope } from './scopes.ts';
import { asSent } from './slots.ts';
import { CODE } from './table-kinds.ts';
import type { Row } from './tables.ts';
import { listOf, readTables } from './tables.ts';
import { parseHeaderValues, parseStatusCode } from '../notation/values/answers.ts';
import { parseCauses } from '../notation/values/causes.ts';
import type { Parsed } from '../notation/grammar/parsed.ts';
import { parseYesNo } from '../notation/values/requirements.ts';
import { parseShape } from '../notation/values/shapes.ts';
import type { SourceText } from '../notation/grammar/source-text.ts';

const KEYS: readonly Key[] = [{ name: 'Error body' }, { name: 'All failed fields at once' }];
const WHERE = 'under part 7';
const BODY = { parse: parseShape, any: true, forms: 'a template, a shape, or `none`' };
const SENT = { parse: asSent, any: true, forms: 'text, or `none`' };

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
  const bullets = readBulletsOf(reading, sections, KEYS, WHERE);
  const tables = sections.flatMap((section) => readTables(reading, section, [CODE], WHERE));
  for (const section of sections) readFences(reading, section, []);
  const codes = listOf(tables, CODE, part, bullets.other('errors', 'codes', 'error codes') ?? lists, (row) =>
    readCode(reading, row),
  );
  bullets.rest(WHERE);
  return {
    scope,
    errorBody: bullets.slot('Error body', BODY),
    allFailedFields: bullets.slot('All failed fields at once', {
      parse: parseYesNo,
      none: false,
      forms: '`yes` or `no`',
    }),
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
      status: row.slot('Status', { parse: oneStatus, none: false, forms: 'a status code' }),
      when: row.slot('When', { parse: parseCauses, forms: 'causes by commas, or `none`' }),
      body: row.slot('Body', BODY),
      message: row.slot('Message', SENT),
      headers: row.slot('Headers', { parse: parseHeaderValues, any: true, forms: 'headers in ticks, or `none`' }),
      retry: row.text('Retry'),
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

function oneStatus(text: SourceText): Parsed<number> {
  const parsed = parseStatusCode(text);
  if (!parsed.ok) return parsed;
  if ('code' in parsed.value) return { ok: true, value: parsed.value.code };
  return { ok: false, at: text.span, expected: 'one status code from 200 to 599', code: 'status-range' };
}
