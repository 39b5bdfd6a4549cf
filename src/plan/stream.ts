// Events that are streamed, as data: on which operation, what surrounds them, how long they are kept, and who sees which. Input: the bullets of Delivery.
// Output: a StreamPlan. Notation, part 6, "On a stream"; decision 0069.

import { streamOf } from '../analysis/document/streams.ts';
import { toldResources } from '../analysis/requests/receivers.ts';
import type { DeliveryFacts } from '../notation/events.ts';
import { problem } from '../notation/problems.ts';
import { valueOf } from '../notation/slot.ts';
import type { LinkedOperation } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { callerStep } from './caller.ts';
import { operationContext, type Context } from './context.ts';
import type { EnvelopePlan, SeesPlan, StreamPlan } from './delivery-plan.ts';
import { OF_A_CALL } from './of-a-call.ts';
import { bindingsOf, usedIn, valuesOf } from './receivers.ts';
import { guardOf } from './refuse.ts';
import { sentBy } from './request-parameters.ts';
import type { RowScope } from './rows.ts';
import { seesEvent } from './who.ts';

/** `any`: the service chooses. */
const KEPT_FOR = 7 * 86_400_000;

/** Undefined: what is stated is not enough. */
export function streamPlan(
  context: Context,
  { keptFor }: DeliveryFacts,
  envelope: EnvelopePlan | undefined,
): StreamPlan | undefined {
  const linked = streamOf(context.model);
  const kept = keptFor.status === 'none' ? null : keptFor.status === 'any' ? KEPT_FOR : valueOf(keptFor);
  if (!linked || !envelope || kept === undefined) return undefined;
  const sees = toldResources(context.model).map(
    (about) => [about.name.text, seesPlan(context, linked, about)] as const,
  );
  return {
    operation: linked.operation.name.text,
    envelope,
    keptFor: kept,
    problem: problem('resumed', null),
    sees: Object.fromEntries(sees),
  };
}

/** Asked of the row as it was, of the caller as it is when the event is sent. */
function seesPlan(context: Context, linked: LinkedOperation, about: Resource): SeesPlan | null {
  const own = operationContext(context, linked, OF_A_CALL);
  const told = bindingsOf(context.model, about);
  const row: RowScope = { kind: 'draft', resource: about, values: valuesOf(told) };
  const where = seesEvent({ context: own, sent: sentBy(own, linked) }, row);
  if (where.kind === 'true') return null;
  const guards = [guardOf(where, { kind: 'not permitted', on: undefined }, 'permission')];
  const steps = [...callerStep(own), { kind: 'bind', values: [], guards } as const];
  return { binds: usedIn(where, told), steps };
}
