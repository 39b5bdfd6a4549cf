// What events carry. Input: the model, and of which rows each event is sent. Output: for both together the columns that are kept when it
// is written, and what shows them; or by what it is held. Nobody calls here: what depends on a caller or on a request is held. Notation, part 6, Payload.

import { fault } from '../base/fault.ts';
import type { EventKind } from '../notation/events.ts';
import type { Resource } from '../notation/resources.ts';
import type { Slot } from '../notation/slot.ts';
import { valueOf } from '../notation/slot.ts';
import type { Shape } from '../notation/values/shapes.ts';
import { otherId } from '../analysis/document/slot-ids.ts';
import { runs } from '../analysis/document/supported.ts';
import { shapeFeatures } from '../analysis/gaps/supported/shapes.ts';
import { unstatedOperation } from '../analysis/machines/outside.ts';
import type { Model } from '../model/model.ts';
import { streamOf } from '../analysis/document/streams.ts';
import { isForSome } from '../analysis/gaps/supported/payloads.ts';
import { walk } from '../sql/walk.ts';
import { AnswerColumns } from './answer-columns.ts';
import { computedField } from './computed.ts';
import { operationContext, type Context, type OperationContext } from './context.ts';
import type { Output } from './output.ts';
import { fieldsOutput, HeldField } from './payload-fields.ts';
import { EVENT_ID, type CarriedPlan, type Emitted, type PayloadPlan } from './payload-plan.ts';
import { shapeOutput, type ShownRow } from './shapes.ts';
import { shownShapes } from './shown-shapes.ts';
import { STATE_RULES } from './states.ts';

export function payloadPlans(context: Context, emitted: readonly Emitted[]): readonly PayloadPlan[] {
  const kinds = new Map(context.model.document.events.kinds.items.map((kind) => [kind.name.text, kind]));
  return emitted.map((one) => payloadPlan(context, kinds, one));
}

/** What is stated of it: in its own place, or in that of the event that is the same. */
type Stated =
  | { readonly kind: 'shape'; readonly shape: Shape }
  | { readonly kind: 'fields'; readonly of: EventKind }
  | { readonly kind: 'held'; readonly id: string; readonly why: string };

type Kinds = ReadonlyMap<string, EventKind>;

function payloadPlan(context: Context, kinds: Kinds, { event, resource: name }: Emitted): PayloadPlan {
  const kind = kinds.get(event);
  const id = otherId(6, event, 'payload');
  const stated: Stated = kind
    ? statedBy(kind, kinds, new Set())
    : { kind: 'held', id: '6/events', why: 'part 6 does not describe it' };
  const held = (by: string, why: string): PayloadPlan => ({ event, resource: name, held: context.held([by]), why });
  if (stated.kind === 'held') return held(stated.id, stated.why);
  const [undone] = kind ? context.undone([kind.payload]) : [];
  if (undone !== undefined) return held(undone, 'this runtime does not do what its Payload states');
  const resource = context.model.resources.get(name);
  if (!resource) fault(`there is no ${name}`);
  try {
    const one = carried(context, stated, event, resource);
    return showsRowsForSome(context.model, one) ? held(id, FOR_SOME) : one;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    if (error instanceof HeldField) return held(error.id, error.message);
    return held(id, error instanceof Error ? error.message : '');
  }
}

function statedBy(kind: EventKind, kinds: Kinds, above: ReadonlySet<EventKind>): Stated {
  const id = otherId(6, kind.name.text, 'payload');
  const payload = valueOf(kind.payload);
  if (above.has(kind)) return { kind: 'held', id, why: 'it is the same as itself' };
  if (payload?.kind === 'same as') {
    const other = kinds.get(payload.event.text);
    return other
      ? statedBy(other, kinds, new Set([...above, kind]))
      : { kind: 'held', id, why: `there is no event ${payload.event.text}` };
  }
  if (payload) return { kind: 'shape', shape: payload.shape };
  if (kind.payload.status === 'absent' && kind.fields.written) return { kind: 'fields', of: kind };
  return { kind: 'held', id, why: WHY[kind.payload.status] ?? 'its Payload is not shown' };
}

const WHY: Partial<Record<Slot<unknown>['status'], string>> = {
  any: 'its Payload may be anything',
  none: 'it has none',
  unreadable: 'its Payload cannot be read',
};

function carried(
  context: Context,
  stated: Exclude<Stated, { kind: 'held' }>,
  event: string,
  resource: Resource,
): CarriedPlan {
  const columns = new AnswerColumns();
  const row: ShownRow = { context: nobodyCalls(context, resource), resource, many: false, columns };
  const of = stated.kind === 'shape' ? shaped(row, stated.shape) : fieldsOutput(row, event, stated.of);
  // The public address may be another one when the event is sent: that of its moment is kept.
  if (namesIn(of).has(BASE)) columns.bound(BASE, 'text');
  refuseUnbound([columns.list, of]);
  return { event, resource: resource.name.text, columns: columns.list, of, ...shownShapes(context.model) };
}

function shaped(row: ShownRow, shape: Shape): Output {
  const { resource, context } = row;
  if (shape.kind === 'array of') fault(`it shows several rows, and is about one`);
  const [undone] = shapeFeatures(context.model, [resource.name.text], shape).filter((feature) => !runs(feature));
  if (undone !== undefined) fault(`this runtime does not do: ${undone}`);
  return shapeOutput(shape, row);
}

/** As where an operation reads the row that nobody asks for. */
function nobodyCalls(context: Context, { name }: Resource): OperationContext {
  const effect = { kind: 'reads', target: name, where: undefined, ifThere: false, at: name.at } as const;
  const linked = unstatedOperation('an event', [], effect, {});
  return operationContext(context, linked, { computed: computedField, states: STATE_RULES });
}

const FOR_SOME = 'it shows rows of another resource that only some may see, and all readers of a stream get the same';

/** Rows beside its own, which every reader of a stream would see. */
function showsRowsForSome(model: Model, { columns }: CarriedPlan): boolean {
  if (!streamOf(model)) return false;
  return columns.some(({ expr }) =>
    [...walk(expr)].some((each) => 'table' in each && typeof each.table === 'string' && isForSome(model, each.table)),
  );
}

const BASE = 'base';

/** Of what is bound, an event has its instant, its number and the address of the service. */
const KNOWN: ReadonlySet<string> = new Set([BASE, 'now', EVENT_ID]);

function refuseUnbound(shown: unknown): void {
  for (const name of namesIn(shown)) {
    if (KNOWN.has(name)) continue;
    if (name === 'request id' || name.startsWith('header '))
      fault(`<${name}> of the call that it comes from is not kept`);
    if (name.startsWith('caller')) fault('what it shows depends on who calls');
    fault(`it shows ${name}, which no event has`);
  }
}

/** Parameters and words, at any depth. */
function namesIn(node: unknown, found: Set<string> = new Set()): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return found;
  const { kind, name, word } = node as { readonly kind?: unknown; readonly name?: unknown; readonly word?: unknown };
  if (kind === 'parameter' && typeof name === 'string') found.add(name);
  if (typeof word === 'string') found.add(word);
  for (const each of Object.values(node)) namesIn(each, found);
  return found;
}
