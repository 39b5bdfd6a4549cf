// The rows that a list has to show, may show, and must not show: who sees which, filters, order and page. Input: a call that lists. Output:
// rows in three values, and where the page begins and ends. Notation, part 4, Does, Selects, Order, Pages, Who.

import { isOfCaller } from '../../analysis/document/condition-walk.ts';
import { hasCursor, pageNames } from '../../analysis/document/pages.ts';
import { filtersOf, selectingRows } from '../../analysis/document/query-parameters.ts';
import { effectsOf } from '../../analysis/document/targets.ts';
import { isList, type Lists } from '../../analysis/document/effect-traits.ts';
import { goneMachines, goneOf, namedIn, type GoneStates } from '../../analysis/values/gone-states.ts';
import type { LinkedOperation } from '../../model/model.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Pages } from '../../notation/values/lists.ts';
import type { OrderKey } from '../../notation/values/ordering.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import type { Who } from '../../notation/values/who.ts';
import { Between } from '../values/place.ts';
import { isThere, lets, truth } from '../values/evaluate.ts';
import { headerRead, parameterRead } from '../values/parameters.ts';
import { namedFor } from '../values/rows.ts';
import { shownKey } from '../world/kept.ts';
import { reasonFor, type Reason } from './reasons.ts';
import { isSameList, listAsked } from './asked-list.ts';
import type { Knowledge } from '../world/knowledge.ts';
import { all, not, some, Row, UNKNOWN, type Cursor, type Truth, type Value } from '../world/known.ts';
import type { Asked, Scope } from '../world/world.ts';

export interface Listing {
  readonly effect: Lists;
  readonly resource: string;
  readonly keys: readonly OrderKey[] | undefined;
  readonly page: Page | undefined;
  /** Every row of the resource that is there is listed, if the page shows all. */
  readonly isOfAll: boolean;
  readonly isIn: (row: Row) => Truth;
  /** The same where a service ignores the parameter of the query. */
  readonly without: (name: string, row: Row) => Truth;
  /** Does it concern others than who calls? */
  readonly isOfOthers: (row: Row) => boolean;
  /** Why it is listed or is not, where that is one statement. */
  readonly because: (row: Row, isIn: boolean) => Reason | undefined;
}

/** From a number of rows on, or behind a row; undefined: nobody can tell. */
export interface Page {
  readonly pages: Pages;
  readonly first: number | { readonly after: Row; readonly isBefore: boolean } | undefined;
  /** Undefined: all the rest, or nobody can tell. */
  readonly size: number | undefined;
  readonly isFirst: boolean;
  /** Does the query say which one? */
  readonly isSent: boolean;
}

export function listingOf(world: Knowledge, linked: LinkedOperation, asked: Asked): Listing | undefined {
  const effect = effectsOf(linked).find(isList);
  if (!effect) return undefined;
  const resource = effect.target.text;
  const filters = filtersIn(world, linked, asked, resource);
  const who = valueOf(linked.facts.who);
  const seenBy = [world.model.resources.get(resource)!.visibleTo, linked.facts.who];
  const visible = valueOf(world.model.resources.get(resource)!.visibleTo);
  const { where } = effect as { readonly where?: Condition };
  const scopeOf = (row: Row): Scope => ({ world, asked, row, self: row });
  const ownership = ownershipIn(where);
  const maySee = (scope: Scope): readonly Truth[] => [
    visible ? isThere(scope.row!, scope) : true,
    who ? mayList(who, scope) : true,
  ];
  const isAmong = (row: Row, applied: readonly Filter[]): Truth => {
    if (row.isThere === false) return false;
    const named = applied.flatMap((filter) => filter.named ?? []);
    return all([
      row.isThere,
      not(isGoneFor(world, linked, row, named)),
      where ? truth(where, scopeOf(row)) : true,
      ...maySee(scopeOf(row)),
      ...applied.map(({ holds }) => holds(row)),
    ]);
  };
  const page = pageOf(world, linked, asked);
  const isUnseen = who !== undefined && who.kind !== 'anyone' && who.kind !== 'signed-in' && who.kind !== 'role';
  return {
    effect,
    resource,
    keys: keysOf(linked, asked),
    page,
    isOfAll:
      !where && !visible && !isUnseen && filters.length === 0 && goneMachines(world.model, resource).length === 0,
    isIn: (row) => isAmong(row, filters),
    without: (name, row) =>
      isAmong(
        row,
        filters.filter((filter) => filter.parameter !== name),
      ),
    isOfOthers: (row) =>
      row.isThere === true &&
      all([...ownership.map((one) => truth(one, scopeOf(row))), ...maySee(scopeOf(row))]) === false,
    because: (row, isIn) => reasonFor({ filters, isAmong, seenBy, scopeOf }, row, isIn),
  };
}

