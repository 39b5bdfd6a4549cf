// The cells of a Status table, media types and Cross-origin: their types, how they are read and printed. Notation, part 4.

import type { Syntax } from '../grammar/syntax.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import { items } from '../grammar/items.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Name } from '../slot.ts';
import { type Condition, condition, isOperator, printCondition, printTerm, startsTerm } from './conditions.ts';
import { isTick, name, tickedName, ticks } from './names.ts';

export type CrossOrigin = {
  readonly kind: 'any' | 'origins';
  readonly origins: readonly string[];
  readonly credentials: boolean;
};

/** `class`: `any 2xx`. */
export type StatusCode = { readonly code: number } | { readonly class: string };

export const OUTCOMES = [
  'found',
  'created',
  'updated',
  'replaced',
  'moved',
  'deleted',
  'signed in',
  'accepted',
  'unchanged',
  'repeated',
] as const;

export type OutcomeWord = (typeof OUTCOMES)[number];

export type StatusWhen =
  | { readonly kind: 'outcome'; readonly outcomes: readonly OutcomeWord[]; readonly condition: Condition | undefined }
  | { readonly kind: 'error'; readonly errors: readonly Name[]; readonly condition: Condition | undefined };

/** `` `Retry-After` `` (value undefined: what the header's own RFC says), `` `X-Total: <total>` ``. */
export interface HeaderValue {
  readonly name: Name;
  readonly value: string | undefined;
}

/** `ETag` by its own rules. */
export function isTag({ name: { text }, value }: HeaderValue): boolean {
  return value === undefined && isTagName(text);
}

/** Names of headers are alike in any case of letters: https://www.rfc-editor.org/rfc/rfc9110#section-5.1 */
export function isTagName(text: string): boolean {
  return text.toLowerCase() === 'etag';
}

/** `201`, `any 2xx`. */
export const parseStatusCode: Parser<StatusCode> = parserOf(statusCode);

export function statusCode(cursor: Cursor): StatusCode {
  const token = cursor.peek();
  if (cursor.takePhrase('any')) {
    const range = cursor.take();
    return /^[2-5]xx$/.test(range.lower) ? { class: range.lower } : cursor.fail('`2xx`, `3xx`, `4xx` or `5xx`', range);
  }
  if (/^[1-5]xx$/.test(token.lower)) cursor.fail('the exact status, e.g. `404`, or `any 2xx`', token, 'status-range');
  return { code: statusNumber(cursor) };
}

/** A final status: three digits, 200 to 599. https://www.rfc-editor.org/rfc/rfc9110#section-15 */
export function statusNumber(cursor: Cursor): number {
  const token = cursor.peek();
  if (token.kind !== 'number' || !/^[2-5]\d\d$/.test(token.text)) cursor.fail('a status from 200 to 599');
  return Number(cursor.take().text);
}

/** `404`: a status that says that the request failed. https://www.rfc-editor.org/rfc/rfc9110#section-15.5 */
export const parseErrorStatus: Parser<number> = parserOf((cursor) => {
  const form = 'a status of an error, from 400 to 599';
  const token = cursor.peek();
  const range = cursor.isWord('any') ? cursor.peek(1) : token;
  if (/^[1-5]xx$/.test(range.lower)) cursor.fail(form, token, 'status-range');
  if (token.kind !== 'number' || !/^[45]\d\d$/.test(token.text)) cursor.fail(form);
  return Number(cursor.take().text);
});

/** `created`, `found and `done` = true`, `` `conflict` ``. */
export const parseStatusWhen: Parser<StatusWhen> = parserOf((cursor) => {
  const isError = isTick(cursor) && !isOperator(cursor, 1);
  const starts = isError ? isErrorCode : isOutcome;
  const outcomes: OutcomeWord[] = [];
  const errors: Name[] = [];
  const take = (): unknown =>
    isError ? errors.push(tickedName(cursor, 'an error code')) : outcomes.push(outcome(cursor));
  if (isError || !startsTerm(cursor)) {
    take();
    while ((cursor.isSymbol(',') || cursor.isWord('or')) && starts(cursor, 1)) {
      cursor.take();
      take();
    }
  }
  const also = rowCondition(cursor, errors.length + outcomes.length > 0);
  return isError ? { kind: 'error', errors, condition: also } : { kind: 'outcome', outcomes, condition: also };
}, 'status_when');

