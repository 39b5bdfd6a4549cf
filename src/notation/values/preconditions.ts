// Preconditions of a call: their type, how they are read and printed. Notation, part 4.

import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { items } from '../grammar/items.ts';
import type { Name } from '../slot.ts';
import { tickedName } from './names.ts';

export interface Precondition {
  /** `If-Match` */
  readonly header: Name;
  readonly isRequired: boolean;
  /** The header of an answer that it is compared with: `ETag`. */
  readonly on: Name | undefined;
}

const FORMS = '`If-Match` required on `ETag`, the same with `optional`, by commas, or `none`';

/** `` `If-Match` required on `ETag` ``. */
export const parsePreconditions: Parser<readonly Precondition[]> = parserOf((cursor) =>
  items(cursor, precondition, [';']),
);

function precondition(cursor: Cursor): Precondition {
  const header = tickedName(cursor, FORMS);
  const isRequired = cursor.takePhrase('required');
  if (!isRequired) cursor.needPhrase('optional', '`required` or `optional`');
  return {
    header,
    isRequired,
    on: cursor.takePhrase('on') ? tickedName(cursor, 'a header in ticks: `ETag`') : undefined,
  };
}

function printPrecondition({ header, isRequired, on }: Precondition): string {
  return `${ticked(header.text)} ${isRequired ? 'required' : 'optional'}${on ? ` on ${ticked(on.text)}` : ''}`;
}

export const PRECONDITIONS: Syntax<readonly Precondition[]> = {
  parse: parsePreconditions,
  print: (all) => all.map(printPrecondition).join(', '),
  any: true,
  forms: FORMS,
  offers: ['`If-Match` required on `ETag`', '`If-None-Match` optional on `ETag`', 'none'],
};
