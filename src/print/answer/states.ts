// Answers about the states of a machine: where rows begin, of which kind a state is. Input: the fact and the words. Output: edits
// of the State table's Kind; where the moves alone declare the states, a State table with a row for each. Notation, part 3.

import { ticked } from '../../base/ticked.ts';
import { STATE, type Machine } from '../../notation/states.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import { columnEdits } from './columns.ts';
import { machineOf } from '../../analysis/gaps/slots/fact.ts';
import { rowEdits, rowsOf } from './rows.ts';
import { refused, type Answering, type Edits } from '../answering.ts';
import { insertion, slotEdit } from '../edit.ts';
import { lineEnd, lineStart, newlineOf } from '../lines.ts';
import { openKinds } from '../../analysis/machines/state-kinds.ts';
import { statesOf } from '../../analysis/questions/forms/states.ts';
import { headsIn, tableLines } from '../table-lines.ts';

/** The answer names the state: `initial` is written in its row. A row is a row of moves. */
export function answerInitial(answering: Answering): Edits {
  const { model, fact, answer } = answering;
  const { source } = model.document;
  const machine = machineOf(model, fact);
  if (!machine) return refused('Nothing says which machine is meant.');
  const words = answer.trim();
  if (/^\|?\s*\(new\)/i.test(words)) return rowEdits(source, machine.moves.at, words);
  const name = /^`?([^`|\n]+)`?$/.exec(words)?.[1];
  if (name === undefined) return refused('Name one state in ticks.');
  const states = statesOf(machine);
  const names = states.map((one) => `\`${one}\``).join(', ');
  const isDrawn = !machine.states.written;
  if (!states.includes(name) && !(isDrawn && words.startsWith('`'))) {
    return refused(
      isDrawn
        ? `The moves name no state \`${name}\`; they name ${names}. Write another one in ticks.`
        : `The State table has no \`${name}\`; it has ${names}. Write its row first, or name one of these.`,
    );
  }
  if (isDrawn) return firstTable(source, machine, [[ticked(name), 'initial']], states);
  const state = machine.states.items.find((one) => one.name.text === name)!;
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

/** One word is the Kind of the first state, the one that is asked about; rows are of any states. */
export function answerStates({ model, fact, answer }: Answering): Edits {
  const { source } = model.document;
  const machine = fact.subject.on === 'machine' ? model.machines.get(fact.subject.machine) : undefined;
  if (!machine) return refused('Nothing says which machine is meant.');
  const states = statesOf(machine);
  const [first = states[0]] = openKinds(model, machine);
  const isWord = /^(?:initial|final|gone|any|none|not shown\b[^|\n]*)$/i.test(answer.trim());
  if (isWord && first !== undefined) return firstTable(source, machine, [[ticked(first), answer.trim()]], states);
  if (/^`[^`]*`$/.test(answer.trim()))
    return refused('This asks for a Kind: `initial`, `final`, `gone` or `any`; or write rows, the state and its Kind.');
  const rows = rowsOf(answer, HEADS);
  return 'why' in rows ? rows : firstTable(source, machine, rows, states);
}

const HEADS = [STATE.head, STATE.columns.kind.head];

/**
 * A State table before the moves. What the rows do not say of the states that the moves name is `not shown`, and where a
 * move may lead to another state, the list is open.
 */
function firstTable(
  source: string,
  machine: Machine,
  rows: readonly (readonly string[])[],
  states: readonly string[],
): Edits {
  if (!headsIn(source, machine.moves.at))
    return refused('The moves are not in a table, so no State table can be put before them; write it by hand.');
  const said = new Map(rows.map(([state, ...rest]) => [state!.replace(/^`(.*)`$/, '$1'), [state!, ...rest]]));
  const named = states.map((state) => said.get(state) ?? [ticked(state), 'not shown']);
  const others = [...said].flatMap(([state, row]) => (states.includes(state) ? [] : [row]));
  const isOpen =
    machine.moves.mark === 'open' || machine.moves.items.some(({ from, to }) => !isKnown(from) || !isKnown(to));
  const all = [...named, ...others, ...(isOpen ? [['…', '']] : [])];
  const newline = newlineOf(source);
  const at = lineStart(source, machine.moves.at.start);
  return { edits: [insertion(at, tableLines(source, HEADS, all) + newline + newline)] };
}

function isKnown(slot: Slot<unknown>): boolean {
  return valueOf(slot) !== undefined || slot.status === 'any' || slot.status === 'none';
}
