// What checking says about statements that are read and not done yet. Design, section 2, `unsupported`.

import { defineDiagnostic, type Definition } from './define.ts';

export const unsupported: Definition<'words'> = defineDiagnostic({
  code: 'unsupported',
  part: 'document',
  severity: 'warning',
  what: 'Unexpected {words}: this runtime reads it and does not do it yet',
  why: 'Ignoring a statement would be the worst thing to do, so the operations it concerns are held and say so.',
  fix: 'See docs/supported.md for the words that run.',
});