/** What has to be the caller, or the caller's. */
function ownershipIn(where: Condition | undefined): readonly Condition[] {
  if (where?.kind === 'and') return where.items.flatMap(ownershipIn);
  if (where?.kind !== 'compare' || where.operator !== '=') return [];
  return [where.left, where.right].some(isOfCaller) ? [where] : [];
}

/** Of what is listed each row is judged; what Who says of no row has been judged before. */
function mayList(who: Who, scope: Scope): Truth {
  return who.kind === 'anyone' || who.kind === 'signed-in' || who.kind === 'role' || who.kind === 'scope'
    ? true
    : lets(who, scope);
}

/** Is it in a gone state that the operation does not name? `also`: what names them in this call alone. */
export function isGoneFor(
  world: Knowledge,
  linked: LinkedOperation | undefined,
  row: Row,
  also: readonly GoneStates[] = [],
): Truth {
  const machines = goneMachines(world.model, row.resource);
  if (machines.length === 0) return false;
  const own = linked && namedFor(world.model, linked).get(row.resource);
  const named = own ? [own, ...also] : also;
  return some(
    machines.map((view) => {
      const state = row.get(view.field);
      if (state === UNKNOWN) return undefined;
      return goneOf(view).some((one) => one === state && !named.some((states) => states.get(view.name)?.has(one)));
    }),
  );
}

interface Filter {
  /** Of the query; undefined: of a header. */
  readonly parameter: string | undefined;
  /** What states it. */
  readonly slot: Slot<unknown>;
  readonly holds: (row: Row) => Truth;
  /** Gone states that it compares with. */
  readonly named?: GoneStates;
}

/** What the query and the headers select. */
function filtersIn(world: Knowledge, linked: LinkedOperation, asked: Asked, resource: string): readonly Filter[] {
  const owned = new Set(linked.facts.queryTable.items.filter((row) => !row.anyFieldOf).map(({ name }) => name.text));
  return selectingRows(linked.facts).flatMap((row): readonly Filter[] => {
    if (row.anyFieldOf) return anyField(world, asked, resource, owned, row.selects);
    const selects = valueOf(row.selects);
    if (selects?.kind !== 'condition') return [];
    const value = valueSent(world, linked, row, asked);
    if (value === null) return [];
    const { condition } = selects;
    const ground = world.model.resources.get(resource);
    return [
      {
        parameter: linked.facts.queryTable.items.includes(row) ? row.name.text : undefined,
        slot: row.selects,
        holds: (one) => truth(condition, { world, asked, row: one, self: one, value }),
        named: namedIn(world.model, condition, { row: ground, self: ground }),
      },
    ];
  });
}

/** Null: it is left out, or does not fit. */
function valueSent(world: Knowledge, linked: LinkedOperation, row: Parameter, asked: Asked): Value {
  const isHeader = linked.facts.headerTable.items.includes(row);
  const { value } = isHeader ? headerRead(world.model, row, asked, false) : parameterRead(world.model, row, asked);
  return value instanceof Between ? UNKNOWN : value;
}

