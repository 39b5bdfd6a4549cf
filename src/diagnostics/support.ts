// What checking says about statements that are read and not done yet. Design, section 2, `unsupported`.

import { defineDiagnostic, type Definition } from './define.ts';

export const unsupported: Definition<'words' | 'id' | 'held'> = defineDiagnostic({
  code: 'unsupported',
  part: 'document',
  severity: 'warning',
  what: 'This runtime does not do {words} yet: {held} by {id}.',
  why: 'The statement is understood and nothing is wrong with it. It is not ignored: what needs it answers 501 and says so.',
  fix: 'Keep it, or say the same in words that run: docs/supported.md lists both kinds.',
});
