// What an answer or an error carries, shapes and templates: their types, how they are read and printed. Notation, part 4 "Shapes
// and templates".

import type { Syntax } from '../grammar/syntax.ts';
import type { Span } from '../../base/span.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import { items } from '../grammar/items.ts';
import type { Parsed } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import type { Name } from '../slot.ts';
import { spelled, textParts } from '../words.ts';
import { cut, printCut } from './field-types.ts';
import { signedNumber, stringValue } from './literals.ts';
import { bareName, isResource, pathOf, printResource, resource } from './names.ts';

export type Shape =
  /** `Todo`, `` User as `Profile` ``, `R without a, b`, `R only a, b`. */
  | {
      readonly kind: 'resource';
      readonly resource: Name;
      readonly view?: Name;
      readonly without?: readonly Name[];
      readonly only?: readonly Name[];
      readonly at: Span;
    }
  | { readonly kind: 'array of'; readonly of: Shape; readonly at: Span }
  | { readonly kind: 'template'; readonly value: Template; readonly at: Span };

/** JSON with holes. `pairs` keep their written order. A pair or item whose key or value is a per-failure word repeats. */
export type Template =
  | { readonly kind: 'object'; readonly pairs: readonly TemplatePair[] }
  | { readonly kind: 'list'; readonly items: readonly Template[] }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  /** A bare field path of the row at hand. */
  | { readonly kind: 'field'; readonly path: readonly string[]; readonly at: Span }
  | { readonly kind: 'shape'; readonly shape: Shape }
  /** `<total>`, `<message>`, `<header X>`: the word without its brackets. */
  | { readonly kind: 'word'; readonly word: string; readonly at: Span }
  /** Quoted text with words inside: `"<base>/errors/<code>"`. */
  | { readonly kind: 'text'; readonly parts: readonly (string | { readonly word: string })[]; readonly at: Span };

export interface TemplatePair {
  readonly key: { readonly kind: 'literal'; readonly text: string } | { readonly kind: 'word'; readonly word: string };
  readonly value: Template;
  readonly at: Span;
}

export const SHAPE_FORMS: string =
  'a shape: `Todo`, User as `Profile`, `Todo without a, b`, `Todo only a, b`, `array of Todo`, or a template `{"a": …}`';

const VALUE_FORMS =
  'a value of a template: text in double quotes, a number, `true`, `false`, `null`, a field, a shape, `<word>`, `{…}` or `[…]`';

/** A shape, or the same in ticks as a whole: inside them names need no ticks of their own. */
export function parseShape(text: SourceText): Parsed<Shape> {
  const inner = withoutTicks(text);
  return parserOf(shape)(inner ?? text);
}

/** The text between the ticks that hold all of the value, unless they hold no more than a resource's name. */
export function withoutTicks(text: SourceText): SourceText | undefined {
  if (!text.text.includes('`')) return undefined;
  const parsed = parserOf((cursor) => {
    if (isResource(cursor)) cursor.fail('more than a name');
    const token = cursor.take();
    return token.kind === 'tick' ? token : cursor.fail('ticks around the whole value', token);
  })(text);
  return parsed.ok ? text.slice(parsed.value.from, parsed.value.to) : undefined;
}

export function shape(cursor: Cursor): Shape {
  const mark = cursor.mark;
  if (cursor.isSymbol('{') || cursor.isSymbol('[')) {
    return { kind: 'template', value: template(cursor), at: cursor.since(mark) };
  }
  return shapeOfRows(cursor) ?? cursor.fail(SHAPE_FORMS);
}

/** Words that are no resource in a shape, in any case of letters. */
const RESERVED = ['true', 'false', 'null', 'same', 'ignored'];

/** A resource, or a list of it. */
function shapeOfRows(cursor: Cursor): Shape | undefined {
  const mark = cursor.mark;
  if (cursor.takePhrase('array of')) {
    const of = cursor.deeper(() => shapeOfRows(cursor) ?? cursor.fail('a resource: `array of Todo`'));
    return { kind: 'array of', of, at: cursor.since(mark) };
  }
  if (!isResource(cursor) || RESERVED.some((word) => cursor.isWord(word))) return undefined;
  const named = resource(cursor);
  return { kind: 'resource', resource: named, ...cut(cursor), at: cursor.since(mark) };
}

function template(cursor: Cursor): Template {
  if (cursor.isSymbol('{')) return object(cursor);
  if (cursor.isSymbol('[')) return list(cursor);
  const mark = cursor.mark;
  const token = cursor.peek();
  if (token.kind === 'string') {
    const text = stringValue(cursor);
    const parts = textParts(text);
    const isLiteral = parts.every((part) => typeof part === 'string');
    return isLiteral ? { kind: 'literal', value: text } : { kind: 'text', parts, at: cursor.since(mark) };
  }
  if (cursor.isSymbol('<')) return { kind: 'word', word: word(cursor), at: cursor.since(mark) };
  const number = signedNumber(cursor);
  if (number !== undefined) return { kind: 'literal', value: Number(number) };
  if (cursor.takePhrase('true')) return { kind: 'literal', value: true };
  if (cursor.takePhrase('false')) return { kind: 'literal', value: false };
  if (cursor.takePhrase('null')) return { kind: 'literal', value: null };
  const rows = shapeOfRows(cursor);
  if (rows) return { kind: 'shape', shape: rows };
  if (token.kind !== 'word' && token.kind !== 'tick') cursor.fail(VALUE_FORMS);
  return { kind: 'field', path: pathOf(cursor, cursor.take(), VALUE_FORMS), at: cursor.since(mark) };
}