function anyField(
  world: Knowledge,
  asked: Asked,
  resource: string,
  owned: ReadonlySet<string>,
  slot: Slot<unknown>,
): readonly Filter[] {
  return filtersOf(world.model, world.model.resources.get(resource)).flatMap(
    ({ field, isMember }): readonly Filter[] => {
      const name = field.name.text;
      const sent = owned.has(name) ? undefined : asked.query.get(name)?.at(-1);
      if (sent === undefined) return [];
      return [
        {
          parameter: name,
          slot,
          holds: (row) => {
            const value = row.get(name);
            if (value === UNKNOWN) return undefined;
            if (isMember && Array.isArray(value)) return value.some((one) => String(one) === sent);
            if (value === null) return false;
            const own = value instanceof Row ? shownAs(valueOf(field.type), value) : value;
            if (own === UNKNOWN) return undefined;
            return shownKey(world.model, resource, name, own) === shownKey(world.model, resource, name, sent);
          },
        },
      ];
    },
  );
}

/** The field by which a reference is shown. */
function shownAs(type: FieldType | undefined, row: Row): Value {
  const plain = type?.kind === 'nullable' ? type.of : type;
  return plain?.kind === 'resource' && plain.by ? row.get(plain.by.text) : UNKNOWN;
}

/** The order that the call chose; undefined: it is not shown. */
function keysOf(linked: LinkedOperation, asked: Asked): readonly OrderKey[] | undefined {
  const order = valueOf(linked.facts.order);
  if (!order) return undefined;
  const named = order.chosen && asked.query.get(order.chosen.parameter.text)?.at(-1);
  const chosen = order.chosen?.orders.find(({ value }) => value.text === named);
  return chosen?.keys ?? order.keys;
}

function pageOf(world: Knowledge, linked: LinkedOperation, asked: Asked): Page | undefined {
  const pages = valueOf(linked.facts.pages);
  if (!pages) return undefined;
  const names = pageNames(pages);
  const text = (name: string | undefined): string | undefined =>
    name === undefined ? undefined : asked.query.get(name)?.at(-1);
  const size = sizeOf(pages, text(names.size));
  const [first, before] = [text(names.first), text(names.before)];
  if (hasCursor(pages)) {
    const cursor = first ?? before;
    const at = cursor === undefined ? 0 : placeOf(world, linked, asked, pages, cursor, first === undefined);
    return { pages, first: at, size, isFirst: cursor === undefined, isSent: cursor !== undefined };
  }
  const number = first === undefined ? (pages.kind === 'page and size' ? 1 : 0) : Number(first);
  const start = pages.kind === 'page and size' ? (size === undefined ? undefined : (number - 1) * size) : number;
  return { pages, first: start, size, isFirst: start === 0, isSent: first !== undefined };
}

function sizeOf(pages: Pages, sent: string | undefined): number | undefined {
  const usual = typeof pages.default === 'number' ? pages.default : undefined;
  if (sent === undefined) return usual;
  const most = typeof pages.atMost === 'number' ? pages.atMost : undefined;
  const size = Number(sent);
  return most !== undefined && size > most && typeof pages.more === 'number' ? pages.more : size;
}

function placeOf(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  pages: Pages,
  cursor: string,
  isBefore: boolean,
): Page['first'] {
  const listed = effectsOf(linked).find(isList)!.target.text;
  if (pages.cursor !== undefined && pages.cursor !== 'opaque') {
    const { sure } = world.find(listed, pages.cursor, cursor);
    return sure.length === 1 ? { after: sure[0]!, isBefore } : undefined;
  }
  const known = world.cursors.get(cursor);
  if (!known || known.operation !== linked.operation.name.text || known.isBefore !== isBefore) return undefined;
  if (!isSameList(known.list, listAsked(pages, asked))) return undefined;
  return { after: asItWas(known), isBefore };
}

/** A cursor is a place between rows: it stays where the row was, also where the row moves. */
function asItWas({ row, values }: Cursor): Row {
  const isSame = [...values].every(([field, value]) => row.get(field) === value);
  return isSame ? row : new Row(row.resource, values, row.isThere, row.born);
}
