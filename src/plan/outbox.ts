// The table of events that happened and wait to be sent. Input: whether the operations that run emit something. Output: a Table
// like those of resources; its name begins with no capital letter, so that no resource has that name. Notation, part 3, head
// Emits; part 4, key Emits; decision 0013.

import type { RunPlan, Table, TimedGroup } from './plan.ts';

const DIGEST = { type: 'text', rule: { value: { type: 'text' }, schema: { type: 'string', maxLength: 64 } } } as const;

/**
 * A row for each event and each row that it is about, in the order in which they happened. `key` is the row key in the
 * table of `resource`; `at` the instant of the request; `operation` the heading, or `time` or `outside` for moves that no
 * operation makes; `trace` the `traceparent` of the request, where it has one; `row` what is kept of the row, by field, as JSON: numbers with all their digits, a reference as the row
 * key of what it names. `payload` has the columns of what it carries as they were at its moment, and `shape` says how they are read; `seq`
 * is its number in the order in which events became visible, given when its receivers are looked for.
 */
export const OUTBOX: Table = {
  name: '_outbox',
  rowKey: 'id',
  columns: [
    { name: 'event', type: 'text', nullable: false },
    { name: 'resource', type: 'text', nullable: false },
    { name: 'key', type: 'integer', nullable: false },
    { name: 'at', type: 'instant', nullable: false },
    { name: 'operation', type: 'text', nullable: false },
    { name: 'row', type: 'json', nullable: false },
    { name: 'trace', type: 'text', nullable: true },
    { name: 'payload', type: 'json', nullable: true },
    { name: 'shape', ...DIGEST, nullable: true },
    { name: 'seq', type: 'integer', nullable: true },
  ],
  unique: [],
  indexes: [],
  // Those whose receivers are looked for next: of an event that carries nothing that is known none is.
  partial: [
    {
      columns: ['seq', 'id'],
      where: { kind: 'is-set', operand: { kind: 'column', column: 'shape', type: 'text' } },
    },
  ],
  counted: ['event'],
};

/** The events that steps write down, each once, in the order of the operations. */
export function eventsOf(
  operations: readonly { readonly run: Pick<RunPlan, 'steps'> | undefined }[],
  timed: readonly TimedGroup[] = [],
): readonly string[] {
  const events = new Set<string>();
  const steps = [
    ...operations.flatMap(({ run }) => run?.steps ?? []),
    ...timed.flatMap(({ sweep }) => (sweep.kind === 'instants' ? sweep.steps : [])),
  ];
  for (const step of steps) {
    const parts = step.kind === 'put' ? [step.update, step.insert] : [step];
    for (const part of parts) if ('emits' in part) for (const { event } of part.emits ?? []) events.add(event);
  }
  return [...events];
}
