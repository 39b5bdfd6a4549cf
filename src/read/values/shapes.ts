// What a body carries. In: the value of a Body bullet or cell. Out: Shape, with templates as trees.
// Notation, part 4, "Shapes and templates": quoted is literal, bare is a field path or a shape, `<word>` is filled.

import type { Shape, Template, TemplatePair } from '../../model/shapes.ts';
import { spelled, textParts } from '../../model/words.ts';
import type { SourceText } from '../source-text.ts';
import { parseWith } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { cut } from './field-types.ts';
import { signedNumber, stringValue } from './literals.ts';
import { isResource, pathOf, resource } from './names.ts';
import type { Parsed } from './parsed.ts';

export const SHAPE_FORMS: string =
  'a shape: `Todo`, User as `Profile`, `Todo without a, b`, `Todo only a, b`, `array of Todo`, or a template `{"a": …}`';

const VALUE_FORMS =
  'a value of a template: text in double quotes, a number, `true`, `false`, `null`, a field, a shape, `<word>`, `{…}` or `[…]`';

/** A shape, or the same in ticks as a whole: in there names need no ticks of their own. */
export function parseShape(text: SourceText): Parsed<Shape> {
  const inner = withoutTicks(text);
  return parseWith(inner ?? text, shape);
}

/** The text between the ticks that hold all of the value, unless they hold no more than a resource's name. */
export function withoutTicks(text: SourceText): SourceText | undefined {
  if (!text.text.includes('`')) return undefined;
  const parsed = parseWith(text, (cursor) => {
    if (isResource(cursor)) cursor.fail('more than a name');
    const token = cursor.take();
    return token.kind === 'tick' ? token : cursor.fail('ticks around the whole value', token);
  });
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
    const items: Template[] = [];
    if (cursor.takeSymbol(']')) return { kind: 'list', items };
    do items.push(template(cursor));
    while (cursor.takeSymbol(','));
    cursor.needSymbol(']', '`,` or `]`');
    return { kind: 'list', items };
  });
}

function pairKey(cursor: Cursor): TemplatePair['key'] {
  if (cursor.isSymbol('<')) return { kind: 'word', word: word(cursor) };
  if (cursor.peek().kind !== 'string') cursor.fail('a key in double quotes, or `<word>`');
  return { kind: 'literal', text: stringValue(cursor) };
}

/** `<request id>`, `<header X-Total>`: what stands between the brackets. */
function word(cursor: Cursor): string {
  cursor.needSymbol('<');
  const mark = cursor.mark;
  if (cursor.peek().kind !== 'word') cursor.fail('a word: `<total>`');
  while (cursor.peek().kind === 'word' || cursor.peek().kind === 'number') cursor.take();
  const written = cursor.textSince(mark);
  cursor.needSymbol('>', '`>`');
  return spelled(written);
}
