// Rows and names as reckoning.ts needs them: what a row is called in ids, whether it answers success, what a type names.

import type { Field } from '../../src/model/resources.ts';
import type { Machine, Move } from '../../src/model/states.ts';
import { valueOf, type Slot } from '../../src/model/status.ts';

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

export function headings(row: Move): readonly string[] {
  const by = valueOf(row.by);
  return by?.kind === 'operations' ? by.operations.map((operation) => operation.text) : [];
}

/** What names a row: what makes it, else where it leads; where that is not enough, with where it starts and leads. */
export function rowName(machine: Machine, row: Move): string {
  const rows = machine.moves.items;
  const long = (one: Move): string => {
    const isShared = rows.filter((other) => shortName(other) === shortName(one)).length > 1;
    return isShared ? `${shortName(one)}${tail(one) || ' '}` : shortName(one);
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
