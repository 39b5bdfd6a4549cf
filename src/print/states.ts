// Part 3 → Markdown. Input: StatesPart. Output: lines; what a diagram stated is printed as a table. Notation, part 3.

import { MACHINE, MOVE, STATE, type Machine, type StatesPart } from '../notation/states.ts';
import { nameCell } from './fields.ts';
import { escaped } from './markdown.ts';
import { block, printSection, printMarkOf, printScope } from './slots.ts';
import { columnsOf, printTable } from './tables.ts';

const STATES = columnsOf(STATE.columns);
const [FROM, ...MOVES] = columnsOf(MOVE.columns);

export function printStates(part: StatesPart): string[] {
  return [
    ...printScope(part.scope),
    ...block(printMarkOf(part.machines, part.scope, 'machines')),
    ...part.machines.items.flatMap(printMachine),
  ];
}

function printMachine(machine: Machine): string[] {
  const { scope, states, moves } = machine;
  const bullets = [
    ...printSection(MACHINE, machine),
    ...(states.written ? [] : printMarkOf(states, scope, 'states')),
    ...(moves.written ? [] : printMarkOf(moves, scope, 'moves')),
  ];
  return [
    `### ${escaped(machine.name.text, false)}`,
    '',
    ...printScope(scope),
    ...printTable(states, STATE.head, (state) => nameCell(state.name.text), STATES),
    ...printTable(moves, MOVE.head, (move) => FROM!.print(move) ?? '', MOVES),
    ...block(bullets),
  ];
}
