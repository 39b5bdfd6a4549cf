// What checking finds in part 6. Notation, section 4.

import { defineDiagnostic, type Definition } from './define.ts';

export const unusedEvent: Definition<'event'> = defineDiagnostic({
  code: 'unused-event',
  part: 'events',
  severity: 'information',
  what: 'Unexpected event `{event}`: no operation and no move emits it, and nothing says when it is sent.',
  why: 'An event that is never sent misleads those who wait for it.',
  fix: 'Name it under Emits of an operation or a move, or say `When:`.',
});
