// One event for each move that was made, in the order in which they were made, and none for a move that was refused. Input: what the
// outbox holds and which moves were answered as made. Output: what does not fit together.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { FILE } from '../../src/store/sqlite/open.ts';
import type { Winner } from './race.ts';
import type { Kept } from './servers.ts';

/** A row of the outbox; they come in its order. */
export interface Sent {
  /** The heading that made the move. */
  readonly operation: string;
  /** The row after it. */
  readonly row: Readonly<Record<string, unknown>>;
}

const ALL = 'SELECT operation, "row" FROM _outbox ORDER BY id';

export async function sentOf(kept: Kept): Promise<readonly Sent[]> {
  const raw = 'data' in kept ? inFile(kept.data) : await inDatabase(kept.database);
  return raw.map(({ operation, row }) => ({
    operation: String(operation),
    row: (typeof row === 'string' ? JSON.parse(row) : row) as Sent['row'],
  }));
}

function inFile(directory: string): readonly Record<string, unknown>[] {
  const file = new DatabaseSync(join(directory, FILE), { readOnly: true });
  try {
    return file.prepare(ALL).all();
  } finally {
    file.close();
  }
}

async function inDatabase(url: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(ALL)).rows;
  } finally {
    await client.end();
  }
}

/** What each move leads from and to, in its machine. */
const MOVES: Readonly<Record<string, readonly [field: string, from: string, to: string]>> = {
  claim: ['stage', 'waiting', 'claimed'],
  release: ['stage', 'claimed', 'waiting'],
  ship: ['stage', 'claimed', 'shipped'],
  bounce: ['stage', 'shipped', 'waiting'],
  pay: ['payment', 'open', 'paid'],
  refund: ['payment', 'paid', 'open'],
  light: ['lamp', 'off', 'on'],
  dim: ['lamp', 'on', 'off'],
};

interface Count {
  sent: number;
  sure: number;
  open: number;
}

export function unfit(sent: readonly Sent[], winners: readonly Winner[]): readonly string[] {
  const wrong: string[] = [];
  const counts = new Map<string, Count>();
  const of = (row: string, move: string): Count => {
    const key = `${row} ${move}`;
    const found = counts.get(key) ?? { sent: 0, sure: 0, open: 0 };
    counts.set(key, found);
    return found;
  };
  const states = new Map<string, unknown>();
  for (const { operation, row } of sent) {
    const name = row['name'] === undefined ? `Parcel ${String(row['id'])}` : `Slot ${String(row['name'])}`;
    const move = operation.slice(operation.lastIndexOf('/') + 1);
    of(name, move).sent += 1;
    const [field, from, to] = MOVES[move] ?? ['', '', ''];
    const before = states.get(`${name} ${field}`);
    // A slot may have been removed and made anew in between: that is for the counts.
    if (before !== undefined && before !== from && !name.startsWith('Slot'))
      wrong.push(`${name}: ${move} was sent behind what had led to ${String(before)}`);
    if (row[field] !== to) wrong.push(`${name}: ${move} was sent with ${field} ${String(row[field])}`);
    states.set(`${name} ${field}`, to);
  }
  for (const { row, move, sure } of winners) of(row, move)[sure ? 'sure' : 'open'] += 1;
  for (const [key, { sent: number, sure, open }] of counts)
    if (number < sure || number > sure + open)
      wrong.push(`${key}: made ${sure} times${open > 0 ? `, perhaps ${open} more` : ''}, sent ${number} times`);
  return wrong;
}
