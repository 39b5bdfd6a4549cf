// A process that writes until it is killed. Input: where, and a table `Note` as member-child.ts writes it. Output: nothing; what it has
// written is there.

import { spawn } from 'node:child_process';
import type { Table } from '../../src/plan/plan.ts';

/** A process that makes, changes and deletes notes, until it is killed in the middle. */
export async function killed(place: string, tables: readonly Table[], first: number): Promise<void> {
  const script = new URL('./member-child.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, place, JSON.stringify(tables), String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let done = 0;
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (lines: Buffer) => {
      done += lines.length;
      if (done > 60) setTimeout(() => child.kill('SIGKILL'), Math.random() * 4);
    });
    child.on('close', (_code, signal) =>
      signal === 'SIGKILL' ? resolve() : reject(new Error(`the process ended by itself after ${done}`)),
    );
  });
}
