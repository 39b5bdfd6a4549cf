// What linking finds about operands: one that its place has not, an operator that does not take it, two that do not go
// together. Notation, rule 1.5, part 2 "Conditions" and part 4 "What a call does".

import { defineDiagnostic, type Definition } from './define.ts';

export const operandNotHere: Definition<'operand' | 'expected'> = defineDiagnostic({
  code: 'operand-not-here',
  part: 'document',
  severity: 'error',
  what: 'Unexpected {operand}: there is none at this place, expected {expected}.',
  why: 'There is nothing to compare with at this place, so every condition on it would be false.',
  fix: 'Write {expected}.',
});

export const wrongOperator: Definition<'operator' | 'name' | 'type' | 'expected'> = defineDiagnostic({
  code: 'wrong-operator',
  part: 'document',
  severity: 'error',
  what: 'Unexpected `{operator}` beside {name}, which is {type}, expected {expected}.',
  why: 'This operator says nothing about values of this type.',
  fix: 'Write {expected}.',
});

export const wrongConstraint: Definition<'constraint' | 'name' | 'type' | 'expected'> = defineDiagnostic({
  code: 'wrong-constraint',
  part: 'resources',
  severity: 'error',
  what: 'Unexpected {constraint} for {name}, which is {type}, expected {expected}.',
  why: 'This says nothing about values of this type. It would narrow nothing, and every value would be accepted.',
  fix: 'Write {expected}, or change the type.',
});

export const unlikeTypes: Definition<'left' | 'right' | 'types' | 'instead'> = defineDiagnostic({
  code: 'unlike-types',
  part: 'document',
  severity: 'error',
  what: 'Unexpected {left} beside {right}: {types}, expected values of one kind.',
  why: 'Values of two kinds are never equal, and one cannot be kept as the other: no rule says how to convert it.',
  fix: 'Name another one{instead}, or give both the same type.',
});

export const mayBeNothing: Definition<'value' | 'field'> = defineDiagnostic({
  code: 'may-be-nothing',
  part: 'document',
  severity: 'error',
  what: 'Unexpected {value} for {field}: it may be without a value, and the field must have one.',
  why: 'A required field always has a value. Nothing says what is kept when this one is missing.',
  fix: 'Make it required where it comes from, give it a default, or let {field} be empty: Required `no`, or the type `or null`.',
});

export const tooWide: Definition<'value' | 'field' | 'rule'> = defineDiagnostic({
  code: 'too-wide',
  part: 'document',
  severity: 'error',
  what: 'Unexpected {value} for {field}, which allows only {rule}: expected a value with the same restriction.',
  why: 'Nothing says what happens to a value that the field does not allow, and such a value must not be kept.',
  fix: 'State {rule} where the value comes from, or let {field} allow more.',
});
