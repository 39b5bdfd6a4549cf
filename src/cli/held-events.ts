// Why events are kept and not sent. Input: the plan of a document, and its file. Output: a line, or undefined where all that it emits is sent.

import type { Plan } from '../plan/plan.ts';
import { eventsHeldBy } from '../serve/outbox.ts';

export function heldEventsLine(plan: Plan, file: string): string | undefined {
  const { events = [], delivery } = plan;
  const ids = eventsHeldBy(plan).map(({ id }) => id);
  if (events.length === 0 || ids.length === 0) return undefined;
  const some = (delivery?.heldBy ?? []).length > 0 ? [] : Object.keys(delivery?.events ?? {});
  const which = some.length === 0 ? 'events are' : `${some.join(', ')} ${some.length === 1 ? 'is' : 'are'}`;
  return `${which} kept and not sent, because of ${ids.join(', ')}; ninefold check ${file} says more`;
}
