// The rows of each resource on the page, read-only, one page of them at a time. Input: rows as texts. Output: HTML with links to
// the other pages.

import { counted } from '../base/counted.ts';
import { anchor, code, cut, escaped, list, table, visible, wide } from './html.ts';

export interface ShownRows {
  readonly resource: string;
  readonly columns: readonly string[];
  /** Fields without a column, and why. */
  readonly without: readonly { readonly name: string; readonly why: string }[];
  readonly rows: readonly ShownRow[];
  readonly ways: Ways;
  /** `isBound`: there are more. */
  readonly count?: { readonly rows: number; readonly isBound: boolean };
  /** Instead of rows: why they cannot be read now. */
  readonly trouble?: string;
  /** A note about all of them. */
  readonly note?: string;
}

export interface ShownRow {
  /** It counts as absent, and is kept. */
  readonly isGone: boolean;
  /** Undefined: nothing is there. */
  readonly cells: readonly (Cell | undefined)[];
}

export interface Cell {
  readonly text: string;
  /** All octets, where the text is only a start. */
  readonly octets?: number;
}

/** Cursors of other pages. */
export interface Ways {
  readonly next?: string;
  readonly previous?: string;
}

/** Characters of a value. */
const LONGEST = 200;

export function rowsList(all: readonly ShownRows[]): string {
  if (all.length === 0) return '<p class="dim">No resource is stated.</p>';
  return all.map(oneResource).join('\n');
}

function oneResource(shown: ShownRows): string {
  const { resource, trouble, note, without } = shown;
  const id = anchor('rows', resource);
  const left = without.map(({ name, why }) => `${code(name)} (${visible(why)})`);
  const told = [
    ...(note === undefined ? [] : [visible(note)]),
    ...(left.length === 0 ? [] : [`Not shown: ${left.join(', ')}`]),
  ];
  return `<section class="rows" id="${id}" aria-labelledby="${id}-name"><h3 id="${id}-name">${code(resource)} <span class="dim">${countOf(shown)}</span></h3>
${trouble === undefined ? page(shown, id) : `<p>${visible(trouble)}</p>`}${told.length === 0 ? '' : `<div class="dim">${list(told)}</div>`}</section>`;
}

function countOf({ count }: ShownRows): string {
  if (count === undefined) return '';
  const rows = counted(count.rows, 'row');
  return count.isBound ? `more than ${rows}` : rows;
}

function page({ resource, columns, rows, ways }: ShownRows, id: string): string {
  if (rows.length === 0) return `<p class="dim">No rows.</p>${links(resource, id, ways)}`;
  const cells = rows.map(({ isGone, cells: own }) => own.map((one, index) => cell(one, isGone && index === 0)));
  return wide(`Rows of ${resource}`, table(columns.map(visible), cells)) + links(resource, id, ways);
}

function cell(shown: Cell | undefined, isMarked: boolean): string {
  const mark = isMarked ? ' <span class="dim">(gone)</span>' : '';
  if (shown === undefined) return `<span class="dim">–</span>${mark}`;
  const { text, octets } = shown;
  if (octets === undefined) return cut(text, LONGEST) + mark;
  return `${visible(text.slice(0, LONGEST).toWellFormed())}… <span class="dim">(${octets} octets in all)</span>${mark}`;
}

function links(resource: string, id: string, { next, previous }: Ways): string {
  const way = (word: string, query: string, rel = ''): string =>
    `<a${rel} href="${escaped(`/?rows=${encodeURIComponent(resource)}${query}#${id}`)}">${word}<span class="aside"> of ${visible(resource)}</span></a>`;
  const all = [
    ...(previous === undefined ? [] : [way('First rows', '')]),
    ...(previous === undefined ? [] : [way('Previous rows', `&before=${encodeURIComponent(previous)}`, ' rel="prev"')]),
    ...(next === undefined ? [] : [way('Next rows', `&after=${encodeURIComponent(next)}`, ' rel="next"')]),
    ...(next === undefined ? [] : [way('Last rows', '&before=end')]),
  ];
  return all.length === 0 ? '' : `<p class="ways">${all.join(' ')}</p>`;
}
