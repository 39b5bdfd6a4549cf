// The facts of an operation, or of all of them: bullets and tables. In: sections that speak of the same thing.
// Out: Facts. Notation, part 4.

import type { BodyField, Facts, FieldPolicy, Parameter, StatusRow } from '../model/endpoints.ts';
import type { List } from '../model/status.ts';
import type { Bullets, Key } from './bullets.ts';
import { readBulletsOf } from './bullets.ts';
import { ALLOWED, DEFAULT, readRequired, TYPE } from './fields.ts';
import type { Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { readName, readTitle } from './row-names.ts';
import { withoutRepeats } from './scopes.ts';
import { asSent, oneOf } from './slots.ts';
import type { SlotRule } from './slots.ts';
import type { SourceText } from './source-text.ts';
import { BODY, HEADER, PATH, QUERY, REPEAT, STATUS } from './table-kinds.ts';
import type { Row, TableKind } from './tables.ts';
import { listOf, readTables } from './tables.ts';
import {
  parseCrossOrigin,
  parseHeaderValues,
  parseMediaType,
  parseStatusCode,
  parseStatusWhen,
} from './values/answers.ts';
import { parseBodyFact } from './values/bodies.ts';
import { parseEffects } from './values/effects.ts';
import { parseSelects, parsePages } from './values/lists.ts';
import { parseNames } from './values/names.ts';
import { parseOrder } from './values/ordering.ts';
import type { Parsed } from './values/parsed.ts';
import { parseChecks, parseFieldPolicy, parseRepeat } from './values/policies.ts';
import { parseShape } from './values/shapes.ts';
import { parseWho } from './values/who.ts';

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
    repeatTable: rows(REPEAT, [], (row) => {
      const name = readTitle(reading, row.first);
      return name && { name, statement: row.textBehind() };
    }),
  };
  return { facts, bullets };
}

type RequestFact = 'base' | 'alsoAt' | 'mediaType' | 'nestedNames' | 'headersIn' | 'omittedFields' | 'nullFields';
type BodyPolicy = 'emptyText' | 'unknownFields' | 'readOnlyFields' | 'preconditions' | 'body' | 'crossOrigin';

function readRequestFacts(bullets: Bullets): Pick<Facts, RequestFact | BodyPolicy> {
  return {
    base: bullets.slot('Base', { parse: asSent, forms: 'a URL prefix in ticks, or `none`' }),
    alsoAt: bullets.slot('Also at', { parse: parsePaths, forms: 'paths in ticks, or `none`' }),
    mediaType: bullets.slot('Media type', { parse: parseMediaType, any: true, forms: '`in …; out …`' }),
    nestedNames: bullets.text('Nested names'),
    headersIn: bullets.text('Headers in'),
    omittedFields: bullets.slot('Omitted fields', policy(['kept', 'cleared', 'refused'])),
    nullFields: bullets.slot('Null fields', policy(['cleared', 'kept', 'refused'])),
    emptyText: bullets.slot('Empty text', policy(['kept', 'as null', 'as missing', 'refused'])),
    unknownFields: bullets.slot('Unknown fields', REFUSED_OR_IGNORED),
    readOnlyFields: bullets.slot('Read-only fields', REFUSED_OR_IGNORED),
    preconditions: bullets.text('Preconditions'),
    body: bullets.slot('Body', {
      parse: parseBodyFact,
      any: true,
      forms: 'a shape, a template, `same as …`, `ignored` or `none`',
    }),
    crossOrigin: bullets.slot('Cross-origin', {
      parse: parseCrossOrigin,
      any: true,
      forms: '`any`, origins in ticks, or `none`',
    }),
  };
}

type Behaviour = 'does' | 'who' | 'checks' | 'repeat' | 'order' | 'pages' | 'emits' | 'errors';

function readBehaviour(bullets: Bullets): Pick<Facts, Behaviour> {
  return {
    does: bullets.slot('Does', {
      parse: parseEffects,
      forms: 'what happens with which rows, e.g. `reads Order`, or `none`',
    }),
    who: bullets.slot('Who', {
      parse: parseWho,
      none: false,
      forms: '`anyone`, `signed-in`, a role in ticks, or a condition',
    }),
    checks: bullets.slot('Checks', { parse: parseChecks, forms: 'checks by commas' }),
    repeat: bullets.slot('Repeat', { parse: parseRepeat, forms: '`safe`, `same effect`, `again` or `key`' }),
    order: bullets.slot('Order', { parse: parseOrder, any: true, forms: '`newest first`, `oldest first`, or fields' }),
    pages: bullets.slot('Pages', {
      parse: parsePages,
      any: true,
      forms: '`offset and limit`, `page and size`, …, or `none`',
    }),
    emits: bullets.slot('Emits', { parse: parseNames, forms: 'event kinds in ticks, or `none`' }),
    errors: bullets.slot('Errors', { parse: parseNames, forms: 'error codes in ticks, or `none`' }),
  };
}

function policy<const P extends string>(words: readonly P[]): Omit<SlotRule<FieldPolicy<P>>, 'where'> {
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
    selects: row.slot('Selects', { parse: parseSelects, forms: 'R by `f`, or a condition with `value`' }),
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
    sets: row.slot('Sets', { parse: parsePath, forms: 'a field in ticks, or `none`' }),
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

function readStatus(row: Row): StatusRow {
  return {
    status: row.firstSlot('Status', { parse: parseStatusCode, none: false, forms: 'a status code' }),
    when: row.slot('When', {
      parse: parseStatusWhen,
      none: false,
      forms: '`found`, `created`, …, or an error code in ticks',
    }),
    body: row.slot('Body', { parse: parseShape, any: true, forms: 'a shape, a template, or `none`' }),
    headers: row.slot('Headers', { parse: parseHeaderValues, any: true, forms: 'headers in ticks, or `none`' }),
    at: row.at,
  };
}
