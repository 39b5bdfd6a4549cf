// Headers in: which headers a request must carry, and when. Its type, how it is read and printed. Notation, part 4.

import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { items } from '../grammar/items.ts';
import type { Name } from '../slot.ts';
import { type Call, call, printCall } from './calls.ts';
import { tickedName } from './names.ts';

const NEEDS = ['always', 'required', 'optional', 'when there is a body'] as const;

/** `on`: in these calls. */
export type HeaderIn =
  | { readonly header: Name; readonly need: (typeof NEEDS)[number] }
  | { readonly header: Name; readonly need: 'on'; readonly calls: readonly Call[] };

const FORMS =
  'headers in ticks, each with `always`, `required`, `optional`, `when there is a body` or `on POST` behind it';

/** `` `User-Agent` always, `Idempotency-Key` on POST ``. */
export const parseHeadersIn: Parser<readonly HeaderIn[]> = parserOf((cursor) => items(cursor, headerIn, [';']));

/** Without a word after it a request must carry it. */
function headerIn(cursor: Cursor): HeaderIn {
  const header = tickedName(cursor, FORMS);
  const need = NEEDS.find((phrase) => cursor.takePhrase(phrase));
  if (need !== undefined || !cursor.takePhrase('on')) return { header, need: need ?? 'required' };
  const calls: Call[] = [];
  do calls.push(call(cursor, 'methods, or operations in ticks'));
  while (cursor.takePhrase('and') || cursor.takePhrase('or'));
  return { header, need: 'on', calls };
}

function printHeaderIn(one: HeaderIn): string {
  const need = one.need === 'on' ? `on ${one.calls.map(printCall).join(' and ')}` : one.need;
  return `${ticked(one.header.text)} ${need}`;
}

export const HEADERS_IN: Syntax<readonly HeaderIn[]> = {
  parse: parseHeadersIn,
  print: (all) => all.map(printHeaderIn).join(', '),
  any: true,
  forms: FORMS,
  offers: ['headers, and when they must be there: …', 'none'],
};
