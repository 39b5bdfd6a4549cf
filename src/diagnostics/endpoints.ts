// What linking and checking find in part 4. Notation, section 4.

import { defineDiagnostic, type Definition } from './define.ts';

export const whichOne: Definition<'effect' | 'resource' | 'expected' | 'instead'> = defineDiagnostic({
  code: 'which-one',
  part: 'endpoints',
  severity: 'error',
  what: 'Unexpected `{effect} {resource}`: nothing says which `{resource}`, expected {expected}.',
  why: 'One row or all of them? A call that may touch the wrong row is not made.',
  fix: 'Put the identity of `{resource}` into the path, or add a Path table{instead}.',
});

export const moveNotDone: Definition<'operation' | 'machine' | 'otherwise'> = defineDiagnostic({
  code: 'move-not-done',
  part: 'endpoints',
  severity: 'error',
  what: 'Unexpected row of `{machine}` by `{operation}`, whose Does makes no such move.',
  why: 'Part 3 says that the operation makes the move or is refused it, part 4 says that it does something else. One of the two is wrong. A call that moves nothing and is refused in some states is no row of part 3: a code of part 7 whose When is a condition says it, which the operation names under Errors.',
  fix: 'Let the Does of `{operation}` say `moves {machine}`, with `to` only where every row leads there, or take the operation out of By{otherwise}.',
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
  why: 'The first row that holds is answered, so this one never is, and whoever writes a client waits for it in vain.',
  fix: 'Put the narrower row first, correct its When, or take it out.',
});

export const noCallerHere: Definition<'operation'> = defineDiagnostic({
  code: 'no-caller-here',
  part: 'endpoints',
  severity: 'error',
  what: 'Unexpected `caller` in `{operation}`, which anyone may call: nobody is signed in there.',
  why: 'Where credentials are not read there is no caller, and every condition on one is false for everybody.',
  fix: 'Say who may call: `Who: signed-in`, or leave `caller` out.',
});

export const headerNotHere: Definition<'name' | 'because' | 'instead'> = defineDiagnostic({
  code: 'header-not-here',
  part: 'endpoints',
  severity: 'error',
  what: 'Unexpected header `{name}` in an answer: {because}.',
  why: 'Sent as it is written, it would contradict what is sent anyway: a message with two lengths, two types or two rules for other origins is read by each client in its own way.',
  fix: '{instead}.',
});

export const noBodyHere: Definition<'status'> = defineDiagnostic({
  code: 'no-body-here',
  part: 'endpoints',
  severity: 'error',
  what: 'Unexpected body in an answer with status {status}, which HTTP sends without one.',
  why: 'A client takes what follows such an answer for the next one, so the body would never be sent.',
  fix: 'Write `none` under Body, or a status that has one, such as 200 or 409.',
});

export const statementNotHere: Definition<'what' | 'operation' | 'because' | 'instead'> = defineDiagnostic({
  code: 'statement-not-here',
  part: 'endpoints',
  severity: 'error',
  what: 'Unexpected `{what}` in `{operation}`: {because}.',
  why: 'It would be a statement that is ignored: whoever reads it expects something that no request ever meets.',
  fix: '{instead}.',
});

export const unusedStatement: Definition<'what' | 'because'> = defineDiagnostic({
  code: 'unused-statement',
  part: 'endpoints',
  severity: 'warning',
  what: 'Unexpected `{what}` for all operations: it says nothing about any of them, since {because}.',
  why: 'What stands under All operations holds for those that it fits. This fits none, so nothing is said by it.',
  fix: 'Leave it out, or move it to the operation that it is meant for.',
});

export const neverKept: Definition<'field' | 'operation' | 'instead'> = defineDiagnostic({
  code: 'never-kept',
  part: 'endpoints',
  severity: 'warning',
  what: 'Unexpected value for `{field}` in Does of `{operation}`, whose body takes it, too: what the body brings never counts.',
  why: 'What `with`, `sets` and `moves` give a field stands, whatever the body says of it. Whoever sends another value is answered as if it had been kept.',
  fix: '{instead}.',
});
