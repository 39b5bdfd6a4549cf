// What can be observed of restrictions: keys of repeated calls. Input: an operation, and what makes an obligation of it. Output: obligations.
// Notation, part 4, Repeat.

import { isKeyed, repeatSlot } from '../analysis/document/repeats.ts';
import { mayBeNotModified } from '../analysis/document/preconditions.ts';
import { effectsOf } from '../analysis/document/targets.ts';
import { encodeName } from '../analysis/document/slot-ids.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Limit } from '../notation/limits.ts';
import { isSuccess } from '../notation/statuses.ts';
import { isTag, type HeaderValue } from '../notation/values/answers.ts';
import type { Effect } from '../notation/values/effects.ts';
import { valueOf, type Slot } from '../notation/slot.ts';
import { statementOf } from './statements.ts';
import type { Obligation } from './verdict.ts';

/** `what`: its name, behind the name of the operation. */
type Make = (what: string, said: string, slot: Slot<unknown>) => Obligation;

export const SAME_BODY = 'repeat/same body';
export const OTHER_CALLER = 'repeat/other caller';

export function ofRestrictions(linked: LinkedOperation, make: Make): readonly Obligation[] {
  return [...repeats(linked, make), ...tags(linked, make), ...pages(linked, make)];
}

/** What no call alone shows. */
export function besideCalls(model: Model): readonly Obligation[] {
  return [...ofLimits(model), ...ofEvents(model)];
}

export function limitObligation({ name }: Limit, what: 'at' | 'beyond'): string {
  return `8/${encodeName(name.text)}/${what}`;
}

/** Of part 8, what no single call shows. */
function ofLimits(model: Model): readonly Obligation[] {
  return model.document.limits.limits.items.flatMap((limit): readonly Obligation[] => {
    const value = valueOf(limit.value);
    if (value?.kind !== 'rate') return [];
    const most = value.burst ?? value.count;
    const make = (what: 'at' | 'beyond', said: string): Obligation => ({
      id: limitObligation(limit, what),
      operation: undefined,
      statement: statementOf(model, limit.value),
      what: `${limit.name.text}: ${said}`,
    });
    return [make('at', `${most} calls are admitted`), make('beyond', 'one more is refused')];
  });
}

export const SIGNED = '6/delivery/signature';
export const DELIVERY_ORDER = '6/delivery/order';

export function eventObligation(event: string): string {
  return `6/${encodeName(event)}/sent`;
}

/** Of part 6, what comes beside the answers. */
function ofEvents(model: Model): readonly Obligation[] {
  const { delivery, kinds } = model.document.events;
  if (!delivery || kinds.items.length === 0) return [];
  const make = (id: string, slot: Slot<unknown>, what: string): Obligation => ({
    id,
    operation: undefined,
    statement: statementOf(model, slot),
    what,
  });
  const { signature, order, sentAs } = delivery.facts;
  return [
    ...kinds.items.map(({ name, payload }) =>
      make(
        eventObligation(name.text),
        payload.status === 'absent' ? sentAs : payload,
        `the event ${name.text} is sent`,
      ),
    ),
    ...(valueOf(signature)?.secret?.kind === 'field' ? [make(SIGNED, signature, 'events are signed')] : []),
    ...(valueOf(order) ? [make(DELIVERY_ORDER, order, 'events come in their order')] : []),
  ];
}

export const NEXT_PAGE = 'pages/next';

function pages({ facts }: LinkedOperation, make: Make): readonly Obligation[] {
  const all = valueOf(facts.pages);
  const answers = facts.statuses.items.flatMap(({ body, headers }) => [body, headers]);
  const isSaid = [facts.headers, ...answers].some(
    (slot) => slot.status !== 'absent' && /<(?:next|more)>/.test(slot.text),
  );
  if (!all || (all.kind !== 'link' && !isSaid)) return [];
  return [make(NEXT_PAGE, 'each page but the last says that there is another', facts.pages)];
}

export const NOT_MODIFIED = 'not modified';
export const SAME_TAG = 'tag/same';
export const NEW_TAG = 'tag/new';

function tags(linked: LinkedOperation, make: Make): readonly Obligation[] {
  const { facts } = linked;
  const slot = tagSlot(linked);
  return [
    ...(mayBeNotModified(linked)
      ? [make(NOT_MODIFIED, 'who names the tag of the answer gets 304', facts.preconditions)]
      : []),
    ...(slot && linked.operation.method === 'GET' ? [make(SAME_TAG, 'its tag stays while nothing changes', slot)] : []),
    ...(slot && effectsOf(linked).every(({ kind }) => CHANGEABLE.has(kind))
      ? [make(NEW_TAG, 'its tag is another one when the row has changed', slot)]
      : []),
  ];
}

/** Where the tag of its answers is stated. */
export function tagSlot({ facts }: LinkedOperation): Slot<readonly HeaderValue[]> | undefined {
  const headers = [facts.headers, ...facts.statuses.items.filter(isSuccess).map((row) => row.headers)];
  return headers.find((one) => valueOf(one)?.some(isTag));
}

/** One row that was there before. */
const CHANGEABLE: ReadonlySet<Effect['kind']> = new Set<Effect['kind']>([
  'reads',
  'updates',
  'merges into',
  'replaces',
  'moves',
  'sets',
]);

/** What comes of a call that is sent again with its key. */
function repeats(linked: LinkedOperation, make: Make): readonly Obligation[] {
  if (!isKeyed(linked)) return [];
  const [same, scope] = [repeatSlot(linked, 'sameBody'), repeatSlot(linked, 'scope')];
  return [
    ...(valueOf(same) ? [make(SAME_BODY, 'the same call with its key again gets the first answer', same)] : []),
    ...(valueOf(scope)?.includes('caller')
      ? [make(OTHER_CALLER, 'the key of another caller is another key', scope)]
      : []),
  ];
}
