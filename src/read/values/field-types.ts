// The type of a field or parameter. In: the text of a Type cell. Out: FieldType. Notation, part 2, head "Type".
// A word with the name of a type is that type; a resource of the same name stands in ticks.

import type { ArrayStyle, FieldType } from '../../model/field-types.ts';
import type { Name } from '../../model/status.ts';
import type { SourceText } from '../source-text.ts';
import { parseWith } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { wholeNumber } from './durations.ts';
import { signedNumber } from './literals.ts';
import { fieldPath, isResource, isTick, name, resource, ticked, withOwner } from './names.ts';
import type { Parsed } from './parsed.ts';

export const TYPES =
  'a type: `string`, `integer`, `number`, `decimal(2)`, `boolean`, `date`, `time`, `date-time`, `seconds since 1970`, `duration`, `uuid`, `url`, `email`, `file`, `object`, `secret`, `state`, one of `a`, `b`, `array of T`, `set of T`, `map of T`, `T or null`, a resource';

const PLAIN = ['boolean', 'date', 'time', 'duration', 'uuid', 'url', 'email', 'file', 'object', 'state'] as const;
const STYLES: readonly ArrayStyle[] = ['by commas', 'repeated', 'brackets'];

type Plain = (typeof PLAIN)[number];
type Extended<K extends FieldType['kind']> = Extract<FieldType, { kind: K }>;

export function parseFieldType(text: SourceText): Parsed<FieldType> {
  return parseWith(text, fieldType, 'field_type');
}

/** `or null` holds for the whole type, `, sorted` and how a list is sent for the outermost list; brackets change that. */
export function fieldType(cursor: Cursor): FieldType {
  const isList = cursor.isPhrase('array of');
  const type = element(cursor);
  const whole = isList && type.kind === 'array' ? withSuffixes(cursor, type) : type;
  return cursor.takePhrase('or null') ? { kind: 'nullable', of: whole } : whole;
}

function element(cursor: Cursor): FieldType {
  if (cursor.isSymbol('(')) return bracketed(cursor);
  for (const kind of ['array', 'set', 'map'] as const) {
    if (!cursor.takePhrase(`${kind} of`)) continue;
    const of = cursor.deeper(() => element(cursor));
    return kind === 'array' ? { kind, of, sorted: false } : { kind, of };
  }
  if (cursor.takePhrase('one of')) return { kind: 'one-of', values: choices(cursor) };
  if (cursor.takePhrase('as')) return sameAs(cursor);
  return atom(cursor) ?? (isResource(cursor) ? resourceType(cursor) : cursor.fail(TYPES));
}

function bracketed(cursor: Cursor): FieldType {
  return cursor.deeper(() => {
    cursor.needSymbol('(');
    const inner = fieldType(cursor);
    cursor.needSymbol(')', '`)`');
    return inner;
  });
}

function atom(cursor: Cursor): FieldType | undefined {
  if (cursor.takePhrase('string')) {
    const text: Extended<'string'> = { kind: 'string', ...size(cursor) };
    return takeSuffix(cursor, 'quotes optional') ? { ...text, quotesOptional: true } : text;
  }
  if (cursor.takePhrase('secret')) return { kind: 'secret', ...size(cursor) };
  if (cursor.takePhrase('integer')) return { kind: 'integer', ...bounds(cursor) };
  if (cursor.takePhrase('number')) return { kind: 'number', ...bounds(cursor) };
  if (cursor.takePhrase('decimal')) return decimal(cursor);
  if (cursor.takePhrase('date-time')) return { kind: 'date-time', asSent: takeSuffix(cursor, 'as sent') };
  if (cursor.takePhrase('seconds since')) {
    const year = cursor.peek();
    if (year.text !== '1970') cursor.fail('`seconds since 1970`');
    cursor.take();
    return { kind: 'seconds since 1970' };
  }
  cursor.seek(PLAIN);
  const { kind, lower } = cursor.peek();
  if (kind !== 'word' || !(PLAIN as readonly string[]).includes(lower)) return undefined;
  cursor.take();
  return { kind: lower as Plain };
}

/** `(20)` at most, `(8..)`, `(1..32)`: lengths in code points. */
function size(cursor: Cursor): { min?: number; max?: number } {
  if (!cursor.takeSymbol('(')) return {};
  const forms = 'a length: `(20)` for at most 20, `(8..)`, `(1..32)`';
  if (cursor.isSymbol('..')) cursor.fail('a length: at most 20 is `(20)`, at least 8 `(8..)`, from 1 to 32 `(1..32)`');
  const first = wholeNumber(cursor, forms);
  const open = cursor.takeSymbol('..');
  const second = open && cursor.peek().kind === 'number' ? wholeNumber(cursor, forms) : undefined;
  if (second !== undefined && second < first) cursor.fail('the smaller number first');
  cursor.needSymbol(')', '`)`');
  if (!open) return { max: first };
  return second === undefined ? { min: first } : { min: first, max: second };
}

