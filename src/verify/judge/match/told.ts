// Which parameters of a query a list has shown to count: a service that ignores one would have shown other rows, another number of them, or
// another order. Input: a list as it was shown. Output: obligations. Notation, part 4, Query and Order.

import { selectingNames } from '../../../analysis/document/query-parameters.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { OrderKey } from '../../../notation/values/ordering.ts';
import { valueOf } from '../../../notation/slot.ts';
import { operationObligation } from '../../obligations.ts';
import { comesBefore } from '../../values/evaluate.ts';
import { UNKNOWN, type Row } from '../../world/known.ts';
import type { Knowledge } from '../../world/knowledge.ts';
import type { Asked } from '../../world/world.ts';
import type { Listing } from '../lists.ts';
import type { Candidates } from './candidates.ts';

/** A list that was asked for. */
export interface Listed {
  readonly model: Model;
  readonly world: Knowledge;
  readonly linked: LinkedOperation;
  readonly asked: Asked;
}

export interface ShownList {
  readonly rows: readonly (Row | undefined)[];
  readonly total: number | undefined;
  /** Undefined: none was shown. */
  readonly items: number | undefined;
}

/** Of those that were sent. */
export function parametersTold(
  listed: Listed,
  listing: Listing | undefined,
  candidates: Candidates | undefined,
  shown: ShownList,
): readonly string[] {
  const { model, linked, asked } = listed;
  const sent = [...asked.query.keys()];
  const obligation = (name: string): string => operationObligation(linked, `query/${name}`);
  if (!listing || !candidates) return sent.map(obligation);
  const selecting = selectingNames(model, linked);
  const ordering = valueOf(linked.facts.order)?.chosen?.parameter.text;
  const isShown = (name: string): boolean => {
    if (name === ordering) return shown.rows.some((row, nth) => isTurned(listed, listing, row, shown.rows[nth + 1]));
    return !selecting.has(name) || isTold(listed, listing, candidates, shown, name);
  };
  return sent.filter(isShown).map(obligation);
}

/** Is the row listed, or not listed, by the parameter alone? */
export function isDecided({ isIn, without }: Listing, name: string, row: Row): boolean {
  const [is, else_] = [isIn(row), without(name, row)];
  return is !== undefined && else_ !== undefined && is !== else_;
}

/** Do they come in this order by what the call chose alone? */
export function isTurned(listed: Listed, { keys }: Listing, one: Row | undefined, other: Row | undefined): boolean {
  const usual = valueOf(listed.linked.facts.order)?.keys;
  if (!one || !other || !keys || !usual || keys === usual) return false;
  return comes(listed, keys, one, other) === true && comes(listed, usual, other, one) === true;
}

function comes({ world, asked }: Listed, keys: readonly OrderKey[], one: Row, other: Row): boolean | undefined {
  return comesBefore(keys, one, other, { world, asked, row: undefined, self: undefined });
}

function isTold(
  listed: Listed,
  listing: Listing,
  { least, field, rows }: Candidates,
  shown: ShownList,
  name: string,
): boolean {
  const decided = listed.world.there(listing.resource).filter((row) => isDecided(listing, name, row));
  if (field !== undefined) {
    const values = new Set([...rows].filter(([, isIn]) => isIn !== false).map(([row]) => row.get(field)));
    const isApart = (row: Row): boolean => ![...values, UNKNOWN].includes(row.get(field)) && !values.has(UNKNOWN);
    return shown.items !== undefined && decided.some(isApart);
  }
  if (decided.some((row) => shown.rows.includes(row))) return true;
  const left = decided.filter((row) => listing.isIn(row) === false);
  if (left.length === 0) return false;
  if (shown.total !== undefined && least + left.length > shown.total) return true;
  if (shown.items === undefined) return false;
  const { page, keys } = listing;
  if (!page) return true;
  if (!page.isFirst || page.size === undefined) return false;
  const last = shown.rows.at(-1);
  const isAhead = (row: Row): boolean => last !== undefined && comes(listed, keys ?? [], row, last) === true;
  return shown.items < page.size || left.some(isAhead);
}
