// Part 3 → Markdown. In: StatesPart. Out: lines; what a diagram said stands in a table. Notation, part 3.

import type { Machine, Move, State, StatesPart } from '../notation/states.ts';
import { printAnyOtherMove, printBy, printFrom, printTo } from '../notation/values/moves.ts';
import { printCondition } from '../notation/values/conditions.ts';
import { nameCell } from './fields.ts';
import { escaped } from './markdown.ts';
import { ticks } from '../notation/values/names.ts';
import { asIs, block, printBullet, printMarkOf, printScope, printSlot } from './slots.ts';
import type { Column } from './tables.ts';
import { column, printTable } from './tables.ts';
import { printWho } from '../notation/values/who.ts';

const STATE: readonly Column<State>[] = [
  column('Kind', (state: State) => state.kind, asIs),
  column('Meaning', (state: State) => state.meaning, asIs),
];

const MOVE: readonly Column<Move>[] = [
  column('To', (move: Move) => move.to, printTo),
  column('By', (move: Move) => move.by, printBy),
  column('Who', (move: Move) => move.who, printWho),
  column('Only if', (move: Move) => move.onlyIf, printCondition),
  column('Emits', (move: Move) => move.emits, ticks),
];

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
    ...printBullet('Any other move', machine.anyOtherMove, printAnyOtherMove),
    ...(states.written ? [] : printMarkOf(states, scope, 'states')),
    ...(moves.written ? [] : printMarkOf(moves, scope, 'moves')),
  ];
  return [
    `### ${escaped(machine.name.text, false)}`,
    '',
    ...printScope(scope),
    ...printTable(states, 'State', (state) => nameCell(state.name.text), STATE),
    ...printTable(moves, 'From', (move) => printSlot(move.from, printFrom, 'cell') ?? '', MOVE),
    ...block(bullets),
  ];
}
