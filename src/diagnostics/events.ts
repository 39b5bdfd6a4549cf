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

export const wrongDelivery: Definition<'what' | 'key' | 'expected'> = defineDiagnostic({
  code: 'wrong-delivery',
  part: 'events',
  severity: 'error',
  what: 'Unexpected {what} under {key} of Delivery, expected {expected}.',
  why: 'As it is stated it can never be done: no event would be sent, or its receiver could not tell what it got.',
  fix: 'Write {expected}.',
});

export const signingSecretShown: Definition<'field'> = defineDiagnostic({
  code: 'signing-secret-shown',
  part: 'events',
  severity: 'warning',
  what: 'Unexpected signing secret `{field}` that answers may show, expected `hidden` under Set by.',
  why: 'Events are signed with it. All who read it can send events that look as if they came from this service.',
  fix: 'Write `hidden` under Set by of `{field}`, as in `caller, hidden`.',
});

export const keptForNobody: Definition = defineDiagnostic({
  code: 'kept-for-nobody',
  part: 'events',
  severity: 'warning',
  what: 'Unexpected Kept for beside `POST` under Sent as: no receiver asks for events again.',
  why: 'Events are sent to their receivers, which cannot ask for older ones. Somebody who reads this may build on a way to do so.',
  fix: 'Remove Kept for. How long events are kept that were delivered, the operator says.',
});
