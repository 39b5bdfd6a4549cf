// The rows of a list as a reply shows them: each that has to be there, none that must not, each once, in order, and no more than the page
// has. Input: a listing, the items. Output: differences; rows that nobody knew, and that a resource is known as a whole.

import { addressed, isLeftBehind } from './addressed.ts';
import { fitting, nearest, type Compare } from './alike.ts';
import { identityOf } from '../../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../../model/model.ts';
import { operationObligation } from '../../obligations.ts';
import { statementOf } from '../../statements.ts';
import type { FindingClass } from '../../verdict.ts';
import { printed } from '../../world/json.ts';
import { UNKNOWN, type Row, type Truth } from '../../world/known.ts';
import { goneFrom } from '../deleted.ts';
import type { Listing } from '../lists.ts';
import type { Reason } from '../reasons.ts';
import type { Candidates } from './candidates.ts';
import { confuse } from './confuse.ts';
import type { ItemMatch, Match, Setting } from './match.ts';
import { kindLacking, kindOf, whyNot } from './kinds.ts';
import { before, isBeyondPlace, isOfPage, isOnPage, offPage, type Paged } from './on-page.ts';
import { memberAt } from './row.ts';

interface Reading extends Paged {
  readonly match: Match;
  readonly linked: LinkedOperation;
  readonly items: readonly unknown[];
  readonly at: string;
  readonly one: ItemMatch;
  /** The field that identifies a row alone. */
  readonly key: string | undefined;
  readonly taken: Set<Row>;
  readonly found: (Row | undefined)[];
  /** Rows that were not known before; those beyond the bounds stay unknown. */
  readonly fresh: Set<Row>;
  /** Are there such? */
  isCut: boolean;
  /** Rows of which it is not known what identifies them, by the field that would; each list of them is made once. */
  readonly unnamed: Map<string | undefined, readonly Row[]>;
}

/** Rows that one reply makes known, and all replies: what is kept of a service is bounded. */
const MOST_NEW = 2_000;
const MOST_KNOWN = 4_000;

export function matchRows(
  match: Match,
  setting: Setting,
  linked: LinkedOperation,
  listing: Listing,
  candidates: Candidates,
  items: readonly unknown[],
  at: string,
  one: ItemMatch,
): readonly (Row | undefined)[] {
  const wasWhole = setting.world.isWhole(listing.resource);
  const resource = setting.model.resources.get(listing.resource)!;
  const [key, ...others] = identityOf(resource);
  const reading: Reading = {
    match,
    setting,
    linked,
    listing,
    candidates,
    items,
    at,
    one,
    key: others.length > 0 ? undefined : key,
    taken: new Set(),
    found: items.map(() => undefined),
    wasWhole,
    fresh: new Set(),
    isCut: false,
    unnamed: new Map(),
  };
  // Those that are surely known come first: what is left over may be a row that is shown otherwise than it is.
  const left: number[] = [];
  for (let index = 0; index < items.length; index += 1) {
    if (isLeftBehind(setting.world, resource, items[index])) {
      // There is something that is no row that is known.
      reading.isCut = true;
      continue;
    }
    const row = knownRow(reading, index);
    if (row) reading.found[index] = oneItem(reading, index, row);
    else left.push(index);
  }
  for (const index of left)
    reading.found[index] = oneItem(reading, index, knownRow(reading, index) ?? alike(reading, index));
  size(reading);
  lacking(reading);
  order(reading);
  if (match.differences.length === 0) learn(reading);
  return reading.found;
}

/** Of a long list this is asked for few items. */
function placeOf({ at }: Reading, index: number): string {
  return `${at}[${index}]`;
}

function comparing(reading: Reading, index: number): Compare {
  return (match, row) => reading.one(match, reading.items[index], placeOf(reading, index), row);
}

