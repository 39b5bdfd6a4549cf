// What linking and checking find in part 3. Notation, section 4.

import { defineDiagnostic, type Definition } from './define.ts';

export const notAState: Definition<'machine'> = defineDiagnostic({
  code: 'not-a-state-field',
  part: 'states',
  severity: 'error',
  what: 'Unexpected machine or move of `{machine}`, expected a field of type `state`.',
  why: 'A machine decides the values of a field; a field of another type is set by someone else.',
  fix: 'Give the field the type `state` and `Set by` `service: state`, or name another field in the heading.',
});

export const nondeterministicMove: Definition<'state' | 'operation' | 'machine'> = defineDiagnostic({
  code: 'nondeterministic-move',
  part: 'states',
  severity: 'error',
  what: 'Unexpected second move of `{machine}` from `{state}` by `{operation}`, expected conditions that tell the two apart.',
  why: 'Both rows can apply at once, and they lead to different states. Which move is made would be a guess.',
  fix: 'Give the rows conditions (`Only if`) of which only one can be true. The order of the rows says nothing.',
});

export const timelessCircle: Definition<'machine' | 'circle'> = defineDiagnostic({
  code: 'timeless-circle',
  part: 'states',
  severity: 'error',
  what: 'Unexpected circle of moves of `{machine}` that time makes ({circle}), expected time to pass in one of its states.',
  why: 'Each of these moves is due as soon as the one before it is made: the row would move without end in one instant.',
  fix: 'Let one of the moves wait in its state (`after 1 minute`), or give them conditions (`Only if`) that are never all true.',
});

export const movesGoRound: Definition<'machine' | 'circle' | 'moves'> = defineDiagnostic({
  code: 'moves-go-round',
  part: 'states',
  severity: 'warning',
  what: 'Unexpected circle of moves of `{machine}` that time alone makes ({circle}), expected fewer moves: a day in which the service does not run leaves {moves} of each row to make.',
  why: 'What has come due is written before a request that needs the rows is answered. Where nothing but the state changes, whole rounds are one write. Where a move sends an event, or a condition looks at other rows, each move is made by itself, and such requests are answered `unavailable` (503) until that is done.',
  fix: 'Let the moves wait longer in their states, or let a call or a condition (`Only if`) end the circle. If this is intended, there is nothing to do.',
});

export const openChoice: Definition<'machine' | 'by'> = defineDiagnostic({
  code: 'open-choice',
  part: 'states',
  severity: 'error',
  what: 'Unexpected `one of` for a move of `{machine}` by {by}, expected one state, or a call that names which.',
  why: '`one of` leaves the choice to somebody outside, or to a call that names the state. Time names none, and neither does this call.',
  fix: 'Write one row for each state, with conditions (`Only if`) of which only one can be true; or let the call name the state: `to` under Does, a body that brings it, `outside`.',
});

export const noInitialState: Definition<'machine'> = defineDiagnostic({
  code: 'no-initial-state',
  part: 'states',
  severity: 'warning',
  what: 'Unexpected machine `{machine}` without an initial state, expected a state of Kind `initial` or a row from `(new)`.',
  why: 'A new row must begin in some state. Until the document says in which, creation is held.',
  fix: 'Mark one state `initial`, or add a row `(new)` with the operation that creates.',
});

export const notGone: Definition<'state' | 'machine'> = defineDiagnostic({
  code: 'not-a-gone-state',
  part: 'states',
  severity: 'error',
  what: 'Unexpected `also` with `{state}`, expected a state of `{machine}` whose Kind is `gone`.',
  why: 'The effect finds rows in all other states anyway. To name one of them says nothing.',
  fix: 'Leave the state out of `also`, or write `gone` as its Kind.',
});

export const unreachableState: Definition<'state' | 'machine' | 'hint'> = defineDiagnostic({
  code: 'unreachable-state',
  part: 'states',
  severity: 'warning',
  what: 'Unexpected state `{state}` of `{machine}`: no move leads to it{hint}.',
  why: 'No row can ever have this state: either it is a mistake, or a move is missing.',
  fix: 'Add the move that leads to it, or remove the state.',
});

export const deadEnd: Definition<'state' | 'machine'> = defineDiagnostic({
  code: 'dead-end',
  part: 'states',
  severity: 'warning',
  what: 'Unexpected state `{state}` of `{machine}`, expected a move that leaves it or the Kind `final`.',
  why: 'A row that reaches this state stays there for ever: either that is intended, or a move is missing.',
  fix: 'Write `final` as its Kind, or add the move that leaves it.',
});

export const neverMoves: Definition<'operation' | 'machine'> = defineDiagnostic({
  code: 'never-moves',
  part: 'states',
  severity: 'warning',
  what: 'Unexpected move of `{machine}` by `{operation}`, expected a row in its table that allows such a move.',
  why: 'The table is complete, and lets this operation move none of the rows that its Does finds. So each call that finds a row is refused.',
  fix: 'Add a row to part 3 that has the operation under By, and under From the states in which it may be called. Or let `where` in its Does find rows in such a state, or remove the move from its Does.',
});

export const everyOrNone: Definition<'operation' | 'machine' | 'states' | 'condition'> = defineDiagnostic({
  code: 'every-or-none',
  part: 'states',
  severity: 'warning',
  what: 'Unexpected rows in {states} of `{machine}`, expected `{operation}` to find only rows that it can move.',
  why: '`moves every` moves all rows that it finds, or none. One row in such a state refuses the call, and no row is moved. The log names the row.',
  fix: 'Let `where` in its Does find the others (`` {condition} ``), or add a row to part 3 for these states. If the call is to be refused while there is such a row, there is nothing to do.',
});
