// The thread of a reader: one connection that only reads. Input: steps and bindings, one scan after the other. Output: the result
// in pieces, each on request, so that the main thread never receives many rows in one turn.

import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Result, Row } from '../store.ts';
import { defineFunctions } from './functions.ts';
import { prepareRead } from '../relational/reads.ts';
import type { FromReader, ReaderData, ToReader } from './reader-messages.ts';
import { runAll } from '../relational/run.ts';
import type { RunAll } from '../relational/run.ts';
import { SQLITE } from './dialect.ts';
import { schemaOf } from '../relational/schema.ts';
import { preparing, runNow } from './statement.ts';

const PIECE = 1_000;

function serve(port: NonNullable<typeof parentPort>, data: ReaderData): void {
  const database = new DatabaseSync(data.file, { readOnly: true, enableForeignKeyConstraints: false, timeout: 250 });
  // Ends the statement when the thread is being ended: a call into JavaScript fails then.
  defineFunctions(database, () => 1);
  const on = preparing(database, schemaOf(data.tables, SQLITE), () => undefined);
  const programs = new Map<number, RunAll>();
  let left: { readonly result: Result; readonly rows: readonly Row[]; from: number } | undefined;
  const piece = (): void => {
    if (!left) return;
    const { result, rows, from } = left;
    const last = from + PIECE >= rows.length;
    const message: FromReader = { kind: 'result', result, rows: rows.slice(from, from + PIECE), last };
    if (last) left = undefined;
    else left.from += PIECE;
    port.postMessage(message);
  };
  const scan = (message: Extract<ToReader, { kind: 'scan' }>): Result => {
    const steps = message.steps;
    if (steps)
      programs.set(
        message.program,
        runAll(
          steps.map((step) => prepareRead(on, step, { ticks: true })),
          steps,
        ),
      );
    const program = programs.get(message.program);
    if (!program) throw new Error('a reader was asked for a program that it does not have');
    // One snapshot for all statements of the program.
    database.exec('BEGIN');
    try {
      return runNow(program(message.bindings));
    } finally {
      database.exec('COMMIT');
    }
  };
  port.on('message', (message: ToReader) => {
    if (message.kind === 'more') return piece();
    try {
      const result = scan(message);
      const rows = result.kind === 'done' ? result.rows : [];
      left = { result: result.kind === 'done' ? { ...result, rows: [] } : result, rows, from: 0 };
      piece();
    } catch (error) {
      const failed: FromReader = { kind: 'failed', error };
      port.postMessage(failed);
    }
  });
}

if (parentPort) serve(parentPort, workerData as ReaderData);
