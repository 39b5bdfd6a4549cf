// What a call or an event sends. In: the value of a Body bullet, a Payload cell or bullet. Out: BodyFact, Payload.
// Notation, part 4, key "Body"; part 6.

import type { BodyFact } from '../../model/endpoints.ts';
import type { Payload } from '../../model/events.ts';
import type { SourceText } from '../source-text.ts';
import { parseWith } from './cursor.ts';
import { ticked } from './names.ts';
import type { Parsed } from './parsed.ts';
import { shape, withoutTicks } from './shapes.ts';

/** `ignored`, `` same as `POST /orders` ``, a shape or a template. */
export function parseBodyFact(text: SourceText): Parsed<BodyFact> {
  const inner = withoutTicks(text);
  if (inner) return parseWith(inner, (cursor) => ({ kind: 'shape', shape: shape(cursor) }));
  return parseWith(text, (cursor) => {
    if (cursor.takePhrase('ignored')) return { kind: 'ignored' };
    if (cursor.takePhrase('same as')) {
      return { kind: 'same as', operation: ticked(cursor, 'an operation in ticks: same as `POST /orders`') };
    }
    return { kind: 'shape', shape: shape(cursor) };
  });
}

/** `` same as `order_created` ``, a shape or a template. */
export function parsePayload(text: SourceText): Parsed<Payload> {
  const inner = withoutTicks(text);
  return parseWith(inner ?? text, (cursor) => {
    if (!inner && cursor.takePhrase('same as'))
      return { kind: 'same as', event: ticked(cursor, 'an event kind in ticks: same as `order_created`') };
    return { kind: 'shape', shape: shape(cursor) };
  });
}
