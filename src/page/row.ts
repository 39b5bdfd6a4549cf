// One row on the page, whole. Input: its values as texts, and which fields may refer to it. Output: HTML with links to the rows that it
// refers to and to those that refer to it.

import { wholeCell, type Cell } from './cells.ts';
import { anchor, bare, code, list, visible } from './html.ts';
import { moveButtons, type Moves } from './moves.ts';
import { referringAddress } from './row-address.ts';

export interface ChosenRow {
  readonly resource: string;
  readonly key: string;
  /** Undefined: it is not there. */
  readonly row: WholeRow | undefined;
}

export interface WholeRow {
  /** As people know it. */
  readonly title: string;
  readonly isGone: boolean;
  readonly fields: readonly { readonly name: string; readonly cell: Cell | undefined }[];
  /** Fields that may refer to it. */
  readonly from: readonly { readonly resource: string; readonly field: string }[];
  /** The last change first; left out: none is kept. A text: why it cannot be shown. */
  readonly history?: readonly Change[] | string;
}

export interface Change {
  readonly at: string;
  /** `created`, `changed`, `deleted`. */
  readonly did: string;
  /** The operation, who called, the request. */
  readonly by: readonly string[];
  /** A line for each field. */
  readonly fields: readonly string[];
}

/** `close`: the address without it. */
export function chosenRow({ resource, key, row }: ChosenRow, moves: Moves, close: string): string {
  const id = anchor('row', resource);
  const away = `<a href="${close}">Close</a>`;
  if (!row) return `<div class="chosen" id="${id}"><p>This row of ${code(resource)} is not there. ${away}</p></div>`;
  const { title, isGone, fields, from, history } = row;
  const name = `${visible(resource)} ${visible(title)}${isGone ? ' <span class="dim">(gone)</span>' : ''}`;
  const values = fields.map(({ name: field, cell }) => `<div><dt>${code(field)}</dt><dd>${wholeCell(cell)}</dd></div>`);
  const referring = from.map(
    (one) =>
      `<a href="${referringAddress(one.resource, one.field, key)}">${code(one.resource)} by ${code(one.field)}</a>`,
  );
  const cells = new Map(fields.map((field) => [field.name, field.cell]));
  return `<div class="chosen" id="${id}" role="group" aria-labelledby="${id}-name"><h4 id="${id}-name">${name}</h4><p class="away">${away}</p>
<dl>${values.join('\n')}</dl>
${moveButtons(moves, { resource, key, title, cells })}
${referring.length === 0 ? '' : `<p>Rows that refer to it:</p>${list(referring)}`}${history === undefined ? '' : historyList(history, id)}</div>`;
}

function historyList(history: readonly Change[] | string, id: string): string {
  const head = `<h5 id="${id}-history">History</h5>`;
  if (typeof history === 'string') return `${head}<p class="dim">${visible(history)}</p>`;
  const items = history.map(({ at, did, by, fields }) => {
    const lines =
      fields.length === 0
        ? ''
        : `<pre tabindex="0" role="group" aria-label="What ${bare(did)} at ${bare(at)}">${fields.map(visible).join('\n')}</pre>`;
    return `<li><time>${visible(at)}</time> ${visible(did)}${by.length === 0 ? '' : ` <span class="dim">${by.map(visible).join(', ')}</span>`}${lines}</li>`;
  });
  return `${head}<ol class="history" aria-labelledby="${id}-history">${items.join('\n')}</ol>`;
}
