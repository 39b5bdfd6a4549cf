// Part 9, versioning, as read. Values but those of the Change table are kept as written until the runtime serves several
// versions.

import { isDate } from '../../base/formats.ts';
import { type Cursor, parseWith } from '../grammar/cursor.ts';
import type { Parsed } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import { items, readWords } from '../grammar/worded.ts';
import type { Name } from '../slot.ts';
import { type Literal, isLiteral, literal } from './literals.ts';
import { isTick, ownedField, tickedName } from './names.ts';

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

export const VERSION_FORMS = 'a version: `v1`, 1.0 or 2026-01-31';

export const RETIRED_FORMS = 'a day, or versions with theirs: 2027-01-31, `v1` on 2027-01-31';

export const OTHERWISE_FORMS = '`the current version`, version `v1`, or refused `code`';

export const CHANGE_FORMS =
  '`Todo.title` was `name`, `Todo.due` new, default null, or state `paused` shown as `active`';

export const DAY_FORMS = 'a day: 2026-01-31';

/** `` `2` ``, `v1`, `1.0`, `2026-01-31`. */
export function parseVersion(text: SourceText): Parsed<string> {
  return readWords(text, version);
}

export function parseVersions(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => items(cursor, version, ['and']));
}

function version(cursor: Cursor): void {
  if (takesDay(cursor)) return;
  const { kind, lower } = cursor.peek();
  if (kind === 'number' || (kind === 'word' && lower !== 'and')) cursor.take();
  else tickedName(cursor, VERSION_FORMS);
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
export function parseDay(text: SourceText): Parsed<string> {
  return readWords(text, day);
}

function day(cursor: Cursor): void {
  const token = cursor.peek();
  if (token.kind === 'tick' && isDate(token.text)) cursor.take();
  else if (!takesDay(cursor)) cursor.fail(DAY_FORMS);
}

/** `2027-01-31`, `` `v1` on 2027-01-31, `v2` on 2028-01-31 ``. */
export function parseRetirement(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => items(cursor, retired, [';']));
}

function retired(cursor: Cursor): void {
  const first = cursor.peek();
  const isBareDay = first.kind !== 'tick' && isDate(cursor.text.text.slice(first.from, first.from + 10));
  const behind = isBareDay ? 5 : 1;
  if (['on', 'since', 'from'].some((word) => cursor.isWord(word, behind))) {
    version(cursor);
    cursor.take();
  }
  day(cursor);
}

/** `the current version`, `` version `v1` ``, `` refused `no_version` ``. */
export function parseOtherVersion(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    if (cursor.takePhrase('the current version') || cursor.takePhrase('current version')) return;
    if (cursor.takePhrase('refused')) return void tickedName(cursor, 'an error code in ticks');
    cursor.needPhrase('version', OTHERWISE_FORMS);
    version(cursor);
  });
}

/** `` `Todo.title` was `name` ``. */
export function parseVersionChange(text: SourceText): Parsed<VersionChange> {
  return parseWith(text, (cursor) => (cursor.isWord('state') && isTick(cursor, 1) ? shown(cursor) : changed(cursor)));
}

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
