// Body of a request and Payload of an event: their types, how they are read and printed. Notation, parts 4 and 6.

import type { Syntax } from '../grammar/syntax.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parsed } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import type { Name } from '../slot.ts';
import { tickedName } from './names.ts';
import { type Shape, printShape, shape, withoutTicks } from './shapes.ts';

export type BodyFact = { readonly kind: 'ignored' } | { readonly kind: 'same as'; readonly operation: Name } | ShapeOf;

export type Payload = { readonly kind: 'same as'; readonly event: Name } | ShapeOf;

interface ShapeOf {
  readonly kind: 'shape';
  readonly shape: Shape;
}

/** A shape or a template, in ticks or not; `other`: what may be there in its place. */
function shapeOr<T>(text: SourceText, other: (cursor: Cursor) => T | undefined): Parsed<T | ShapeOf> {
  const inner = withoutTicks(text);
  return parserOf((cursor): T | ShapeOf => {
    const found = inner ? undefined : other(cursor);
    return found ?? { kind: 'shape', shape: shape(cursor) };
  })(inner ?? text);
}

/** `ignored`, `` same as `POST /orders` ``, a shape or a template. */
export function parseBodyFact(text: SourceText): Parsed<BodyFact> {
  return shapeOr(text, (cursor): BodyFact | undefined => {
    if (cursor.takePhrase('ignored')) return { kind: 'ignored' };
    if (!cursor.takePhrase('same as')) return undefined;
    return { kind: 'same as', operation: tickedName(cursor, 'an operation in ticks: same as `POST /orders`') };
  });
}

/** `` same as `order_created` ``, a shape or a template. */
export function parsePayload(text: SourceText): Parsed<Payload> {
  return shapeOr(text, (cursor): Payload | undefined => {
    if (!cursor.takePhrase('same as')) return undefined;
    return { kind: 'same as', event: tickedName(cursor, 'an event kind in ticks: same as `order_created`') };
  });
}

export function printBody(body: BodyFact): string {
  if (body.kind === 'shape') return printShape(body.shape);
  return body.kind === 'ignored' ? 'ignored' : `same as ${ticked(body.operation.text)}`;
}

export function printPayload(payload: Payload): string {
  return payload.kind === 'same as' ? `same as ${ticked(payload.event.text)}` : printShape(payload.shape);
}

export const BODY: Syntax<BodyFact> = {
  parse: parseBodyFact,
  print: printBody,
  any: true,
  forms: 'a shape, a template, `same as …`, `ignored` or `none`',
  offers: ['a resource: …', 'a template: `{"…": …}`', 'a Body table: …', 'ignored', 'none'],
};

export const PAYLOAD: Syntax<Payload> = {
  parse: parsePayload,
  print: printPayload,
  any: true,
  forms: 'a shape, a template, same as `kind`, or `none`',
  offers: ['a resource: …', 'a template: `{"…": …}`', 'same as `…`', 'none'],
};
