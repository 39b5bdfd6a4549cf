// Law of limits that are no rates: which limits of part 8 a call breaks, by the words of part 8 and what was sent alone. Input: a document, an
// operation, a request. Output: each limit that applies, and whether the call is beyond it. It shares nothing with the plan. Notation, part 8.

import type { Cause } from '../../src/notation/values/causes.ts';
import type { Limit } from '../../src/notation/limits.ts';
import type { LimitEach, LimitValue } from '../../src/notation/values/limits.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import { valueOf, type Slot } from '../../src/notation/slot.ts';
import { bodiesOf, isObject, json, type Sent } from './judge-causes.ts';

export interface AppliedLimit {
  readonly limit: Limit;
  readonly value: LimitValue;
  readonly per: readonly LimitEach[];
  /** `maybe`: what was there before decides. */
  readonly isBeyond: 'yes' | 'maybe' | 'no';
}

function isUnshown({ status }: Slot<unknown>): boolean {
  return status === 'gap' || status === 'unreadable';
}

/** Those that show everything, and are about calls of the operation. */
export function limitsOf(model: Model, operation: LinkedOperation, sent: Sent): readonly AppliedLimit[] {
  return shownLimits(model, operation).map((one) => ({ ...one, isBeyond: beyond(one, operation, sent) }));
}

type Shown = Omit<AppliedLimit, 'isBeyond'>;

export function shownLimits(model: Model, operation: LinkedOperation): readonly Shown[] {
  return model.document.limits.limits.items.flatMap((limit): Shown[] => {
    const [value, per, applies] = [valueOf(limit.value), valueOf(limit.per), valueOf(limit.appliesTo)];
    if (!value || !per || isUnshown(limit.appliesTo)) return [];
    if (limit.whenExceeded.status !== 'stated' && limit.whenExceeded.status !== 'any') return [];
    const { method, name } = operation.operation;
    const calls = applies?.calls ?? [];
    const isMeant = calls.some((one) =>
      one.kind === 'method' ? one.method === method : one.operation.text === name.text,
    );
    return calls.length === 0 || isMeant ? [{ limit, value, per }] : [];
  });
}

/** Is it what is named under When exceeded? */
export function isRefusedBy(code: string): (one: AppliedLimit) => boolean {
  return ({ limit, isBeyond }) => isBeyond !== 'no' && valueOf(limit.whenExceeded)?.error.text === code;
}

/** Is it refused by a cause of part 7? */
export function isEndedBy(cause: Cause): (one: AppliedLimit) => boolean {
  return ({ limit, value: { kind }, isBeyond }) => {
    if (isBeyond === 'no') return false;
    if (cause.kind === 'limit reached') return cause.limit.text === limit.name.text;
    if (cause.kind === 'too large') return kind === 'size';
    if (cause.kind === 'timed out') return kind === 'time';
    return cause.kind === 'too many requests' && (kind === 'rate' || kind === 'at once');
  };
}

function beyond({ value, per }: Shown, operation: LinkedOperation, sent: Sent): AppliedLimit['isBeyond'] {
  const [each] = per;
  if (!each) return 'maybe';
  switch (value.kind) {
    case 'rate':
    case 'rows':
      return 'maybe';
    // One call follows the other, and none takes long.
    case 'at once':
    case 'time':
      return 'no';
    case 'size':
      if (each.kind === 'headers') return beyondHeaders(sent, octetsOf(value));
      if (each.kind === 'request') return isOver(Buffer.byteLength(sent.body ?? ''), octetsOf(value));
      return beyondField(each, operation, sent, octets, octetsOf(value));
    case 'characters':
      return beyondField(each, operation, sent, characters, value.count);
    case 'items':
      if (each.kind !== 'request') return beyondField(each, operation, sent, items, value.count);
      return isOver(items(json(sent)) ?? 0, value.count);
  }
}

/** The body is larger than it may be: nothing in it is judged. */
export function isUnread({ value: { kind }, per: [each], isBeyond }: AppliedLimit): boolean {
  return kind === 'size' && each?.kind === 'request' && isBeyond === 'yes';
}

function isOver(count: number, most: number): 'yes' | 'no' {
  return count > most ? 'yes' : 'no';
}

const UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1000, MB: 1_000_000, KiB: 1024, MiB: 1_048_576 };

function octetsOf({ number, unit }: Extract<LimitValue, { readonly kind: 'size' }>): number {
  return Math.floor(Number(number) * UNITS[unit]!);
}

/** Host and Connection are the client's own, and so is the length of a body. */
const OWN = 'host127.0.0.1:connectionkeep-alive'.length;
const MORE = 60;

function beyondHeaders({ headers }: Sent, most: number): AppliedLimit['isBeyond'] {
  const sent = Object.entries(headers).reduce((sum, [name, text]) => sum + Buffer.byteLength(name + text), OWN);
  return sent > most ? 'yes' : sent + MORE <= most ? 'no' : 'maybe';
}

type Count = (value: unknown) => number | undefined;

const octets: Count = (value) => Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
const characters: Count = (value) => (typeof value === 'string' ? [...value].length : undefined);
const items: Count = (value) =>
  Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : undefined;

/** What a body sends for it; undefined: another type. */
function beyondField(
  each: LimitEach,
  operation: LinkedOperation,
  sent: Sent,
  count: Count,
  most: number,
): AppliedLimit['isBeyond'] {
  if (each.kind !== 'field') return 'maybe';
  const { owner, field } = each.field;
  const type = sent.headers['content-type']?.split(';')[0];
  const taken = valueOf(operation.facts.mediaType)?.in;
  // What it would be of another type is not known.
  if (taken !== undefined && type !== taken) return 'maybe';
  const effects = valueOf(operation.facts.does) ?? [];
  if (!effects.some((effect) => 'target' in effect && effect.target.text === owner.text)) return 'no';
  const set = operation.facts.bodyTable.items.find((row) => valueOf(row.sets)?.join('.') === field.text);
  const name = set?.name.text ?? field.text;
  const lengths = (bodiesOf(operation, sent) ?? []).map((body) => {
    const value = name.split('.').reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), body);
    return value === undefined || value === null ? undefined : count(value);
  });
  return lengths.some((length) => length !== undefined && length > most) ? 'yes' : 'no';
}

export const OF_LIMITS: ReadonlySet<Cause['kind']> = new Set([
  'too many requests',
  'too large',
  'timed out',
  'limit reached',
]);

/** The limits that a code may speak of: it is named there, or has the cause of part 7. */
export function limitsSaid(model: Model, code: string, causes: readonly Cause[]): readonly Limit[] {
  return model.document.limits.limits.items.filter((limit) => {
    const value = valueOf(limit.value);
    if (valueOf(limit.whenExceeded)?.error.text === code) return true;
    return (
      value !== undefined && causes.some((cause) => isEndedBy(cause)({ limit, value, per: [], isBeyond: 'maybe' }))
    );
  });
}
