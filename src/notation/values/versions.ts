// Versions, how a request names one, when they end, and what changes between them: how they are read and printed.
// Notation, part 9.

import { isDate } from '../../base/formats.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import { oneOf, type Syntax } from '../grammar/syntax.ts';
import { items } from '../grammar/items.ts';
import type { Name } from '../slot.ts';
import { type Literal, isLiteral, literal } from './literals.ts';
import { isTick, ownedField, tickedName, ticks } from './names.ts';

/** How a request says which version it wants. */
export type VersionScheme =
  | { readonly kind: 'path prefix' | 'media type' }
  | { readonly kind: 'header' | 'query'; readonly name: string };

export interface StatedVersion {
  readonly version: Name;
}

/** From which day a version is deprecated, or no longer there; without a version: all former ones. */
export interface Retired {
  readonly version?: Name;
  /** `2027-01-31` */
  readonly day: string;
}

/** What becomes of a request that names no version, or one that is not supported. */
export type OtherVersion =
  | { readonly kind: 'the current version' }
  | { readonly kind: 'version'; readonly version: Name }
  /** The row of the caller has it. */
  | { readonly kind: 'caller'; readonly field: Name }
  | { readonly kind: 'refused'; readonly error: Name };

export type VersionStatus = 'current' | 'supported' | 'deprecated' | 'withdrawn' | 'preview';

export type VersionChange =
  | {
      readonly kind: 'renamed';
      readonly owner: Name;
      readonly field: Name;
      /** What the older version calls it. */
      readonly was: Name;
    }
  | {
      readonly kind: 'new';
      readonly owner: Name;
      readonly field: Name;
      /** What the older version takes it to be. */
      readonly default?: Literal;
    }
  | {
      readonly kind: 'state';
      readonly state: Name;
      /** What the older version sees instead. */
      readonly shownAs: Name;
    };

const VERSION_FORMS = 'a version: `v1`, 1.0 or 2026-01-31';

const RETIRED_FORMS = 'a day, or versions with theirs: 2027-01-31, `v1` on 2027-01-31';

const OTHERWISE_FORMS = '`the current version`, version `v1`, caller `api_version`, or refused `code`';

export const CHANGE_FORMS =
  '`Todo.title` was `name`, `Todo.due` new, default null, or state `paused` shown as `active`';

const DAY_FORMS = 'a day: 2026-01-31';

const SCHEME_FORMS = '`path prefix`, header `API-Version`, `media type`, query `v`, or `none`';

/** `path prefix`, `media type`, `` header `API-Version` ``, `` query `v` ``. */
export const parseVersionScheme: Parser<VersionScheme> = parserOf((cursor) => {
  const whole = (['path prefix', 'media type'] as const).find((phrase) => cursor.takePhrase(phrase));
  if (whole !== undefined) return { kind: whole };
  const kind = (['header', 'query'] as const).find((phrase) => cursor.takePhrase(phrase));
  return { kind: kind ?? cursor.fail(SCHEME_FORMS), name: tickedName(cursor, SCHEME_FORMS).text };
}, 'version_scheme');

/** `` `2` ``, `v1`, `1.0`, `2026-01-31`. */
export const parseVersion: Parser<StatedVersion> = parserOf((cursor) => ({ version: version(cursor) }));

export const parseVersions: Parser<readonly Name[]> = parserOf((cursor) => items(cursor, version, ['and']));

function version(cursor: Cursor): Name {
  const { mark } = cursor;
  const { kind, lower } = cursor.peek();
  if (!takesDay(cursor)) {
    if (kind !== 'number' && (kind !== 'word' || lower === 'and')) return tickedName(cursor, VERSION_FORMS);
    cursor.take();
  }
  return { text: cursor.textSince(mark), at: cursor.since(mark) };
}

/**
 * A day of the calendar; `2026-02-30` is none.
 *
 *     2026-01-31
 *     ^   ^^ ^   five pieces without a blank between them
 */
function takesDay(cursor: Cursor): boolean {
  const first = cursor.peek();
  const last = cursor.peek(4);
  if (!isDate(cursor.text.text.slice(first.from, last.to)) || last.to - first.from !== 10) return false;
  for (let i = 0; i < 5; i++) cursor.take();
  return true;
}

/** `2026-01-31`, bare or in ticks. */
export const parseDay: Parser<string> = parserOf(day);

function day(cursor: Cursor): string {
  const token = cursor.peek();
  if (token.kind === 'tick' && isDate(token.text)) return cursor.take().text;
  const { mark } = cursor;
  return takesDay(cursor) ? cursor.textSince(mark) : cursor.fail(DAY_FORMS);
}

