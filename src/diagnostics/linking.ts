// What linking finds in any part: names that nothing declares, and the same fact stated in two ways.
// Notation, section 4 and rules 5 and 6.

import { defineDiagnostic, type Definition } from './define.ts';

const why = 'A name that is not declared has no meaning, so what needs it cannot run. It may also be a typing mistake.';
const fix = 'Declare `{name}` {place}, or write a name that is declared.';

export const unknownResource: Definition<'name' | 'hint' | 'place'> = defineDiagnostic({
  code: 'unknown-resource',
  part: 'document',
  severity: 'error',
  what: 'Unexpected resource `{name}`, expected one that part 2 declares{hint}.',
  why,
  fix,
});

export const unknownField: Definition<'name' | 'hint' | 'place' | 'resource'> = defineDiagnostic({
  code: 'unknown-field',
  part: 'document',
  severity: 'error',
  what: 'Unexpected field `{name}`, expected a field of `{resource}`{hint}.',
  why,
  fix,
});

export const unknownView: Definition<'name' | 'hint' | 'place' | 'resource'> = defineDiagnostic({
  code: 'unknown-view',
  part: 'document',
  severity: 'error',
  what: 'Unexpected view `{name}`, expected a view of `{resource}`{hint}.',
  why,
  fix,
});

export const unknownState: Definition<'name' | 'hint' | 'place' | 'machine'> = defineDiagnostic({
  code: 'unknown-state',
  part: 'document',
  severity: 'error',
  what: 'Unexpected state `{name}`, expected a state of `{machine}`{hint}.',
  why,
  fix,
});

export const unknownOperation: Definition<'name' | 'hint' | 'place'> = defineDiagnostic({
  code: 'unknown-operation',
  part: 'document',
  severity: 'error',
  what: 'Unexpected operation `{name}`, expected the heading of one in part 4{hint}.',
  why,
  fix,
});

export const unknownError: Definition<'name' | 'hint' | 'place'> = defineDiagnostic({
  code: 'unknown-error',
  part: 'document',
  severity: 'error',
  what: 'Unexpected error `{name}`, expected a code of part 7{hint}.',
  why,
  fix,
});

export const unknownEvent: Definition<'name' | 'hint' | 'place'> = defineDiagnostic({
  code: 'unknown-event',
  part: 'document',
  severity: 'error',
  what: 'Unexpected event `{name}`, expected a kind of part 6{hint}.',
  why,
  fix,
});

export const unknownParameter: Definition<'name' | 'hint' | 'place' | 'operation'> = defineDiagnostic({
  code: 'unknown-parameter',
  part: 'document',
  severity: 'error',
  what: 'Unexpected parameter `{name}`, expected one of `{operation}`{hint}.',
  why,
  fix,
});

export const unknownLimit: Definition<'name' | 'hint' | 'place'> = defineDiagnostic({
  code: 'unknown-limit',
  part: 'document',
  severity: 'error',
  what: 'Unexpected limit `{name}`, expected one of part 8{hint}.',
  why,
  fix,
});

export const unknownWord: Definition<'word' | 'hint' | 'words'> = defineDiagnostic({
  code: 'unknown-word',
  part: 'document',
  severity: 'error',
  what: 'Unexpected word `{word}` in angle brackets, expected one that the service fills in{hint}.',
  why: 'The service fills in what is in angle brackets. A word that it does not know would be left out silently.',
  fix: 'Write {words}, or leave the angle brackets out.',
});

export const wordNotHere: Definition<'word' | 'where' | 'because' | 'words'> = defineDiagnostic({
  code: 'word-not-here',
  part: 'document',
  severity: 'error',
  what: 'Unexpected `{word}` in the {where}: {because}.',
  why: 'Nothing fills in this word. It would be left out silently, and the answer would not be what the document says.',
  fix: 'Leave it out, or write {words}.',
});

export const operandIsAField: Definition<'name' | 'resource' | 'left' | 'field'> = defineDiagnostic({
  code: 'operand-is-a-field',
  part: 'document',
  severity: 'error',
  what: 'Unexpected value `{name}`: it is a field of `{resource}`, and not a value that {left} can have.',
  why: 'Right of an operator, a name in ticks is a value. Perhaps the field was meant, and that is something else.',
  fix: 'Write {field} for the field of the row.',
});

export const textLikeAField: Definition<'name' | 'resource' | 'field'> = defineDiagnostic({
  code: 'text-like-a-field',
  part: 'document',
  severity: 'warning',
  what: 'Unexpected value `{name}`: it is read as the text "{name}", and {resource} has a field of that name; expected {field} for the field, or the text in double quotes.',
  why: 'Right of an operator and under Default, a name in ticks is a value, even where a field has that name. If the field was meant, the document says something else, and nothing shows it.',
  fix: 'Write {field} for the field, or "{name}" in double quotes for the text.',
});

export const impossibleValue: Definition<'value' | 'name' | 'expected' | 'hint'> = defineDiagnostic({
  code: 'impossible-value',
  part: 'document',
  severity: 'error',
  what: 'Unexpected value `{value}` for {name}, expected {expected}{hint}.',
  why: 'The type cannot hold this value: nothing can be set to it, and a comparison with it is never true.',
  fix: 'Write {expected}, or change the type.',
});

export const referenceNotUnique: Definition<'resource' | 'field'> = defineDiagnostic({
  code: 'reference-not-unique',
  part: 'document',
  severity: 'error',
  what: 'Unexpected reference to `{resource}` by `{field}`, expected its identity or a field that is unique by itself.',
  why: 'Two rows could share the value, and nothing would say which of them is meant.',
  fix: 'Add `- Unique: {field}` to `{resource}`, or refer to it by its identity.',
});
