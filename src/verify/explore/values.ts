// A value that fits. Input: what is wanted, the rows that are known, a number that varies it. Output: a drafted value; whether it is
// indeed valid is decided by the judge, not here.

import type { Effort } from '../../base/effort.ts';
import { oncePer } from '../../base/once-per.ts';
import { matcherOf } from '../../base/patterns/match.ts';
import { patternTexts } from '../../base/patterns/texts.ts';
import type { Model } from '../../model/model.ts';
import type { Field } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import { UNKNOWN, type Row } from '../world/known.ts';
import { Fresh, OfRow, type Drafted } from './drafted.ts';
import { ruledBy, wantedOf, type Ruled, type Wanted } from './wanted.ts';

export interface Ground {
  readonly model: Model;
  /** Rows that are there, as far as anybody knows. */
  rows(resource: string): readonly Row[];
  /** The next number. */
  next(): number;
}

/** Nested shapes are cut at this depth. */
const DEEPEST = 4;
/** No text that is made is longer; bounds beyond it are not tried. */
export const LONGEST_TEXT = 20_000;

/** Undefined: none can be made, such as a reference to a row where there is none. `name` is for texts. */
export function fitting(ground: Ground, wanted: Wanted, name: string, depth = 0): Drafted {
  const { refers, values } = wanted;
  if (refers?.by !== undefined) return reference(ground, refers.resource, refers.by);
  if (values) return values.length === 0 ? undefined : oneOf(ground, values);
  return ofType(ground, wanted, name, depth);
}

function reference(ground: Ground, resource: string, by: string): Drafted {
  const rows = ground.rows(resource).filter((row) => row.isThere !== false && row.get(by) !== UNKNOWN);
  const row = rows[rows.length - 1 - (mixed(ground.next()) % Math.min(rows.length, 2))];
  return row && new OfRow(row, by);
}

function ofType(ground: Ground, wanted: Wanted, name: string, depth: number): Drafted {
  const { type } = wanted;
  const fresh = (make: (vary: number) => unknown): Fresh => new Fresh(ground.next(), make);
  switch (type.kind) {
    case 'boolean':
      return oneOf(ground, [true, false]);
    case 'integer':
    case 'seconds since 1970':
      return fresh((vary) => numberNear(wanted, vary, 1));
    case 'number':
    case 'decimal':
      return fresh((vary) => numberNear(wanted, vary, type.kind === 'decimal' ? 10 ** -type.scale : 0.5));
    case 'array':
    case 'set':
      return list(ground, wanted, type.of, name, depth);
    case 'map':
      return { key: member(ground, type.of, name, depth) ?? null };
    case 'object':
      return fresh((vary) => ({ some: vary }));
    case 'any':
      return fresh((vary) => `any ${vary}`);
    case 'resource':
      return nested(ground, type.resource.text, depth);
    case 'state':
    case 'file':
    case 'nullable':
    case 'same-as':
      return undefined;
    default:
      return fresh((vary) => textOf(wanted, name, vary));
  }
}

/** The same one where the call is made again: of few values none is new. */
function oneOf(ground: Ground, values: readonly unknown[]): Fresh {
  const value = values[mixed(ground.next()) % values.length];
  return new Fresh(0, () => value);
}

/** So that values of one call, and of calls in a row, are not alike in step. */
export function mixed(vary: number): number {
  const bits = Math.imul(vary ^ (vary >>> 15), 0x2c1b3c6d);
  return (bits ^ (bits >>> 12)) >>> 0;
}

export function numberNear({ min, max }: Pick<Wanted, 'min' | 'max'>, vary: number, step: number): number {
  const low = Number.isFinite(min) ? min : Number.isFinite(max) ? max - 100 * step : 1;
  const high = Number.isFinite(max) ? max : low + 1000 * step;
  const steps = Math.max(0, Math.floor((high - low) / step + 1e-9));
  return Number((low + (vary % (Math.min(steps, 997) + 1)) * step).toFixed(9));
}

function member(ground: Ground, of: FieldType, name: string, depth: number): Drafted {
  const wanted = wantedOf(ground.model, ofMember(of));
  return wanted && fitting(ground, wanted, name, depth);
}

const NOWHERE = { start: 0, end: 0 } as const;

const ofMember = oncePer((value: FieldType): Ruled => ({
  types: [{ status: 'stated', value, text: '', at: NOWHERE }],
  allowed: [],
}));

function list(ground: Ground, wanted: Wanted, of: FieldType, name: string, depth: number): Drafted {
  const count = Math.min(Math.max(wanted.least, depth === 0 ? Math.min(2, wanted.most) : 0), MOST_ITEMS);
  const items = Array.from({ length: count }, () => member(ground, of, name, depth + 1));
  return items.includes(undefined) ? (wanted.least === 0 ? [] : undefined) : items;
}

const MOST_ITEMS = 500;

/** A list of so many; undefined: its members cannot be made. */
export function listOf(ground: Ground, wanted: Wanted, count: number, name: string): readonly Drafted[] | undefined {
  const { type } = wanted;
  if ((type.kind !== 'array' && type.kind !== 'set') || count > MOST_ITEMS) return undefined;
  const items = Array.from({ length: count }, () => member(ground, type.of, name, 1));
  return items.includes(undefined) ? undefined : items;
}

