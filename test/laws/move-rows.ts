// Small questions of the law of moves: which rows of a table an operation makes, where an address stands, how a row is told. Input: a machine,
// an operation, a row. Output: the answer.

import type { LinkedOperation } from '../../src/model/model.ts';
import type { Machine, Move } from '../../src/notation/states.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { canonical } from './judge-values.ts';
import { Reference, type Row } from './known.ts';

/** An event as the outbox has it. */
export interface Kept {
  readonly event: string;
  readonly resource: string;
  readonly at: string;
  readonly operation: string;
  readonly row: string;
}

export const AWAY = '(gone)';

export function rowsBy(machine: Machine, { operation }: LinkedOperation): readonly Move[] {
  return machine.moves.items.filter(({ by }) => {
    const maker = valueOf(by);
    return maker?.kind === 'operations' && maker.operations.some(({ text }) => text === operation.name.text);
  });
}

export function isOutside({ by, from }: Move): boolean {
  return valueOf(by)?.kind === 'outside' && valueOf(from)?.kind !== 'new';
}

export function outsideTargets(move: Move): readonly string[] {
  if (!isOutside(move)) return [];
  const stated = valueOf(move.to);
  if (stated?.kind === 'state') return [stated.state.text];
  if (stated?.kind === 'one of') return stated.states.map(({ text }) => text);
  return stated?.kind === 'gone' ? [AWAY] : [];
}

/** What stands where the heading has `{id}`. */
export function idIn({ operation }: LinkedOperation, path: string): string | undefined {
  const place = operation.path.split('/').findIndex((segment) => segment.startsWith('{'));
  return place === -1 ? undefined : decodeURIComponent(path.split('/')[place] ?? '');
}

export function copyOf(row: Row): Row {
  return { ...row, values: new Map(row.values), since: new Map(row.since) };
}

export function told({ resource, id, values }: Row): string {
  const text = JSON.stringify(Object.fromEntries(values), (_, value: unknown) =>
    value instanceof Reference ? value.row.id : value,
  );
  return `${resource} ${id} ${text}`;
}

export function alike(got: unknown, expected: unknown): string[] {
  return canonical(undefined, got) === canonical(undefined, expected) ? [] : [`expected ${JSON.stringify(expected)}`];
}

export function written({ event, operation, at, row }: Kept, field: string): string {
  const by = operation.startsWith('outside') ? 'outside' : operation;
  return `${event} by ${by} at ${at}, ${field} ${JSON.stringify((JSON.parse(row) as Record<string, unknown>)[field])}`;
}
