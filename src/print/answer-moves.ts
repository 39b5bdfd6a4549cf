// Answers about where rows of a machine begin and which of its moves counts. In: the fact and the words. Out: edits of the
// State table's Kind, or of rows of the From table. Notation, part 3.

import type { Slot } from '../model/status.ts';
import { columnEdits } from './answer-columns.ts';
import { machineOf, rowEdits, rowsOf } from './answer-rows.ts';
import { refused, type Answering, type Edits } from './answering.ts';
import { refuseLine } from './answer-words.ts';
import { slotEdit } from './edit.ts';
import { lineEnd } from './lines.ts';
import { cellsOf, headsIn, rowLine } from './table-lines.ts';

/** The answer names the state: `initial` stands in its row, or a `(new)` row leads there. A row is a row of moves. */
export function answerInitial(answering: Answering): Edits {
  const { model, fact, answer } = answering;
  const { source } = model.document;
  const machine = machineOf(model, fact);
  if (!machine) return refused('Nothing says which machine is meant.');
  const words = answer.trim();
  if (/^\|?\s*\(new\)/i.test(words)) return rowEdits(source, machine.moves.at, words);
  const name = /^`?([^`|\n]+)`?$/.exec(words)?.[1];
  if (name === undefined) return refused('Name one state in ticks.');
  if (!machine.states.written) return rowEdits(source, machine.moves.at, `(new) | \`${name}\``);
  const state = machine.states.items.find((one) => one.name.text === name);
  if (!state) {
    const names = machine.states.items.map((one) => `\`${one.name.text}\``).join(', ');
    return refused(`The State table has no \`${name}\`; it has ${names}. Write its row first, or name one of these.`);
  }
  return kindEdit({ ...answering, answer: 'initial' }, state.kind, state.at, name);
}

function kindEdit(answering: Answering, kind: Slot<unknown>, at: { start: number; end: number }, name: string): Edits {
  const { source } = answering.model.document;
  if (!headsIn(source, kind.status === 'absent' && kind.column ? kind.column : kind.at) && kind.status === 'absent')
    return refused('The states are drawn in a diagram, which has no Kind; write a State table.');
  if (kind.status === 'absent') {
    return kind.column ? columnEdits(answering, kind.column, 'Kind', at) : refused('This row has no Kind.');
  }
  if (kind.status === 'gap' || kind.status === 'unreadable') {
    if (kind.at.start === kind.at.end && kind.at.start >= lineEnd(source, at.start))
      return refused('This row has fewer cells than the head of its table; write the cells that are missing first.');
    return { edits: [slotEdit(source, kind.at, answering.answer)] };
  }
  return refused(`\`${name}\` has another Kind already; change it in the document if it is wrong.`);
}

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