/** `>= 1`, `<= 10`, `1..100`, `1..`, `..100`: both ends belong to it. Nothing when none of these comes next. */
export function bounds(cursor: Cursor): { min?: string; max?: string } {
  const forms = 'a number';
  if (cursor.takeSymbol('>=')) return { min: signedNumber(cursor) ?? cursor.fail(forms) };
  if (cursor.takeSymbol('<=') || cursor.takeSymbol('..')) return { max: signedNumber(cursor) ?? cursor.fail(forms) };
  if (cursor.isSymbol('>') || cursor.isSymbol('<')) cursor.fail('`>= 1`, `<= 10` or `1..10`: bounds are inclusive');
  const mark = cursor.mark;
  const min = signedNumber(cursor);
  if (min === undefined) return {};
  cursor.needSymbol('..', '`..`, as in `1..100`');
  const max = signedNumber(cursor);
  if (max === undefined) return { min };
  return Number(min) <= Number(max) ? { min, max } : cursor.fail('the smaller number first', cursor.since(mark));
}

function decimal(cursor: Cursor): FieldType {
  const forms = '`decimal(2)`: the digits after the point, at most 15';
  cursor.needSymbol('(', forms);
  const mark = cursor.mark;
  const scale = wholeNumber(cursor, forms);
  if (scale > 15) cursor.fail(forms, cursor.since(mark));
  cursor.needSymbol(')', '`)`');
  return { kind: 'decimal', scale, ...bounds(cursor) };
}

/** `` `a`, `b` `` or `` `a` or `b` ``; a comma before a word, and `or null`, belong to what follows. */
function choices(cursor: Cursor): readonly Name[] {
  const values = [ticked(cursor, 'the possible values in ticks: one of `a`, `b`')];
  while ((cursor.isSymbol(',') || cursor.isWord('or')) && isTick(cursor, 1)) {
    cursor.take();
    values.push(ticked(cursor, 'a value in ticks'));
  }
  return values;
}

/** `` as `User.email` ``: type and rules of that field. */
function sameAs(cursor: Cursor): FieldType {
  const form = 'a field in ticks: as `User.email`';
  return { kind: 'same-as', ...withOwner(fieldPath(cursor, form)) };
}

/** `` User as `Profile` ``, `` User by `id` ``, `` Todo without `a`, `b` ``, `` Todo only `a` ``, `User`. */
export function resourceType(cursor: Cursor): Extended<'resource'> {
  const named = resource(cursor);
  if (cursor.takePhrase('by')) return { kind: 'resource', resource: named, by: name(cursor, 'a field: User by `id`') };
  return { kind: 'resource', resource: named, ...cut(cursor) };
}

/** The view and the fields that a resource is shown with. */
export function cut(cursor: Cursor): { view?: Name; without?: readonly Name[]; only?: readonly Name[] } {
  const view = cursor.takePhrase('as') ? { view: name(cursor, 'a view: User as `Profile`') } : {};
  if (cursor.takePhrase('without')) return { ...view, without: fields(cursor) };
  return cursor.takePhrase('only') ? { ...view, only: fields(cursor) } : view;
}

/** Fields divided by commas; a comma behind which no field can stand does not belong to them. */
function fields(cursor: Cursor): readonly Name[] {
  const found: Name[] = [];
  do {
    if (found.length > 0) cursor.take();
    found.push(isField(cursor) ? name(cursor, '') : cursor.fail('fields: `a`, `b`'));
  } while (cursor.isSymbol(',') && isField(cursor, 1));
  return found;
}

const SUFFIXES: ReadonlySet<string> = new Set(['and', 'sorted', 'repeated', 'brackets']);

/** In ticks, or a bare word that is neither a resource nor a suffix of the type around it; a resource is cut itself. */
function isField(cursor: Cursor, ahead = 0): boolean {
  if (isTick(cursor, ahead)) return !['as', 'without', 'only'].some((word) => cursor.isWord(word, ahead + 1));
  const { kind, text, lower } = cursor.peek(ahead);
  if (kind !== 'word' || /^\p{Lu}/u.test(text) || SUFFIXES.has(lower)) return false;
  return !['array of', 'by commas', 'as sent', 'quotes optional'].some((words) => cursor.isPhrase(words, ahead));
}

/** `, as sent` and the like: taken only together with its comma. */
function takeSuffix(cursor: Cursor, words: string): boolean {
  if (!cursor.isSymbol(',') || !cursor.isPhrase(words, 1)) return false;
  cursor.take();
  return cursor.takePhrase(words);
}

/** `array of T[, sorted][, by commas | repeated | brackets]`. */
function withSuffixes(cursor: Cursor, type: Extended<'array'>): FieldType {
  const sorted = takeSuffix(cursor, 'sorted');
  const style = STYLES.find((words) => takeSuffix(cursor, words));
  return { ...type, sorted, ...(style && { style }) };
}