function oneItem(reading: Reading, index: number, row: Row | undefined): Row | undefined {
  const { match, setting, listing, candidates, items, taken, one } = reading;
  const item = items[index];
  if (row === undefined) {
    if (reading.wasWhole) {
      const expected = `only ${listing.resource} rows that are there`;
      return void differs(reading, placeOf(reading, index), expected, printed(item), 'wrong body');
    }
    const { size: made } = reading.fresh;
    if (made >= MOST_NEW || made + candidates.rows.size >= MOST_KNOWN) return void (reading.isCut = true);
    const at = placeOf(reading, index);
    const fresh = setting.world.add(listing.resource, [], true, false);
    reading.fresh.add(fresh);
    one(match, item, at, fresh);
    taken.add(fresh);
    if (match.differences.length === 0 && listing.isIn(fresh) === false)
      surplus(reading, at, 'only rows that the call asks for', fresh, item);
    return fresh;
  }
  const at = placeOf(reading, index);
  if (taken.has(row)) {
    const kind = listing.page ? 'broken page' : 'wrong body';
    differs(reading, at, 'each row once', `${printed(item)}, a second time`, kind);
    return row;
  }
  taken.add(row);
  if ((candidates.rows.has(row) ? candidates.rows.get(row) : row.isThere) === false) {
    surplus(reading, at, whyNot(row), row, item);
    return row;
  }
  if (row.isThere === undefined) setting.world.setThere(row, true);
  one(match, item, at, row);
  if (isBeyondPlace(reading, row))
    differs(reading, at, 'only rows behind those of the pages before', printed(item), 'broken page');
  return row;
}

/** A fresh one is of no use later. */
function surplus(reading: Reading, at: string, expected: string, row: Row, item: unknown): void {
  const { listing, fresh } = reading;
  const kind = kindOf(listing, row);
  const reason = kind === 'wrong body' ? listing.because(row, false) : undefined;
  differs(reading, at, expected, printed(item), kind, fresh.has(row) ? undefined : row, reason);
}

/** By what identifies it, where that is shown; else by its address, else the first that fits. */
function knownRow(reading: Reading, index: number): Row | undefined {
  const { setting, listing, candidates, items, taken, key } = reading;
  const { world, model } = setting;
  const item = items[index];
  const shown = key === undefined ? undefined : memberAt(item, key);
  if (key === undefined || shown === undefined) {
    const named = addressed(world, model.resources.get(listing.resource)!, (field) => memberAt(item, field));
    return named ?? fitting(world, inTurn(reading), comparing(reading, index), 1)[0];
  }
  const { sure, possible } = world.find(listing.resource, key, shown);
  if (sure.length > 0)
    return (
      sure.find((row) => candidates.rows.get(row) === true) ??
      sure.find((row) => row.isThere === true) ??
      sure.findLast((row) => row.isThere !== false) ??
      sure.at(-1)
    );
  if (possible.length === 0) return undefined;
  const free = possible.filter((row) => row.isThere !== false && !taken.has(row) && !isBeyondPlace(reading, row));
  const asked = free.filter((row) => candidates.rows.get(row) !== false);
  const open = asked.length > 0 ? asked : free;
  const [first, ...others] = fitting(world, open, comparing(reading, index), 2);
  if (first && others.length > 0 && !isInOrder(reading, open)) confuse(world, open, key);
  return first;
}

/** Rows that an item may be, those first that come first in the list. */
function inTurn(reading: Reading): readonly Row[] {
  const { candidates, listing, taken } = reading;
  const possible = [...candidates.rows].flatMap(([row, isIn]) =>
    isIn === false || taken.has(row) || isBeyondPlace(reading, row) ? [] : [row],
  );
  const isBefore = (one: Row, other: Row): number => Number(before(reading, one, other) ?? false);
  return listing.keys ? possible.toSorted((a, b) => isBefore(b, a) - isBefore(a, b)) : possible;
}

/** The nearest of those that have to be there and that no other item is. */
function alike(reading: Reading, index: number): Row | undefined {
  const { setting, items, taken, key } = reading;
  const item = items[index];
  const unnamed = unnamedRows(reading, key === undefined || memberAt(item, key) === undefined ? undefined : key);
  // Of a long list most items are none of them.
  if (unnamed.every((row) => taken.has(row))) return undefined;
  const open = inTurn(reading).filter((row) => unnamed.includes(row));
  return nearest(setting.world, open, item, comparing(reading, index));
}

function unnamedRows({ unnamed, candidates, wasWhole, listing }: Reading, key: string | undefined): readonly Row[] {
  if (unnamed.has(key)) return unnamed.get(key)!;
  const mayBe = ([row, isIn]: readonly [Row, Truth]): boolean =>
    (wasWhole ? isIn !== false : !listing.page && isIn === true) && (key === undefined || row.get(key) === UNKNOWN);
  const found = [...candidates.rows].filter(mayBe).map(([row]) => row);
  unnamed.set(key, found);
  return found;
}

