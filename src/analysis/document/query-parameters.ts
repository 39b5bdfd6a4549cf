// Every parameter of a query, from each source: a row of the Query table, `any field of R`, Pages. Input: an operation. Output: a
// row for each name, as conditions may name it. Notation, part 4, table Query and key Pages.

import { oncePer } from '../../base/once-per.ts';
import type { Span } from '../../base/span.ts';
import type { Ordering } from '../../notation/values/ordering.ts';
import type { Pages } from '../../notation/values/lists.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { absent, valueOf, type None, type Stated } from '../../notation/slot.ts';
import { pageNames } from './pages.ts';
import { isHidden } from './shape-fields.ts';
import { kindOf, plainType } from './value-kinds.ts';

/** Of what is declared twice, which is an error, the row of the table. */
export const queryParameters: (model: Model, linked: LinkedOperation) => ReadonlyMap<string, Parameter> = oncePer(
  (model, linked) => {
    const { queryTable, pages, order } = linked.facts;
    const paged = valueOf(pages);
    const chosen = valueOf(order)?.chosen;
    const all = [
      ...(paged ? ofPages(paged, pages.at) : []),
      ...(chosen ? [ofOrder(chosen)] : []),
      ...queryTable.items.flatMap((row) => (row.anyFieldOf ? ofFields(model, row, row.anyFieldOf.text) : [])),
      ...queryTable.items.filter((row) => !row.anyFieldOf),
    ];
    return new Map(all.map((row) => [row.name.text, row]));
  },
);

/** Whole numbers; cursors are of no type that anybody states. */
function ofPages(pages: Pages, at: Span): readonly Parameter[] {
  const nothing: Omit<Parameter, 'name' | 'type' | 'default'> = {
    anyFieldOf: undefined,
    required: NO(at),
    allowed: absent(at),
    selects: absent(at),
    at,
  };
  if (pages.kind !== 'offset and limit' && pages.kind !== 'page and size')
    return [pages.first, pages.before, pages.size].flatMap((text) =>
      text === undefined ? [] : [{ ...nothing, name: { text, at }, type: absent(at), default: absent(at) }],
    );
  const { first, size } = pageNames(pages);
  const least = pages.kind === 'offset and limit' ? '0' : '1';
  const usual = typeof pages.default === 'number' ? number(String(pages.default), at) : NONE(at);
  return (
    [
      [first, number(least, at)],
      [size, usual],
    ] as const
  ).map(([text, fallback]) => ({
    ...nothing,
    name: { text, at },
    type: said({ kind: 'integer', min: least }, at),
    default: fallback,
  }));
}

/** One of the orders by its name; none where it is not sent. */
export function ofOrder({ parameter, orders }: Exclude<Ordering['chosen'], undefined>): Parameter {
  const { at } = parameter;
  const values = orders.map(({ value }) => value);
  return {
    name: parameter,
    anyFieldOf: undefined,
    type: said({ kind: 'one-of', values }, at),
    required: NO(at),
    default: NONE(at),
    allowed: absent(at),
    selects: NONE(at),
    at,
  };
}

/** Each filters by its own type, and only where it is sent. */
function ofFields(model: Model, row: Parameter, resource: string): readonly Parameter[] {
  const fields = model.resources.get(resource)?.fields.items ?? [];
  return fields
    .filter((field) => !isHidden(field) && isOneValue(model, valueOf(field.type)))
    .map(({ name, type }) => ({ ...row, name, anyFieldOf: undefined, type, default: NONE(row.at) }));
}

/** A list, a map or an object is no value of one parameter, and an instant as it was sent compares with nothing. */
function isOneValue(model: Model, type: FieldType | undefined): boolean {
  const plain = type && plainType(model, type)?.type;
  return plain !== undefined && !['list', 'object', 'other', 'as sent'].includes(kindOf(plain));
}

function said<T>(value: T, at: Span): Stated<T> {
  return { status: 'stated', value, text: '', at };
}

function number(value: string, at: Span): Stated<{ readonly kind: 'number'; readonly value: string }> {
  return said({ kind: 'number', value }, at);
}

const NO = (at: Span): Stated<{ readonly kind: 'no' }> => said({ kind: 'no' }, at);
const NONE = (at: Span): None => ({ status: 'none', text: '', at });
