// How a repeated call is recognized: by a key, as the Repeat table says, or by the values that it sends. Input: a linked operation.
// Output: whether a key is asked, the slot of each rule, and what is compared. Notation, part 4, Repeat.

import type { RepeatRules } from '../../notation/endpoints.ts';
import type { Call } from '../../notation/values/calls.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { absent, valueOf } from '../../notation/slot.ts';
import type { LimitedCalls } from '../../notation/values/limited-calls.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { Repeat } from '../../notation/values/policies.ts';
import { bodyOf } from './inputs.ts';
import { effectsOf } from './targets.ts';

/** `Repeat: key`, where the Repeat table does not leave this operation out. */
export function isKeyed(linked: LinkedOperation): boolean {
  return valueOf(linked.facts.repeat)?.kind === 'key' && isMeantByRepeatTable(linked);
}

/** The header that carries the key of a call; undefined: calls have none. */
export function keyHeader(linked: LinkedOperation): string | undefined {
  return isKeyed(linked) ? valueOf(repeatSlot(linked, 'header'))?.header.text : undefined;
}

/** A Repeat table under All operations is for those whose Repeat is `key`, or not known. */
export function isMeantByRepeatTable(linked: LinkedOperation): boolean {
  const { repeat } = linked.facts;
  if (repeat.status === 'none' || (valueOf(repeat)?.kind ?? 'key') !== 'key') return false;
  return mayApply(linked, valueOf(repeatSlot(linked, 'appliesTo')));
}

/** Of the first row that has the rule. */
export function repeatSlot<K extends keyof RepeatRules>(linked: LinkedOperation, key: K): RepeatRules[K] {
  const row = linked.facts.repeatTable.items.find((one) => one.key === key);
  return (row?.statement ?? absent(linked.operation.at)) as RepeatRules[K];
}

/** Methods and operations may leave it out; what else is asked of a call may be true of one to it. */
export function mayApply(linked: LinkedOperation, applies: LimitedCalls | undefined): boolean {
  return applies === undefined || applies.calls.length === 0 || isAmong(linked, applies.calls);
}

export function isAmong({ operation }: LinkedOperation, calls: readonly Call[]): boolean {
  return calls.some((one) =>
    one.kind === 'method' ? one.method === operation.method : one.operation.text === operation.name.text,
  );
}

export interface SameValues {
  readonly repeat: Extract<Repeat, { readonly kind: 'same values' }>;
  readonly effect: Extract<Effect, { readonly kind: 'creates' | 'creates or keeps' }>;
}

/** `` same `id`, same values … `` of a call that makes one row, and does nothing else. */
export function sameValuesOf(linked: LinkedOperation): SameValues | undefined {
  const repeat = valueOf(linked.facts.repeat);
  const [effect, ...others] = effectsOf(linked);
  if (repeat?.kind !== 'same values' || effect?.kind !== 'creates' || others.length > 0) return undefined;
  return { repeat, effect };
}

/** Does the request say the value, and not the document? What the document gives alone may have changed since. */
function isOfRequest(value: Operand | { readonly kind: 'arithmetic' }): boolean {
  switch (value.kind) {
    case 'parameter':
    case 'caller':
      return true;
    case 'field':
      return value.owner === 'query' || value.owner === 'header' || value.owner === 'body' || value.owner === 'caller';
    default:
      return false;
  }
}

/** The fields of the row that the request gives: in its body, or by `with`. */
export function givenByRequest(model: Model, linked: LinkedOperation, { effect }: SameValues): ReadonlySet<string> {
  const resource = effect.target.text;
  const body = bodyOf(model, linked);
  const sent = body.kind === 'fields' ? body.fields : [];
  return new Set([
    ...sent.flatMap(({ sets }) => (sets?.resource === resource ? [sets.field.name.text] : [])),
    ...effect.with.flatMap(({ field, value }) =>
      isOfRequest(value)
        ? [field.text.startsWith(`${resource}.`) ? field.text.slice(resource.length + 1) : field.text]
        : [],
    ),
  ]);
}

/** The fields whose values are compared: those under `compared by`, else all that the request gives. */
export function comparedFields(model: Model, linked: LinkedOperation, same: SameValues): readonly string[] {
  const { comparedBy, fields } = same.repeat;
  if (comparedBy.length > 0) return comparedBy.map(({ text }) => text);
  const key = new Set(fields.map(({ text }) => text));
  return [...givenByRequest(model, linked, same)].filter((name) => !key.has(name));
}
