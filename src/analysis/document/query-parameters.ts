// Every parameter of a query, from each source: a row of the Query table, `any field of R`, Pages. Input: an operation. Output: a
// row for each name, as conditions may name it. Notation, part 4, table Query and key Pages.

import { oncePer } from '../../base/once-per.ts';
import type { Span } from '../../base/span.ts';
import type { Ordering } from '../../notation/values/ordering.ts';
import type { Pages } from '../../notation/values/lists.ts';
import type { Facts, Parameter } from '../../notation/endpoints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { absent, valueOf, type None, type Stated } from '../../notation/slot.ts';
import { cursorType, hasCursor, pageNames } from './pages.ts';
import { ruleOf } from './field-rules.ts';
import { isHidden } from './shape-fields.ts';
import { kindOf, plainType } from './value-kinds.ts';

/** Of what is declared twice, which is an error, the row of the table. */
export const queryParameters: (model: Model, linked: LinkedOperation) => ReadonlyMap<string, Parameter> = oncePer(
  (model, linked) => {
    const { queryTable, pages, order } = linked.facts;
    const paged = valueOf(pages);
    const chosen = valueOf(order)?.chosen;
    const all = [
      ...(paged ? ofPages(model, linked, paged, pages.at) : []),
      ...(chosen ? [ofOrder(chosen)] : []),
      ...queryTable.items.flatMap((row) => (row.anyFieldOf ? ofFields(model, row, row.anyFieldOf.text) : [])),
      ...queryTable.items.filter((row) => !row.anyFieldOf),
    ];
    return new Map(all.map((row) => [row.name.text, row]));
  },
);

/** Rows that may select among what is listed: of the Query and the Header table. */
export function selectingRows({ queryTable, headerTable }: Facts): readonly Parameter[] {
  return headerTable.items.length === 0 ? queryTable.items : [...queryTable.items, ...headerTable.items];
}

/** The parameters of a query that select among what is listed. */
export const selectingNames: (model: Model, linked: LinkedOperation) => ReadonlySet<string> = oncePer(
  (model: Model, { facts }: LinkedOperation): ReadonlySet<string> =>
    new Set(
      facts.queryTable.items.flatMap((row): readonly string[] => {
        if (row.anyFieldOf)
          return filtersOf(model, model.resources.get(row.anyFieldOf.text)).map(({ field }) => field.name.text);
        return valueOf(row.selects)?.kind === 'condition' ? [row.name.text] : [];
      }),
    ),
);

/** Whole numbers, and cursors. */
function ofPages(model: Model, linked: LinkedOperation, pages: Pages, at: Span): readonly Parameter[] {
  const { first, before, size } = pageNames(pages);
  const least = pages.kind === 'offset and limit' ? '0' : '1';
  const whole = said({ kind: 'integer', min: least } as const, at);
  const row = (text: string, type: Parameter['type'], fallback: Parameter['default']): Parameter => ({
    name: { text, at },
    anyFieldOf: undefined,
    type,
    required: NO(at),
    default: fallback,
    allowed: absent(at),
    selects: absent(at),
    at,
  });
  const cursor = cursorType(model, linked, pages);
  const places = hasCursor(pages)
    ? [first, ...(before === undefined ? [] : [before])].map((name) =>
        row(name, cursor ? said(cursor, at) : absent(at), NONE(at)),
      )
    : [row(first, whole, number(least, at))];
  const usual = typeof pages.default === 'number' ? number(String(pages.default), at) : NONE(at);
  return [...places, ...(size === undefined ? [] : [row(size, whole, usual)])];
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
  return filtersOf(model, model.resources.get(resource)).map(({ field: { name, type }, as }) => ({
    ...row,
    name,
    anyFieldOf: undefined,
    type: said(as, type.at),
    default: NONE(row.at),
  }));
}

/** A field by which `` any field of `R` `` filters. */
export interface FieldFilter {
  readonly field: Field;
  /** The type of its parameter. */
  readonly as: FieldType;
  /** It is a list: the parameter is one of its members. */
  readonly isMember: boolean;
}

/** Each that is shown, and that one value can equal, or be a member of. */
export function filtersOf(model: Model, resource: Resource | undefined): readonly FieldFilter[] {
  return (resource?.fields.items ?? []).flatMap((field): readonly FieldFilter[] => {
    const type = valueOf(field.type);
    if (!type || isHidden(field)) return [];
    if (isOneValue(model, type)) return [{ field, as: type, isMember: false }];
    const list = type.kind === 'nullable' ? type.of : type;
    const isList = (list.kind === 'array' || list.kind === 'set') && ruleOf(field)?.kind !== 'list';
    const member = isList ? (list.of.kind === 'nullable' ? list.of.of : list.of) : undefined;
    return member && isOneValue(model, member) ? [{ field, as: member, isMember: true }] : [];
  });
}

/** A list, a map or an object is no value of one parameter, and an instant as it was sent compares with nothing. */
function isOneValue(model: Model, type: FieldType): boolean {
  const plain = plainType(model, type)?.type;
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