/** All of them are listed, in the order in which they were made. */
function isInOrder({ listing, candidates }: Reading, rows: readonly Row[]): boolean {
  const isMade = listing.keys?.every(({ kind, descending }) => kind === 'insertion' && !descending) ?? false;
  return isMade && rows.every((row) => candidates.rows.get(row) === true);
}

function differs(
  { match, setting, linked, listing }: Reading,
  at: string,
  expected: string,
  got: string,
  kind: FindingClass,
  row?: Row,
  reason?: Reason,
): void {
  const { world } = setting;
  const forget = (): void => {
    world.setWhole(listing.resource, false);
    if (row) world.setThere(row, undefined);
  };
  const usual = kind === 'broken page' && listing.page ? linked.facts.pages : linked.facts.does;
  const slot = reason?.slot ?? usual;
  match.differs({ at, expected, got, statement: statementOf(setting.model, slot), class: kind, forget });
}

function size(reading: Reading): void {
  const { items } = reading;
  const most = reading.listing.page?.size;
  if (most !== undefined && items.length > most)
    differs(reading, reading.at, `at most ${most} rows`, `${items.length} rows`, 'broken page');
}

/** Rows that surely match, and surely are on the page. */
function lacking(reading: Reading): void {
  const { candidates, listing, taken } = reading;
  // Those that are shown come first, as mostly they are ahead of one that is not.
  const rows = [...new Set([...taken, ...candidates.rows.keys()])].filter((row) => candidates.rows.has(row));
  const isOff = offPage(reading, rows);
  for (const [row, isIn] of candidates.rows) {
    if (isIn !== true || taken.has(row) || isOff(row) || !isOnPage(reading, row, rows)) continue;
    const expected = `the ${row.resource} ${saidRow(reading, row)}`;
    const reason = listing.because(row, true);
    const isPage = isOfPage(reading, row, reason?.kind === 'filter');
    const kind = isPage ? 'broken page' : kindLacking(reading.setting.world, row, reason);
    return differs(reading, reading.at, expected, 'a list without it', kind, row, isPage ? undefined : reason);
  }
}

function saidRow({ setting }: Reading, row: Row): string {
  const identity = identityOf(setting.model.resources.get(row.resource)!);
  const named = identity.map((name) => row.get(name)).filter((value) => value !== UNKNOWN);
  if (named.length > 0) return named.map((value) => printed(value)).join(', ');
  const [first] = [...row.values].filter(([, value]) => typeof value === 'string');
  return first ? `whose ${first[0]} is ${printed(first[1])}` : 'that was made';
}

function order(reading: Reading): void {
  const { setting, listing, found, at, match, linked } = reading;
  if (!listing.keys || match.differences.length > 0) return;
  let isTold = false;
  for (let index = 0; index < found.length; index += 1) {
    const row = found[index];
    const next = found[index + 1];
    if (!row || !next) continue;
    const isLater = before(reading, next, row);
    if (isLater !== undefined) isTold = true;
    if (isLater !== true) continue;
    match.differs({
      at: `${at}[${index + 1}]`,
      expected: 'rows in their order',
      got: `one that comes before the row ahead of it`,
      statement: statementOf(setting.model, linked.facts.order),
      class: 'wrong body',
    });
    return;
  }
  if (isTold) match.exercised.add(operationObligation(linked, 'order'));
}

/** What a list says of rows that it does not show. */
function learn({ setting, linked, listing, candidates, found, match, isCut, items }: Reading): void {
  const { world } = setting;
  const { page } = listing;
  if (page && !page.isFirst && page.first !== undefined && items.length > 0)
    match.exercised.add(operationObligation(linked, 'pages'));
  const isAll = !page || (page.isFirst && (page.size === undefined || items.length < page.size));
  if (isAll && !isCut) for (const id of goneFrom(world, listing)) match.exercised.add(id);
  if (!listing.isOfAll || !isAll || isCut) return;
  const shown = new Set(found);
  for (const [row] of candidates.rows) if (row.isThere === undefined && !shown.has(row)) world.setThere(row, false);
  world.setWhole(listing.resource, true);
}