/** `2027-01-31`, `` `v1` on 2027-01-31, `v2` on 2028-01-31 ``. */
export const parseRetirement: Parser<readonly Retired[]> = parserOf((cursor) => items(cursor, retired, [';']));

function retired(cursor: Cursor): Retired {
  const first = cursor.peek();
  const isBareDay = first.kind !== 'tick' && isDate(cursor.text.text.slice(first.from, first.from + 10));
  const behind = isBareDay ? 5 : 1;
  if (!['on', 'since', 'from'].some((word) => cursor.isWord(word, behind))) return { day: day(cursor) };
  const named = version(cursor);
  cursor.take();
  return { version: named, day: day(cursor) };
}

/** `the current version`, `` version `v1` ``, `` caller `api_version` ``, `` refused `no_version` ``. */
export const parseOtherVersion: Parser<OtherVersion> = parserOf((cursor) => {
  if (cursor.takePhrase('the current version') || cursor.takePhrase('current version'))
    return { kind: 'the current version' };
  if (cursor.takePhrase('caller')) return { kind: 'caller', field: tickedName(cursor, 'a field in ticks') };
  if (cursor.takePhrase('refused')) return { kind: 'refused', error: tickedName(cursor, 'an error code in ticks') };
  cursor.needPhrase('version', OTHERWISE_FORMS);
  return { kind: 'version', version: version(cursor) };
});

function printOtherVersion(other: OtherVersion): string {
  switch (other.kind) {
    case 'the current version':
      return other.kind;
    case 'version':
      return `version ${ticked(other.version.text)}`;
    case 'caller':
      return `caller ${ticked(other.field.text)}`;
    case 'refused':
      return `refused ${ticked(other.error.text)}`;
  }
}

/** `` `Todo.title` was `name` ``. */
export const parseVersionChange: Parser<VersionChange> = parserOf((cursor) =>
  cursor.isWord('state') && isTick(cursor, 1) ? shown(cursor) : changed(cursor),
);

function shown(cursor: Cursor): VersionChange {
  cursor.take();
  const state = tickedName(cursor, 'a state in ticks');
  cursor.needPhrase('shown as');
  return { kind: 'state', state, shownAs: tickedName(cursor, 'a state in ticks') };
}

function changed(cursor: Cursor): VersionChange {
  const { owner, field } = ownedField(cursor, CHANGE_FORMS);
  if (cursor.takePhrase('was'))
    return { kind: 'renamed', owner, field, was: tickedName(cursor, 'the older name in ticks') };
  cursor.needPhrase('new', '`was` and the older name, or `new`');
  if (!cursor.takeSymbol(',')) return { kind: 'new', owner, field };
  cursor.needPhrase('default');
  return { kind: 'new', owner, field, default: isLiteral(cursor) ? literal(cursor) : cursor.fail('a value in ticks') };
}

export const VERSION_SCHEME: Syntax<VersionScheme> = {
  parse: parseVersionScheme,
  print: (scheme) => ('name' in scheme ? `${scheme.kind} ${ticked(scheme.name)}` : scheme.kind),
  forms: SCHEME_FORMS,
  offers: ['path prefix', 'header `…`', 'media type', 'query `…`', 'none'],
};

export const VERSION_NAME: Syntax<StatedVersion> = {
  parse: parseVersion,
  print: ({ version: { text } }) => ticked(text),
  forms: VERSION_FORMS,
  offers: ['a version: `…`'],
};

export const VERSION_NAMES: Syntax<readonly Name[]> = {
  parse: parseVersions,
  print: ticks,
  forms: VERSION_FORMS,
  offers: ['versions: `…`, `…`'],
};

export const RETIREMENT: Syntax<readonly Retired[]> = {
  parse: parseRetirement,
  print: (all) => all.map((one) => (one.version ? `${ticked(one.version.text)} on ${one.day}` : one.day)).join(', '),
  forms: RETIRED_FORMS,
  offers: ['a day: …', 'none'],
};

export const OTHER_VERSION: Syntax<OtherVersion> = {
  parse: parseOtherVersion,
  print: printOtherVersion,
  forms: OTHERWISE_FORMS,
  offers: ['the current version', 'version `…`', 'caller `…`', 'refused `…`'],
};

export const DAY: Syntax<string> = { parse: parseDay, print: (text) => text, forms: DAY_FORMS, offers: ['a day: …'] };

export const VERSION_STATUS: Syntax<VersionStatus> = oneOf([
  'current',
  'supported',
  'deprecated',
  'withdrawn',
  'preview',
]);
