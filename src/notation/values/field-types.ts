// The types of fields and parameters: how they are read and printed. Notation, part 2, head Type.

import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import type { Name } from '../slot.ts';
import { bounds, printBounds } from './bounds.ts';
import { wholeNumber } from './durations.ts';
import { fieldPath, isResource, isTick, name, printResource, resource, tickedName, ticks, withOwner } from './names.ts';

/** Types that are formats of text in JSON Schema too. */
export const TEXT_FORMATS: ReadonlySet<FieldType['kind']> = new Set([
  'date',
  'time',
  'date-time',
  'duration',
  'uuid',
  'url',
  'email',
]);

/** Bounds are decimal digits as written, inclusive. Lengths count Unicode code points. */
export type FieldType =
  /** `quotesOptional`: in a query the text may be in double quotes, which are not part of it. */
  | { readonly kind: 'string'; readonly min?: number; readonly max?: number; readonly quotesOptional?: true }
  | { readonly kind: 'integer' | 'number'; readonly min?: string; readonly max?: string }
  | { readonly kind: 'decimal'; readonly scale: number; readonly min?: string; readonly max?: string }
  | { readonly kind: 'date-time'; readonly asSent: boolean }
  | { readonly kind: 'secret'; readonly min?: number; readonly max?: number }
  | {
      readonly kind:
        | 'boolean'
        | 'date'
        | 'time'
        | 'seconds since 1970'
        | 'duration'
        | 'uuid'
        | 'url'
        | 'email'
        | 'file'
        | 'object'
        | 'state'
        /** A JSON value of any kind but null. */
        | 'any';
    }
  | { readonly kind: 'one-of'; readonly values: readonly Name[] }
  | { readonly kind: 'array'; readonly of: FieldType; readonly sorted: boolean; readonly style?: ArrayStyle }
  | { readonly kind: 'set'; readonly of: FieldType }
  | { readonly kind: 'map'; readonly of: FieldType }
  | { readonly kind: 'nullable'; readonly of: FieldType }
  /** A resource: `view` embeds it by that view, `by` shows and takes that field, bare is a stored reference or a nested shape. */
  | {
      readonly kind: 'resource';
      readonly resource: Name;
      readonly view?: Name;
      readonly by?: Name;
      readonly without?: readonly Name[];
      readonly only?: readonly Name[];
    }
  /** In a Body table: `` as `User.email` `` takes over type and rules of that field. */
  | { readonly kind: 'same-as'; readonly owner: string | undefined; readonly path: readonly string[] };

/** How a list is written in a query: `` by commas ``, `repeated`, `brackets`. */
export type ArrayStyle = 'by commas' | 'repeated' | 'brackets';

export const TYPES =
  'a type: `string`, `integer`, `number`, `decimal(2)`, `boolean`, `date`, `time`, `date-time`, `seconds since 1970`, `duration`, `uuid`, `url`, `email`, `file`, `object`, `any`, `secret`, `state`, one of `a`, `b`, `array of T`, `set of T`, `map of T`, `T or null`, a resource';

const PLAIN = [
  'boolean',
  'date',
  'time',
  'duration',
  'uuid',
  'url',
  'email',
  'file',
  'object',
  'state',
  'any',
] as const;

const STYLES: readonly ArrayStyle[] = ['by commas', 'repeated', 'brackets'];

type Plain = (typeof PLAIN)[number];

type Extended<K extends FieldType['kind']> = Extract<FieldType, { kind: K }>;

export const parseFieldType: Parser<FieldType> = parserOf(fieldType, 'field_type');

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
  const values = [tickedName(cursor, 'the possible values in ticks: one of `a`, `b`')];
  while ((cursor.isSymbol(',') || cursor.isWord('or')) && isTick(cursor, 1)) {
    cursor.take();
    values.push(tickedName(cursor, 'a value in ticks'));
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

/** Fields divided by commas; a comma that no field can follow does not belong to them. */
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

export function printType(type: FieldType): string {
  switch (type.kind) {
    case 'string':
      return `string${printSize(type.min, type.max)}${type.quotesOptional ? ', quotes optional' : ''}`;
    case 'secret':
      return `secret${printSize(type.min, type.max)}`;
    case 'integer':
    case 'number':
      return `${type.kind}${behind(printBounds(type.min, type.max))}`;
    case 'decimal':
      return `decimal(${type.scale})${behind(printBounds(type.min, type.max))}`;
    case 'date-time':
      return type.asSent ? 'date-time, as sent' : 'date-time';
    case 'one-of':
      return `one of ${ticks(type.values)}`;
    case 'array':
      return `array of ${printElement(type.of)}${type.sorted ? ', sorted' : ''}${type.style ? `, ${type.style}` : ''}`;
    case 'set':
    case 'map':
      return `${type.kind} of ${printElement(type.of)}`;
    case 'nullable':
      return `${type.of.kind === 'nullable' ? `(${printType(type.of)})` : printType(type.of)} or null`;
    case 'resource':
      return printResourceType(type);
    case 'same-as':
      return `as ${ticked([...(type.owner === undefined ? [] : [type.owner]), ...type.path].join('.'))}`;
    default:
      return type.kind;
  }
}

/** In brackets where a suffix or a list of fields would be read as belonging to the text around it. */
function printElement(type: FieldType): string {
  const open =
    type.kind === 'nullable' ||
    (type.kind === 'array' && (type.sorted || type.style !== undefined)) ||
    (type.kind === 'resource' && (type.without !== undefined || type.only !== undefined));
  return open ? `(${printType(type)})` : printType(type);
}

function printResourceType(type: Extract<FieldType, { kind: 'resource' }>): string {
  const by = type.by ? ` by ${ticked(type.by.text)}` : '';
  return `${printResource(type.resource)}${by}${printCut(type)}`;
}

/** ``as `Profile` without `a`, `b` ``, with a space in front. */
export function printCut(cut: Pick<Extract<FieldType, { kind: 'resource' }>, 'view' | 'without' | 'only'>): string {
  const view = cut.view ? ` as ${ticked(cut.view.text)}` : '';
  const without = cut.without ? ` without ${ticks(cut.without)}` : '';
  return `${view}${without}${cut.only ? ` only ${ticks(cut.only)}` : ''}`;
}

function printSize(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return max === undefined ? '' : `(${max})`;
  return `(${min}..${max ?? ''})`;
}

function behind(words: string): string {
  return words === '' ? '' : ` ${words}`;
}

export const FIELD_TYPE: Syntax<FieldType> = {
  parse: parseFieldType,
  print: printType,
  none: false,
  any: 'a value',
  forms: TYPES,
  offers: ['string', 'integer', 'decimal(2)', 'boolean', 'date', 'date-time', 'uuid', 'one of `…`, `…`', 'array of …'],
};
