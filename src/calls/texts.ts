// A text that a field can have. Input: what is wanted. Output: a text of its format, with its lengths, that all its patterns
// match; nothing when none is found with little effort.

import { patternOfSchema, schemaMatcherOf } from '../base/patterns/schema-form.ts';
import type { JsonSchema } from '../plan/input.ts';
import { spend } from '../base/effort.ts';
import type { Effort } from '../base/effort.ts';
import { patternTexts } from '../base/patterns/texts.ts';
import type { Lengths, PatternTexts } from '../base/patterns/texts.ts';
import type { Wanted, When } from './wanted.ts';

const DAY = 86_400_000;

/** A longer text helps no reader. */
const LONGEST = 10_000;
/** What a character costs beside finding it: it is sent and shown. */
const CHARACTER = 10;
/** Of one pattern, where other patterns have to match, too. */
const MOST_TRIES = 50;

export function text(wanted: Wanted): string | undefined {
  const { name, schema, value, vary, effort } = wanted;
  const lengths = lengthsOf(schema);
  if (lengths.least > Math.min(lengths.most, LONGEST) || !spend(effort, CHARACTER * lengths.least)) return undefined;
  const patterns = patternsOf(schema);
  const format = formatted(String(value.format ?? schema['format'] ?? ''), wanted);
  const words = `${name.replace(/[_.-]+/g, ' ').trim() || 'text'}${vary > 1 ? ` ${vary}` : ''}`;
  const plain = format ?? fitted(words, lengths, vary);
  const fits = (candidate: string): boolean => isAllowed(candidate, schema, effort);
  if (fits(plain)) return plain;
  for (const pattern of patterns) {
    let tries = 0;
    for (const candidate of made(pattern, lengths, vary, effort)) {
      if (fits(candidate)) return candidate;
      if ((tries += 1) >= MOST_TRIES) break;
    }
  }
  return undefined;
}

/** By its lengths and patterns. */
export function isAllowed(text: string, schema: JsonSchema, effort: Effort): boolean {
  const { least, most } = lengthsOf(schema);
  const { length } = Array.from(text);
  if (length < least || length > most) return false;
  return patternsOf(schema).every((pattern) => spend(effort, CHARACTER * length) && schemaMatcherOf(pattern)(text));
}

/** The texts for this number, then those for the ones behind it. */
function* made(pattern: string, lengths: Lengths, vary: number, effort: Effort): Generator<string> {
  const found = textsOf(pattern);
  if (found === undefined || !spend(effort, found.cost)) return;
  for (let more = 0; more < MOST_TRIES && effort.left > 0; more += 1) {
    yield* found.texts(lengths, vary - 1 + more, effort);
  }
}

const known = new Map<string, PatternTexts | undefined>();
const MOST_KNOWN = 100;

function textsOf(pattern: string): PatternTexts | undefined {
  const before = known.get(pattern);
  if (before !== undefined || known.has(pattern)) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const written = patternOfSchema(pattern);
  const found = written === undefined ? undefined : patternTexts(written);
  known.set(pattern, found);
  return found;
}

function lengthsOf(schema: JsonSchema): Lengths {
  const { minLength, maxLength } = schema;
  return {
    least: typeof minLength === 'number' ? minLength : 0,
    most: typeof maxLength === 'number' ? maxLength : Infinity,
  };
}

/** As `merged` collects them. */
function patternsOf(schema: JsonSchema): readonly string[] {
  const { allPatterns } = schema;
  return Array.isArray(allPatterns) ? (allPatterns as readonly string[]) : [];
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Another day each time, away from `now` or further from it. */
export function instantAt({ now, days }: When, vary: number): number {
  return now + (days + Math.sign(days) * (vary % 28)) * DAY;
}

/** By the format's word: the plan's, or JSON Schema's. */
function formatted(format: string, { name, vary, when }: Wanted): string | undefined {
  const day = when ? new Date(instantAt(when, vary)).toISOString().slice(0, 10) : `2026-01-${two(1 + (vary % 28))}`;
  switch (format) {
    case 'date':
      return day;
    case 'date-time':
    case 'date-time as sent':
      return `${day}T09:30:00Z`;
    case 'time':
      return `09:${two(vary % 60)}:00`;
    case 'duration':
      return `PT${vary}H`;
    case 'uuid':
      return `018f3c5e-7a10-7b2c-9d3e-${vary.toString(16).padStart(12, '0')}`;
    case 'url':
    case 'uri':
      return `https://example.com/${slug(name)}${vary > 1 ? `/${vary}` : ''}`;
    case 'email':
    case 'sent email':
      return `${slug(name)}${vary > 1 ? vary : ''}@example.com`;
    default:
      return undefined;
  }
}

/** Longer by repeating, shorter by cutting; the number that varies it stays. */
function fitted(words: string, { least, most }: Lengths, vary: number): string {
  const long =
    words.length < least
      ? `${words} `
          .repeat(Math.ceil(least / words.length))
          .slice(0, least)
          .replace(/ $/, '.')
      : words;
  if (long.length <= most) return long;
  const tail = vary > 1 ? String(vary) : '';
  return `${long.slice(0, Math.max(0, most - tail.length))}${tail}`.slice(0, most).replace(/ $/, '.');
}

function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'value'
  );
}
