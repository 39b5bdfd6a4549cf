// Moves from outside on the page, as buttons of a row. Input: the moves of the plan with what the document says of each, and a row.
// Output: HTML; the script makes the move, after it has been confirmed. A move that the row's state does not have is disabled, and says so.

import { textOf } from '../analysis/machines/drawn.ts';
import { outsideMoves } from '../analysis/machines/outside.ts';
import { machineViews } from '../analysis/document/moves.ts';
import type { Model } from '../model/model.ts';
import type { OutsideMove, Plan } from '../plan/plan.ts';
import type { Cell } from './cells.ts';
import { anchor, code, escaped, visible, words } from './html.ts';

/** What the document says of a move: a line for each row of its table. */
export interface MoveGuard {
  readonly resource: string;
  readonly field: string;
  readonly to: string | undefined;
  readonly lines: readonly { readonly from: string; readonly by: string; readonly onlyIf: string }[];
}

export function moveGuards(model: Model): readonly MoveGuard[] {
  return [...machineViews(model).values()].flatMap((view) =>
    outsideMoves(view).map(({ to, rows }) => ({
      resource: view.resource,
      field: view.field,
      to,
      lines: rows.map(({ row }) => ({ from: textOf(row.from), by: textOf(row.by), onlyIf: textOf(row.onlyIf) })),
    })),
  );
}

export interface Moves {
  readonly plan: Pick<Plan, 'outside'>;
  readonly guards: readonly MoveGuard[];
}

export interface MovedRow {
  readonly resource: string;
  readonly key: string;
  readonly title: string;
  readonly cells: ReadonlyMap<string, Cell | undefined>;
}

export function moveButtons({ plan: { outside = [] }, guards }: Moves, row: MovedRow): string {
  const own = outside.filter(({ resource }) => resource === row.resource);
  if (own.length === 0) return '';
  const id = anchor('moves', `${row.resource} ${row.key}`);
  const items = own.map((move, place) => oneMove(move, row, guards, { id: `${id}-${place}`, done: `${id}-done` }));
  return `<div class="moves" id="${id}"><p id="${id}-name">Moves from outside</p><ul aria-labelledby="${id}-name">${items.join('\n')}</ul>
<p class="status" role="status" id="${id}-done" data-keep></p><p class="no-script">A move needs script, which is switched off; <code>POST /moves</code> does the same.</p></div>`;
}

function oneMove(
  move: OutsideMove,
  row: MovedRow,
  guards: readonly MoveGuard[],
  { id, done }: { readonly id: string; readonly done: string },
): string {
  const { resource, field, to } = move;
  const guard = guards.find((one) => one.resource === resource && one.field === field && one.to === to);
  const lines = (guard?.lines ?? []).map(
    ({ from, by, onlyIf }) =>
      `<li>from ${words(from)}, ${words(by)}${onlyIf === 'none' ? '' : `, only if ${words(onlyIf)}`}</li>`,
  );
  const names = identityOf(move, row);
  const why = reasonAgainst(move, row, names !== undefined);
  const body = JSON.stringify({ resource, field, id: names, to });
  const off = why === undefined ? '' : ' aria-disabled="true"';
  return `<li><button type="button" data-move="${escaped(body)}" data-about="${escaped(`${resource} ${row.title}`)}" data-done="${done}"${off} aria-describedby="${id}">${code(field)} to ${to === undefined ? 'a state that is not shown' : code(to)}</button>
<div class="about" id="${id}"><ul>${lines.join('')}</ul>${why === undefined ? '' : `<p class="dim">${why}</p>`}</div></li>`;
}

/** As `POST /moves` takes it; undefined: the page does not show it. */
function identityOf({ id }: OutsideMove, { cells }: MovedRow): Readonly<Record<string, string>> | undefined {
  const values = id.map((name) => [name, cells.get(name)] as const);
  if (values.length === 0 || values.some(([, cell]) => cell === undefined || cell.octets !== undefined))
    return undefined;
  return Object.fromEntries(values.map(([name, cell]) => [name, cell!.text]));
}

function reasonAgainst(
  { run, from, startsElsewhere, field }: OutsideMove,
  row: MovedRow,
  isNamed: boolean,
): string | undefined {
  if (run === undefined) return 'It is stated, and something that it needs is open: see the open questions.';
  if (!isNamed) return 'What identifies the row is not shown here.';
  const state = row.cells.get(field)?.text;
  if (state === undefined || from.includes(state) || startsElsewhere === true) return undefined;
  return `Not from ${visible(state)}, which is its state now.`;
}

/** The question before each move; the script fills it in. */
export const CONFIRMATION = `<dialog id="confirm" aria-labelledby="confirm-title" data-keep><form method="dialog"><h2 id="confirm-title"></h2><div id="confirm-about"></div><p class="send"><button type="submit" value="move">Make the move</button> <button type="submit" value="" class="quiet">Cancel</button></p></form></dialog>`;