function nested(ground: Ground, resource: string, depth: number): Drafted {
  const fields = ground.model.resources.get(resource)?.fields.items ?? [];
  if (depth >= DEEPEST || fields.length === 0) return undefined;
  const made: Record<string, Drafted> = {};
  for (const field of fields) {
    const value = ofField(ground, field, depth + 1);
    if (value !== undefined) made[field.name.text] = value;
  }
  return made;
}

/** What a nested shape needs, and half of what it may leave out. */
function ofField(ground: Ground, field: Field, depth: number): Drafted {
  const by = valueOf(field.setBy);
  if (by && by.kind !== 'caller') return undefined;
  const isNeeded = valueOf(field.required)?.kind !== 'no';
  if (!isNeeded && (depth > 1 || ground.next() % 2 === 0)) return undefined;
  const wanted = wantedOf(ground.model, ruledBy(field));
  return wanted && fitting(ground, wanted, field.name.text, depth);
}

const two = (number: number): string => String(number).padStart(2, '0');

/** Undefined: the pattern has no text of that length that is found with little effort. */
export function textOf(wanted: Wanted, name: string, vary: number): string | undefined {
  const { type, patterns, least, most, isOpen } = wanted;
  const day = `20${26 + (vary % 3)}-${two(1 + (vary % 12))}-${two(1 + (vary % 28))}`;
  const word = name.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'value';
  switch (type.kind) {
    case 'date':
      return day;
    case 'date-time':
      return `${day}T${two(vary % 24)}:30:00Z`;
    case 'time':
      return `${two(vary % 24)}:${two(vary % 60)}:00`;
    case 'duration':
      return `PT${1 + (vary % 96)}H`;
    case 'uuid':
      return `018f3c5e-7a10-7b2c-9d3e-${vary.toString(16).padStart(12, '0')}`;
    case 'url':
      return `https://example.com/${word}/${vary}`;
    case 'email':
      return emailOf(word, vary);
    default:
  }
  if (isOpen && /e-?mail/i.test(name)) return fitted(emailOf(word, vary), least, most, vary);
  if (patterns.length > 0) return matching(patterns, { least, most }, vary);
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || 'text';
  const shape = shapeFor(vary) % TEXTS.length;
  const write = isOpen && shape === 0 ? plainest : TEXTS[shape]!;
  return fitted(write(plain, vary), least, most, vary);
}

type Written = (word: string, vary: number) => string;

/** What a service refuses of one shape, for a reason that nobody states, it may take in another. */
const TEXTS: readonly Written[] = [
  (word, vary) => `${word} ${vary}`,
  (word, vary) => `${word.replaceAll(' ', '')}${letters(vary)}`,
  (word, vary) => `${capital(word.replaceAll(' ', ''))}-${vary}x!`,
  (word, vary) => `Zoë O'${capital(word)} & ${vary} "ñ" 東`,
  (_, vary) => String(vary).padStart(8, '1'),
  (word, vary) => `${word.replaceAll(' ', '.').toUpperCase()}.${vary}`,
];

/** Where nobody states what is taken: a text that most rules for names, titles and passwords let through. */
function plainest(word: string, vary: number): string {
  return `${word.replaceAll(' ', '')}${vary}`;
}

function emailOf(word: string, vary: number): string {
  return EMAILS[shapeFor(vary) % EMAILS.length]!(word, vary);
}

const EMAILS: readonly Written[] = [
  (word, vary) => `${word}${vary}@example.com`,
  (word, vary) => `${word}.${letters(vary)}+tag@mail.example.org`,
  (word, vary) => `${vary}_${word}@example-${vary % 7}.co.uk`,
];

/** The plain one most of the time, and another one far away. */
function shapeFor(vary: number): number {
  return vary % 3 === 2 || vary >= 1000 ? Math.floor(vary / 3) + Math.floor(vary / 1000) : 0;
}

function letters(vary: number): string {
  return vary.toString(26).replace(/[0-9a-p]/g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

export function fitted(text: string, least: number, most: number, vary: number): string {
  const tail = String(vary);
  const long = text.length < least ? text + 'x'.repeat(least - text.length) : text;
  return long.length <= most ? long : `${long.slice(0, Math.max(0, most - tail.length))}${tail}`.slice(-most);
}

/** Steps that one text may take. */
const EFFORT = 200_000;

function matching(
  [first, ...others]: readonly string[],
  { least, most }: { readonly least: number; readonly most: number },
  vary: number,
): string | undefined {
  const effort: Effort = { left: EFFORT };
  const lengths = { least, most: Math.min(most, LONGEST_TEXT) };
  const checks = others.map(matcherOf);
  for (let more = 0; more < 20 && effort.left > 0; more += 1) {
    for (const text of walker(first!)?.texts(lengths, vary + more, effort) ?? [])
      if (checks.every((check) => check(text))) return text;
  }
  return undefined;
}

const walkers = new Map<string, ReturnType<typeof patternTexts>>();

function walker(pattern: string): ReturnType<typeof patternTexts> {
  if (!walkers.has(pattern)) walkers.set(pattern, patternTexts(pattern));
  return walkers.get(pattern);
}
