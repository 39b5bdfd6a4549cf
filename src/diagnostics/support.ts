// What checking says about statements that are read and not done yet. Design, section 2, `unsupported`.

import { defineDiagnostic, type Definition } from './define.ts';

export const unsupported: Definition<'words' | 'id'> = defineDiagnostic({
  code: 'unsupported',
  part: 'document',
  severity: 'warning',
  what: 'Unexpected {words}, expected words that this runtime does: what needs {id} is held.',
  why: 'Ignoring a statement would be the worst thing to do, so the operations it concerns are held and say so.',
  fix: 'See docs/supported.md for the words that run.',
});
