// What linking and checking find in part 4. Notation, section 4.

import { defineDiagnostic, type Definition } from './define.ts';

export const whichOne: Definition<'effect' | 'resource' | 'expected' | 'instead'> = defineDiagnostic({
  code: 'which-one',
  part: 'endpoints',
  severity: 'error',
  what: 'Unexpected `{effect} {resource}`: nothing says which `{resource}`, expected {expected}.',
  why: 'It could be one row, or all of them. A call that may change the wrong row is not made.',
  fix: 'Put the identity of `{resource}` into the path, or add a Path table{instead}.',
});

export const moveNotDone: Definition<'operation' | 'machine' | 'otherwise'> = defineDiagnostic({
  code: 'move-not-done',
  part: 'endpoints',
  severity: 'error',
  what: 'Unexpected row of `{machine}` by `{operation}`, whose Does makes no such move.',
  why: 'Part 3 says that the operation makes this move, or is refused it. Part 4 says that it does something else. One of the two is wrong. A call that changes nothing, and is only refused in some states, does not belong in part 3: give a code of part 7 a condition under When, and name it under Errors of the operation.',
  fix: 'Write `moves {machine}` under Does of `{operation}`, with `to` only if every row leads there, or remove the operation from By{otherwise}. One that changes or deletes rows without a move is named by rows to `same` and `refused`.',
});

export const effectIncomplete: Definition<'operation'> = defineDiagnostic({
  code: 'effect-incomplete',
  part: 'endpoints',
  severity: 'warning',
  what: 'Unexpected `updates` without a rule for fields that are left out, expected `Omitted fields:` in `{operation}`.',
  why: 'Whether a field that is not sent is kept or cleared decides what a client loses.',
  fix: 'Write `- Omitted fields: kept`, `cleared` or `refused`.',
});

export const deadStatusRow: Definition<'row' | 'operation' | 'reason'> = defineDiagnostic({
  code: 'dead-status-row',
  part: 'endpoints',
  severity: 'warning',
  what: 'Unexpected row `{row}` in the Status table of `{operation}`: {reason}.',
  why: 'The first row that applies is answered, so this one never is. A client would wait for it in vain.',
  fix: 'Put the narrower row first, correct its When, or remove it.',
});

export const noCallerHere: Definition<'operation'> = defineDiagnostic({
  code: 'no-caller-here',
  part: 'endpoints',
  severity: 'error',
  what: 'Unexpected `caller`, or an effect on the token of the caller, in `{operation}`, which anyone may call: nobody is signed in there.',
  why: 'Credentials are not read there, so there is no caller, and every condition on the caller is false.',
  fix: 'Say who may call: `Who: signed-in`, or leave `caller` out.',
});

export const headerNotHere: Definition<'name' | 'because' | 'instead'> = defineDiagnostic({
  code: 'header-not-here',
  part: 'endpoints',
  severity: 'error',
  what: 'Unexpected header `{name}` in an answer: {because}.',
  why: 'It would contradict what is sent anyway. Each client reads a message with two lengths, two types or two rules for other origins in its own way.',
  fix: '{instead}.',
});

export const noBodyHere: Definition<'status'> = defineDiagnostic({
  code: 'no-body-here',
  part: 'endpoints',
  severity: 'error',
  what: 'Unexpected body in an answer with status {status}, which HTTP sends without one.',
  why: 'A client would take such a body for the beginning of the next answer. So it is never sent.',
  fix: 'Write `none` under Body, or a status that allows a body, such as 200 or 409.',
});

export const statementNotHere: Definition<'what' | 'operation' | 'because' | 'instead'> = defineDiagnostic({
  code: 'statement-not-here',
  part: 'endpoints',
  severity: 'error',
  what: 'Unexpected `{what}` in `{operation}`: {because}.',
  why: 'It would have no effect, and its readers would expect one.',
  fix: '{instead}.',
});

export const unusedStatement: Definition<'what' | 'because'> = defineDiagnostic({
  code: 'unused-statement',
  part: 'endpoints',
  severity: 'warning',
  what: 'Unexpected `{what}` for all operations: it applies to none of them, since {because}.',
  why: 'What is under All operations applies to each operation that it fits. This fits none, so it has no effect.',
  fix: 'Leave it out, or move it to the operation for which it is meant.',
});

export const neverKept: Definition<'field' | 'operation' | 'instead'> = defineDiagnostic({
  code: 'never-kept',
  part: 'endpoints',
  severity: 'warning',
  what: 'Unexpected value for `{field}` in Does of `{operation}`, whose body has the field too: the value in the body never counts.',
  why: '`with`, `sets` and `moves` decide the value of a field, whatever the body says. A caller who sends another value is answered as if it had been kept.',
  fix: '{instead}.',
});