/** A condition on the row, after `and`, a comma, or nothing. */
function rowCondition(cursor: Cursor, mayEnd: boolean): StatusWhen['condition'] {
  if (cursor.atEnd && mayEnd) return undefined;
  if (mayEnd && !cursor.takePhrase('and')) cursor.takeSymbol(',');
  return condition(cursor);
}

function isErrorCode(cursor: Cursor, ahead: number): boolean {
  return isTick(cursor, ahead) && !isOperator(cursor, ahead + 1);
}

function isOutcome(cursor: Cursor, ahead: number): boolean {
  return OUTCOMES.some((word) => cursor.isPhrase(word, ahead));
}

export function outcome(cursor: Cursor): OutcomeWord {
  const found = OUTCOMES.find((word) => cursor.takePhrase(word));
  return (
    found ?? cursor.fail(`${OUTCOMES.map((word) => `\`${word}\``).join(', ')}, an error code in ticks, or a condition`)
  );
}

/** `` `Link`, `X-Total: <total>` ``: a name, and its value where it has one of its own. */
export const parseHeaderValues: Parser<readonly HeaderValue[]> = parserOf((cursor) => items(cursor, headerValue));

/** A field name of HTTP is a token. https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
const headerName = /^[!#$%&'*+.^_|~0-9A-Za-z-]+$/;

function headerValue(cursor: Cursor): HeaderValue {
  const token = cursor.peek();
  const form = 'a header in ticks: `Link`, `X-Total: <total>`';
  if (token.kind === 'word') {
    const bare = name(cursor, form);
    return headerName.test(bare.text) ? { name: bare, value: undefined } : cursor.fail(form, token);
  }
  if (token.kind !== 'tick') cursor.fail(form);
  cursor.take();
  const colon = token.text.indexOf(':');
  const written = colon < 0 ? token.text : token.text.slice(0, colon);
  if (!headerName.test(written)) cursor.fail(form, token);
  const value = colon < 0 ? undefined : token.text.slice(colon + 1).trim();
  const named = { text: written, at: cursor.text.spanAt(token.from, token.from + written.length) };
  return value === '' ? cursor.fail('a value behind the colon', token) : { name: named, value };
}

/** `in X; out Y`, or one for both. */
export const parseMediaType: Parser<{ readonly in: string; readonly out: string }> = parserOf((cursor) => {
  // `in-x/y` is a type: after the word `in` begins another.
  const isDivided = cursor.peek(1).kind !== 'symbol' && cursor.peek(1).kind !== 'other';
  if (!isDivided || !cursor.takePhrase('in')) {
    const both = mediaType(cursor);
    return { in: both, out: both };
  }
  const incoming = mediaType(cursor);
  cursor.needSymbol(';', '`; out` and a media type');
  cursor.needPhrase('out', '`out` and a media type');
  return { in: incoming, out: mediaType(cursor) };
}, 'media_type');

/** https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1, with its parameters. */
const mediaTypeForm =
  /^[A-Za-z\d][\w!#$&^.+-]*\/[A-Za-z\d][\w!#$&^.+-]*( *; *[A-Za-z]\w*([-.]\w+)*=("[^"\\]*"|[\w.+-]+))*$/;

function mediaType(cursor: Cursor): string {
  const form = 'a media type in ticks: `application/json`';
  const mark = cursor.mark;
  const token = cursor.peek();
  if (token.kind === 'tick') cursor.take();
  else while (!cursor.atEnd && !(cursor.isSymbol(';') && !cursor.isSymbol('=', 2))) cursor.take();
  const written = token.kind === 'tick' ? token.text : cursor.mark > mark ? cursor.textSince(mark) : '';
  return mediaTypeForm.test(written) ? written : cursor.fail(form, written === '' ? token : cursor.since(mark));
}

/** `any`, `` `https://a.example`, `https://b.example` ``, each also `with credentials`. */
export const parseCrossOrigin: Parser<CrossOrigin> = parserOf((cursor) => {
  if (cursor.takePhrase('any')) return { kind: 'any', origins: [], credentials: credentials(cursor) };
  const origins = [origin(cursor)];
  while (cursor.isSymbol(',') && isTick(cursor, 1)) {
    cursor.take();
    origins.push(origin(cursor));
  }
  return { kind: 'origins', origins, credentials: credentials(cursor) };
});

/** `with credentials`, also after a comma. */
function credentials(cursor: Cursor): boolean {
  if (cursor.isSymbol(',') && cursor.isPhrase('with credentials', 1)) cursor.take();
  return cursor.takePhrase('with credentials');
}

/** Scheme, host and port: https://fetch.spec.whatwg.org/#origin-header */
function origin(cursor: Cursor): string {
  const form = '`any`, or origins in ticks: `https://app.example`';
  const token = cursor.peek();
  if (token.kind !== 'tick' || !/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+$/i.test(token.text)) cursor.fail(form);
  return cursor.take().text;
}

export function printStatus(status: StatusCode): string {
  return 'code' in status ? String(status.code) : `any ${status.class}`;
}

export function printWhen(when: StatusWhen): string {
  const words = when.kind === 'error' ? ticks(when.errors) : when.outcomes.join(' or ');
  if (!when.condition) return words;
  return words === '' ? printCondition(when.condition) : `${words} and ${printTerm(when.condition)}`;
}

export function printHeaders(headers: readonly HeaderValue[]): string {
  return headers
    .map(({ name, value }) => ticked(value === undefined ? name.text : `${name.text}: ${value}`))
    .join(', ');
}

export function printMediaType(type: { readonly in: string; readonly out: string }): string {
  return type.in === type.out ? ticked(type.in) : `in ${ticked(type.in)}; out ${ticked(type.out)}`;
}

export function printCrossOrigin(rule: CrossOrigin): string {
  const origins = rule.kind === 'any' ? 'any' : rule.origins.map(ticked).join(', ');
  return rule.credentials ? `${origins}, with credentials` : origins;
}

export const MEDIA_TYPE: Syntax<{ readonly in: string; readonly out: string }> = {
  parse: parseMediaType,
  print: printMediaType,
  any: true,
  forms: '`in …; out …`',
  offers: ['`application/json`', 'in `…`; out `…`'],
};

export const CROSS_ORIGIN: Syntax<CrossOrigin> = {
  parse: parseCrossOrigin,
  print: printCrossOrigin,
  any: true,
  forms: '`any`, origins in ticks, or `none`',
  offers: ['none', 'any', 'any, with credentials', '`https://…`'],
};

export const HEADER_VALUES: Syntax<readonly HeaderValue[]> = {
  parse: parseHeaderValues,
  print: printHeaders,
  any: true,
  forms: 'headers in ticks, or `none`',
  offers: ['`…` by its own rules', '`…: …`', 'none'],
};

export const STATUS_CODE: Syntax<StatusCode> = {
  parse: parseStatusCode,
  print: printStatus,
  none: false,
  forms: 'a status code',
  offers: ['a row, Status | When | Body: … | … | …'],
};

export const STATUS_WHEN: Syntax<StatusWhen> = {
  parse: parseStatusWhen,
  print: printWhen,
  none: false,
  forms: '`found`, `created`, …, or an error code in ticks',
  offers: ['found', 'created', 'updated', 'replaced', 'moved', 'deleted', 'unchanged', 'a condition: …'],
};

/** One code, of an error. */
export const ERROR_STATUS: Syntax<number> = {
  parse: parseErrorStatus,
  print: String,
  none: false,
  forms: 'a status code from 400 to 599',
  offers: ['a code from 400 to 599: …'],
};

/** No such answer may have a body: https://www.rfc-editor.org/rfc/rfc9110#section-6.4.1 and 15.3.6 */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);