function object(cursor: Cursor): Template {
  return cursor.deeper(() => {
    cursor.needSymbol('{');
    const pairs: TemplatePair[] = [];
    const keys = new Set<string>();
    if (cursor.takeSymbol('}')) return { kind: 'object', pairs };
    do {
      const mark = cursor.mark;
      const key = pairKey(cursor);
      if (key.kind === 'literal' && keys.size === keys.add(key.text).size) {
        cursor.fail('a key that is not there yet', cursor.since(mark));
      }
      cursor.needSymbol(':', '`:` and a value');
      const value = template(cursor);
      pairs.push({ key, value, at: cursor.since(mark) });
    } while (cursor.takeSymbol(','));
    cursor.needSymbol('}', '`,` or `}`');
    return { kind: 'object', pairs };
  });
}

function list(cursor: Cursor): Template {
  return cursor.deeper(() => {
    cursor.needSymbol('[');
    if (cursor.takeSymbol(']')) return { kind: 'list', items: [] };
    const all = items(cursor, template);
    cursor.needSymbol(']', '`,` or `]`');
    return { kind: 'list', items: all };
  });
}

function pairKey(cursor: Cursor): TemplatePair['key'] {
  if (cursor.isSymbol('<')) return { kind: 'word', word: word(cursor) };
  if (cursor.peek().kind !== 'string') cursor.fail('a key in double quotes, or `<word>`');
  return { kind: 'literal', text: stringValue(cursor) };
}

/** `<request id>`, `<header X-Total>`: what is between the brackets. */
function word(cursor: Cursor): string {
  cursor.needSymbol('<');
  const mark = cursor.mark;
  if (cursor.peek().kind !== 'word') cursor.fail('a word: `<total>`');
  while (cursor.peek().kind === 'word' || cursor.peek().kind === 'number') cursor.take();
  const written = cursor.textSince(mark);
  cursor.needSymbol('>', '`>`');
  return spelled(written);
}

export function printShape(shape: Shape): string {
  switch (shape.kind) {
    case 'resource':
      return `${printResource(shape.resource)}${printCut(shape)}`;
    case 'array of':
      return `array of ${printShape(shape.of)}`;
    case 'template': {
      const words = printTemplate(shape.value);
      return /\\\|/.test(words) ? words : ticked(words);
    }
  }
}

function printTemplate(template: Template): string {
  switch (template.kind) {
    case 'object':
      return `{${template.pairs.map((pair) => `${printKey(pair.key)}: ${printTemplate(pair.value)}`).join(', ')}}`;
    case 'list':
      return `[${template.items.map((item, index) => printItem(item, template.items[index - 1])).join(', ')}]`;
    case 'literal':
      return typeof template.value === 'number' ? plainNumber(template.value) : JSON.stringify(template.value);
    case 'field':
      return template.path.every((step) => bareName(step) === step)
        ? template.path.join('.')
        : ticked(template.path.join('.'));
    case 'shape':
      return printInner(template.shape);
    case 'word':
      return `<${template.word}>`;
    case 'text':
      return JSON.stringify(
        template.parts.map((part) => (typeof part === 'string' ? part : `<${part.word}>`)).join(''),
      );
  }
}

/** A field list continues as long as names follow; a word with a capital is none. */
function printItem(item: Template, before: Template | undefined): string {
  const words = printTemplate(item);
  if (!/^(?:true|false|null)$/.test(words) || before?.kind !== 'shape') return words;
  return `${words[0]!.toUpperCase()}${words.slice(1)}`;
}

function printKey(key: { kind: 'literal'; text: string } | { kind: 'word'; word: string }): string {
  return key.kind === 'word' ? `<${key.word}>` : JSON.stringify(key.text);
}

/** A shape inside a template: names need no ticks. */
function printInner(shape: Shape): string {
  if (shape.kind === 'array of') return `array of ${printInner(shape.of)}`;
  if (shape.kind === 'template') return printTemplate(shape.value);
  const view = shape.view ? ` as ${ticked(shape.view.text)}` : '';
  const without = shape.without ? ` without ${bareNames(shape.without)}` : '';
  return `${printResource(shape.resource)}${view}${without}${shape.only ? ` only ${bareNames(shape.only)}` : ''}`;
}

function bareNames(fields: readonly { readonly text: string }[]): string {
  return fields.map((field) => bareName(field.text)).join(', ');
}

/** Digits without an exponent, as many as it takes to be this number. */
function plainNumber(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (!Number.isFinite(value)) return `${value < 0 ? '-' : ''}1${'0'.repeat(400)}`;
  const text = String(value);
  if (!text.includes('e')) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  let digits = 7;
  while (digits < 100 && Number(value.toFixed(digits)) !== value) digits++;
  return value.toFixed(digits);
}

/** The body of an error. */
export const ANSWER_BODY: Syntax<Shape> = {
  parse: parseShape,
  print: printShape,
  any: true,
  forms: 'a shape, a template, or `none`',
  offers: ['a resource: …', 'array of …', 'a template: `{"…": …}`', 'none'],
};

export const ERROR_BODY: Syntax<Shape> = {
  parse: parseShape,
  print: printShape,
  any: true,
  forms: 'a template, a shape, or `none`',
  offers: ['a template: `{"…": …}`', 'none'],
};

/** The words of a value, those of lists and objects inside too. */
export function wordsIn(template: Template): readonly string[] {
  switch (template.kind) {
    case 'object':
      return template.pairs.flatMap(({ key, value }) => [
        ...(key.kind === 'word' ? [key.word] : []),
        ...wordsIn(value),
      ]);
    case 'list':
      return template.items.flatMap(wordsIn);
    case 'word':
      return [template.word];
    case 'text':
      return template.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.word]));
    default:
      return [];
  }
}
