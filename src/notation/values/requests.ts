// What a call must carry beside its body, and how one is told from its repetition. In: the bullets Preconditions and Headers
// in, the rows of a Repeat table. Out: the words as written, once they are understood. Notation, part 4.

import { asIs, type Syntax } from '../grammar/syntax.ts';
import type { Cursor } from '../grammar/cursor.ts';
import type { Parsed } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import { items, readWords } from '../grammar/worded.ts';
import { statusCode } from './answers.ts';
import { tickedName } from './names.ts';

export const PRECONDITION_FORMS = '`If-Match` required on `ETag`, or `optional`, by commas';

export const HEADERS_IN_FORMS =
  'headers in ticks, each with `always`, `required`, `optional`, `when there is a body` or `on POST` behind it';

export const KEY_HEADER_FORMS = 'a header in ticks, then `required` or `optional`';

export const SCOPE_FORMS = '`caller`, `operation`, `path` or `everyone`, divided by `and`';

export const KEPT_ANSWERS_FORMS = '`all`, `all but 5xx`, `any 2xx`, or status codes by commas';

/** `` `If-Match` required on `ETag` ``. */
export function parsePreconditions(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => items(cursor, precondition, [';']));
}

function precondition(cursor: Cursor): void {
  tickedName(cursor, PRECONDITION_FORMS);
  if (!cursor.takePhrase('required')) cursor.needPhrase('optional', '`required` or `optional`');
  if (cursor.takePhrase('on')) tickedName(cursor, 'a header in ticks: `ETag`');
}

/** `` `User-Agent` always, `Idempotency-Key` on POST ``. */
export function parseHeadersIn(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => items(cursor, headerIn, [';']));
}

const MUST: readonly string[] = ['always', 'required', 'optional', 'when there is a body'];

const METHODS: readonly string[] = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'query'];

function headerIn(cursor: Cursor): void {
  tickedName(cursor, HEADERS_IN_FORMS);
  if (MUST.some((phrase) => cursor.takePhrase(phrase)) || !cursor.takePhrase('on')) return;
  do if (!METHODS.some((method) => cursor.takePhrase(method))) tickedName(cursor, 'methods, or operations in ticks');
  while (cursor.takePhrase('and') || cursor.takePhrase('or'));
}

/** `` `Idempotency-Key` required ``. */
export function parseKeyHeader(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    tickedName(cursor, KEY_HEADER_FORMS);
    if (!cursor.takePhrase('required')) cursor.takePhrase('optional');
  });
}

/** `caller and operation`. */
export function parseRepeatScope(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => items(cursor, scope, ['and']));
}

function scope(cursor: Cursor): void {
  if (!['caller', 'operation', 'path', 'everyone'].some((word) => cursor.takePhrase(word))) cursor.fail(SCOPE_FORMS);
}

/** `all`, `all but 5xx`, `any 2xx`. */
export function parseKeptAnswers(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    if (!cursor.takePhrase('all')) items(cursor, statusCode, ['or']);
    else if (cursor.takePhrase('but')) items(cursor, exceptedStatus, ['or', 'and']);
  });
}

/** What is not among them needs no exact status. */
function exceptedStatus(cursor: Cursor): void {
  if (/^[2-5]xx$/.test(cursor.peek().lower)) cursor.take();
  else statusCode(cursor);
}

export const HEADERS_IN: Syntax<string> = {
  parse: parseHeadersIn,
  print: asIs,
  any: true,
  forms: HEADERS_IN_FORMS,
  offers: ['headers, and when they must be there: …', 'none'],
};

export const PRECONDITIONS: Syntax<string> = {
  parse: parsePreconditions,
  print: asIs,
  any: true,
  forms: PRECONDITION_FORMS,
  offers: ['`If-Match` required on `ETag`', '`If-None-Match` optional on `ETag`', 'none'],
};
