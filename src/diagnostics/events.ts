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

export const neverHappens: Definition<'occasion' | 'event' | 'because'> = defineDiagnostic({
  code: 'never-happens',
  part: 'events',
  severity: 'warning',
  what: 'Unexpected {occasion} under When of `{event}`: {because}.',
  why: 'The document states all that could make this happen, and nothing does. So the event is never sent for it, and those who wait for it wait in vain.',
  fix: 'Name what does happen, add the operation or the move that makes it happen, or remove it from When.',
});
