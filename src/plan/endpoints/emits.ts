// The events that a step writes into the outbox, since the call was made. Input: an operation, the effects of one step, what the moves in
// it send. Output: each kind once, with the condition under which it is sent. Notation, parts 3 and 4, Emits; part 6, When, of operations.

import { known } from '../../base/fault.ts';
import { REQUEST_TRACE } from '../../base/request-trace.ts';
import type { Effect } from '../../notation/values/effects.ts';
import { valueOf } from '../../notation/slot.ts';
import { accessesOfEvent } from '../../analysis/requests/emitted.ts';
import { kindsAtCall } from '../../analysis/requests/occasions.ts';
import type { MoveEvent, OperationContext } from '../context.ts';
import { emitWhen, sendingOccasions, type Sender } from '../occasions.ts';
import type { Emit, Step } from '../steps.ts';

/** `effects`: those of the step, by which the operation's own Emits knows whether it is about its rows. */
export function emitsOf(
  context: OperationContext,
  effects: readonly Effect[],
  moved: readonly MoveEvent[] = [],
): { readonly emits?: readonly Emit[] } {
  const whens = new Map<string, MoveEvent['when'][]>();
  for (const event of ownEvents(context, effects)) whens.set(event, [{ kind: 'true' }]);
  for (const { event, when } of moved) whens.set(event, [...(whens.get(event) ?? []), when]);
  if (whens.size === 0) return {};
  return { emits: [...whens].map(([event, items]) => emitWhen(event, senderOf(context), items)) };
}

function ownEvents({ model, linked, heading }: OperationContext, effects: readonly Effect[]): readonly string[] {
  const stated = (valueOf(linked.facts.emits) ?? []).map(({ text }) => text);
  return [...new Set([...stated, ...kindsAtCall(model, heading)])].flatMap((event) => {
    const accesses = known(accessesOfEvent(model, linked, event), `nothing says which row ${event} speaks of`);
    return accesses.some((access) => access.effects[0] === effects[0]) ? [event] : [];
  });
}

/** What happens to the rows of the step sends, too. */
export function withOccasions<S extends Step>(context: OperationContext, step: S): S {
  return sendingOccasions(context.model, step, () => senderOf(context));
}

function senderOf(context: OperationContext): Sender {
  context.make({ name: 'now', kind: 'now' });
  context.make({ name: REQUEST_TRACE, kind: 'trace' });
  return { by: context.heading, traced: true };
}
