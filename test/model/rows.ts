// Rows and names as computation.ts needs them: what a row is called in ids, whether it answers success, what a type names.

import type { DeliveryFacts } from '../../src/notation/events.ts';
import type { Operation, StatusRow } from '../../src/notation/endpoints.ts';
import type { Limit } from '../../src/notation/limits.ts';
import type { Model } from '../../src/model/model.ts';
import type { Field } from '../../src/notation/resources.ts';
import type { Machine, Move } from '../../src/notation/states.ts';
import { valueOf, type Slot } from '../../src/notation/slot.ts';

/** What one operation waits for, by ids of gaps. */
export interface Computed {
  readonly held: ReadonlySet<string>;
  readonly partly: ReadonlySet<string>;
  readonly rests: ReadonlySet<string>;
}

export type Cells = Readonly<Record<string, Slot<unknown>>>;

/** Of several rows with one name the second is `name 2`. */
export function nameAmong(row: Cells, rows: readonly Cells[]): string {
  const nameIn = (one: Cells): string => (one['name'] as unknown as { text: string }).text;
  const place = rows.filter((one) => nameIn(one) === nameIn(row)).indexOf(row);
  return place > 0 ? `${nameIn(row)} ${place + 1}` : nameIn(row);
}

export function isColumn(slot: Slot<unknown>): boolean {
  return slot.status === 'absent' && slot.column !== undefined;
}

export function isSuccess(row: {
  readonly status: Slot<{ readonly code: number } | { readonly class: string }>;
  readonly when: Slot<{ readonly kind: string }>;
}): boolean {
  const when = valueOf(row.when);
  if (when) return when.kind === 'outcome';
  const status = valueOf(row.status);
  return !status || !('code' in status) || status.code < 400;
}

/** Does something send it, or send nobody knows what: then it may be this one. */
export function maySend({ operations, machines }: Model, event: string): boolean {
  const sending = [
    ...[...operations.values()].map((one) => one.facts.emits),
    ...[...machines.values()].flatMap((machine) => machine.moves.items.map((row) => row.emits)),
  ];
  return sending.some(
    (slot) =>
      ['gap', 'unreadable', 'absent'].includes(slot.status) || valueOf(slot)?.some((name) => name.text === event),
  );
}

/** `service: not shown`. */
export function isHalf(slot: Field['setBy']): boolean {
  const setBy = valueOf(slot);
  return setBy?.kind === 'service' && setBy.rule.kind === 'gap';
}

/** It names methods and operations, and this one is not among them. */
export function isForOthers({ appliesTo }: Limit, { name, method }: Operation): boolean {
  const applies = valueOf(appliesTo);
  if (applies === undefined || applies.calls.length === 0) return false;
  const names = applies.calls.map((one) => (one.kind === 'method' ? one.method : one.operation.text));
  return !names.includes(name.text) && !names.includes(method);
}

export function headings(row: Move): readonly string[] {
  const by = valueOf(row.by);
  return by?.kind === 'operations' ? by.operations.map((operation) => operation.text) : [];
}

/** What names a row: what makes it, else where it leads; where that is not enough, with where it starts and leads. */
export function rowName(machine: Machine, row: Move): string {
  const rows = machine.moves.items;
  const long = (one: Move): string => {
    const isShared = rows.filter((other) => shortName(other) === shortName(one)).length > 1;
    return isShared ? `${shortName(one)}${tail(one)}` : shortName(one);
  };
  const copy = rows.slice(0, rows.indexOf(row)).filter((other) => long(other) === long(row)).length + 1;
  return copy > 1 ? `${long(row)} ${copy}` : long(row);
}

function shortName(row: Move): string {
  if (headings(row).length > 0) return headings(row).join(', ');
  if (row.by.status === 'stated') return row.by.text.replaceAll('`', '');
  return row.to.status === 'stated' ? row.to.text.replaceAll('`', '') : 'a move';
}

function tail({ from, to }: Move): string {
  const start = from.status === 'stated' || from.status === 'any' ? ` from ${from.text.replaceAll('`', '')}` : '';
  return `${start}${to.status === 'stated' ? ` to ${to.text.replaceAll('`', '')}` : ''}`;
}

/** The resource that a bare name refers to, in whatever it stands. */
export function referenceIn(type: { readonly kind: string }): string | undefined {
  const inner = type as {
    kind: string;
    of?: { kind: string };
    resource?: { text: string };
    by?: object;
    view?: object;
    only?: object;
    without?: object;
  };
  if (inner.of) return referenceIn(inner.of);
  return inner.kind === 'resource' && !inner.by && !inner.view && !inner.only && !inner.without
    ? inner.resource!.text
    : undefined;
}

export function isHidden(field: Field): boolean {
  const setBy = valueOf(field.setBy);
  return (setBy !== undefined && 'hidden' in setBy && setBy.hidden) || valueOf(field.present)?.kind === 'never';
}

export function dashed(key: string): string {
  return ascii(key.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'));
}

export function ascii(text: string): string {
  return text.replace(/[^ -~]+|[%"\\]/gu, encodeURIComponent);
}

/** Nothing that anybody could act on is said. */
export function isOpen({ status }: Slot<unknown>): boolean {
  return status === 'gap' || status === 'unreadable' || status === 'absent';
}

/** The table has no such column. */
export function lacks<K extends string>(rows: readonly Readonly<Record<K, Slot<unknown>>>[], key: K): boolean {
  return rows.length > 0 && rows.every(({ [key]: cell }) => cell.status === 'absent' && cell.column !== undefined);
}

/** Rule 1.8: what is due of Delivery, by how events are sent. */
export function dueOfDelivery(said: DeliveryFacts): readonly (readonly [head: string, slot: Slot<unknown>])[] {
  const sentAs = valueOf(said.sentAs);
  const tries = valueOf(said.tries);
  const always = [
    ['Sent as', said.sentAs],
    ['Order', said.order],
  ] as const;
  if (sentAs !== undefined && sentAs.kind !== 'request') return always;
  return [
    ...always,
    ['Accepted', said.accepted],
    ['Tries', said.tries],
    ...(tries?.kind === 'times' && tries.times === 1 ? [] : [['Waits', said.waits] as const]),
    ['Time-out', said.timeOut],
    ['Signature', said.signature],
  ];
}

/** HTTP itself says that an answer with this status has no body. */
export function hasNoBody({ status, body }: StatusRow): boolean {
  const value = valueOf(status);
  const isBare = value !== undefined && 'code' in value && [204, 205, 304].includes(value.code);
  return isBare && body.status !== 'unreadable';
}
