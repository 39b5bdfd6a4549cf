// The facts of an operation, or of all of them: bullets and tables. In: sections that speak of the same thing.
// Out: Facts. Notation, part 4.

import type { BodyField, Facts, Parameter, StatusRow } from '../notation/endpoints.ts';
import type { FieldPolicy } from '../notation/values/policies.ts';
import type { Selects } from '../notation/values/lists.ts';
import type { StatusWhen } from '../notation/values/answers.ts';
import type { List, Slot } from '../notation/slot.ts';
import type { HeaderValue } from '../notation/values/answers.ts';
import type { Shape } from '../notation/values/shapes.ts';
import type { Bullets, Key } from './bullets.ts';
import { readBulletsOf } from './bullets.ts';
import { ALLOWED, DEFAULT, readRequired, TYPE } from './fields.ts';
import type { Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { readRepeatRow } from './repeat-rows.ts';
import { readName } from './row-names.ts';
import { withoutRepeats } from './scopes.ts';
import { asAddress, oneOf } from './slots.ts';
import type { SlotRule } from '../notation/grammar/slot-rule.ts';
import type { SourceText } from '../notation/grammar/source-text.ts';
import { BODY, HEADER, PATH, QUERY, REPEAT, STATUS } from './table-kinds.ts';
import type { TableKind } from './heads.ts';
import type { Row } from './tables.ts';
import { listOf, readTables } from './tables.ts';
import {
  parseCrossOrigin,
  parseHeaderValues,
  parseMediaType,
  parseStatusCode,
  parseStatusWhen,
} from '../notation/values/answers.ts';
import type { StatusCode } from '../notation/values/answers.ts';
import { parseBodyFact } from '../notation/values/bodies.ts';
import { parseEffects } from '../notation/values/effects.ts';
import { parsePages, selectsOfPath, parseSelects, SELECTED_ROW_FORMS } from '../notation/values/lists.ts';
import { parseNames } from '../notation/values/names.ts';
import { parseOrder } from '../notation/values/ordering.ts';
import type { Parsed } from '../notation/grammar/parsed.ts';
import { parseChecks, parseFieldPolicy, parseRepeat } from '../notation/values/policies.ts';
import {
  HEADERS_IN_FORMS,
  parseHeadersIn,
  parsePreconditions,
  PRECONDITION_FORMS,
} from '../notation/values/requests.ts';
import { parseShape } from '../notation/values/shapes.ts';
import { parseWho } from '../notation/values/who.ts';

const KEYS: readonly Key[] = [
  'Base',
  'Also at',
  'Media type',
  'Nested names',
  'Does',
  'Who',
  'Checks',
  'Headers in',
  'Omitted fields',
  'Null fields',
  'Empty text',
  'Unknown fields',
  'Read-only fields',
  'Repeat',
  'Preconditions',
  'Order',
  'Pages',
  'Body',
  'Emits',
  'Errors',
  'Cross-origin',
].map((name) => ({ name }));

const KINDS = [PATH, QUERY, HEADER, BODY, STATUS, REPEAT];
const REFUSED_OR_IGNORED = oneOf(['refused', 'ignored']);

/** `lists`: what the prose of the scope says about its tables. */
export function readFacts(
  reading: Reading,
  sections: readonly Section[],
  where: string,
  lists: 'open' | 'closed' | undefined,
): { readonly facts: Facts; readonly bullets: Bullets } {
  const bullets = readBulletsOf(reading, sections, KEYS, where);
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
    ...readRequestFacts(bullets),
    ...readBehaviour(bullets),
    pathTable: parameters(PATH, 'path'),
    queryTable: parameters(QUERY, 'query'),
    headerTable: parameters(HEADER, 'header'),
    bodyTable: withoutRepeats(reading, body, 'field'),
    statuses: rows(STATUS, ['statuses', 'answers'], readStatus),
    repeatTable: rows(REPEAT, ['repeat rules'], (row) => readRepeatRow(reading, row)),
  };
  return { facts, bullets };
}

type RequestFact = 'base' | 'alsoAt' | 'mediaType' | 'nestedNames' | 'headersIn' | 'omittedFields' | 'nullFields';
type BodyPolicy = 'emptyText' | 'unknownFields' | 'readOnlyFields' | 'preconditions' | 'body' | 'crossOrigin';

const BASE: SlotRule<string> = { parse: asAddress, forms: 'a URL prefix in ticks, or `none`' };
const ALSO_AT: SlotRule<readonly string[]> = { parse: parsePaths, forms: 'paths in ticks, or `none`' };
const MEDIA_TYPE: Rule<'mediaType'> = { parse: parseMediaType, any: true, forms: '`in …; out …`' };
const OMITTED = policy(['kept', 'cleared', 'refused']);
const NULLS = policy(['cleared', 'kept', 'refused']);
const EMPTY = policy(['kept', 'as null', 'as missing', 'refused']);
const BODY_FORMS = 'a shape, a template, `same as …`, `ignored` or `none`';
const BODY_FACT: Rule<'body'> = { parse: parseBodyFact, any: true, forms: BODY_FORMS };
const ORIGINS: Rule<'crossOrigin'> = {
  parse: parseCrossOrigin,
  any: true,
  forms: '`any`, origins in ticks, or `none`',
};

