// The events that a step writes into the outbox. Input: an operation, the effects of one step, what the moves in it send. Output:
// each kind once, with the condition under which it is sent. Notation, parts 3 and 4, Emits.

import { known } from '../../base/fault.ts';
import { REQUEST_TRACE } from '../../base/request-trace.ts';
import type { Effect } from '../../notation/values/effects.ts';
import { valueOf } from '../../notation/slot.ts';
import { accessesOfEvent } from '../../analysis/requests/emitted.ts';
import type { MoveEvent, OperationContext } from '../context.ts';
import { some } from '../operands.ts';
import type { Emit } from '../steps.ts';

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
  context.make({ name: 'now', kind: 'now' });
  context.make({ name: REQUEST_TRACE, kind: 'trace' });
  const by = context.heading;
  return {
    emits: [...whens].map(([event, items]): Emit => {
      const isAlways = items.some(({ kind }) => kind === 'true');
      return { event, by, traced: true, ...(!isAlways && { when: some(items) }) };
    }),
  };
}

function ownEvents({ model, linked }: OperationContext, effects: readonly Effect[]): readonly string[] {
  return (valueOf(linked.facts.emits) ?? []).flatMap(({ text }) => {
    const accesses = known(accessesOfEvent(model, linked, text), `nothing says which row ${text} speaks of`);
    return accesses.some((access) => access.effects[0] === effects[0]) ? [text] : [];
  });
}
