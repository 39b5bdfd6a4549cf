// When an event is sent: how it is read and printed. Notation, part 6, key When.

import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { items } from '../grammar/items.ts';
import type { Name } from '../slot.ts';
import {
  isResource,
  isTick,
  ownedField,
  type OwnedField,
  printOwned,
  printResource,
  resource,
  tickedName,
} from './names.ts';

export type Occasion =
  /** A call of it succeeded. */
  | { readonly kind: 'call'; readonly operation: Name }
  | { readonly kind: (typeof CHANGES)[number]; readonly resource: Name }
  | { readonly kind: 'becomes'; readonly field: OwnedField; readonly value: Name }
  | { readonly kind: 'changes'; readonly field: OwnedField };

/** What can happen to a row. */
export const CHANGES = ['created', 'updated', 'deleted'] as const;

const FORMS =
  'operations in ticks, `Order is created`, `Order.status` becomes `paid`, or `Order.total` changes, by commas';

/** `` `POST /orders`, `Order.status` becomes `paid` ``. */
export const parseHappening: Parser<readonly Occasion[]> = parserOf((cursor) => items(cursor, occasion, ['or']));

function occasion(cursor: Cursor): Occasion {
  if (isResource(cursor) && cursor.isWord('is', 1)) {
    const name = resource(cursor);
    cursor.needPhrase('is');
    const kind = CHANGES.find((word) => cursor.takePhrase(word));
    return { kind: kind ?? cursor.fail('`created`, `updated` or `deleted`'), resource: name };
  }
  if (isTick(cursor) && !cursor.isWord('becomes', 1) && !cursor.isWord('changes', 1))
    return { kind: 'call', operation: tickedName(cursor, FORMS) };
  const field = ownedField(cursor, FORMS);
  if (cursor.takePhrase('becomes')) return { kind: 'becomes', field, value: tickedName(cursor, 'a value in ticks') };
  cursor.needPhrase('changes', '`changes`, or `becomes` and a value');
  return { kind: 'changes', field };
}

export function printOccasion(one: Occasion): string {
  switch (one.kind) {
    case 'call':
      return ticked(one.operation.text);
    case 'becomes':
      return `${printOwned(one.field)} becomes ${ticked(one.value.text)}`;
    case 'changes':
      return `${printOwned(one.field)} changes`;
    default:
      return `${printResource(one.resource)} is ${one.kind}`;
  }
}

export const OCCASIONS: Syntax<readonly Occasion[]> = {
  parse: parseHappening,
  print: (all) => all.map(printOccasion).join(', '),
  forms: FORMS,
  offers: ['`….…` changes', 'none'],
};
