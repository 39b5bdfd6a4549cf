// The tables of deliveries, beside the outbox. Input: nothing. Output: Tables like those of resources; they are there where the outbox is.
// Notation, part 6, Delivery; decision 0068.

import { LONGEST_LANE } from '../base/lanes.ts';
import { causeKey } from '../notation/values/cause-kinds.ts';
import { OUTBOX } from './outbox.ts';
import type { Column, Table } from './plan.ts';

const short = (maxLength: number): Pick<Column, 'type' | 'rule'> => ({
  type: 'text',
  rule: { value: { type: 'text' }, schema: { type: 'string', maxLength } },
});

/**
 * A row for each receiver of an event, from the moment in which it was looked for until the event is swept. `event` is the key in the
 * outbox, `seq` the number of the event in visible order; `state` one of `waiting`, `accepted`, `dropped`, `kept`; `due` when it is tried
 * next, where it waits.
 */
const DELIVERIES: Table = {
  name: '_deliveries',
  rowKey: 'id',
  columns: [
    { name: 'event', type: 'integer', nullable: false },
    { name: 'seq', type: 'integer', nullable: false },
    { name: 'receiver', type: 'text', nullable: false },
    { name: 'lane', ...short(LONGEST_LANE), nullable: false },
    { name: 'state', ...short(8), nullable: false },
    { name: 'tries', type: 'integer', nullable: false },
    { name: 'since', type: 'instant', nullable: false },
    { name: 'due', type: 'instant', nullable: false },
  ],
  unique: [],
  indexes: [['event']],
  partial: [
    {
      columns: ['lane', 'seq'],
      where: {
        kind: 'compare',
        operator: '=',
        left: { kind: 'column', column: 'state', type: 'text' },
        right: { kind: 'literal', value: 'waiting', type: 'text' },
      },
    },
  ],
  ofStore: true,
};

/**
 * A row for each lane in which a delivery waits. `holder`: the node that delivers it now. `receiver`: of all its deliveries; null in data of
 * before it was kept, until lanes are first claimed.
 */
const LANES: Table = {
  name: '_lanes',
  rowKey: 'id',
  columns: [
    { name: 'lane', ...short(LONGEST_LANE), nullable: false },
    { name: 'due', type: 'instant', nullable: false },
    { name: 'holder', ...short(64), nullable: true },
    { name: 'receiver', ...short(LONGEST_LANE), nullable: true },
  ],
  unique: [{ columns: ['lane'], ignoringCase: false, cause: causeKey({ kind: 'internal' }) }],
  indexes: [
    ['holder', 'due'],
    ['holder', 'receiver', 'due'],
  ],
  ofStore: true,
};

/** A row for each process that delivers, until which instant of the database it lives unless it says so again. */
const NODES: Table = {
  name: '_nodes',
  rowKey: 'id',
  columns: [
    { name: 'node', ...short(64), nullable: false },
    { name: 'until', type: 'instant', nullable: false },
  ],
  unique: [{ columns: ['node'], ignoringCase: false, cause: causeKey({ kind: 'internal' }) }],
  indexes: [],
  ofStore: true,
};

/** A row for each try. `status` nothing where no answer came; `answer` its first bytes, or why there was none. */
const ATTEMPTS: Table = {
  name: '_attempts',
  rowKey: 'id',
  columns: [
    { name: 'event', type: 'integer', nullable: false },
    { name: 'receiver', type: 'text', nullable: false },
    { name: 'at', type: 'instant', nullable: false },
    { name: 'status', type: 'integer', nullable: true },
    { name: 'ms', type: 'integer', nullable: false },
    { name: 'answer', type: 'text', nullable: false },
  ],
  unique: [],
  indexes: [['event']],
  ofStore: true,
};

/**
 * Events of the outbox that no receiver waits for any more: the same columns, its number in visible order as the key, and when it was
 * done. Numbers are given by this table's sequence, so that none is given twice.
 */
const DELIVERED: Table = {
  name: '_delivered',
  rowKey: 'seq',
  columns: [
    { name: 'id', type: 'integer', nullable: false },
    ...OUTBOX.columns.filter(({ name }) => name !== 'seq'),
    { name: 'done', type: 'instant', nullable: false },
  ],
  unique: [],
  indexes: [['id']],
  ofStore: true,
};

export const DELIVERY_TABLES: readonly Table[] = [DELIVERIES, LANES, NODES, ATTEMPTS, DELIVERED];
