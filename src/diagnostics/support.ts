// What checking says about statements that are read and not done yet.

import { defineDiagnostic, type Definition } from './define.ts';

export const unsupported: Definition<'what' | 'words' | 'id' | 'held' | 'instead'> = defineDiagnostic({
  code: 'unsupported',
  part: 'document',
  severity: 'warning',
  what: 'This runtime does not support {what} yet: {held} by {id}.',
  why: 'The statement is understood, and nothing is wrong with it. It is not ignored: what needs it answers 501 and says so, and events that need it wait. Where nothing depends on it, nothing is held.',
  fix: 'Keep it{instead}. In docs/supported.md this is {words}.',
});
