// Answers about which move of a machine counts, and what happens to calls that no row covers. Input: the fact and the words.
// Output: edits of rows of the From table. Notation, part 3.

import { machineOf } from '../../analysis/gaps/slots/fact.ts';
import { rowEdits, rowsOf } from './rows.ts';
import { refused, type Answering, type Edits } from '../answering.ts';
import { refuseLine } from './words.ts';
import { slotEdit } from '../edit.ts';
import { cellsOf, headsIn, rowLine } from '../table-lines.ts';

/** A condition for the Only if of the later row, or that whole row. */
export function answerWhichMove({ model, fact, answer }: Answering): Edits {
  const { source } = model.document;
  const machine = machineOf(model, fact);
  const move = machine?.moves.items.find(({ at }) => at.start === fact.at.start);
  const heads = machine && headsIn(source, machine.moves.at);
  if (!move || !heads) return refused('The moves are drawn in a diagram, which has no conditions; write a From table.');
  const words = answer.trim();
  if (cellsOf(words).length > 1) {
    const rows = rowsOf(words, heads);
    if ('why' in rows) return rows;
    if (rows.length > 1) return refused('One row is asked for.');
    return { edits: [{ at: move.at, text: rowLine(rows[0]!) }] };
  }
  const why = refuseLine(words, false);
  if (why !== undefined) return refused(why);
  const { onlyIf } = move;
  if (onlyIf.status === 'absent' || onlyIf.at.start === onlyIf.at.end)
    return refused(`There is no cell Only if in this row; write the whole row: ${heads.join(' | ')}.`);
  return { edits: [slotEdit(source, onlyIf.at, words)] };
}

export function answerMoveOtherwise({ model, fact, answer }: Answering): Edits {
  const machine = machineOf(model, fact);
  if (!machine) return refused('Nothing says which machine is meant.');
  return rowEdits(model.document.source, machine.moves.at, answer);
}
