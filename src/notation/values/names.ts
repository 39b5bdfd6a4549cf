// Names of fields, resources and operations, and lists of them: how they are read and printed. Notation, section 3, symbols
// `names`, `field_path`.

import type { Syntax } from '../grammar/syntax.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import { items } from '../grammar/items.ts';
import type { Parsed, Parser } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import type { Token } from '../grammar/tokens.ts';
import { RESERVED_WORDS } from '../reserved-words.ts';
import type { Name } from '../slot.ts';

/** `` `a`, `b` ``, `a, b`, `` `a` and `b` ``. */
export const parseNames: Parser<readonly Name[]> = parserOf((cursor) => names(cursor, 'a name in ticks'));

/** Names divided by commas or `and`. */
export function names(cursor: Cursor, expected: string): readonly Name[] {
  const found = [name(cursor, expected)];
  while (cursor.takeSymbol(',') || cursor.takePhrase('and')) found.push(name(cursor, expected));
  return found;
}

/** A name in ticks, or a bare word other than `and`, which divides names. */
export function name(cursor: Cursor, expected: string): Name {
  return isName(cursor) ? taken(cursor) : cursor.fail(expected);
}

export function isName(cursor: Cursor, ahead = 0): boolean {
  const { kind, lower } = cursor.peek(ahead);
  return (kind === 'word' && lower !== 'and') || isTick(cursor, ahead);
}

/** In ticks only: where a bare word would be prose. */
export function tickedName(cursor: Cursor, expected: string): Name {
  return isTick(cursor) ? taken(cursor) : cursor.fail(expected);
}

/** `` `a`, `b` ``. */
export function tickedList(cursor: Cursor, expected: string): readonly Name[] {
  return items(cursor, () => tickedName(cursor, expected));
}

/** Ticks around a name: something, without white space at its ends. */
export function isTick(cursor: Cursor, ahead = 0): boolean {
  const { kind, text } = cursor.peek(ahead);
  return kind === 'tick' && text.trim() === text;
}

const resourceForm = /^\p{Lu}[\p{L}\p{M}\d_]*(-[\p{L}\p{M}\d_]+)*$/u;

/** A bare or tickedName word that starts with a capital, without a dot. */
export function resource(cursor: Cursor, expected = 'a resource, e.g. `Order`'): Name {
  return isResource(cursor) ? taken(cursor) : cursor.fail(expected);
}

export function isResource(cursor: Cursor, ahead = 0): boolean {
  const { kind, text } = cursor.peek(ahead);
  return (kind === 'word' || kind === 'tick') && resourceForm.test(text);
}

/** `` `customer.name` `` as the steps of a path. */
export function fieldPath(cursor: Cursor, expected: string): readonly string[] {
  return cursor.peek().kind === 'tick' ? pathOf(cursor, cursor.take(), expected) : cursor.fail(expected);
}

/** The steps between the dots of a token: each says something, without white space at its ends. */
export function pathOf(cursor: Cursor, token: Token, expected: string): readonly string[] {
  const path = token.text.split('.');
  return isPath(path) ? path : cursor.fail(expected, token);
}

export function isPath(steps: readonly string[]): boolean {
  return steps.every((step) => step !== '' && step.trim() === step);
}

/** `Order.total` as a resource and a path; a path alone when what is before its first dot can be no resource. */
export function withOwner(path: readonly string[]): { owner: string | undefined; path: readonly string[] } {
  const [owner, ...rest] = path;
  return rest.length > 0 && resourceForm.test(owner!) ? { owner, path: rest } : { owner: undefined, path };
}

/** A field with the resource that has it. */
export interface OwnedField {
  readonly owner: Name;
  /** A path where it has dots. */
  readonly field: Name;
}

/** `R.f`, bare or in ticks, as the resource and what follows its dot. */
export function ownedField(cursor: Cursor, expected: string): OwnedField {
  const token = cursor.peek();
  if (token.kind !== 'word' && token.kind !== 'tick') cursor.fail(expected);
  const { owner } = withOwner(pathOf(cursor, token, expected));
  if (owner === undefined) cursor.fail(expected);
  cursor.take();
  if (token.kind === 'word') cursor.bareNames.push(owner);
  const dot = token.from + owner.length;
  return {
    owner: { text: owner, at: cursor.text.spanAt(token.from, dot) },
    field: { text: token.text.slice(owner.length + 1), at: cursor.text.spanAt(dot + 1, token.to) },
  };
}

