// A data file of any size, and how much memory a process took at most. Input: megabytes, a process. Output: rows, megabytes.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';

/** Visits of a library (seeding.ts), of some 10,000 octets each. Answers how many. */
export function bigFile(path: string, megabytes: number, rowSize = 10_000): number {
  const file = openSync(path, 'w');
  const filling = 'The long day. '.repeat(Math.ceil(rowSize / 14));
  let size = 0;
  let rows = 0;
  for (const end = megabytes * 1_000_000; size < end; rows++) {
    const before = rows === 0 ? '{"POST /visits": [\n' : ',\n';
    size += writeSync(file, `${before}{"day": ${JSON.stringify(`${rows} ${filling}`.slice(0, rowSize))}}`);
  }
  writeSync(file, '\n]}\n');
  closeSync(file);
  return rows;
}

/** Asked for when it has ended. */
export function peakOf(child: ChildProcess): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // It has ended.
    }
  }, 50);
  child.once('exit', () => clearInterval(timer));
  return () => peak;
}
