// Where a credential or a version stands in a request, and whose credential it is. In: the bullets Sent in, Caller and Token lifetime of
// part 5, Scheme of part 9. Out: the words as written, once they are understood. Notation, parts 5 and 9.

import { type Cursor, parseWith } from '../grammar/cursor.ts';
import type { Parsed } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import { duration } from './durations.ts';
import { resource, tickedName } from './names.ts';

/** `` header `Authorization: Bearer {token}` ``, `` query `key` ``, `` cookie `session` ``. */
export function parseSentIn(text: SourceText): Parsed<string> {
  const forms = 'header `Authorization: Bearer {token}`, query `key` or cookie `session`';
  return parseWith(text, (cursor) => named(cursor, ['header', 'query', 'cookie'], forms));
}

/** `path prefix`, `media type`, `` header `API-Version` ``, `` query `v` ``. */
export function parseVersionScheme(text: SourceText): Parsed<string> {
  const forms = '`path prefix`, header `API-Version`, `media type`, query `v`, or `none`';
  return parseWith(text, (cursor) => {
    if (cursor.takePhrase('path prefix') || cursor.takePhrase('media type')) return cursor.textSince(0);
    return named(cursor, ['header', 'query'], forms);
  });
}

function named(cursor: Cursor, places: readonly string[], forms: string): string {
  if (!places.some((place) => cursor.takePhrase(place))) cursor.fail(forms);
  tickedName(cursor, forms);
  return cursor.textSince(0);
}

/** The resource that a credential belongs to. */
export function parseCallerResource(text: SourceText): Parsed<string> {
  return parseWith(text, (cursor) => {
    resource(cursor, 'the resource that a credential belongs to: `User`');
    return cursor.textSince(0);
  });
}

/** `14 days`. */
export function parseLifetime(text: SourceText): Parsed<string> {
  return parseWith(text, (cursor) => {
    duration(cursor);
    return cursor.textSince(0);
  });
}
