// What becomes of names in a body and a query that nothing declares: its type, how it is read and printed. Notation, part 4, key Unknown
// fields.

import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import { type HalfGap, halfGap } from '../grammar/half-gaps.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { valueOf, type Name, type Slot } from '../slot.ts';
import { tickedName } from './names.ts';
import { REFUSED_OR_IGNORED } from './policies.ts';

type Policy = 'refused' | 'ignored';

export interface UnknownFields {
  /** The field of the row in which members of the body are kept that no field of it names. */
  readonly keptIn?: Name;
  /** Of what is not kept: anything in a query, and in objects inside of the body. Left out: nothing says. */
  readonly elsewhere: Policy | HalfGap | undefined;
}

const FORMS = '`refused`, `ignored`, or kept in `extra`, elsewhere refused';
const KEPT = 'kept in `extra`, the field of the row that keeps them';
const ELSEWHERE = '`, elsewhere refused` or `, elsewhere ignored`';

export const parseUnknownFields: Parser<UnknownFields> = (text) => {
  const read = parseWhole(text);
  if (read.ok) return read;
  const plain = REFUSED_OR_IGNORED.parse(text);
  return plain.ok || plain.meant === undefined ? read : { ...read, meant: plain.meant };
};

const parseWhole: Parser<UnknownFields> = parserOf((cursor) => {
  if (!cursor.isWord('kept')) return { elsewhere: policy(cursor, FORMS) };
  cursor.needPhrase('kept in', KEPT);
  const keptIn = tickedName(cursor, KEPT);
  if (!cursor.takeSymbol(',')) return { keptIn, elsewhere: undefined };
  cursor.needPhrase('elsewhere', ELSEWHERE);
  return { keptIn, elsewhere: halfGap(cursor) ?? policy(cursor, '`refused` or `ignored`') };
});

function policy(cursor: Cursor, forms: string): Policy {
  if (cursor.takePhrase('refused')) return 'refused';
  return cursor.takePhrase('ignored') ? 'ignored' : cursor.fail(forms);
}

function printUnknownFields({ keptIn, elsewhere }: UnknownFields): string {
  const policy = typeof elsewhere === 'object' ? 'not shown' : elsewhere;
  if (!keptIn) return policy ?? '';
  return `kept in ${ticked(keptIn.text)}${policy === undefined ? '' : `, elsewhere ${policy}`}`;
}

export const UNKNOWN_FIELDS: Syntax<UnknownFields> = {
  parse: parseUnknownFields,
  print: printUnknownFields,
  forms: FORMS,
  offers: REFUSED_OR_IGNORED.offers,
  open: ({ elsewhere }) => (typeof elsewhere === 'string' ? [] : ['elsewhere']),
};

/** What becomes of a name that is neither declared nor kept; undefined: nothing says. */
export function unknownElsewhere(slot: Slot<UnknownFields>): Policy | undefined {
  const elsewhere = valueOf(slot)?.elsewhere;
  return typeof elsewhere === 'string' ? elsewhere : undefined;
}
