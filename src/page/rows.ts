// The rows of each resource on the page, read-only, one page of them at a time. Input: rows as texts, and what the address of the page
// selects. Output: HTML with links to other pages, to single rows, and to the rows that they refer to.

import { counted } from '../base/counted.ts';
import { cell, type Cell } from './cells.ts';
import { findForm, soughtText, type Find } from './find-form.ts';
import { anchor, code, list, table, visible, wide } from './html.ts';
import type { Moves } from './moves.ts';
import { address, rowAddress, type Selected } from './row-address.ts';
import { chosenRow, type ChosenRow } from './row.ts';

export interface ShownRows {
  readonly resource: string;
  readonly columns: readonly string[];
  /** Fields without a column, and why. */
  readonly without: readonly { readonly name: string; readonly why: string }[];
  /** Left out: they are not read, for another resource is chosen. */
  readonly rows?: readonly ShownRow[];
  readonly ways: Ways;
  /** `isBound`: there are more. */
  readonly count?: { readonly rows: number; readonly isBound: boolean };
  /** Instead of rows: why they cannot be read now. */
  readonly trouble?: string;
  /** A note about all of them. */
  readonly note?: string;
  readonly finds?: readonly Find[];
  readonly selected?: Selected;
  /** The one that the address selects. */
  readonly chosen?: ChosenRow;
}

export interface ShownRow {
  readonly key: string;
  /** It counts as absent, and is kept. */
  readonly isGone: boolean;
  /** Undefined: nothing is there. */
  readonly cells: readonly (Cell | undefined)[];
}

/** Cursors of other pages. */
export interface Ways {
  readonly next?: string;
  readonly previous?: string;
}

export function rowsList(all: readonly ShownRows[], moves: Moves): string {
  if (all.length === 0) return '<p class="dim">No resource is stated.</p>';
  const others = all.filter(({ rows, trouble }) => rows === undefined && trouble === undefined);
  const index = others.map((one) => {
    const id = anchor('rows', one.resource);
    return `<li id="${id}"><a href="${address(one.resource, {}, id)}">${code(one.resource)}</a> <span class="dim">${countOf(one)}</span></li>`;
  });
  const shown = all.filter((one) => !others.includes(one)).map((one) => oneResource(one, moves));
  return [...shown, list(index, 'index')].join('\n');
}

function oneResource(shown: ShownRows, moves: Moves): string {
  const { resource, trouble, note, without, chosen, finds = [], selected = {} } = shown;
  const id = anchor('rows', resource);
  const left = without.map(({ name, why }) => `${code(name)} (${visible(why)})`);
  const told = [
    ...(note === undefined ? [] : [visible(note)]),
    ...(left.length === 0 ? [] : [`Not shown: ${left.join(', ')}`]),
  ];
  const { sought } = selected;
  const every =
    sought && `<a href="${address(resource, {}, id)}">All rows<span class="aside"> of ${visible(resource)}</span></a>`;
  return `<section class="rows" id="${id}" aria-labelledby="${id}-name"><h3 id="${id}-name">${code(resource)} <span class="dim">${countOf(shown)}</span></h3>
${chosen ? chosenRow(chosen, moves, address(resource, selected, id)) : ''}
${findForm(resource, id, finds, sought)}${sought ? `<p>${soughtText(sought)} ${every}</p>` : ''}
${trouble === undefined ? page(shown, id) : `<p>${visible(trouble)}</p>`}${told.length === 0 ? '' : `<div class="dim">${list(told)}</div>`}</section>`;
}

function countOf({ count }: ShownRows): string {
  if (count === undefined) return '';
  const rows = counted(count.rows, 'row');
  return count.isBound ? `more than ${rows}` : rows;
}

function page({ resource, columns, rows = [], ways, selected = {} }: ShownRows, id: string): string {
  if (rows.length === 0) return `<p class="dim">No rows.</p>${links(resource, id, ways, selected)}`;
  const cells = rows.map(({ key, isGone, cells: own }) => {
    const way = own.findIndex((one) => one?.to === undefined);
    const whole = rowAddress({ resource, key }, selected);
    return own.map((one, index) => {
      const html = cell(one, isGone && index === 0);
      if (index === way) return `<a href="${whole}">${html}</a>`;
      return one?.to === undefined ? html : `<a href="${rowAddress(one.to)}">${html}</a>`;
    });
  });
  return wide(`Rows of ${resource}`, table(columns.map(visible), cells)) + links(resource, id, ways, selected);
}

function links(resource: string, id: string, { next, previous }: Ways, { sought }: Selected): string {
  const way = (word: string, to: Selected, rel = ''): string =>
    `<a${rel} href="${address(resource, { ...to, ...(sought && { sought }) }, id)}">${word}<span class="aside"> of ${visible(resource)}</span></a>`;
  const all = [
    ...(previous === undefined ? [] : [way('First rows', {})]),
    ...(previous === undefined ? [] : [way('Previous rows', { before: previous }, ' rel="prev"')]),
    ...(next === undefined ? [] : [way('Next rows', { after: next }, ' rel="next"')]),
    ...(next === undefined ? [] : [way('Last rows', { before: 'end' })]),
  ];
  return all.length === 0 ? '' : `<p class="ways">${all.join(' ')}</p>`;
}
