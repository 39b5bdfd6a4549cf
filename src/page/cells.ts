// Values of a row on the page. Input: a value as text. Output: HTML: cut in a table, whole where one row is shown.

import { cut, visible } from './html.ts';
import { rowAddress, type RowName } from './row-address.ts';

export interface Cell {
  readonly text: string;
  /** All octets, where the text is only a start. */
  readonly octets?: number;
  /** The row that it refers to. */
  readonly to?: RowName;
}

/** Characters of a value. */
const LONGEST = 200;

export function cell(shown: Cell | undefined, isMarked: boolean): string {
  const mark = isMarked ? ' <span class="dim">(gone)</span>' : '';
  if (shown === undefined) return `<span class="dim">–</span>${mark}`;
  const { text, octets } = shown;
  if (octets === undefined) return cut(text, LONGEST) + mark;
  return `${visible(text.slice(0, LONGEST).toWellFormed())}… <span class="dim">(${octets} octets in all)</span>${mark}`;
}

/** Of a value that is shown whole, or as far as it was read. */
export function wholeCell(shown: Cell | undefined): string {
  if (shown === undefined) return '<span class="dim">–</span>';
  const { text, octets, to } = shown;
  const html =
    octets === undefined ? visible(text) : `${visible(text)}… <span class="dim">(${octets} octets in all)</span>`;
  return to === undefined ? html : `<a href="${rowAddress(to)}">${html === '' ? visible(to.key) : html}</a>`;
}
