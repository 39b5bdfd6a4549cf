// One reader seen from the main thread. Input: a scan at a time. Output: its result, received piece by piece, one in each turn,
// so that requests between two pieces are served. The other side is reader.ts.

import { Worker } from 'node:worker_threads';
import type { ReadStep } from '../relational/ran.ts';
import type { Bindings, Result, Row } from '../store.ts';
import type { FromReader, ReaderData, ToReader } from './reader-messages.ts';

export interface ReaderThread {
  /** Rejects with what the reader threw, and when it is ended. */
  run(program: number, steps: readonly ReadStep[], bindings: Bindings): Promise<Result>;
  /** Ends it, even in the middle of a scan. */
  end(): void;
}

interface Running {
  readonly rows: Row[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export function startReader(data: ReaderData): ReaderThread {
  const thread = new URL('./reader.ts', import.meta.url);
  // Sources run as they are in development, and as .js when built.
  if (import.meta.url.endsWith('.js')) thread.pathname = thread.pathname.replace(/\.ts$/, '.js');
  const worker = new Worker(thread, { workerData: data, execArgv: [] });
  const known = new Set<number>();
  let running: Running | undefined;
  const send = (message: ToReader): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(message);
  };
  const finish = (): Running | undefined => {
    const ran = running;
    running = undefined;
    worker.unref();
    return ran;
  };
  worker.on('message', (message: FromReader) => {
    if (message.kind === 'failed') return finish()?.reject(message.error);
    for (const row of message.rows) running?.rows.push(row);
    if (!message.last) return void setImmediate(() => running && send({ kind: 'more' }));
    const ran = finish();
    ran?.resolve(message.result.kind === 'done' ? { ...message.result, rows: ran.rows } : message.result);
  });
  worker.on('error', (error) => finish()?.reject(error));
  worker.on('exit', () => finish()?.reject(new Error('the reader was ended')));
  return {
    run(program, steps, bindings) {
      return new Promise((resolve, reject) => {
        running = { rows: [], resolve, reject };
        worker.ref();
        send({ kind: 'scan', program, steps: known.has(program) ? undefined : steps, bindings });
        known.add(program);
      });
    },
    end() {
      running = undefined;
      void worker.terminate();
    },
  };
}
