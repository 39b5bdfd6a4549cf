// Whether an engine has room for the rows of a plan. Input: tables and the engine's dialect. Output: nothing, or CannotOpen with
// one sentence: a row that may be too large is refused at the start, not when it is filled.

import {
  BOOLEAN,
  DECIMAL,
  hasRoom,
  mostFields,
  NUMBER,
  octetsOf,
  takenByText,
  type Taken,
} from '../../base/capacity.ts';
import type { Column, Table } from '../../plan/plan.ts';
import { CannotOpen } from '../store.ts';
import type { Dialect } from './dialect.ts';
import { bytesOf } from './schema.ts';

export function refuseTooLarge(tables: readonly Table[], { engine, room }: Pick<Dialect, 'engine' | 'room'>): void {
  for (const { name, columns } of tables) {
    const taken = columns.map(takenBy);
    if (hasRoom(room, taken)) continue;
    const octets = room.octets === Infinity ? '' : ` and ${room.octets} octets, and these may take ${octetsOf(taken)}`;
    throw new CannotOpen(
      `${engine} has no room for a row of ${name} with its ${columns.length} fields: it keeps at most ${mostFields(room)}${octets}; put fields that belong together into nested shapes or a resource of their own.`,
    );
  }
}

export function takenBy(column: Column): Taken {
  switch (column.type) {
    case 'text':
    case 'json':
      return takenByText(bytesOf(column));
    case 'boolean':
      return BOOLEAN;
    case 'decimal':
      return DECIMAL;
    case 'integer':
    case 'real':
    case 'instant':
    case 'date':
      return NUMBER;
  }
}
