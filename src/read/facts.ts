// The facts of an operation, or of all of them: bullets and tables. In: sections that speak of the same thing.
// Out: Facts. Notation, part 4.

import type { BodyField, Facts, Parameter, StatusRow } from '../notation/endpoints.ts';
import type { Selects } from '../notation/values/lists.ts';
import type { StatusWhen } from '../notation/values/answers.ts';
import type { List } from '../notation/slot.ts';
import type { HeaderValue } from '../notation/values/answers.ts';
import type { Shape } from '../notation/values/shapes.ts';
import type { Bullets } from './bullets.ts';
import { readBulletsOf } from './bullets.ts';
import { ALLOWED_VALUES } from '../notation/values/constraints.ts';
import { FIELD_TYPE } from '../notation/values/field-types.ts';
import { DEFAULT } from '../notation/values/literals.ts';
import { REQUIRED } from '../notation/values/requirements.ts';
import type { Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { readRepeatRow } from './repeat-rows.ts';
import { readName } from './row-names.ts';
import { keysOf, readSection } from './section.ts';
import { OPERATION } from '../notation/operation.ts';
import { withoutRepeats } from './scopes.ts';
import type { SlotRule } from '../notation/grammar/syntax.ts';
import type { SourceText } from '../notation/grammar/source-text.ts';
import { BODY, HEADER, PATH, QUERY, REPEAT, STATUS } from './table-kinds.ts';
import type { TableKind } from './heads.ts';
import type { Row } from './tables.ts';
import { listOf, readTables } from './tables.ts';
import { parseHeaderValues, parseStatusCode, parseStatusWhen } from '../notation/values/answers.ts';
import type { StatusCode } from '../notation/values/answers.ts';
import { selectsOfPath, parseSelects, SELECTED_ROW_FORMS } from '../notation/values/lists.ts';
import type { Parsed } from '../notation/grammar/parsed.ts';
import { parseShape } from '../notation/values/shapes.ts';

const KINDS = [PATH, QUERY, HEADER, BODY, STATUS, REPEAT];

/** `lists`: what the prose of the scope says about its tables. */
export function readFacts(
  reading: Reading,
  sections: readonly Section[],
  where: string,
  lists: 'open' | 'closed' | undefined,
): { readonly facts: Facts; readonly bullets: Bullets } {
  const bullets = readBulletsOf(reading, sections, keysOf(OPERATION), where);
  const tables = sections.flatMap((section) => readTables(reading, section, KINDS, where));
  const home = sections[0]!;
  const rows = <T>(kind: TableKind, others: readonly string[], read: (row: Row) => T | undefined): List<T> =>
    listOf(tables, kind, home, bullets.other(...others) ?? lists, read);
  const parameters = (kind: TableKind, what: string): List<Parameter> =>
    withoutRepeats(
      reading,
      rows(kind, [`${what}s`, `${what} parameters`], (row) => readParameter(reading, row, what)),
      what,
    );
  const body = rows(BODY, ['fields', 'body fields'], (row) => readBodyField(reading, row));
  const facts: Facts = {
    ...readSection(bullets, OPERATION),
    pathTable: parameters(PATH, 'path'),
    queryTable: parameters(QUERY, 'query'),
    headerTable: parameters(HEADER, 'header'),
    bodyTable: withoutRepeats(reading, body, 'field'),
    statuses: rows(STATUS, ['statuses', 'answers'], readStatus),
    repeatTable: rows(REPEAT, ['repeat rules'], (row) => readRepeatRow(reading, row)),
  };
  return { facts, bullets };
}

const SELECTS: SlotRule<Selects> = { parse: parseSelects, forms: 'R by `f`, or a condition with `value`' };
const SELECTED_ROW: SlotRule<Selects> = { parse: selectsOfPath, forms: SELECTED_ROW_FORMS };
const SETS: SlotRule<readonly string[]> = { parse: parsePath, forms: 'a field in ticks, or `none`' };

function readParameter(reading: Reading, row: Row, what: string): Parameter | undefined {
  const { text } = row.first;
  const any = /^any field of\s+(\S+)$/i.exec(text.text);
  const from = any ? text.text.length - any[1]!.length : 0;
  const owner = any
    ? readName(reading, { text: text.slice(from), at: text.spanAt(from, text.text.length) }, 'a resource')
    : undefined;
  const name = any
    ? { text: text.text.replace(/`/g, ''), at: row.first.at }
    : readName(reading, row.first, `the name of a ${what} parameter`);
  if (!name || (any && !owner)) return undefined;
  return {
    name,
    anyFieldOf: owner,
    type: row.slot('Type', FIELD_TYPE),
    required: row.slot('Required', REQUIRED),
    default: row.slot('Default', DEFAULT),
    allowed: row.slot('Allowed values', ALLOWED_VALUES),
    selects: row.slot('Selects', what === 'path' ? SELECTED_ROW : SELECTS),
    at: row.at,
  };
}

function readBodyField(reading: Reading, row: Row): BodyField | undefined {
  const name = readName(reading, row.first, "the field's name");
  if (!name) return undefined;
  return {
    name,
    type: row.slot('Type', FIELD_TYPE),
    required: row.slot('Required', REQUIRED),
    default: row.slot('Default', DEFAULT),
    allowed: row.slot('Allowed values', ALLOWED_VALUES),
    sets: row.slot('Sets', SETS),
    at: row.at,
  };
}

/** `` `address.street` ``, one field. */
function parsePath(text: SourceText): Parsed<readonly string[]> {
  const found = /^(?:`([^`\s]+)`|([\p{L}_][\p{L}\p{N}_.-]*))$/u.exec(text.text);
  const path = (found?.[1] ?? found?.[2])?.split('.');
  if (!path || path.includes('')) return { ok: false, at: text.span, expected: 'one field in ticks, or `none`' };
  return { ok: true, value: path };
}

const CODE: SlotRule<StatusCode> = {
  parse: parseStatusCode,
  none: false,
  forms: 'a status code',
};
const WHEN_FORMS = '`found`, `created`, …, or an error code in ticks';
const WHEN: SlotRule<StatusWhen> = { parse: parseStatusWhen, none: false, forms: WHEN_FORMS };
const ANSWER: SlotRule<Shape> = { parse: parseShape, any: true, forms: 'a shape, a template, or `none`' };
const HEADERS: SlotRule<readonly HeaderValue[]> = {
  parse: parseHeaderValues,
  any: true,
  forms: 'headers in ticks, or `none`',
};

function readStatus(row: Row): StatusRow {
  return {
    status: row.slot('Status', CODE),
    when: row.slot('When', WHEN),
    body: row.slot('Body', ANSWER),
    headers: row.slot('Headers', HEADERS),
    at: row.at,
  };
}
