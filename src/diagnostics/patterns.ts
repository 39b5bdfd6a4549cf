// Diagnostics about what follows `matches`. Input: a pattern and what is wrong with it. Output: the declared sentences. Notation,
// part 2, head Allowed values.

import { defineDiagnostic } from './define.ts';
import type { Definition } from './define.ts';

export const badPattern: Definition<'pattern' | 'found' | 'instead'> = defineDiagnostic({
  code: 'bad-pattern',
  part: 'document',
  severity: 'error',
  what: 'Unexpected `{found}` in the pattern `{pattern}`, expected a regular expression of RFC 9485.',
  why: 'A pattern is written in the language that all engines share (RFC 9485, I-Regexp). Anything beyond it differs from engine to engine, or can keep a service busy with a single text.',
  fix: 'Write {instead}.',
});

export const anchoredPattern: Definition<'pattern' | 'instead'> = defineDiagnostic({
  code: 'anchored-pattern',
  part: 'document',
  severity: 'error',
  what: 'Unexpected anchor `^` or `$` in the pattern `{pattern}`, expected a description of the whole value.',
  why: 'A pattern always describes the whole value, and in RFC 9485 `^` and `$` are characters like all others. At the beginning or the end they were probably meant as anchors.',
  fix: 'Write `{instead}`, or `\\^` and `[$]` where the value itself contains these characters.',
});

export const patternTooLarge: Definition<'pattern' | 'size' | 'most'> = defineDiagnostic({
  code: 'pattern-too-large',
  part: 'document',
  severity: 'error',
  what: 'Unexpected pattern `{pattern}` of {size}, expected at most {most}.',
  why: 'What a caller sends is matched while others wait. The time for each character grows with the number of characters that the pattern names (`(ab){100}` names two hundred), and with how many of them may be left out in a row.',
  fix: 'Write `*` or `+` instead of a large count, and bound the length by the type, such as `string(..5000)`.',
});
