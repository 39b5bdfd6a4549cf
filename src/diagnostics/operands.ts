// What linking finds about operands: one that its place has not, an operator that does not take it, two that do not go
// together. Notation, rule 1.5, part 2 "Conditions" and part 4 "What a call does".

import { defineDiagnostic, type Definition } from './define.ts';

export const operandNotHere: Definition<'operand' | 'expected'> = defineDiagnostic({
  code: 'operand-not-here',
  part: 'document',
  severity: 'error',
  what: 'Unexpected {operand}: nothing stands for it at this place, expected {expected}.',
  why: 'What a place does not have can be compared with nothing, and every condition on it would be false.',
  fix: 'Write {expected}.',
});

export const wrongOperator: Definition<'operator' | 'name' | 'type' | 'expected'> = defineDiagnostic({
  code: 'wrong-operator',
  part: 'document',
  severity: 'error',
  what: 'Unexpected `{operator}` beside {name}, which is {type}, expected {expected}.',
  why: 'An operator says something of the values it is made for, and nothing of others.',
  fix: 'Write {expected}.',
});

export const wrongConstraint: Definition<'constraint' | 'name' | 'type' | 'expected'> = defineDiagnostic({
  code: 'wrong-constraint',
  part: 'resources',
  severity: 'error',
  what: 'Unexpected {constraint} for {name}, which is {type}, expected {expected}.',
  why: 'What says nothing of values of this type would narrow nothing, and every value would be taken.',
  fix: 'Write {expected}, or change the type.',
});

export const unlikeTypes: Definition<'left' | 'right' | 'types' | 'instead'> = defineDiagnostic({
  code: 'unlike-types',
  part: 'document',
  severity: 'error',
  what: 'Unexpected {left} beside {right}: {types}, expected values of one kind.',
  why: 'Values of two kinds are never equal, and one cannot be kept as the other: no rule says how it would be converted.',
  fix: 'Name another one{instead}, or give both the same type.',
});

export const mayBeNothing: Definition<'value' | 'field'> = defineDiagnostic({
  code: 'may-be-nothing',
  part: 'document',
  severity: 'error',
  what: 'Unexpected {value} for {field}: it may be nothing, and the field must be something.',
  why: 'A field that is required is never without a value. Nothing says what is kept when this one is left out.',
  fix: 'Make it required where it comes from, give it a default, or let {field} be without a value: Required `no`, or the type `or null`.',
});

export const tooWide: Definition<'value' | 'field' | 'rule'> = defineDiagnostic({
  code: 'too-wide',
  part: 'document',
  severity: 'error',
  what: 'Unexpected {value} for {field}, which holds only {rule}: expected a value that is held to the same.',
  why: 'Nothing says what happens to a value that the field may not hold, and it is not kept as if nothing were stated.',
  fix: 'State {rule} where the value comes from, or let {field} hold more.',
});
