// Who may call what, as a table of the page. Input: a matrix, and where questions are shown. Output: HTML. A gap leads to its question.

import { alikeRows, callerText, cellText, type Matrix } from '../analysis/permissions/matrix.ts';
import type { Cell } from '../analysis/permissions/access.ts';
import { code, linkTo, list, table, visible, wide, words } from './html.ts';
import type { Open } from './places.ts';

export function permissionsTable({ callers, rows }: Matrix, places: Open['places']): string {
  if (rows.length === 0) return '<p class="dim">No operation is stated yet.</p>';
  const heads = ['operation', 'row in state', ...callers.map((caller) => words(callerText(caller)))];
  const lines = alikeRows(rows).map(({ operation, machine, states, cells }) => [
    code(operation),
    machine === undefined ? '' : `${code(machine)} ${visible(states.join(', '))}`,
    ...cells.map((cell) => shown(cell, places)),
  ]);
  return wide('Who may call what', table(heads, lines));
}

const COLOURS: Readonly<Record<Cell['kind'], string>> = {
  may: 'yes',
  'may not': 'dim',
  if: 'partly',
  gap: 'no',
  held: 'no',
};

function shown(cell: Cell, places: Open['places']): string {
  const [word, ids] =
    cell.kind === 'gap'
      ? ['gap', cell.by]
      : cell.kind === 'held'
        ? [`held (${cellText(cell.stated)}) by`, cell.by]
        : [cellText(cell), []];
  const leads = ids.map((id) => {
    const known = places.get(id);
    return known === undefined ? code(id) : linkTo(known.place, visible(id));
  });
  return `<span class="${COLOURS[cell.kind]}">${words(word)}</span>${list(leads)}`;
}
