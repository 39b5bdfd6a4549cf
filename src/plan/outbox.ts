// The table of events that happened and wait to be sent. Input: whether the operations that run emit something. Output: a Table
// like those of resources; its name begins with no capital letter, so that no resource has that name. Notation, part 3, head
// Emits; part 4, key Emits; part 6, key When; decision 0013.

import { isSearch, walk } from '../sql/walk.ts';
import type { Context } from './context.ts';
import type { Emitted, PayloadPlan } from './payload-plan.ts';
import { payloadPlans } from './payloads.ts';
import type { Table, TimedGroup } from './plan.ts';
import type { Emit, Step } from './steps.ts';

const DIGEST = { type: 'text', rule: { value: { type: 'text' }, schema: { type: 'string', maxLength: 64 } } } as const;

/**
 * A row for each event and each row that it is about, in the order in which they happened. `key` is the row key in the
 * table of `resource`; `at` the instant of the request; `operation` the heading, or `time` or `outside` for moves that no
 * operation makes; `trace` the `traceparent` of the request, where it has one; `row` what is kept of the row, by field, as JSON: numbers with all their digits, a reference as the row
 * key of what it names. `payload` is what the event carries, as texts and nulls in a JSON list, and `shape` the digest of
 * the plan that shows it; events that are older than their payloads, and those whose payload is held, have neither.
 * `seq` is its number in the order in which events became visible, given when its receivers are looked for.
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

/** The events that steps write down, each once with each table of the rows that it is about, in the order of the operations. */
function emittedBy(operations: readonly Running[], timed: readonly TimedGroup[]): readonly Emitted[] {
  const found = new Map<string, Emitted>();
  const steps = [
    ...operations.flatMap(({ run }) => run?.steps ?? []),
    ...timed.flatMap(({ sweep }) => (sweep.kind === 'instants' ? sweep.steps : [])),
  ];
  for (const step of steps)
    for (const { table, emits = [] } of writesOf(step).flatMap(alsoGoing))
      for (const { event } of emits) found.set(JSON.stringify([event, table]), { event, resource: table });
  return [...found.values()];
}

type Write = Extract<Step, { readonly kind: 'insert' | 'update' | 'delete' }>;

function writesOf(step: Step): readonly Write[] {
  switch (step.kind) {
    case 'put':
      return [step.update, step.insert];
    case 'insert':
    case 'update':
    case 'delete':
      return [step];
    default:
      return [];
  }
}

/** With the rows of other tables that go with it. */
function alsoGoing(write: Write): readonly Pick<Write, 'table' | 'emits'>[] {
  return write.kind === 'delete' ? [write, ...write.cascade] : [write];
}

/** Steps of one transaction; events that carry what other steps of it may still change are marked. */
function markLate(steps: readonly Step[], payloads: readonly PayloadPlan[]): readonly Step[] {
  const searched = new Map(payloads.map((one) => [JSON.stringify([one.event, one.resource]), searchedBy(one)]));
  if ([...searched.values()].every((tables) => tables.size === 0)) return steps;
  return steps.map((step, place) => {
    const changed = new Set(steps.slice(place + 1).flatMap(tablesOf));
    const marked = <S extends Write>(write: S): S => {
      // A row that goes is shown as it was. Of rows that are made one after the other, the last ones are not there yet.
      if (!write.emits || write.kind === 'delete') return write;
      const own = write.kind === 'insert' && write.each ? [write.table] : [];
      const late = ({ event }: Emit): boolean =>
        [...(searched.get(JSON.stringify([event, write.table])) ?? [])].some(
          (table) => changed.has(table) || own.includes(table),
        );
      return { ...write, emits: write.emits.map((emit) => (late(emit) ? { ...emit, late: true } : emit)) };
    };
    if (step.kind === 'put') return { ...step, update: marked(step.update), insert: marked(step.insert) };
    return step.kind === 'insert' || step.kind === 'update' ? marked(step) : step;
  });
}

function searchedBy(payload: PayloadPlan): ReadonlySet<string> {
  const tables = new Set<string>();
  for (const { expr } of 'columns' in payload ? payload.columns : [])
    for (const each of walk(expr)) if (isSearch(each)) tables.add(each.table);
  return tables;
}

function tablesOf(step: Step): readonly string[] {
  return writesOf(step).flatMap((write) => [
    write.table,
    ...(write.kind === 'delete' ? write.cascade.map(({ table }) => table) : []),
  ]);
}

/** What is sent: the names of events, the table in which they wait, and how steps that write them are marked. */
export function withEvents(
  context: Context,
  acting: readonly Running[],
  timed: readonly TimedGroup[],
): {
  readonly events: readonly string[];
  readonly outbox: readonly Table[];
  readonly payloads: readonly PayloadPlan[];
  readonly told: <P extends Running>(planned: P) => P;
  readonly toldByTime: (group: TimedGroup) => TimedGroup;
} {
  const emitted = emittedBy(acting, timed);
  const payloads = payloadPlans(context, emitted);
  return {
    events: [...new Set(emitted.map(({ event }) => event))],
    outbox: [{ ...OUTBOX, payloads }],
    payloads,
    told: (planned) => {
      const { run } = planned;
      return run ? { ...planned, run: { ...run, steps: markLate(run.steps, payloads) } } : planned;
    },
    toldByTime(group) {
      const { sweep } = group;
      if (sweep.kind !== 'instants') return group;
      return { ...group, sweep: { ...sweep, steps: markLate(sweep.steps, payloads) } };
    },
  };
}

interface Running {
  readonly run?: { readonly steps: readonly Step[] } | undefined;
}