const NESTED_NAMES: SlotRule<string> = { ...oneOf(['brackets', 'dots']), any: true };
const HEADERS_IN: SlotRule<string> = { parse: parseHeadersIn, any: true, forms: HEADERS_IN_FORMS };
const PRECONDITIONS: SlotRule<string> = { parse: parsePreconditions, any: true, forms: PRECONDITION_FORMS };

type Rule<F extends keyof Facts> = Facts[F] extends Slot<infer T> ? SlotRule<T> : never;

function readRequestFacts(bullets: Bullets): Pick<Facts, RequestFact | BodyPolicy> {
  return {
    base: bullets.slot('Base', BASE),
    alsoAt: bullets.slot('Also at', ALSO_AT),
    mediaType: bullets.slot('Media type', MEDIA_TYPE),
    nestedNames: bullets.slot('Nested names', NESTED_NAMES),
    headersIn: bullets.slot('Headers in', HEADERS_IN),
    omittedFields: bullets.slot('Omitted fields', OMITTED),
    nullFields: bullets.slot('Null fields', NULLS),
    emptyText: bullets.slot('Empty text', EMPTY),
    unknownFields: bullets.slot('Unknown fields', REFUSED_OR_IGNORED),
    readOnlyFields: bullets.slot('Read-only fields', REFUSED_OR_IGNORED),
    preconditions: bullets.slot('Preconditions', PRECONDITIONS),
    body: bullets.slot('Body', BODY_FACT),
    crossOrigin: bullets.slot('Cross-origin', ORIGINS),
  };
}

type Behaviour = 'does' | 'who' | 'checks' | 'repeat' | 'order' | 'pages' | 'emits' | 'errors';

const DOES: Rule<'does'> = {
  parse: parseEffects,
  forms: 'what happens with which rows, e.g. `reads Order`, or `none`',
};
const WHO_FORMS = '`anyone`, `signed-in`, a role in ticks, or a condition';
const WHO: Rule<'who'> = { parse: parseWho, none: false, guards: true, forms: WHO_FORMS };
const CHECKS: Rule<'checks'> = { parse: parseChecks, forms: 'checks by commas' };
const REPEATS: Rule<'repeat'> = { parse: parseRepeat, forms: '`safe`, `same effect`, `again` or `key`' };
const ORDER: Rule<'order'> = { parse: parseOrder, any: true, forms: '`newest first`, `oldest first`, or fields' };
const PAGES: Rule<'pages'> = {
  parse: parsePages,
  any: true,
  forms: '`offset and limit`, `page and size`, …, or `none`',
};
const EMITS: Rule<'emits'> = { parse: parseNames, forms: 'event kinds in ticks, or `none`' };
const ERRORS: Rule<'errors'> = { parse: parseNames, forms: 'error codes in ticks, or `none`' };

function readBehaviour(bullets: Bullets): Pick<Facts, Behaviour> {
  return {
    does: bullets.slot('Does', DOES),
    who: bullets.slot('Who', WHO),
    checks: bullets.slot('Checks', CHECKS),
    repeat: bullets.slot('Repeat', REPEATS),
    order: bullets.slot('Order', ORDER),
    pages: bullets.slot('Pages', PAGES),
    emits: bullets.slot('Emits', EMITS),
    errors: bullets.slot('Errors', ERRORS),
  };
}

function policy<const P extends string>(words: readonly P[]): SlotRule<FieldPolicy<P>> {
  return {
    none: false,
    parse: (text) => parseFieldPolicy(text, words),
    forms: words.map((word) => `\`${word}\``).join(', '),
  };
}

/** `` `/a`, `/b` ``. */
function parsePaths(text: SourceText): Parsed<readonly string[]> {
  const paths: string[] = [];
  let from = 0;
  for (const piece of text.text.split(',')) {
    const part = text.slice(from, from + piece.length).trim();
    from += piece.length + 1;
    const path = /^(?:`(\/[^\s`]*)`|(\/[^\s`]*))$/.exec(part.text);
    if (!path) return { ok: false, at: part.text === '' ? text.span : part.span, expected: 'paths in ticks' };
    paths.push(path[1] ?? path[2]!);
  }
  return { ok: true, value: paths };
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
    type: row.slot('Type', TYPE),
    required: readRequired(row),
    default: row.slot('Default', DEFAULT),
    allowed: row.slot('Allowed values', ALLOWED),
    selects: row.slot('Selects', what === 'path' ? SELECTED_ROW : SELECTS),
    at: row.at,
  };
}

function readBodyField(reading: Reading, row: Row): BodyField | undefined {
  const name = readName(reading, row.first, "the field's name");
  if (!name) return undefined;
  return {
    name,
    type: row.slot('Type', TYPE),
    required: readRequired(row),
    default: row.slot('Default', DEFAULT),
    allowed: row.slot('Allowed values', ALLOWED),
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
    status: row.firstSlot('Status', CODE),
    when: row.slot('When', WHEN),
    body: row.slot('Body', ANSWER),
    headers: row.slot('Headers', HEADERS),
    at: row.at,
  };
}