/** Does a name in ticks have the form `R.f`? */
export function isOwnedField(cursor: Cursor): boolean {
  const path = cursor.peek().text.split('.');
  return isPath(path) && withOwner(path).owner !== undefined;
}

function taken(cursor: Cursor): Name {
  const token = cursor.take();
  if (token.kind === 'word') cursor.bareNames.push(token.text);
  return { text: token.text, at: cursor.at(token) };
}

export function printOwned({ owner, field }: OwnedField): string {
  return ticked(`${owner.text}.${field.text}`);
}

const BARE = /^\p{Lu}[\p{L}\p{M}\d_]*(?:-[\p{L}\p{M}\d_]+)*$/u;

export function printResource(name: Name): string {
  return printName(name.text);
}

/** The name of a resource: bare, or in ticks where it would be read as a word. */
export function printName(text: string): string {
  return BARE.test(text) && !RESERVED_WORDS.has(text.toLowerCase()) ? text : ticked(text);
}

/** Inside a template in ticks, where names need none of their own. */
export function bareName(text: string): string {
  return /^[\p{Ll}_][\p{L}\p{M}\d_]*$/u.test(text) && !RESERVED_WORDS.has(text.toLowerCase()) ? text : ticked(text);
}

/** Names in ticks, by commas. */
export function ticks(names: readonly { readonly text: string }[]): string {
  return names.map((name) => ticked(name.text)).join(', ');
}

/** Fields that are one thing together: a second time would say nothing. */
export function onceEach<T>(
  parse: (text: SourceText) => Parsed<T>,
  namesOf: (value: T) => readonly Name[],
): (text: SourceText) => Parsed<T> {
  return (text) => {
    const parsed = parse(text);
    if (!parsed.ok) return parsed;
    const known = new Set<string>();
    const again = namesOf(parsed.value).find((one) => known.size === known.add(one.text).size);
    return again ? { ok: false, at: again.at, expected: 'each field once' } : parsed;
  };
}

const FIELDS = {
  parse: parseNames,
  print: ticks,
  forms: 'fields in ticks',
  offers: ['a field: `…`', 'several: `…`, `…`'],
};

/** Of these, saying one twice is saying it once. */
export const FIELD_NAMES: Syntax<readonly Name[]> = FIELDS;

/** Lists of fields, each a statement of its own. */
export const parseFieldLists: Parser<readonly (readonly Name[])[]> = parserOf((cursor) => {
  const lists = [names(cursor, 'a name in ticks')];
  while (cursor.takeSymbol(';')) lists.push(names(cursor, 'a name in ticks'));
  return lists;
});

export const FIELD_LISTS: Syntax<readonly (readonly Name[])[]> = {
  parse: parseFieldLists,
  print: (lists) => lists.map(ticks).join('; '),
  forms: 'fields in ticks, several lists divided by `;`, or `none`',
  offers: ['several: `…`, `…`', 'none'],
};

export const VIEW_FIELDS: Syntax<readonly Name[]> = { ...FIELDS, parse: onceEach(parseNames, (all) => all) };

export const KEY_FIELDS: Syntax<readonly Name[]> = {
  ...VIEW_FIELDS,
  forms: 'fields in ticks, or `none`',
  offers: [...FIELDS.offers, 'none'],
};

export const EVENT_NAMES: Syntax<readonly Name[]> = {
  parse: parseNames,
  print: ticks,
  forms: 'event kinds in ticks, or `none`',
  offers: ['an event kind: `…`', 'none'],
};

export const CODE_NAMES: Syntax<readonly Name[]> = {
  parse: parseNames,
  print: ticks,
  forms: 'error codes in ticks, or `none`',
  offers: ['a code: `…`', 'none'],
};

/** `` `address.street` ``, one field. */
function parseFieldPath(text: SourceText): Parsed<readonly string[]> {
  const found = /^(?:`([^`\s]+)`|([\p{L}_][\p{L}\p{N}_.-]*))$/u.exec(text.text);
  const path = (found?.[1] ?? found?.[2])?.split('.');
  if (!path || path.includes('')) return { ok: false, at: text.span, expected: 'one field in ticks, or `none`' };
  return { ok: true, value: path };
}

export const SET_FIELD: Syntax<readonly string[]> = {
  parse: parseFieldPath,
  print: (path) => ticked(path.join('.')),
  forms: 'a field in ticks, or `none`',
  offers: ['a field: `…`', 'none'],
};
